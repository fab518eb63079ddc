//! Random games on a real chain: the database has what the contracts' views show.

use std::process::{Command, Output};

use tic_tac_toe_cli::local::{Code, LocalChain, PLAYERS, Wasm, signer_of};
use tic_tac_toe_client::blocks::Server;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_interface::arena::{AboutRound, Amount, Create, Play, Starts};
use tic_tac_toe_interface::{AccountId, GameId, one_game};
use tic_tac_toe_rules::{Cell, Game as _};

use crate::databases::Database;
use crate::program::{Indexer, PROGRAM};
use crate::random_chain::{RULES, Random};

// More than any game locks.
const DEPOSIT: Amount = Amount(1_000_000_000_000_000_000_000_000);

async fn must_start_chain() -> LocalChain {
    let built = "the tests need the contracts: run ./scripts/build.sh first";
    let code = Code {
        one_game: Some(Wasm::OneGame.read(None).expect(built)),
        arena: Some(Wasm::Arena.read(None).expect(built)),
        bot: None,
    };
    LocalChain::start(0, code).await.expect("a chain starts on a free port")
}

/// Some people sit down, play for a while and go, or stay.
async fn play_session(chain: &LocalChain, random: &mut Random) {
    let rules = RULES[random.below(RULES.len())];
    let is_ultimate = matches!(rules, tic_tac_toe_interface::arena::Rules::Ultimate { .. });
    let seats = if is_ultimate { 2 } else { 2 + random.below(3) };
    let first = random.below(PLAYERS.len());
    let players: Vec<AccountId> =
        (0..seats).map(|seat| PLAYERS[(first + seat) % PLAYERS.len()].parse().unwrap()).collect();
    let host = signer_of(&players[0]);
    let arena = chain.arena();

    let seating: Vec<_> = players.iter().map(|player| &**player).collect();
    if let Some(before) = arena.find_game(&seating).await.unwrap() {
        arena.close(&host, before).await.expect("a host may close");
    }
    let waits = random.one_in(3);
    let mut named: Vec<_> = seating.into_iter().map(Some).collect();
    if waits {
        *named.last_mut().unwrap() = None;
    }
    let turn_seconds = random.one_in(2).then_some(60);
    let starts = random.one_in(2).then_some(Starts::Rotates);
    arena
        .create(&host, Create { players: &named, rules: Some(rules), turn_seconds, starts }, DEPOSIT)
        .await
        .unwrap();
    let id = arena.get_counts(None).await.unwrap().last_game_id.unwrap();
    if waits && random.one_in(4) {
        return;
    }
    if waits {
        arena.join(&signer_of(players.last().unwrap()), id).await.unwrap();
    }
    for _ in 0..random.below(14) {
        act(chain, id, random).await;
    }
    if random.one_in(5) {
        arena.close(&host, id).await.unwrap();
    }
}

async fn act(chain: &LocalChain, id: GameId, random: &mut Random) {
    let arena = chain.arena();
    let table = Table::of_arena(arena, id).await.unwrap().expect("the game is there");
    let round = AboutRound { game_id: id, round: None };
    let Some(next) = table.next_player() else {
        arena.restart(&signer_of(table.players[0].as_ref().unwrap()), round).await.unwrap();
        return;
    };
    let signer = signer_of(next);
    match random.below(14) {
        // Against the clock others may play on.
        0 if table.turn_seconds.is_none() => arena.restart(&signer, round).await.map(|_| ()).unwrap(),
        1 => arena.resign(&signer, round).await.map(|_| ()).unwrap(),
        _ => {
            let Cell { row, col } = legal_move(&table, random);
            let play = Play { game_id: id, row: row.into(), col: col.into(), round: None };
            arena.play(&signer, play).await.map(|_| ()).unwrap();
        }
    }
}

