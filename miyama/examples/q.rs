use miyama::breaking::{code::Code, period, values::NimValues};
use miyama::budget::Budget;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let code: Code = a[1].parse().unwrap();
    let mut v = NimValues::new(&code);
    println!("{:?}", period::find(&mut v, a[2].parse().unwrap(), &Budget::unlimited()));
    println!("{:?}", v.stored().iter().collect::<Vec<_>>());
}
