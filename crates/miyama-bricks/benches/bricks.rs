//! How fast buildings are counted: `cargo bench -p miyama --bench bricks [-- N]`.
//!
//! Everything runs on one core and asserts its answer. The simple enumerator
//! gives the scale: it counts five bricks; the counter counts five, six, … N.
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use miyama_bricks::{Brick, Ledger, Plan, Shard, Tally, building};
use miyama_budget::Budget;
use std::time::Instant;

fn main() {
    let most = std::env::args().filter_map(|arg| arg.parse::<u8>().ok()).next_back().unwrap_or(7);
    let brick = Brick::new(2, 4).expect("2x4 is a brick");
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
