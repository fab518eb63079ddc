//! How long a guest's mark takes, beside a local account's in the same game.

use std::time::{Duration, Instant};

use serde_json::json;
use tic_tac_toe_cli::local::{players, signer_of};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Play;

use crate::guest::{Guest, play};
use crate::site::Site;

const MARKS: u64 = 50;

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
    let arena = site.chain.arena();
    let game_id = arena.find_game(&[&guest.account, &alice]).await.unwrap().expect("the game").0;
    let (mut of_guest, mut of_account) = (Vec::new(), Vec::new());
    for number in 0..MARKS {
        let (row, col) = (number / 9, number % 9 * 2);
        let height = site.rpc.final_block().await.unwrap().height;
        let began = Instant::now();
        let signed = guest.sign_at(height, &site, "play", &play(game_id, (row, col)), |_| ());
        let answer = guest.post(&relay, &signed).await;
        of_guest.push(began.elapsed());
        assert_eq!(answer.body["status"], "done");
        let began = Instant::now();
        let mark = Play { game_id: GameId(game_id), row, col: col + 1, round: None };
        arena.play(&signer_of(&alice), mark).await.unwrap();
        of_account.push(began.elapsed());
    }
    let [guest, account] = [of_guest, of_account].map(median);
    println!("medians of {MARKS}: a guest's mark {guest:?}, a local account's {account:?}");
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
