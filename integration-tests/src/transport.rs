//! near-workspaces as a transport: the tests call contracts through the same handles as clients do.

use anyhow::Result;
use near_workspaces::network::Sandbox;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::types::{Gas, NearToken};
use near_workspaces::{Account, Worker};
use tic_tac_toe_interface::transport::{Call, Caller, View, Viewer};

use crate::node::send_once;

/// A node of near-workspaces.
#[derive(Clone)]
pub struct Node(pub Worker<Sandbox>);

impl Viewer for Node {
    type Error = near_workspaces::error::Error;

    async fn view(&self, view: View<'_>) -> Result<Vec<u8>, Self::Error> {
        let contract = view.contract.to_owned();
        Ok(self.0.view(&contract, view.method).args(view.args).await?.result)
    }
}

impl Caller for Node {
    type Signer = Account;
    type Outcome = ExecutionFinalResult;
    type Error = anyhow::Error;

    async fn call(&self, signer: &Account, call: Call<'_>) -> Result<ExecutionFinalResult> {
        let contract = call.contract.to_owned();
        let request = signer.call(&contract, call.method).args(call.args);
        let request = request.gas(Gas::from_gas(call.gas)).deposit(NearToken::from_yoctonear(call.deposit));
        send_once(&self.0, request.transact_async()).await
    }
}
