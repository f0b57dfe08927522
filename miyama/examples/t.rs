use miyama::breaking::{code::Code, values::NimValues};
use miyama::budget::Budget;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let code: Code = a[1].parse().unwrap();
    let to: usize = a[2].parse().unwrap();
    let t = std::time::Instant::now();
    let mut v = NimValues::new(&code);
    v.extend(to, &Budget::unlimited()).unwrap();
    let ck = v.stored().iter().fold(0u64, |s, x| s.wrapping_mul(1099511628211) ^ u64::from(x));
    println!("{code} {to} {:?} ck={ck:x}", t.elapsed());
}
