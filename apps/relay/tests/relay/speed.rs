//! How long a guest's mark takes beside a local account's, in one game.

use std::time::{Duration, Instant};

use near_crypto::Signer;
use portable_pty::PtySize;
use tic_tac_toe_cli::local::{players, signer_of};
use tic_tac_toe_client::{Relay, Rpc};
use tic_tac_toe_interface::arena::{Amount, Arena, Create, Page, Play, Rules};
use tic_tac_toe_interface::{AccountId, GameId};

use crate::guest::Guest;
use crate::site::Site;
use crate::terminal::{Terminal, as_guest};

const MARKS: u64 = 50;

/// How long somebody looks at the board before the next mark.
const THINKING: Duration = Duration::from_millis(100);

const SIZE: u64 = 19;

/// A game of alice's that nobody can win, with a free seat.
async fn must_host(site: &Site) -> (AccountId, GameId) {
    let [alice, _] = players().unwrap();
    let rules = Rules::Grid { rows: SIZE, cols: SIZE, in_a_row: SIZE };
    let game =
        Create { players: &[Some(&*alice), None], rules: Some(rules), turn_seconds: None, starts: None };
    let arena = site.chain.arena();
    arena.create(&signer_of(&alice), game, Amount(10_u128.pow(23))).await.unwrap();
    let games = arena.get_games_of(&alice, Page::default()).await.unwrap();
    (alice, games[0].game_id)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures, and asserts nothing"]
async fn a_guests_mark_beside_a_local_accounts() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let guest = Guest::must_come(&site, &relay).await;
    let (alice, game_id) = must_host(&site).await;
    let (arena, rpc_url) = (site.chain.arena().id(), site.chain.rpc_url());
    let of_guest = Arena::new(Rpc::new(&rpc_url).with_relay(Some(Relay::new(&relay.url))), arena.clone());
    let of_account = Arena::new(Rpc::new(&rpc_url), arena.clone());
    of_guest.join(&guest.signer, game_id).await.unwrap();

    let mut times = [Vec::new(), Vec::new()];
    for mark in 0..2 * MARKS {
        let (row, col) = (mark / SIZE, mark % SIZE);
        let play = Play { game_id, row, col, round: None };
        let (arena, signer) =
            if mark % 2 == 0 { (&of_account, signer_of(&alice)) } else { (&of_guest, guest.signer.clone()) };
        times[usize::from(mark % 2 == 0)].push(time_of(arena, &signer, play).await);
    }
    report("the client library", times);
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

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures, and asserts nothing"]
async fn a_guests_mark_beside_a_local_accounts_in_the_terminal() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let (alice, game_id) = must_host(&site).await;
    let home = tempfile::tempdir().unwrap();
    let window = PtySize { rows: 50, cols: 160, ..PtySize::default() };
    let open = |who: &[&str]| Terminal::must_open(&site, game_id.0, who, home.path(), window);
    let mut of_account = open(&["--as", alice.as_str()]);
    let mut of_guest = open(&as_guest(&relay));
    of_account.must_show("X to move");
    of_guest.must_show("X to move: waiting");
    // Both begin in the middle, and each has every other row, of which one cell stays free.
    of_guest.press("s");

    let mut times = [Vec::new(), Vec::new()];
    for mark in 0..2 * MARKS {
        let is_account = mark % 2 == 0;
        let (terminal, mine, next) =
            if is_account { (&mut of_account, "X", "O") } else { (&mut of_guest, "O", "X") };
        terminal.must_show(&format!("{mine} to move"));
        tokio::time::sleep(THINKING).await;
        let began = Instant::now();
        terminal.press("\r");
        terminal.must_show(&format!("{next} to move"));
        times[usize::from(is_account)].push(began.elapsed());
        terminal.press(if (mark / 2 + 1) % (SIZE - 1) == 0 { "ss" } else { "d" });
    }
    report("the terminal", times);
    of_account.must_end();
    of_guest.must_end();
}

fn report(client: &str, times: [Vec<Duration>; 2]) {
    let [guest, account] = times.map(median);
    println!(
        "medians of {MARKS} in {client}: a guest {guest:.0?}, a local account {account:.0?}, ratio {:.2}",
        guest.as_secs_f64() / account.as_secs_f64()
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
