//! How a handle reaches its contract: anything that can ask a view and send a call.

use near_account_id::AccountIdRef;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// A question to a contract, free of charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// Who is asked.
    pub contract: &'a AccountIdRef,
    /// Which method.
    pub method: &'static str,
    /// Its arguments as JSON.
    pub args: Vec<u8>,
}

/// A call of a contract, to be signed and paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// Who is called.
    pub contract: &'a AccountIdRef,
    /// Which method.
    pub method: &'static str,
    /// Its arguments as JSON.
    pub args: Vec<u8>,
    /// How much gas may be burnt; what is left comes back.
    pub gas: u64,
    /// How much yoctoNEAR goes along.
    pub deposit: u128,
}

/// Can ask contracts.
pub trait Viewer {
    /// Why there was no answer.
    type Error;

    /// Asks, and gives the contract's own bytes back.
    fn view(&self, view: View<'_>) -> impl Future<Output = Result<Vec<u8>, Self::Error>> + Send;
}

/// Can call contracts in somebody's name.
pub trait Caller {
    /// In whose name.
    type Signer: ?Sized;
    /// What a transaction did.
    type Outcome;
    /// Why there is no outcome.
    type Error;

    /// Signs, sends and waits.
    fn call(
        &self,
        signer: &Self::Signer,
        call: Call<'_>,
    ) -> impl Future<Output = Result<Self::Outcome, Self::Error>> + Send;
}

/// Why a view has no answer that can be used.
#[derive(Debug, Error)]
pub enum ViewError<E> {
    /// Nothing came back.
    #[error(transparent)]
    Transport(E),
    /// What came back is not what the contract's views look like.
    #[error("{method} answered something that this program does not understand")]
    Unreadable {
        /// The method that was asked.
        method: &'static str,
        /// What is wrong with the answer.
        source: serde_json::Error,
    },
}

/// Arguments as JSON.
///
/// # Panics
///
/// Never for arguments of this crate, which all have a JSON form.
pub(crate) fn json(args: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(args).expect("arguments have a JSON form")
}

pub(crate) async fn ask<V: Viewer, T: DeserializeOwned>(
    viewer: &V,
    view: View<'_>,
) -> Result<T, ViewError<V::Error>> {
    let method = view.method;
    let answer = viewer.view(view).await.map_err(ViewError::Transport)?;
    serde_json::from_slice(&answer).map_err(|source| ViewError::Unreadable { method, source })
}
