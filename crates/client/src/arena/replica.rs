//! A game of the arena rebuilt from its events alone, and how it compares with what the contract says.

use serde_json::Value;
use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Event, GameView, RoundResult, Score, Timestamp, UnplayableRules};
use tic_tac_toe_rules::{Cell, Game as _, LeaveError, MoveError, Outcome, Players, Rules, Seat, Victory};

use super::Game;

// A round won because the others are out counts only after so many marks.
const MARKS_THAT_COUNT: u16 = 2;

/// What somebody who reads nothing but events knows about one game of an arena.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "games that are not known are the exception")]
pub enum Replica {
    /// The reading began in the middle of the game.
    #[default]
    Unknown,
    /// The game; none before it is created and after it is closed.
    Known(Option<Game>),
}

/// Why an event can't follow those before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Nonsense {
    /// The game was there already.
    #[error("game {0} was created twice")]
    CreatedTwice(GameId),
    /// The game was never created, or is closed.
    #[error("{0}, but there is no such game")]
    NoGame(Event),
    /// No game is like that.
    #[error("game {0} has rules or players that make no game")]
    Unplayable(GameId),
    /// The game does not stand like that.
    #[error("{0}, but the game says otherwise")]
    Contradiction(Event),
    /// The rules forbid the move.
    #[error("a move that the rules forbid: {0}")]
    AgainstTheRules(#[from] MoveError),
    /// The player can't leave.
    #[error("a player is out who can't be: {0}")]
    CannotLeave(#[from] LeaveError),
}

impl Replica {
    /// Takes an event of this game in, which happened at the time of its block.
    ///
    /// # Errors
    ///
    /// When the event can't follow those before it. What is known is then no longer sure, and forgotten.
    pub fn apply(&mut self, event: &Event, now: Timestamp) -> Result<(), Nonsense> {
        let before = std::mem::take(self);
        *self = match (before, event) {
            (Self::Known(Some(game)), Event::GameCreated { .. }) => {
                return Err(Nonsense::CreatedTwice(game.id));
            }
            (_, Event::GameCreated { .. }) => Self::Known(Some(created(event)?)),
            (Self::Unknown, Event::GameClosed { .. }) => Self::Known(None),
            (Self::Unknown, _) => Self::Unknown,
            (Self::Known(Some(game)), _) if game.id == event.game_id() => {
                Self::Known(advance(game, event, now)?)
            }
            (Self::Known(_), _) => return Err(Nonsense::NoGame(event.clone())),
        };
        Ok(())
    }

    /// A sentence that names what is different in the contract's own answer, if anything is.
    #[must_use]
    pub fn difference(&self, view: Option<&GameView>) -> Option<String> {
        let Self::Known(game) = self else { return None };
        let told = game.as_ref().map(Game::view);
        match (told, view) {
            (None, None) => None,
            (Some(_), None) => Some("the events tell of a game, get_game of none".to_owned()),
            (None, Some(_)) => Some("the events tell of no game, get_game of one".to_owned()),
            (Some(told), Some(view)) if told == *view => None,
            (Some(told), Some(view)) => Some(fields_that_differ(&told, view)),
        }
    }

    /// How many moves the round has, if that is known.
    #[must_use]
    pub fn moves(&self) -> Option<u32> {
        match self {
            Self::Known(Some(game)) => Some(game.position.marks_made().into()),
            Self::Known(None) | Self::Unknown => None,
        }
    }
}

fn created(event: &Event) -> Result<Game, Nonsense> {
    let Event::GameCreated { game_id, players, rules, turn_seconds } = event else {
        return Err(Nonsense::Contradiction(event.clone()));
    };
    let unplayable = Nonsense::Unplayable(*game_id);
    let rules = Rules::try_from(*rules).map_err(|UnplayableRules| unplayable.clone())?;
    let count = u8::try_from(players.len()).ok().and_then(Players::new).ok_or(unplayable.clone())?;
    let position = rules.start(count).ok_or(unplayable)?;
    Ok(Game {
        id: *game_id,
        players: players.clone(),
        round: 1,
        position,
        score: Score { wins: vec![0; players.len()], draws: 0 },
        turn_seconds: *turn_seconds,
        turn_since: None,
    })
}

fn advance(mut game: Game, event: &Event, now: Timestamp) -> Result<Option<Game>, Nonsense> {
    let contradiction = || Nonsense::Contradiction(event.clone());
    match event {
        Event::GameClosed { .. } => return Ok(None),
        Event::GameCreated { .. } => return Err(contradiction()),
        Event::PlayerJoined { player, seat, .. } => {
            let free = game.free_seat().filter(|free| free.number() == *seat).ok_or_else(contradiction)?;
            game.players[free.index()] = Some(player.clone());
        }
        Event::RoundStarted { round, .. } => start_round(&mut game, *round, now).ok_or_else(contradiction)?,
        Event::MoveMade { round, player, seat, row, col, .. } => {
            let turn = game.turn().filter(|turn| turn.number() == *seat);
            let turn = turn.filter(|turn| game.player(*turn) == Some(player)).ok_or_else(contradiction)?;
            if game.round != *round {
                return Err(contradiction());
            }
            game.position.play(Cell { row: *row, col: *col })?;
            pass_turn(&mut game, Some(turn), now);
        }
        Event::PlayerOut { round, player, seat, .. } => {
            let seat = Seat::new(*seat).filter(|seat| game.player(*seat) == Some(player));
            let seat = seat.filter(|_| game.round == *round).ok_or_else(contradiction)?;
            let turn = game.turn();
            game.position.leave(seat)?;
            pass_turn(&mut game, turn, now);
        }
        Event::RoundOver { .. } => {
            if !ended_like(&game, event) {
                return Err(contradiction());
            }
        }
    }
    Ok(Some(game))
}

/// The first round starts once every seat is taken, later ones when somebody restarts.
fn start_round(game: &mut Game, round: u32, now: Timestamp) -> Option<()> {
    if game.free_seat().is_some() {
        return None;
    }
    let is_first = game.turn_since.is_none() && game.round == 1 && game.position.marks_made() == 0;
    if !(is_first && round == 1) {
        if round != game.round + 1 {
            return None;
        }
        game.position = game.position.rules().start(game.position.players())?;
        game.round = round;
    }
    game.turn_since = Some(now);
    Some(())
}

/// The clock runs anew for whoever the turn came to; an end of the round goes into the score.
fn pass_turn(game: &mut Game, before: Option<Seat>, now: Timestamp) {
    match game.position.outcome() {
        Outcome::InProgress { next } if Some(next) == before => {}
        Outcome::InProgress { .. } => game.turn_since = Some(now),
        Outcome::Won { winner, by } => {
            game.turn_since = None;
            if by == Victory::Line || game.position.marks_made() >= MARKS_THAT_COUNT {
                game.score.wins[winner.index()] += 1;
            }
        }
        Outcome::Draw => {
            game.turn_since = None;
            game.score.draws += 1;
        }
    }
}

fn ended_like(game: &Game, event: &Event) -> bool {
    let Event::RoundOver { round, result, winner, seat, .. } = event else { return false };
    let (expected, by) = match game.position.outcome() {
        Outcome::InProgress { .. } => (RoundResult::Abandoned, None),
        Outcome::Won { winner, .. } => (RoundResult::Won, Some(winner)),
        Outcome::Draw => (RoundResult::Draw, None),
    };
    game.round == *round
        && expected == *result
        && by.map(Seat::number) == *seat
        && by.and_then(|seat| game.player(seat)) == winner.as_ref()
}

fn fields_that_differ(told: &GameView, view: &GameView) -> String {
    let fields = |view: &GameView| match serde_json::to_value(view) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (told, view) = (fields(told), fields(view));
    let different = told.iter().filter(|(name, value)| view.get(*name) != Some(value));
    let sentences = different.map(|(name, value)| {
        let shown = view.get(name).unwrap_or(&Value::Null);
        format!("the events give {name} {value}, get_game {shown}")
    });
    sentences.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_interface::arena::{self, Reason};

    use super::*;

    const GAME: GameId = GameId(7);

    fn created(players: &[Option<&str>], turn_seconds: Option<u64>) -> Event {
        let players = players.iter().map(|player| player.map(|id| id.parse().unwrap())).collect();
        Event::GameCreated { game_id: GAME, players, rules: arena::Rules::CLASSIC, turn_seconds }
    }

    fn started(round: u32) -> Event {
        Event::RoundStarted { game_id: GAME, round }
    }

    fn moved(seat: u8, row: u8, col: u8) -> Event {
        let player = ["alice.near", "bob.near", "carol.near"][usize::from(seat) - 1].parse().unwrap();
        Event::MoveMade { game_id: GAME, round: 1, player, seat, row, col }
    }

    fn out(seat: u8) -> Event {
        let player = ["alice.near", "bob.near", "carol.near"][usize::from(seat) - 1].parse().unwrap();
        Event::PlayerOut { game_id: GAME, round: 1, player, seat, reason: Reason::Resigned }
    }

    fn over(result: RoundResult, winner: Option<(&str, u8)>) -> Event {
        Event::RoundOver {
            game_id: GAME,
            round: 1,
            result,
            winner: winner.map(|(id, _)| id.parse().unwrap()),
            seat: winner.map(|(_, seat)| seat),
            by: "alice.near".parse().unwrap(),
        }
    }

    /// Each event happens a second after the one before it, from the first second on.
    fn replica_of(events: &[Event]) -> Replica {
        let mut replica = Replica::Known(None);
        for (event, second) in events.iter().zip(1..) {
            replica.apply(event, Timestamp(second)).unwrap();
        }
        replica
    }

    fn game(replica: &Replica) -> &Game {
        let Replica::Known(Some(game)) = replica else { panic!("the game is known") };
        game
    }

    #[test]
    fn a_game_is_rebuilt_with_its_board_turn_and_clock() {
        let replica = replica_of(&[
            created(&[Some("alice.near"), Some("bob.near")], Some(60)),
            started(1),
            moved(1, 1, 1),
            moved(2, 0, 0),
        ]);

        let game = game(&replica);
        assert_eq!(game.board_on_one_line(), "O../.X./...");
        assert_eq!(game.next_player().unwrap(), "alice.near");
        assert_eq!((game.turn_since, replica.moves()), (Some(Timestamp(4)), Some(2)));
    }

    #[test]
    fn a_free_seat_keeps_the_round_waiting_until_it_is_taken() {
        let joined = Event::PlayerJoined { game_id: GAME, player: "bob.near".parse().unwrap(), seat: 2 };
        let created = created(&[Some("alice.near"), None], None);

        let waiting = replica_of(std::slice::from_ref(&created));
        assert_eq!((game(&waiting).turn(), game(&waiting).free_seat()), (None, Some(Seat::O)));
        assert!(waiting.clone().apply(&started(1), Timestamp(2)).is_err());

        let full = replica_of(&[created, joined, started(1)]);
        assert_eq!(game(&full).turn(), Some(Seat::X));
    }

    #[test]
    fn a_win_by_a_line_counts_and_a_new_round_begins_with_an_empty_board() {
        let replica = replica_of(&[
            created(&[Some("alice.near"), Some("bob.near")], None),
            started(1),
            moved(1, 0, 0),
            moved(2, 1, 0),
            moved(1, 0, 1),
            moved(2, 1, 1),
            moved(1, 0, 2),
            over(RoundResult::Won, Some(("alice.near", 1))),
            started(2),
        ]);

        let game = game(&replica);
        assert_eq!((game.score.wins.as_slice(), game.round), ([1, 0].as_slice(), 2));
        assert_eq!(game.board_on_one_line(), ".../.../...");
    }

    #[test]
    fn a_win_over_somebody_who_never_moved_does_not_count() {
        let players = [Some("alice.near"), Some("bob.near")];
        let early = replica_of(&[created(&players, None), started(1), moved(1, 0, 0), out(2)]);
        assert_eq!(game(&early).score.wins, [0, 0]);

        let later =
            replica_of(&[created(&players, None), started(1), moved(1, 0, 0), moved(2, 1, 1), out(1)]);
        assert_eq!(game(&later).score.wins, [0, 1]);
    }

    #[test]
    fn somebody_who_resigns_out_of_turn_does_not_change_the_clock() {
        let players = [Some("alice.near"), Some("bob.near"), Some("carol.near")];
        let start = [created(&players, Some(60)), started(1)];

        let out_of_turn = replica_of(&[start.as_slice(), &[out(2)]].concat());
        assert_eq!(game(&out_of_turn).turn_since, Some(Timestamp(2)));
        let in_turn = replica_of(&[start.as_slice(), &[out(1)]].concat());
        assert_eq!(game(&in_turn).turn_since, Some(Timestamp(3)));
        assert_eq!(game(&in_turn).turn(), Some(Seat::O));
    }

    #[test]
    fn a_round_that_is_left_before_its_end_is_abandoned() {
        let opening = [created(&[Some("alice.near"), Some("bob.near")], None), started(1), moved(1, 0, 0)];
        let abandoned = over(RoundResult::Abandoned, None);
        let replica = replica_of(&[opening.as_slice(), &[abandoned, started(2)]].concat());
        assert_eq!(game(&replica).score, Score { wins: vec![0, 0], draws: 0 });

        let mut lied_to = replica_of(&opening);
        let error = lied_to.apply(&over(RoundResult::Draw, None), Timestamp(9)).unwrap_err();
        assert_eq!(error.to_string(), "round_over 7: round 1 drawn, but the game says otherwise");
        assert_eq!(lied_to, Replica::Unknown);
    }

    #[test]
    fn what_cannot_follow_is_named() {
        let opening = [created(&[Some("alice.near"), Some("bob.near")], None), started(1), moved(1, 0, 0)];
        let refused =
            |event: &Event| replica_of(&opening).apply(event, Timestamp(9)).unwrap_err().to_string();

        assert_eq!(refused(&opening[0]), "game 7 was created twice");
        assert_eq!(
            refused(&moved(1, 1, 1)),
            "move_made 7: 1 row 1 col 1 by alice.near, but the game says otherwise"
        );
        assert_eq!(refused(&moved(2, 0, 0)), "a move that the rules forbid: the cell already holds X");
        assert!(refused(&started(3)).ends_with("but the game says otherwise"));
        let mut closed = Replica::Known(None);
        assert!(closed.apply(&started(1), Timestamp(1)).unwrap_err().to_string().ends_with("no such game"));
    }

    #[test]
    fn a_view_that_tells_another_story_is_named_by_its_fields() {
        let replica = replica_of(&[created(&[Some("alice.near"), Some("bob.near")], None), started(1)]);
        let view = game(&replica).view();
        assert_eq!(replica.difference(Some(&view)), None);

        let other = GameView { round: 4, turn: Some(2), ..view };
        assert_eq!(
            replica.difference(Some(&other)).unwrap(),
            "the events give round 1, get_game 4; the events give turn 1, get_game 2"
        );
        assert_eq!(replica.difference(None).unwrap(), "the events tell of a game, get_game of none");
        assert_eq!(Replica::Unknown.difference(Some(&other)), None);
    }

    #[test]
    fn a_closed_game_is_gone_also_for_somebody_who_came_late() {
        let closed = Event::GameClosed { game_id: GAME, by: "alice.near".parse().unwrap() };
        let mut late = Replica::Unknown;
        late.apply(&moved(2, 0, 0), Timestamp(1)).unwrap();
        assert_eq!(late, Replica::Unknown);
        late.apply(&closed, Timestamp(2)).unwrap();
        assert_eq!(late, Replica::Known(None));
    }
}
