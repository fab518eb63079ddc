//! Many clients at once, each as simple as a script: it signs, connects and waits for every call. They do so
//! little themselves that the node's speed is what is measured.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use anyhow::{Context, Result, ensure};
use integration_tests::node::{last_nonce, signer};
use near_crypto::Signer;
use near_jsonrpc_client::methods::send_tx::RpcSendTransactionRequest;
use near_primitives::gas::Gas;
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::types::{AccountId, Balance, Nonce};
use near_primitives::views::TxExecutionStatus;
use near_workspaces::network::Sandbox;
use near_workspaces::{Account, Contract, Worker};
use serde_json::json;
use tic_tac_toe_interface::one_game::{CALL_GAS, NEW_GAME};

/// One of them, ready to call.
pub struct Client {
    node: SocketAddr,
    account_id: AccountId,
    signer: Signer,
    nonce: Nonce,
    block_hash: CryptoHash,
    contract: AccountId,
}

impl Client {
    /// Asks for all that is needed to sign: nothing else is asked for later.
    pub async fn new(node: &Worker<Sandbox>, account: &Account, contract: &Contract) -> Result<Self> {
        let address = node.rpc_addr();
        let address = address.strip_prefix("http://").context("the node has an address")?;
        Ok(Self {
            node: address.trim_end_matches('/').parse()?,
            account_id: account.id().clone(),
            signer: signer(account)?,
            nonce: last_nonce(node, account).await?,
            block_hash: CryptoHash(node.view_block().await?.hash().0),
            contract: contract.id().clone(),
        })
    }

    /// Calls `new_game` and waits until it has come so far.
    pub fn call(&mut self, wait_until: TxExecutionStatus) -> Result<()> {
        self.nonce += 1;
        let players = json!({ "p1": self.account_id, "p2": self.account_id });
        let signed_transaction = SignedTransaction::call(
            self.nonce,
            self.account_id.clone(),
            self.contract.clone(),
            &self.signer,
            Balance::ZERO,
            NEW_GAME.name.to_owned(),
            players.to_string().into_bytes(),
            Gas::from_gas(CALL_GAS),
            self.block_hash,
        );
        let params = RpcSendTransactionRequest { signed_transaction, wait_until };
        let answer = self.post(
            &json!({ "jsonrpc": "2.0", "id": "bench", "method": "send_tx", "params": params }).to_string(),
        )?;
        ensure!(answer.contains("SuccessValue"), "a call failed: {answer}");
        Ok(())
    }

    fn post(&self, body: &str) -> Result<String> {
        let mut connection = TcpStream::connect(self.node)?;
        let length = body.len();
        write!(
            connection,
            "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        connection.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

/// Lets each client make its calls, all at the same time, and waits until they are executed.
pub fn call_at_once(clients: Vec<Client>, calls: u32) -> Result<()> {
    let threads = clients.into_iter().map(|mut client| {
        thread::spawn(move || (0..calls).try_for_each(|_| client.call(TxExecutionStatus::ExecutedOptimistic)))
    });
    let threads: Vec<_> = threads.collect();
    for thread in threads {
        thread.join().expect("a client does not panic")?;
    }
    Ok(())
}
