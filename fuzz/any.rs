//! The target that `MIYAMA_TARGET` names: all of them in one program, which
//! `scripts/fuzz` builds once. `targets/` has them one by one, as `cargo fuzz` wants them.
#![no_main]

use miyama_cli::untrusted::{self, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("MIYAMA_TARGET").expect("MIYAMA_TARGET names a target");
    untrusted::TARGETS.iter().find(|target| target.name == name).expect("there is a target of this name")
});

libfuzzer_sys::fuzz_target!(init: { LazyLock::force(&TARGET); }, |input: &[u8]| (TARGET.read)(input));
