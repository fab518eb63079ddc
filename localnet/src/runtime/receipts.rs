//! Receipts on arrival: they are executed, or kept until what they wait for is there.

use std::{rc::Rc, sync::Arc};

use near_primitives::{
    hash::CryptoHash,
    receipt::{DataReceipt, Receipt, ReceivedData, VersionedReceiptEnum},
    trie_key::TrieKey,
    types::{AccountId, StateChangeCause},
};
use near_vm_runner::logic::types::PromiseResult;

use super::Execution;
use crate::state::ReadState;

impl Execution<'_> {
    /// Handles one receipt: executes it, or keeps it until what it waits for has arrived.
    pub(super) fn process_receipt(&mut self, receipt: &Arc<Receipt>) {
        let receiver_id = receipt.receiver_id().clone();
        match receipt.versioned_receipt() {
            VersionedReceiptEnum::Data(data) => {
                if let Some(ready) = self.receive_data(&receiver_id, &data) {
                    return self.execute(&Arc::new(ready));
                }
            }
            VersionedReceiptEnum::Action(action) => {
                if self.wait_for_inputs(receipt, action.input_data_ids()) == 0 {
                    return self.execute(receipt);
                }
            }
            VersionedReceiptEnum::PromiseYield(action) => {
                let data_id = action.input_data_ids()[0];
                self.state.set(TrieKey::PromiseYieldReceipt { receiver_id, data_id }, &**receipt);
            }
            VersionedReceiptEnum::PromiseResume(data) => {
                return self.resume(&receiver_id, &data);
            }
            VersionedReceiptEnum::GlobalContractDistribution(distribution) => {
                return self.receive_global_contract(receipt, &distribution);
            }
        }
        self.state.commit(&StateChangeCause::PostponedReceipt { receipt_hash: receipt.get_hash() });
    }

    /// Stores data and returns the receipt for which it was the last missing input.
    fn receive_data(&mut self, receiver_id: &AccountId, data: &DataReceipt) -> Option<Receipt> {
        let receiver_id = receiver_id.clone();
        self.store_received_data(&receiver_id, data);
        let waiting = TrieKey::PostponedReceiptId { receiver_id: receiver_id.clone(), data_id: data.data_id };
        let receipt_id: CryptoHash = self.state.get(&waiting)?;
        self.state.remove(waiting);
        let counter = TrieKey::PendingDataCount { receiver_id: receiver_id.clone(), receipt_id };
        let missing: u32 = self.state.get(&counter).unwrap_or(1);
        if missing > 1 {
            self.state.set(counter, &(missing - 1));
            return None;
        }
        self.state.remove(counter);
        let postponed = TrieKey::PostponedReceipt { receiver_id, receipt_id };
        let ready = self.state.get(&postponed);
        self.state.remove(postponed);
        ready
    }

    pub(super) fn store_received_data(&mut self, receiver_id: &AccountId, data: &DataReceipt) {
        self.state.set(
            TrieKey::ReceivedData { receiver_id: receiver_id.clone(), data_id: data.data_id },
            &ReceivedData { data: data.data.clone() },
        );
    }

    /// Notes which inputs are missing and keeps the receipt until they arrive; returns their number.
    fn wait_for_inputs(&mut self, receipt: &Receipt, inputs: &[CryptoHash]) -> u32 {
        let receiver_id = receipt.receiver_id().clone();
        let receipt_id = *receipt.receipt_id();
        let mut missing = 0;
        for data_id in inputs.iter().copied() {
            let received = TrieKey::ReceivedData { receiver_id: receiver_id.clone(), data_id };
            if !self.state.contains(&received) {
                missing += 1;
                let receiver_id = receiver_id.clone();
                self.state.set(TrieKey::PostponedReceiptId { receiver_id, data_id }, &receipt_id);
            }
        }
        if missing > 0 {
            let counter = TrieKey::PendingDataCount { receiver_id: receiver_id.clone(), receipt_id };
            self.state.set(counter, &missing);
            let postponed = TrieKey::PostponedReceipt { receiver_id, receipt_id };
            self.state.set(postponed, receipt);
        }
        missing
    }

    /// Takes the receipt's inputs out of the state.
    pub(super) fn take_inputs(
        &mut self,
        receiver_id: &AccountId,
        inputs: &[CryptoHash],
    ) -> Arc<[PromiseResult]> {
        inputs
            .iter()
            .map(|data_id| {
                let key = TrieKey::ReceivedData { receiver_id: receiver_id.clone(), data_id: *data_id };
                let received = self.state.get::<ReceivedData>(&key);
                self.state.remove(key);
                match received.and_then(|received| received.data) {
                    Some(value) => PromiseResult::Successful(Rc::from(value)),
                    None => PromiseResult::Failed,
                }
            })
            .collect()
    }
}
