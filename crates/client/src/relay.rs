//! Guests: a relay makes their accounts, and sends and pays for the calls to an arena that they sign (NEP-366).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// Codes of refusals of calls whose nonce or last block was wrong; nothing was sent.
const OUTDATED: [&str; 2] = ["USED_NONCE", "EXPIRED"];

/// The chain's words on a call that it did not take, since its key was used elsewhere or since it came late.
const NOT_TAKEN: [&str; 2] = ["DelegateAction nonce", "DelegateAction has expired"];

/// A relay.
#[derive(Clone, Debug)]
pub struct Relay {
    url: String,
    http: reqwest::Client,
    /// The last nonce that was signed with, by key.
    nonces: Arc<Mutex<HashMap<PublicKey, u64>>>,
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
            nonces: Arc::default(),
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
        loop {
            let action = self.sign(rpc, signer, &call, attempt > 1).await?;
            let outcome = self.outcome(&action).await;
            if attempt == TRIES || !is_outdated(&outcome) {
                return self.receipt(outcome?);
            }
            if attempt > 1 {
                // The server that told the nonce lags.
                tokio::time::sleep(backoff.next(None)).await;
            }
            attempt += 1;
        }
    }

    fn receipt(&self, outcome: Outcome) -> Result<Receipt, Error> {
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

    /// Posts what was signed until its outcome is known: the relay sends it once.
    async fn outcome(&self, signed_delegate_action: &str) -> Result<Outcome, Error> {
        let body = json!({ "signed_delegate_action": signed_delegate_action });
        let post = async || self.ask(|| self.http.post(self.at("actions")).json(&body)).await;
        let mut outcome = post().await?;
        for _ in 0..LOOKS {
            let Outcome::Pending { .. } = outcome else { break };
            tokio::time::sleep(PAUSE).await;
            outcome = post().await?;
        }
        Ok(outcome)
    }

    /// Signs a call as a delegate action, as relays take it. What is remembered of the chain is asked for `again` when it
    /// was wrong.
    async fn sign(&self, rpc: &Rpc, signer: &Signer, call: &Call<'_>, again: bool) -> Result<String, Error> {
        let nonce = self.next_nonce(rpc, signer, again).await?;
        let height = if again { rpc.final_block().await?.height } else { rpc.recent_height().await? };
        let function_call = Action::FunctionCall(Box::new(FunctionCallAction {
            method_name: call.method.to_owned(),
            args: call.args.clone(),
            gas: Gas::from_gas(call.gas),
            deposit: Balance::ZERO,
        }));
        let action = DelegateAction {
            sender_id: signer.get_account_id(),
            receiver_id: call.contract.to_owned(),
            actions: vec![function_call.try_into().expect("a function call is no delegate action")],
            nonce,
            max_block_height: height + VALID_FOR,
            public_key: signer.public_key(),
        };
        let bytes = borsh::to_vec(&SignedDelegateAction::sign(signer, action));
        Ok(to_base64(&bytes.expect("memory takes all that is written")))
    }

    /// Counts on from the last nonce of a key. Relay and node take any that is a little greater, each once.
    async fn next_nonce(&self, rpc: &Rpc, signer: &Signer, again: bool) -> Result<u64, Error> {
        let key = signer.public_key();
        let is_known = self.nonces().contains_key(&key);
        let told = if again || !is_known {
            rpc.nonce_of(&signer.get_account_id(), &key, newest()).await?.0
        } else {
            0
        };
        let mut nonces = self.nonces();
        let nonce = nonces.entry(key).or_default();
        *nonce = told.max(*nonce) + 1;
        Ok(*nonce)
    }

    fn nonces(&self) -> MutexGuard<'_, HashMap<PublicKey, u64>> {
        self.nonces.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Returns whether what was remembered of the chain was wrong, so that nothing was done.
fn is_outdated(outcome: &Result<Outcome, Error>) -> bool {
    match outcome {
        Err(Error::Relay { code, .. }) => OUTDATED.contains(&code.as_str()),
        Ok(Outcome::Failed { message }) => NOT_TAKEN.iter().any(|words| message.contains(words)),
        _ => false,
    }
}
