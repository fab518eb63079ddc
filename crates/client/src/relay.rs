//! Guests: a relay makes their accounts, and sends and pays for the calls to an arena that they sign (NEP-366).

use std::time::Duration;

use near_crypto::{PublicKey, Signer};
use near_primitives::action::delegate::{DelegateAction, SignedDelegateAction};
use near_primitives::action::{Action, FunctionCallAction};
use near_primitives::borsh;
use near_primitives::hash::CryptoHash;
use near_primitives::serialize::to_base64;
use near_primitives::types::{AccountId, Balance, Gas};
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tic_tac_toe_interface::transport::Call;

use crate::rpc::{newest, without_secrets};
use crate::{Backoff, Cost, Error, Receipt, Refusal, Rpc, Timeouts};

/// How many blocks a call stays valid.
const VALID_FOR: u64 = 600;

/// How often something is tried that may work the next time.
const TRIES: u32 = 4;

/// How often the relay is asked for an outcome that it does not know yet, and how long to wait in between.
const LOOKS: u32 = 60;
const PAUSE: Duration = Duration::from_secs(1);

/// Codes of refusals that may pass by themselves; nothing was sent.
const PASSING: [&str; 5] = ["BUSY", "NODE", "DATABASE", "DEPOSIT_PENDING", "TOO_SLOW"];
const USED_NONCE: &str = "USED_NONCE";

/// A relay.
#[derive(Clone, Debug)]
pub struct Relay {
    url: String,
    http: reqwest::Client,
}

#[derive(Deserialize)]
struct MadeGuest {
    account_id: AccountId,
    status: String,
}

/// What became of a call.
#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Outcome {
    Pending { transaction: CryptoHash },
    Done { transaction: CryptoHash, logs: Vec<String>, gas_burnt: Gas, tokens_burnt: Balance },
    Refused { code: Option<String>, message: String },
    Failed { message: String },
}

/// A problem document (RFC 9457).
#[derive(Default, Deserialize)]
#[serde(default)]
struct Problem {
    code: String,
    detail: String,
}

impl Relay {
    /// Creates a client of the relay at a URL.
    ///
    /// # Panics
    ///
    /// When the system's library for encrypted connections can't be used.
    #[must_use]
    pub fn new(url: &str) -> Self {
        let timeouts = Timeouts::USUAL;
        let http = timeouts.http().timeout(timeouts.transaction).build();
        Self {
            url: url.trim_end_matches('/').to_owned(),
            http: http.expect("the system's TLS library works"),
        }
    }

    /// Makes an account for a key; one that has an account already gets that one.
    ///
    /// # Errors
    ///
    /// When the relay makes no more guests, or can't be reached.
    pub async fn make_guest(&self, key: &PublicKey) -> Result<AccountId, Error> {
        let body = json!({ "public_key": key.to_string() });
        for _ in 0..LOOKS {
            let made: MadeGuest = self.ask(|| self.http.post(self.at("guests")).json(&body)).await?;
            if made.status == "done" {
                return Ok(made.account_id);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(self.refusal("", "the account is still being made; try again in a moment"))
    }

    /// Lets the relay send a call, and waits for what comes of it. Deposits stay out: what hosting a game needs is paid by
    /// the relay.
    pub(crate) async fn call(&self, rpc: &Rpc, signer: &Signer, call: Call<'_>) -> Result<Receipt, Error> {
        let mut backoff = Backoff::default();
        let mut attempt = 1;
        let mut outcome = loop {
            let body = json!({ "signed_delegate_action": sign(rpc, signer, &call).await? });
            match self.ask(|| self.http.post(self.at("actions")).json(&body)).await {
                // The server that told the nonce lags; nothing was sent.
                Err(Error::Relay { code, .. }) if code == USED_NONCE && attempt < TRIES => {
                    attempt += 1;
                    tokio::time::sleep(backoff.next(None)).await;
                }
                answer => break answer?,
            }
        };
        for _ in 0..LOOKS {
            let Outcome::Pending { transaction } = outcome else { break };
            tokio::time::sleep(PAUSE).await;
            let path = format!("actions/{transaction}");
            outcome = self.ask(|| self.http.get(self.at(&path))).await?;
        }
        match outcome {
            Outcome::Pending { transaction } => Err(Error::Unsettled { transaction }),
            Outcome::Done { transaction, logs, gas_burnt, tokens_burnt } => {
                Ok(Receipt { transaction, logs, cost: Cost { gas: gas_burnt, near: tokens_burnt } })
            }
            Outcome::Refused { code: Some(code), message } => Err(Refusal::new(code, &message).into()),
            Outcome::Refused { code: None, message } | Outcome::Failed { message } => {
                Err(self.refusal("", &message))
            }
        }
    }

    fn at(&self, path: &str) -> String {
        format!("{}/v1/{path}", self.url)
    }

    fn refusal(&self, code: &str, sentence: &str) -> Error {
        Error::Relay { url: without_secrets(&self.url), code: code.to_owned(), sentence: sentence.to_owned() }
    }

    /// Asks the relay. Where the connection breaks the same is asked again: the relay sends each call once.
    async fn ask<T: DeserializeOwned>(&self, request: impl Fn() -> RequestBuilder) -> Result<T, Error> {
        let mut backoff = Backoff::default();
        let mut attempt = 1;
        loop {
            let error = match request().send().await {
                Ok(response) if response.status().is_success() => match response.json().await {
                    Ok(answer) => return Ok(answer),
                    Err(error) => {
                        self.refusal("", &format!("it does not answer like a relay: {}", error.without_url()))
                    }
                },
                Ok(response) => {
                    let status = response.status();
                    let Problem { code, detail } = response.json().await.unwrap_or_default();
                    let sentence = if detail.is_empty() { format!("it answers {status}") } else { detail };
                    let is_final = !PASSING.contains(&code.as_str());
                    let error = self.refusal(&code, &sentence);
                    if is_final {
                        return Err(error);
                    }
                    error
                }
                Err(_) => self.refusal("", "it can't be reached; look at the board before you try again"),
            };
            if attempt == TRIES {
                return Err(error);
            }
            attempt += 1;
            tokio::time::sleep(backoff.next(None)).await;
        }
    }
}

/// Signs a call as a delegate action, as relays take it.
async fn sign(rpc: &Rpc, signer: &Signer, call: &Call<'_>) -> Result<String, Error> {
    let (account, key) = (signer.get_account_id(), signer.public_key());
    let (nonce, _) = rpc.nonce_of(&account, &key, newest()).await?;
    let height = rpc.final_block().await?.height;
    let function_call = Action::FunctionCall(Box::new(FunctionCallAction {
        method_name: call.method.to_owned(),
        args: call.args.clone(),
        gas: Gas::from_gas(call.gas),
        deposit: Balance::ZERO,
    }));
    let action = DelegateAction {
        sender_id: account,
        receiver_id: call.contract.to_owned(),
        actions: vec![function_call.try_into().expect("a function call is no delegate action")],
        nonce: nonce + 1,
        max_block_height: height + VALID_FOR,
        public_key: key,
    };
    let bytes = borsh::to_vec(&SignedDelegateAction::sign(signer, action));
    Ok(to_base64(&bytes.expect("memory takes all that is written")))
}
