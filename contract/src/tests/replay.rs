//! Random play: the events alone rebuild exactly what the view shows.

use near_sdk::serde_json::{Value, from_str, json, to_value};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;

/// What somebody tries; many tries are refused.
#[derive(Clone, Debug)]
enum Attempt {
    NewGame { p1: &'static str, p2: &'static str },
    Play { player: &'static str, row: u64, col: u64 },
}

/// A game whose cells are taken in random order by whoever is to move, with strangers, wrong turns, bad cells and
/// new games in between.
fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let order = Just((0..9).collect::<Vec<u64>>()).prop_shuffle();
    let disturbances = prop::collection::vec((any::<Index>(), disturbance()), 0..6);
    (order, disturbances).prop_map(|(order, disturbances)| {
        let turns = order.into_iter().zip([ALICE, BOB].into_iter().cycle());
        let game = turns.map(|(cell, player)| Attempt::Play { player, row: cell / 3, col: cell % 3 });
        let mut attempts = vec![Attempt::NewGame { p1: ALICE, p2: BOB }];
        attempts.extend(game);
        for (position, attempt) in disturbances {
            attempts.insert(position.index(attempts.len() + 1), attempt);
        }
        attempts
    })
}

fn disturbance() -> impl Strategy<Value = Attempt> {
    let anyone = || select(vec![ALICE, BOB, CAROL]);
    let new_game = (anyone(), anyone()).prop_map(|(p1, p2)| Attempt::NewGame { p1, p2 });
    let play =
        (anyone(), 0..=3_u64, 0..=3_u64).prop_map(|(player, row, col)| Attempt::Play { player, row, col });
    prop_oneof![1 => new_game, 9 => play]
}

/// Makes the attempt and gives back the events of a call that succeeded.
fn events_of(contract: &mut Contract, attempt: &Attempt) -> Vec<Value> {
    let outcome = match *attempt {
        Attempt::NewGame { p1, p2 } => {
            as_caller(CAROL);
            contract.try_new_game(account(p1), account(p2))
        }
        Attempt::Play { player, row, col } => play(contract, player, row, col),
    };
    if outcome.is_err() {
        return Vec::new();
    }
    let payload = |line: &str| from_str(line.strip_prefix("EVENT_JSON:").expect("every log is an event"));
    get_logs().iter().map(|line| payload(line).expect("every event is JSON")).collect()
}

/// What an indexer keeps: a game as JSON, built from events and nothing else.
fn replay(game: &mut Value, event: &Value) {
    let data = &event["data"];
    match event["event"].as_str().expect("an event has a name") {
        "game_created" => {
            *game = json!({
                "game_id": data["game_id"], "p1": data["p1"], "p2": data["p2"],
                "board": [[null, null, null], [null, null, null], [null, null, null]],
                "moves": 0, "status": "in_progress",
                "next": {"player": data["p1"], "mark": "X"},
                "winner": null, "winning_line": null
            });
        }
        "move_made" => {
            let index = |name: &str| usize::try_from(data[name].as_u64().expect("a number")).expect("small");
            game["board"][index("row")][index("col")] = data["mark"].clone();
            game["moves"] = json!(game["moves"].as_u64().expect("a number") + 1);
            game["next"] = match data["mark"].as_str() {
                Some("X") => json!({"player": game["p2"], "mark": "O"}),
                _ => json!({"player": game["p1"], "mark": "X"}),
            };
        }
        "game_over" => {
            game["status"] = data["result"].clone();
            game["next"] = json!(null);
            if data["result"] == "won" {
                game["winner"] = json!({"player": data["winner"], "mark": data["mark"]});
                game["winning_line"] = winning_line(&game["board"], &data["mark"]);
            }
        }
        other => panic!("an indexer knows no event called {other}"),
    }
}

fn winning_line(board: &Value, mark: &Value) -> Value {
    let rows = (0..3).map(|i| [[i, 0], [i, 1], [i, 2]]);
    let columns = (0..3).map(|i| [[0, i], [1, i], [2, i]]);
    let diagonals = [[[0, 0], [1, 1], [2, 2]], [[0, 2], [1, 1], [2, 0]]];
    let complete = |line: &[[usize; 2]; 3]| line.iter().all(|&[row, col]| &board[row][col] == mark);
    json!(rows.chain(columns).chain(diagonals).find(complete))
}

/// Makes the attempts and compares replica and view after each; gives the replica back.
fn follow(attempts: &[Attempt]) -> Value {
    let mut contract = Contract::default();
    let mut replica = json!(null);
    for attempt in attempts {
        for event in events_of(&mut contract, attempt) {
            replay(&mut replica, &event);
        }
        assert_eq!(replica, to_value(contract.get_game()).expect("the view is JSON"));
    }
    replica
}

proptest! {
    // Each attempt sets up a mocked chain, which is slow; whole random games are played on a node elsewhere.
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn replaying_the_events_alone_gives_exactly_what_the_view_shows(attempts in attempts()) {
        follow(&attempts);
    }
}

#[test]
fn replaying_the_events_of_a_won_and_of_a_drawn_game_gives_its_end() {
    for (game, status) in [(X_WINS, "won"), (O_WINS, "won"), (DRAW, "draw")] {
        let mut attempts = vec![Attempt::NewGame { p1: ALICE, p2: BOB }];
        let turns = moves(game).into_iter().zip([ALICE, BOB].into_iter().cycle());
        attempts.extend(turns.map(|((row, col), player)| Attempt::Play { player, row, col }));
        assert_eq!(follow(&attempts)["status"], status);
    }
}
