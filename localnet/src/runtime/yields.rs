//! Yielded promises: receipts that wait until their contract resumes them, or until their time is up.

use std::sync::Arc;

use near_primitives::{
    hash::CryptoHash,
    receipt::{DataReceipt, PromiseYieldIndices, PromiseYieldTimeout, Receipt, ReceiptEnum, ReceiptV0},
    trie_key::TrieKey,
    types::{AccountId, PromiseYieldStatus},
    utils::create_receipt_id_from_receipt_id,
    version::ProtocolFeature,
};

use super::Execution;
use crate::state::ReadState;

impl Execution<'_> {
    /// Notes when a new yielded receipt gives up waiting.
    pub(super) fn enqueue_yield_timeout(&mut self, account_id: &AccountId, data_id: CryptoHash) {
        let limits = &self.config().wasm_config.limit_config;
        let expires_at = self.block.height + limits.yield_timeout_length_in_blocks;
        let key = TrieKey::PromiseYieldIndices;
        let mut indices: PromiseYieldIndices = self.state.get(&key).unwrap_or_default();
        let index = indices.next_available_index;
        indices.next_available_index += 1;
        self.state.set(key, &indices);
        self.state.set(
            TrieKey::PromiseYieldTimeout { index },
            &PromiseYieldTimeout { account_id: account_id.clone(), data_id, expires_at },
        );
    }

    /// Executes a yielded receipt with the data that resumes it; a second resumption does nothing.
    pub(super) fn resume(&mut self, receiver_id: &AccountId, data: &DataReceipt) {
        let (receiver_id, data_id) = (receiver_id.clone(), data.data_id);
        let status_key = TrieKey::PromiseYieldStatus { receiver_id: receiver_id.clone(), data_id };
        let timed_out = data.data.is_none();
        let status: Option<PromiseYieldStatus> = self.state.get(&status_key);
        if timed_out && status == Some(PromiseYieldStatus::ResumeInitiated) {
            return;
        }
        let yield_key = TrieKey::PromiseYieldReceipt { receiver_id: receiver_id.clone(), data_id };
        let Some(yielded) = self.state.get::<Receipt>(&yield_key) else {
            return;
        };
        self.state.remove(yield_key);
        self.state.remove(status_key);
        if self.params.enabled(ProtocolFeature::YieldWithId) {
            self.forget_yield_id(&receiver_id, data_id);
        }
        self.store_received_data(&receiver_id, data);
        self.execute(&Arc::new(yielded));
    }

    fn forget_yield_id(&mut self, receiver_id: &AccountId, data_id: CryptoHash) {
        let by_data_id = TrieKey::DataIdToYieldId { receiver_id: receiver_id.clone(), data_id };
        if let Some(yield_id) = self.state.get(&by_data_id) {
            self.state.remove(by_data_id);
            self.state.remove(TrieKey::YieldIdToDataId { receiver_id: receiver_id.clone(), yield_id });
        }
    }

    /// Resumes yielded receipts whose time is up, with no data.
    pub(super) fn resolve_yield_timeouts(&mut self) {
        let indices_key = TrieKey::PromiseYieldIndices;
        let before: PromiseYieldIndices = self.state.get(&indices_key).unwrap_or_default();
        let mut indices = before.clone();
        let mut made = 0;
        while indices.first_index < indices.next_available_index && !self.is_full() {
            let key = TrieKey::PromiseYieldTimeout { index: indices.first_index };
            let Some(timeout) = self.state.get::<PromiseYieldTimeout>(&key) else {
                break;
            };
            if timeout.expires_at > self.block.height {
                break;
            }
            let still_waiting = TrieKey::PromiseYieldReceipt {
                receiver_id: timeout.account_id.clone(),
                data_id: timeout.data_id,
            };
            if let Some(yielded) = self.state.get::<Receipt>(&still_waiting) {
                let receipt_id = create_receipt_id_from_receipt_id(&timeout.data_id, self.block.height, made);
                made += 1;
                self.output.parents.push((receipt_id, *yielded.receipt_id()));
                let resumption = Receipt::V0(ReceiptV0 {
                    predecessor_id: timeout.account_id.clone(),
                    receiver_id: timeout.account_id,
                    receipt_id,
                    receipt: ReceiptEnum::PromiseResume(DataReceipt { data_id: timeout.data_id, data: None }),
                });
                self.output.outgoing.push(Arc::new(resumption));
            }
            self.state.remove(key);
            indices.first_index += 1;
        }
        if indices != before {
            self.state.set(indices_key, &indices);
        }
    }
}
