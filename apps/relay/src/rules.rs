//! What is let through: one call of one of the relay's guests to its arena, which costs the relay gas and nothing else.

use near_primitives::action::delegate::{DelegateAction, SignedDelegateAction};
use near_primitives::action::{Action, FunctionCallAction};
use near_primitives::borsh::BorshDeserialize as _;
use near_primitives::serialize::from_base64;
use near_primitives::types::{AccountId, BlockHeight, Gas};
use thiserror::Error;
use tic_tac_toe_interface::arena::{CLAIM_TIMEOUT, CLOSE, CREATE, JOIN, PLAY, RESIGN, RESTART};

use crate::store::Guest;

/// The methods that guests may call.
pub const METHODS: [&str; 7] =
    [CREATE.name, JOIN.name, PLAY.name, RESTART.name, RESIGN.name, CLAIM_TIMEOUT.name, CLOSE.name];

/// The gas that a call may have.
pub const MAX_GAS: Gas = Gas::from_teragas(30);

/// How many blocks ahead a call may still be valid: one whose outcome is unknown must not take effect much later.
pub const MAX_AHEAD: BlockHeight = 1_000;

/// How far nonces may be apart. The chain has its own limit, which is no lower.
pub const MAX_NONCE_STEP: u64 = 1_000_000;

/// The rule that a request breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rule {
    /// It can't be read.
    #[error("signed_delegate_action is the Borsh of a signed delegate action (NEP-366) in base64")]
    Unreadable,
    /// Not to the arena.
    #[error("guests' calls go to {0} and nowhere else")]
    Receiver(AccountId),
    /// Not one function call.
    #[error("a delegate action has exactly one action here, and it is a function call")]
    OneCall,
    /// Not one of the methods.
    #[error("guests may call {} and nothing else", METHODS.join(", "))]
    Method,
    /// Money goes along.
    #[error("guests' calls carry no deposit")]
    Deposit,
    /// Too much gas.
    #[error("guests' calls have at most {} Tgas", MAX_GAS.as_teragas())]
    Gas,
    /// Not signed, or by another key.
    #[error("the signature is not that of the delegate action's key")]
    Signature,
    /// Not a guest.
    #[error("{0} is no guest of this relay")]
    Guest(AccountId),
    /// Not the guest's key.
    #[error("the key is not the one that the guest's account was made for")]
    Key,
    /// The nonce was used, or is far from the last.
    #[error("the nonce is not new: it has to be a little greater than the key's last one")]
    Nonce,
    /// Too late.
    #[error("max_block_height has passed; sign again with a later one")]
    Expired,
    /// Valid for too long.
    #[error("max_block_height is more than {MAX_AHEAD} blocks ahead; sign again with an earlier one")]
    TooFarAhead,
    /// A key that no guest can have.
    #[error("public_key is an ed25519 key, such as ed25519:9FVDuk6Q2ZK1rzEWe1mPHQgAHa3TuuA8VFgzMrqdNJUh")]
    PublicKey,
}

impl Rule {
    /// Returns the code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable => "UNREADABLE_ACTION",
            Self::Receiver(_) => "FOREIGN_RECEIVER",
            Self::OneCall => "NOT_ONE_CALL",
            Self::Method => "FOREIGN_METHOD",
            Self::Deposit => "DEPOSIT",
            Self::Gas => "TOO_MUCH_GAS",
            Self::Signature => "BAD_SIGNATURE",
            Self::Guest(_) => "NOT_A_GUEST",
            Self::Key => "FOREIGN_KEY",
            Self::Nonce => "USED_NONCE",
            Self::Expired => "EXPIRED",
            Self::TooFarAhead => "TOO_FAR_AHEAD",
            Self::PublicKey => "BAD_KEY",
        }
    }
}

/// Reads a signed delegate action.
pub fn read(text: &str) -> Result<SignedDelegateAction, Rule> {
    let bytes = from_base64(text).map_err(|_| Rule::Unreadable)?;
    SignedDelegateAction::try_from_slice(&bytes).map_err(|_| Rule::Unreadable)
}

/// Returns the call in a delegate action, if it is one that guests may make and is signed.
pub fn check_call(signed: &SignedDelegateAction, arena: &AccountId) -> Result<FunctionCallAction, Rule> {
    let action = &signed.delegate_action;
    if action.receiver_id != *arena {
        return Err(Rule::Receiver(arena.clone()));
    }
    let [only] = &action.actions[..] else { return Err(Rule::OneCall) };
    let Action::FunctionCall(call) = Action::from(only.clone()) else { return Err(Rule::OneCall) };
    if !METHODS.contains(&call.method_name.as_str()) {
        return Err(Rule::Method);
    }
    if !call.deposit.is_zero() {
        return Err(Rule::Deposit);
    }
    if call.gas > MAX_GAS {
        return Err(Rule::Gas);
    }
    if !signed.verify() {
        return Err(Rule::Signature);
    }
    Ok(*call)
}

/// Checks that a delegate action is its guest's, new, and valid for a while, but not for long.
pub fn check_sender(action: &DelegateAction, guest: &Guest, height: BlockHeight) -> Result<(), Rule> {
    if action.public_key.to_string() != guest.public_key {
        return Err(Rule::Key);
    }
    if action.nonce <= guest.nonce || action.nonce - guest.nonce > MAX_NONCE_STEP {
        return Err(Rule::Nonce);
    }
    if action.max_block_height <= height {
        return Err(Rule::Expired);
    }
    if action.max_block_height - height > MAX_AHEAD {
        return Err(Rule::TooFarAhead);
    }
    Ok(())
}
