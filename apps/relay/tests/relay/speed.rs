//! How long a guest's mark takes beside a local account's, in one game, both through the client library.

use std::time::{Duration, Instant};

use near_crypto::Signer;
use serde_json::json;
use tic_tac_toe_cli::local::{players, signer_of};
use tic_tac_toe_client::{Relay, Rpc};
use tic_tac_toe_interface::arena::{Arena, Play};

use crate::guest::Guest;
use crate::site::Site;

const MARKS: u64 = 50;

/// How long somebody looks at the board before the next mark.
const THINKING: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures, and asserts nothing"]
async fn a_guests_mark_beside_a_local_accounts() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut guest = Guest::must_come(&site, &relay).await;
    let [alice, _] = players().unwrap();
    let rules = json!({ "grid": { "rows": 19, "cols": 19, "in_a_row": 19 } });
    guest
        .must_call(&site, &relay, "create", &json!({ "players": [guest.account, alice], "rules": rules }))
        .await;
    let (arena, rpc_url) = (site.chain.arena().id(), site.chain.rpc_url());
    let of_guest = Arena::new(Rpc::new(&rpc_url).with_relay(Some(Relay::new(&relay.url))), arena.clone());
    let of_account = Arena::new(Rpc::new(&rpc_url), arena.clone());
    let game_id = of_account.find_game(&[&guest.account, &alice]).await.unwrap().expect("the game");

    let mut times = [Vec::new(), Vec::new()];
    for mark in 0..2 * MARKS {
        let (row, col) = (mark / 19, mark % 19);
        let play = Play { game_id, row, col, round: None };
        let (arena, signer) =
            if mark % 2 == 0 { (&of_guest, guest.signer.clone()) } else { (&of_account, signer_of(&alice)) };
        times[usize::from(mark % 2 == 1)].push(time_of(arena, &signer, play).await);
    }
    let [guest, account] = times.map(median);
    println!(
        "medians of {MARKS} in the client library: a guest {guest:.0?}, a local account {account:.0?}, ratio {:.2}",
        guest.as_secs_f64() / account.as_secs_f64()
    );
}

/// Makes a mark, and returns how long that took.
async fn time_of(arena: &Arena<Rpc>, signer: &Signer, play: Play) -> Duration {
    tokio::time::sleep(THINKING).await;
    // Clients poll meanwhile.
    arena.get_game(play.game_id).await.unwrap();
    let began = Instant::now();
    arena.play(signer, play).await.unwrap();
    began.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
