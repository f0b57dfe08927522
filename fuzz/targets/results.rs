#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| miyama_cli::untrusted::read("results", input));
