//! How fast buildings are counted: `cargo bench -p miyama-bricks [-- N]`, or one profile alone,
//! a part of its tasks: `cargo bench -p miyama-bricks -- 3,5,3 500`.
//!
//! Everything runs on one core and asserts its answer. The simple enumerator
//! gives the scale: it counts five bricks; the counter counts five, six, … N.
//! A part prints the sum of what it counted, to be compared.
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use miyama_bricks::{Brick, Ledger, Plan, Profile, Shard, Tally, building};
use miyama_budget::Budget;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let brick = Brick::new(2, 4).expect("2x4 is a brick");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [profile, parts] => one_profile(brick, profile, parts.parse().expect("a number of parts")),
        [most] => everything(brick, most.parse().expect("a number of bricks")),
        _ => everything(brick, 7),
    }
}

/// The first of `parts` equal parts of a profile's tasks.
fn one_profile(brick: Brick, profile: &str, parts: u64) {
    let budget = Budget::unlimited();
    let profile = Profile::parse(profile).expect("layer sizes");
    let plan = Plan::new(brick, vec![profile.clone()], &budget).expect("the tables hold it");
    let mut ledger = Ledger::new(&plan);
    let shard = Shard::new(1, parts).expect("a part");
    let started = Instant::now();
    plan.run(shard, &mut ledger, &budget, &mut |_| {}).expect("no limits");
    let (seconds, sum) = (started.elapsed().as_secs_f64(), ledger.parts.iter().map(|part| part.fixed).sum::<u128>());
    println!("⟨{profile}⟩: {} of {} tasks, {sum} in {seconds:.2} s", shard.tasks(plan.tasks()), plan.tasks());
}

fn everything(brick: Brick, most: u8) {
    let budget = Budget::unlimited();
    let started = Instant::now();
    let simple: Tally = building::tallies(brick, 4, &budget).expect("no limits").into_values().sum();
    let simple_seconds = started.elapsed().as_secs_f64();
    println!("simple enumerator, 4 bricks: {} in {simple_seconds:.3} s", simple.count());
    let known = [119_580, 10_166_403, 915_103_765, 85_747_377_755, 8_274_075_616_387, 816_630_819_554_486];
    for (bricks, expected) in (4..=most).zip(known) {
        let started = Instant::now();
        let plan = Plan::all(brick, bricks, &budget).expect("the tables hold nine bricks");
        let mut ledger = Ledger::new(&plan);
        plan.run(Shard::WHOLE, &mut ledger, &budget, &mut |_| {}).expect("no limits");
        let tally: Tally = plan.tallies(&ledger.parts).into_values().sum();
        let seconds = started.elapsed().as_secs_f64();
        assert_eq!(tally.count(), expected, "{bricks} bricks");
        let ratio = simple_seconds * tally.fixed as f64 / simple.fixed as f64 / seconds;
        println!("counter, {bricks} bricks: {} in {seconds:.3} s, {ratio:.0} times the simple rate", tally.count());
    }
}
