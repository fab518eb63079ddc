//! `arena`: its calls and views for scripts, one file a kind.

mod create;
mod list;
mod moves;
mod round;
mod storage;

use anyhow::{Context, Result, bail};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_client::keys::Purpose;
use tic_tac_toe_client::{Error, Receipt};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{CLOSE, Event, JOIN};

use super::told::tell;
use crate::args::arena::{CloseArgs, JoinArgs};
use crate::args::{ArenaCommand, ArenaContract, Signing};

/// Does what the command line asks for.
pub(super) async fn run(command: &ArenaCommand) -> Result<()> {
    match command {
        ArenaCommand::Create(args) => create::run(args).await,
        ArenaCommand::Join(args) => join(args).await,
        ArenaCommand::Move(args) => moves::run(args).await,
        ArenaCommand::Restart(args) => round::restart(args).await,
        ArenaCommand::Resign(args) => round::resign(args).await,
        ArenaCommand::Claim(args) => round::claim(args).await,
        ArenaCommand::Close(args) => close(args).await,
        ArenaCommand::Show(args) => list::show(args).await,
        ArenaCommand::List(args) => list::run(args).await,
        ArenaCommand::Storage(args) => storage::run(args).await,
    }
}

/// The arena with somebody who signs for what is asked of it.
struct Desk<'a> {
    arena: ArenaContract,
    signing: &'a Signing,
}

impl<'a> Desk<'a> {
    fn open(signing: &'a Signing) -> Result<Self> {
        Ok(Self { arena: signing.connection.arena()?, signing })
    }

    /// Signs for a method that takes no money.
    async fn signer(&self, account: &AccountId, method: &str) -> Result<Signer> {
        self.signer_for(account, method, false).await
    }

    async fn signer_for(&self, account: &AccountId, method: &str, pays: bool) -> Result<Signer> {
        let keys = self.signing.credentials.keys(self.signing.connection.chain.network())?;
        let purpose = Purpose { contract: self.arena.id(), methods: &[method], pays };
        Ok(keys.signer(self.arena.transport(), account, purpose).await?)
    }

    fn tell(&self, outcome: Result<Receipt, Error>) -> Result<()> {
        tell::<Event>(outcome, self.signing.json)
    }

    async fn game(&self, id: GameId) -> Result<Game> {
        let game = Game::of(&self.arena, id).await?;
        game.with_context(|| {
            format!("there is no game {id}; see those that there are with: tic-tac-toe arena list")
        })
    }
}

async fn join(args: &JoinArgs) -> Result<()> {
    let desk = Desk::open(&args.signing)?;
    let signer = desk.signer(&args.signer, JOIN.name).await?;
    desk.tell(desk.arena.join(&signer, args.game).await)
}

async fn close(args: &CloseArgs) -> Result<()> {
    let desk = Desk::open(&args.signing)?;
    let account = match &args.signer {
        Some(account) => account.clone(),
        None => match desk.game(args.game).await?.players.into_iter().next().flatten() {
            Some(host) => host,
            None => bail!("game {} has no host; name who closes it with --as", args.game),
        },
    };
    let signer = desk.signer(&account, CLOSE.name).await?;
    desk.tell(desk.arena.close(&signer, args.game).await)
}
