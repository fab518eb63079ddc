//! How a handle reaches its contract: anything that can call views and methods.

use near_account_id::AccountIdRef;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// A view call, which is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// The contract's account.
    pub contract: &'a AccountIdRef,
    /// The method's name.
    pub method: &'static str,
    /// Its arguments as JSON.
    pub args: Vec<u8>,
}

/// A call of a contract, to be signed and paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The contract's account.
    pub contract: &'a AccountIdRef,
    /// The method's name.
    pub method: &'static str,
    /// Its arguments as JSON.
    pub args: Vec<u8>,
    /// How much gas may be burnt; what is left comes back.
    pub gas: u64,
    /// How much yoctoNEAR is attached.
    pub deposit: u128,
}

/// A transport that can call views.
pub trait Viewer {
    /// Why there was no answer.
    type Error;

    /// Calls a view and returns the contract's own bytes.
    fn view(&self, view: View<'_>) -> impl Future<Output = Result<Vec<u8>, Self::Error>> + Send;
}

/// A transport that can sign and send calls.
pub trait Caller {
    /// The account that signs.
    type Signer: ?Sized;
    /// What a transaction did.
    type Outcome;
    /// Why there is no outcome.
    type Error;

    /// Signs and sends a call and waits for its outcome.
    fn call(
        &self,
        signer: &Self::Signer,
        call: Call<'_>,
    ) -> impl Future<Output = Result<Self::Outcome, Self::Error>> + Send;
}

/// Why a view has no answer that can be used.
#[derive(Debug, Error)]
pub enum ViewError<E> {
    /// There was no answer.
    #[error(transparent)]
    Transport(E),
    /// The answer is not what the view should return.
    #[error("{method} answered something that this program does not understand")]
    Unreadable {
        /// The method that was asked.
        method: &'static str,
        /// What is wrong with the answer.
        source: serde_json::Error,
    },
}

/// Writes arguments as JSON.
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
