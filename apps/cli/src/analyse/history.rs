//! The moves of a round, from the events of its contract's blocks.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Block, Follower, Position as BlockPosition, Step as BlockStep};
use tic_tac_toe_client::table::{Event, EventKind, Replica, Table, TableHandle, TableId};
use tic_tac_toe_client::{Error, Refusal};
use tic_tac_toe_interface::arena::Code;
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_rules::{Cell, Position, Seat};

use crate::args::{AnalyseArgs, wrong_usage};
use crate::text;

// So many blocks are fetched at once.
const AHEAD: usize = 16;

// A move is in a final block soon after it is shown; a server that does not have that block is not waited for longer.
const PAUSE: Duration = Duration::from_millis(250);
const PATIENCE: Duration = Duration::from_secs(10);

/// A round as far as it was played.
#[derive(Debug)]
pub(super) struct Round {
    pub table: TableId,
    pub number: u64,
    pub players: Vec<Option<AccountId>>,
    pub start: Position,
    pub steps: Vec<Step>,
}

/// Something that happened in a round.
#[derive(Debug)]
pub(super) struct Step {
    pub seat: Seat,
    /// The cell that was marked; `None` when the player has left.
    pub cell: Option<Cell>,
    pub after: Position,
}

impl Round {
    /// Returns the position before the first step and that after each of them.
    pub(super) fn positions(&self) -> Vec<Position> {
        std::iter::once(self.start).chain(self.steps.iter().map(|step| step.after)).collect()
    }
}

/// Reads the round that is named, or the last one.
pub(super) async fn read(args: &AnalyseArgs) -> Result<Round> {
    let handle = args.one_game.handle(args.game)?;
    // An account without the contract is noticed before many blocks are read.
    let shown = handle.table().await?;
    let from = match (args.from, args.one_game.script.connection.chain.network()) {
        (Some(from), _) => from,
        (None, Network::Localnet) => 0,
        (None, network) => {
            let network = network.name();
            return Err(wrong_usage(format!(
                "name a block of {network} before the round with --from HEIGHT"
            )));
        }
    };
    let mut reader =
        Reader { handle: &handle, wanted: args.round, shown: &shown, replica: Replica::Unknown, round: None };
    reader.read_from(args, from).await?;
    match (reader.round, args.round) {
        (Some(round), _) => Ok(round),
        (None, Some(round)) if shown.as_ref().is_some_and(|table| table.round > 0) => {
            let sentence = format!("the blocks from {from} on tell of no round {round}");
            Err(Error::Refused(Refusal::new(Code::WrongRound, &sentence)).into())
        }
        (None, _) => Err(text::missing(handle.id()).into()),
    }
}

struct Reader<'a> {
    handle: &'a TableHandle,
    wanted: Option<u64>,
    /// The table as the contract shows it, which may be ahead of the blocks.
    shown: &'a Option<Table>,
    replica: Replica,
    round: Option<Round>,
}

impl Reader<'_> {
    async fn read_from(&mut self, args: &AnalyseArgs, from: BlockHeight) -> Result<()> {
        let chain = &args.one_game.script.connection.chain;
        let (rpc, blocks) = (chain.rpc(), chain.blocks(args.blocks.as_deref()));
        self.replica = self.table_before(&rpc, from).await;
        let position = BlockPosition { next: from, last_hash: None };
        let newest = blocks.last_final().await?.height();
        let mut follower = Follower::new(blocks, rpc.clone(), rpc.genesis().await?, position).ahead(AHEAD);
        let mut deadline = None;
        loop {
            if follower.position().next > newest {
                let deadline = *deadline.get_or_insert_with(|| Instant::now() + PATIENCE);
                if !self.is_behind() || Instant::now() > deadline {
                    return Ok(());
                }
            }
            match follower.step().await? {
                BlockStep::Block(block) => {
                    if self.take(&block)? {
                        return Ok(());
                    }
                }
                BlockStep::UpToDate => tokio::time::sleep(PAUSE).await,
                BlockStep::OtherChain => bail!("the chain has started anew meanwhile; try again"),
                BlockStep::Gap { to, .. } => self.replica = self.table_before(&rpc, to).await,
            }
        }
    }

    /// Returns whether something has happened that is in no final block yet.
    fn is_behind(&self) -> bool {
        let (Some(shown), Some(read)) = (self.shown, self.replica.table()) else { return false };
        read.progress() < shown.progress()
    }

    /// Returns the table as it was before a block, if the node still knows.
    async fn table_before(&self, rpc: &Rpc, height: BlockHeight) -> Replica {
        let Some(before) = height.checked_sub(1) else { return Replica::before(self.handle.id()) };
        let (id, contract) = (self.handle.id(), self.handle.contract().clone());
        TableHandle::new(id, rpc.at(before), contract).table().await.map_or(Replica::Unknown, Replica::Known)
    }

    /// Takes in a block's events of the table; returns whether the round that is wanted has ended.
    fn take(&mut self, block: &Block) -> Result<bool> {
        for log in block.logs(self.handle.contract()) {
            let Some(event) = Event::from_log(log.line)?.filter(|event| event.table == self.handle.id())
            else {
                continue;
            };
            let before = self.replica.table().map(|table| table.position);
            self.replica.apply(&event, block.time())?;
            let is_wanted = self.wanted.is_none_or(|wanted| event.round() == Some(wanted));
            if is_wanted {
                self.note(&event, before)?;
            }
            let is_over = matches!(event.kind, EventKind::RoundOver { .. });
            if is_over && is_wanted && self.wanted.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds an event to the round that it belongs to, which is a new one if it is the first of its round.
    fn note(&mut self, event: &Event, before: Option<Position>) -> Result<()> {
        let step = match event.kind {
            EventKind::RoundStarted { .. } => None,
            EventKind::Moved { seat, cell, .. } => Some((seat, Some(cell))),
            EventKind::Out { seat, .. } => Some((seat, None)),
            _ => return Ok(()),
        };
        let table = self
            .replica
            .table()
            .context("the blocks do not tell how the round began; name one before it with --from HEIGHT")?;
        let round = match &mut self.round {
            Some(round) if round.number == table.round => round,
            other => other.insert(Round {
                table: table.id,
                number: table.round,
                players: table.players.clone(),
                start: before.filter(|_| step.is_some()).unwrap_or(table.position),
                steps: Vec::new(),
            }),
        };
        if let Some((seat, cell)) = step {
            let seat = Seat::new(seat).context("no game has such a seat")?;
            round.steps.push(Step { seat, cell, after: table.position });
        }
        Ok(())
    }
}
