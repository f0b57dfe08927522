//! The period of Kayles, with a certificate that separate code accepts: `cargo run --bin period-certificate`.

use miyama::breaking::code::Code;
use miyama::breaking::period::{Verdict, certify, find};
use miyama::breaking::values::NimValues;
use miyama::breaking::verify::{Check, check};
use miyama::budget::Budget;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let code: Code = "0.77".parse()?;
    let budget = Budget::unlimited();
    let mut values = NimValues::new(&code);
    let Verdict::Proven(period, because) = find(&mut values, 10_000, &budget)? else {
        return Err("no period was proved".into());
    };
    println!("{code}: period {} from heap {} on ({})", period.length, period.start, because.name());
    let certificate = certify(&values, period, because);
    match check(&certificate, &budget)? {
        Check::Holds => println!("accepted: {}", serde_json::to_string(&certificate)?),
        Check::Refused(reason) => println!("refused: {reason}"),
    }
    Ok(())
}
