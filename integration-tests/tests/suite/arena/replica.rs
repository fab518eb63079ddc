//! What an indexer knows that reads the arena's events and the times of their blocks, and nothing else.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::model::board::{Rules, Verdict};
use super::model::game::{Game, Status};

/// Every game that was created and not closed.
#[derive(Clone, Default)]
pub struct Replica {
    pub games: BTreeMap<u64, Game>,
}

impl Replica {
    /// Reads one line of an accepted call in a block of this time.
    ///
    /// # Errors
    ///
    /// When the line is no event, or does not follow from those before it.
    pub fn read(&mut self, log: &str, time: u64) -> Result<()> {
        self.apply(log, time).with_context(|| log.to_owned())
    }

    /// Returns every game as `get_game` ought to show it, by its id.
    pub fn games(&self) -> Vec<Value> {
        self.games.values().map(Game::view).collect()
    }

    fn apply(&mut self, log: &str, time: u64) -> Result<()> {
        let json = log.strip_prefix("EVENT_JSON:").context("every log line is an event")?;
        let event: Value = serde_json::from_str(json)?;
        ensure!((&event["standard"], &event["version"]) == (&json!("tic-tac-toe-arena"), &json!("1.0.0")));
        let (name, data) = (event["event"].as_str().context("an event has a name")?, &event["data"]);
        let id: u64 = data["game_id"].as_str().context("an id")?.parse()?;
        if name == "game_created" {
            return self.create(id, data);
        }
        let game = self.games.get_mut(&id).context("there is no such game")?;
        if let Some(round) = data["round"].as_u64().filter(|_| name != "round_started") {
            ensure!(round == game.round, "that round is not the current one");
        }
        match name {
            "player_joined" => join(game, data)?,
            "round_started" => start(game, data, time)?,
            "move_made" => mark(game, data, time)?,
            "player_out" => {
                let seat = seated(game, data)?;
                ensure!(
                    game.status == Status::InProgress && game.left().contains(&seat),
                    "they are not in the round"
                );
                game.put_out(seat, time);
            }
            "round_over" => end(game, data)?,
            "game_closed" => {
                ensure!(game.status != Status::InProgress, "the round has not ended");
                self.games.remove(&id);
            }
            other => anyhow::bail!("an indexer knows no event called {other}"),
        }
        Ok(())
    }

    fn create(&mut self, id: u64, data: &Value) -> Result<()> {
        ensure!(!self.games.contains_key(&id), "there is such a game already");
        let players: Vec<Option<String>> = serde_json::from_value(data["players"].clone())?;
        let rules = Rules::read(&data["rules"], players.len()).context("no such rules")?;
        let rotates = match data["starts"].as_str() {
            Some("host") => false,
            Some("rotates") => true,
            other => anyhow::bail!("nobody starts as {other:?}"),
        };
        self.games.insert(id, Game::new(id, players, rules, data["turn_seconds"].as_u64(), rotates));
        Ok(())
    }
}

fn join(game: &mut Game, data: &Value) -> Result<()> {
    let seat = index(&data["seat"])? - 1;
    ensure!(game.players[seat].is_none(), "the seat is taken");
    game.players[seat] = Some(data["player"].as_str().context("a player")?.to_owned());
    Ok(())
}

fn start(game: &mut Game, data: &Value, time: u64) -> Result<()> {
    ensure!(game.is_full(), "a seat is free");
    ensure!(game.status != Status::InProgress, "the round before has not ended");
    let round = data["round"].as_u64().context("a round")?;
    let next = if game.status == Status::Waiting { 1 } else { game.round + 1 };
    ensure!(round == next, "rounds come one after the other");
    game.start_round(round, time);
    ensure!(index(&data["seat"])? == game.first(), "somebody else moves first");
    Ok(())
}

fn mark(game: &mut Game, data: &Value, time: u64) -> Result<()> {
    let seat = seated(game, data)?;
    ensure!(game.status == Status::InProgress && game.turn == seat, "somebody moved out of turn");
    let cell = [index(&data["row"])?, index(&data["col"])?];
    ensure!(game.rules.refusal(&game.marks, cell).is_none(), "that mark is against the rules");
    game.mark(seat, cell, time);
    Ok(())
}

fn end(game: &mut Game, data: &Value) -> Result<()> {
    ensure!(game.status == Status::InProgress, "the round has ended before");
    let line = match game.rules.verdict(&game.marks) {
        Verdict::Won { line, .. } => Some(line),
        Verdict::Open | Verdict::Draw => None,
    };
    let result = data["result"].as_str().context("a result")?;
    if result == "won" {
        let seat = winner(game, data)?;
        game.end(Status::Won { seat, line });
        return Ok(());
    }
    ensure!(data["winner"].is_null() && data["seat"].is_null(), "nobody has won");
    match result {
        "draw" => game.end(Status::Draw),
        "abandoned" => game.end(Status::Abandoned),
        other => anyhow::bail!("no round ends as {other}"),
    }
    Ok(())
}

fn winner(game: &Game, data: &Value) -> Result<usize> {
    let seat = index(&data["seat"])?;
    ensure!(data["winner"] == json!(game.player(seat)), "the winner sits elsewhere");
    Ok(seat)
}

fn seated(game: &Game, data: &Value) -> Result<usize> {
    let seat = index(&data["seat"])?;
    ensure!(data["player"] == json!(game.player(seat)), "somebody else sits there");
    Ok(seat)
}

fn index(value: &Value) -> Result<usize> {
    Ok(usize::try_from(value.as_u64().context("a number")?)?)
}