fn legal_move(table: &Table, random: &mut Random) -> Cell {
    let rules = table.position.rules();
    loop {
        let cell = Cell {
            row: u8::try_from(random.below(rules.rows().into())).unwrap(),
            col: u8::try_from(random.below(rules.cols().into())).unwrap(),
        };
        if table.position.clone().play(cell).is_ok() {
            return cell;
        }
    }
}

/// A move in the one-game contract, or a new game there.
async fn play_one_game(chain: &LocalChain, random: &mut Random) {
    let [alice, bob] = tic_tac_toe_cli::local::players().unwrap();
    let contract = chain.one_game();
    let table = Table::of_one_game(contract).await.unwrap();
    let Some(next) = table.next_player() else {
        contract.new_game(&signer_of(&alice), &alice, &bob).await.unwrap();
        return;
    };
    let Cell { row, col } = legal_move(&table, random);
    contract.play(&signer_of(next), one_game::Play { row, col, game_id: None }).await.unwrap();
}

async fn must_verify(chain: &LocalChain, database: &Database) -> Output {
    let (url, rpc) = (database.url(), chain.rpc_url());
    let run = move || Command::new(PROGRAM).args(["verify", "--db", &url, "--rpc", &rpc]).output().unwrap();
    tokio::task::spawn_blocking(run).await.unwrap()
}

async fn index_and_compare(sessions: usize) {
    let chain = must_start_chain().await;
    let mut random = Random(sessions as u64);
    for _ in 0..sessions {
        play_session(&chain, &mut random).await;
        play_one_game(&chain, &mut random).await;
    }
    let newest = Server::new(&chain.rpc_url()).last_final().await.unwrap().height();
    for database in Database::one_of_each().await {
        let indexer = Indexer::must_follow(&chain.rpc_url(), &database.url());
        indexer.must_print("indexing arena.test.near into");
        database.must_be_read_to(newest).await;

        let verified = must_verify(&chain, &database).await;

        let printed = String::from_utf8_lossy(&verified.stdout);
        assert!(printed.ends_with("no differences\n") && !printed.contains("\n0 games"), "{verified:?}");
        assert_eq!(verified.status.code(), Some(0));
        assert_eq!(database.number("SELECT max(skipped) FROM totals").await, 0);
        drop(indexer);
        must_notice_and_mend_a_wrong_standing(&chain, &database).await;
        if database.location.file().is_some() {
            must_notice_a_difference(&chain, &database).await;
        }
    }
}

/// A row that somebody has changed by hand is named.
async fn must_notice_a_difference(chain: &LocalChain, database: &Database) {
    database
        .must_change("UPDATE games SET turn_seconds = 77 WHERE status <> 'closed' AND contract_id = 2")
        .await;
    let verified = must_verify(chain, database).await;
    let printed = String::from_utf8_lossy(&verified.stdout);
    assert!(printed.contains("the events give turn_seconds 77, get_game"), "{printed}");
    assert_eq!(verified.status.code(), Some(2));
}

/// A standing that does not follow from the events is named, and gone after a rebuild.
async fn must_notice_and_mend_a_wrong_standing(chain: &LocalChain, database: &Database) {
    database.must_change("UPDATE standings SET rating = 4000000, won = won + 1 WHERE rules_id = 0").await;
    let verified = must_verify(chain, database).await;
    let printed = String::from_utf8_lossy(&verified.stdout);
    assert!(printed.contains("at all rules: the events give "), "{printed}");
    assert!(printed.contains("rating 4000000"), "{printed}");

    let url = database.url();
    let rebuild = move || Command::new(PROGRAM).args(["rebuild", "--db", &url]).output().unwrap();
    let output = tokio::task::spawn_blocking(rebuild).await.unwrap();
    assert!(output.status.success(), "{output:?}");
    let verified = must_verify(chain, database).await;
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_indexed_of_random_sessions_is_what_the_views_show() {
    index_and_compare(10).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes some minutes; the run above has fewer sessions"]
async fn what_is_indexed_of_five_hundred_random_sessions_is_what_the_views_show() {
    index_and_compare(500).await;
}
