use std::time::Instant;
use tic_tac_toe_rules::ultimate::*;
use tic_tac_toe_rules::*;
use tic_tac_toe_engine::bench::*;
#[path="strength/plain.rs"] mod plain;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let games: u64 = a[1].parse().unwrap(); let n: u32 = a[2].parse().unwrap(); let m: u32 = a[3].parse().unwrap();
    let c = Capture::by_name(&a[4]).unwrap();
    for e in a[5..].iter().map(|s| s.parse::<f32>().unwrap()) {
        let (mut w, mut d, mut l) = (0, 0, 0);
        let t = Instant::now();
        for g in 0..games {
            let mut p = Position::new(c);
            let mut dice = plain::Dice(g + 99);
            let me = if g % 2 == 0 { Seat::X } else { Seat::O };
            let mut s = g;
            while let Some(t) = p.turn() {
                s += 1000;
                let mv = if t == me { tree(&p, n, e, s) } else { plain::uct(&p, m, &mut dice) };
                p.play(mv).unwrap();
            }
            match p.outcome() { Outcome::Won { winner, .. } if winner == me => w += 1, Outcome::Draw => d += 1, _ => l += 1 }
        }
        println!("e={e} n={n} vs {m}: {w}-{d}-{l} = {:.3}  {:?}", (w as f64 + d as f64 / 2.0) / games as f64, t.elapsed());
    }
}
