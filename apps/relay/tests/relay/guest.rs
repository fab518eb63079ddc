//! A guest: a key, an account that the relay has made for it, and what it signs.

use std::time::{Duration, Instant};

use near_crypto::{InMemorySigner, KeyType, SecretKey, Signer};
use near_primitives::action::delegate::{DelegateAction, SignedDelegateAction};
use near_primitives::action::{Action, FunctionCallAction};
use near_primitives::borsh;
use near_primitives::serialize::to_base64;
use near_primitives::types::{Balance, BlockReference, Finality, Gas};
use serde_json::{Value, json};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::arena::Page;

use crate::site::{PATIENCE, Relay, Site};

/// Where, by whom and until when a call of a guest is signed; tests change what they like.
pub type Change = fn(&mut DelegateAction);

/// A guest of a relay.
pub struct Guest {
    pub account: AccountId,
    pub signer: Signer,
    nonce: u64,
    http: reqwest::Client,
}

/// What a relay answers.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub retry_after: Option<u64>,
    pub body: Value,
}

/// Posts JSON.
pub async fn post(http: &reqwest::Client, url: String, body: &Value) -> reqwest::Result<Answer> {
    let response = http.post(url).json(body).send().await?;
    let retry_after =
        response.headers().get("retry-after").map(|value| value.to_str().unwrap().parse().unwrap());
    Ok(Answer { status: response.status().as_u16(), retry_after, body: response.json().await? })
}

pub fn new_key() -> SecretKey {
    SecretKey::from_random(KeyType::ED25519)
}

pub async fn come(relay: &Relay, key: &SecretKey) -> Answer {
    let body = json!({ "public_key": key.public_key().to_string() });
    post(&relay.http, format!("{}/v1/guests", relay.url), &body).await.unwrap()
}

impl Guest {
    /// Comes to a relay with a new key.
    pub async fn must_come(site: &Site, relay: &Relay) -> Self {
        let key = new_key();
        let answer = come(relay, &key).await;
        assert_eq!((answer.status, &answer.body["status"]), (200, &json!("done")), "{answer:?}");
        let account: AccountId = answer.body["account_id"].as_str().unwrap().parse().unwrap();
        let newest = BlockReference::Finality(Finality::None);
        let (nonce, _) = site.rpc.nonce_of(&account, &key.public_key(), newest).await.unwrap();
        let signer = InMemorySigner::from_secret_key(account.clone(), key);
        Self { account, signer, nonce, http: relay.http.clone() }
    }

    /// Signs a call to the arena, with the next nonce.
    pub async fn sign(&mut self, site: &Site, method: &str, args: &Value) -> String {
        let height = site.rpc.final_block().await.unwrap().height;
        self.sign_at(height, site, method, args, |_| ())
    }

    /// Signs a call at a height that is known already, as it is to clients that follow the chain.
    pub fn sign_at(
        &mut self,
        height: u64,
        site: &Site,
        method: &str,
        args: &Value,
        change: Change,
    ) -> String {
        self.nonce += 1;
        let call = FunctionCallAction {
            method_name: method.to_owned(),
            args: args.to_string().into_bytes(),
            gas: Gas::from_teragas(10),
            deposit: Balance::ZERO,
        };
        let mut action = DelegateAction {
            sender_id: self.account.clone(),
            receiver_id: site.chain.arena().id().clone(),
            actions: vec![Action::FunctionCall(Box::new(call)).try_into().unwrap()],
            nonce: self.nonce,
            max_block_height: height + 600,
            public_key: self.signer.public_key(),
        };
        change(&mut action);
        encode(&SignedDelegateAction::sign(&self.signer, action))
    }

    /// Takes the last nonce back, since nothing was sent with it.
    pub const fn forget_nonce(&mut self) {
        self.nonce -= 1;
    }

    /// Posts what was signed.
    pub async fn post(&self, relay: &Relay, signed: &str) -> Answer {
        self.try_post(relay, signed).await.unwrap()
    }

    /// Posts what was signed to a relay that may be killed meanwhile.
    pub async fn try_post(&self, relay: &Relay, signed: &str) -> reqwest::Result<Answer> {
        self.try_post_to(&relay.url, signed).await
    }

    pub async fn try_post_to(&self, url: &str, signed: &str) -> reqwest::Result<Answer> {
        post(&self.http, format!("{url}/v1/actions"), &json!({ "signed_delegate_action": signed })).await
    }

    /// Signs and posts a call.
    pub async fn call(&mut self, site: &Site, relay: &Relay, method: &str, args: &Value) -> Answer {
        let signed = self.sign(site, method, args).await;
        self.post(relay, &signed).await
    }

    /// Signs and posts a call that is made.
    pub async fn must_call(&mut self, site: &Site, relay: &Relay, method: &str, args: &Value) -> Value {
        let answer = self.call(site, relay, method, args).await;
        assert_eq!(
            (answer.status, &answer.body["status"]),
            (200, &json!("done")),
            "{method} {args}: {answer:?}"
        );
        answer.body
    }

    /// Hosts a 3x3 game with a free seat, and returns its id.
    pub async fn must_host(&mut self, site: &Site, relay: &Relay) -> u64 {
        self.must_call(site, relay, "create", &json!({ "players": [self.account, null] })).await;
        let games = site.chain.arena().get_games_of(&self.account, Page::default()).await.unwrap();
        games.into_iter().map(|game| game.game_id.0).max().expect("a game")
    }

    pub async fn must_play(&mut self, site: &Site, relay: &Relay, game_id: u64, cell: (u64, u64)) {
        self.must_call(site, relay, "play", &play(game_id, cell)).await;
    }

    /// Posts what was signed until its outcome is known, also to a relay that comes and goes.
    pub async fn must_settle(&self, url: impl Fn() -> String, signed: &str) -> Value {
        let began = Instant::now();
        loop {
            if let Ok(answer) = self.try_post_to(&url(), signed).await
                && answer.status == 200
            {
                return answer.body;
            }
            assert!(began.elapsed() < PATIENCE, "no outcome");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

pub fn play(game_id: u64, (row, col): (u64, u64)) -> Value {
    json!({ "game_id": game_id.to_string(), "row": row, "col": col })
}

pub fn encode(signed: &SignedDelegateAction) -> String {
    to_base64(&borsh::to_vec(signed).unwrap())
}

/// The cells of a game that the host wins on the diagonal, in the order of the moves.
pub const WON_BY_HOST: [(u64, u64); 5] = [(0, 0), (0, 1), (1, 1), (0, 2), (2, 2)];
