//! A copy of the game kept by somebody who reads nothing but the events of successful receipts. It shares no code
//! with the contract or its clients: to it, events and views are JSON.

use anyhow::{Context, Result, ensure};
use near_workspaces::result::ExecutionFinalResult;
use serde_json::{Value, json};

/// What an indexer knows after the events it has read: what `get_game` ought to answer.
#[derive(Default)]
pub struct Replica {
    game: Value,
}

impl Replica {
    /// Returns the game as `get_game` ought to show it.
    pub const fn game(&self) -> &Value {
        &self.game
    }

    /// Reads a transaction's events, leaving out those of failed receipts.
    ///
    /// # Errors
    ///
    /// When an event does not follow from those before it.
    pub fn read(&mut self, result: &ExecutionFinalResult) -> Result<()> {
        let receipts = result.receipt_outcomes().iter().filter(|receipt| receipt.is_success());
        for log in receipts.flat_map(|receipt| &receipt.logs) {
            self.apply(log).with_context(|| log.clone())?;
        }
        Ok(())
    }

    fn apply(&mut self, log: &str) -> Result<()> {
        let json = log.strip_prefix("EVENT_JSON:").context("every log line is an event")?;
        let event: Value = serde_json::from_str(json)?;
        ensure!((&event["standard"], &event["version"]) == (&json!("tic-tac-toe"), &json!("1.0.0")));
        let data = &event["data"];
        match event["event"].as_str() {
            Some("game_created") => self.game = new_game(data),
            Some("move_made") => self.mark(data)?,
            Some("game_over") => self.end(data)?,
            other => anyhow::bail!("an indexer knows no event called {other:?}"),
        }
        Ok(())
    }

    fn mark(&mut self, data: &Value) -> Result<()> {
        let game = self.current(data)?;
        let seat = json!({ "player": data["player"], "mark": data["mark"] });
        ensure!(game["next"] == seat, "somebody moved out of turn");
        let cell = &mut game["board"][index(&data["row"])?][index(&data["col"])?];
        ensure!(cell.is_null(), "a cell was marked twice");
        *cell = data["mark"].clone();
        game["moves"] = json!(index(&game["moves"])? + 1);
        game["next"] = match data["mark"].as_str() {
            Some("X") => json!({ "player": game["p2"], "mark": "O" }),
            _ => json!({ "player": game["p1"], "mark": "X" }),
        };
        Ok(())
    }

    fn end(&mut self, data: &Value) -> Result<()> {
        let game = self.current(data)?;
        game["status"] = data["result"].clone();
        game["next"] = Value::Null;
        if data["result"] == "won" {
            game["winner"] = json!({ "player": data["winner"], "mark": data["mark"] });
            game["winning_line"] = winning_line(&game["board"], &data["mark"]);
        } else {
            ensure!(data["winner"].is_null() && data["mark"].is_null(), "nobody wins a draw");
        }
        Ok(())
    }

    fn current(&mut self, data: &Value) -> Result<&mut Value> {
        ensure!(!self.game.is_null(), "there is no game yet");
        ensure!(self.game["game_id"] == data["game_id"], "that is not the current game");
        Ok(&mut self.game)
    }
}

fn new_game(data: &Value) -> Value {
    json!({
        "game_id": data["game_id"], "p1": data["p1"], "p2": data["p2"],
        "board": [[null, null, null], [null, null, null], [null, null, null]],
        "moves": 0, "status": "in_progress",
        "next": { "player": data["p1"], "mark": "X" },
        "winner": null, "winning_line": null,
    })
}

fn winning_line(board: &Value, mark: &Value) -> Value {
    let rows = (0..3).map(|i| [[i, 0], [i, 1], [i, 2]]);
    let columns = (0..3).map(|i| [[0, i], [1, i], [2, i]]);
    let diagonals = [[[0, 0], [1, 1], [2, 2]], [[0, 2], [1, 1], [2, 0]]];
    let complete = |line: &[[usize; 2]; 3]| line.iter().all(|&[row, col]| &board[row][col] == mark);
    json!(rows.chain(columns).chain(diagonals).find(complete))
}

fn index(value: &Value) -> Result<usize> {
    Ok(usize::try_from(value.as_u64().context("a number")?)?)
}
