//! Refunds: unused gas goes back to the signer, deposits of failed receipts to their senders.

use near_parameters::ActionCosts;
use near_primitives::{
    receipt::Receipt,
    types::{Balance, Gas},
    version::ProtocolFeature,
};

use super::{
    Execution,
    execute::{ActionResult, Running},
    fees::{self, gas_to_balance},
};

/// The cost of a receipt's gas in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Refunds {
    /// What the receipt's outcome reports as burnt.
    pub tokens_burnt: Balance,
    /// The gas price that a contract's reward is computed with.
    pub reward_price: Balance,
    /// The deposit of a refund that had nowhere to go.
    pub lost_deposit: Balance,
}

/// The prices that matter to one receipt.
#[derive(Debug, Clone, Copy)]
struct Prices {
    /// What its gas was bought at.
    purchase: Balance,
    /// What burning gas costs now.
    burn: Balance,
}

impl Execution<'_> {
    /// Adds refund receipts to `result` and works out what was burnt.
    pub(super) fn refund(
        &self,
        running: &Running,
        result: &mut ActionResult,
        created_account: bool,
    ) -> Refunds {
        let purchase = running.action_receipt.gas_price();
        let current = self.block.gas_price;
        // Since account creation costs more, gas is bought above its price and the difference comes back.
        let refunds_price_difference = self.params.enabled(ProtocolFeature::AccountCostIncrease);
        let burn = if refunds_price_difference { purchase.min(current) } else { current };
        if running.is_refund() {
            return Refunds {
                tokens_burnt: result.tokens_burnt,
                reward_price: burn,
                lost_deposit: lost_deposit(running, result),
            };
        }
        let prices = Prices { purchase, burn };
        if result.result.is_err() {
            let deposit = fees::total_deposit(running.action_receipt.actions());
            push_deposit_refund(running, result, deposit.unwrap_or(Balance::ZERO));
        }
        let unused = gas_to_balance(purchase, self.unused_gas(running, result));
        if refunds_price_difference {
            let surplus = prices.purchase.saturating_sub(prices.burn);
            let surplus = gas_to_balance(surplus, result.gas_burnt);
            let charge = self.account_creation_charge(prices, surplus, created_account);
            let refund = unused.saturating_add(surplus.saturating_sub(charge));
            push_gas_refund(running, result, refund);
            Refunds {
                tokens_burnt: gas_to_balance(burn, result.gas_burnt)
                    .saturating_add(charge)
                    .saturating_add(result.tokens_burnt),
                reward_price: burn,
                lost_deposit: Balance::ZERO,
            }
        } else {
            push_gas_refund(running, result, unused);
            Refunds {
                // A change of the gas price is not settled: what was bought is burnt.
                tokens_burnt: gas_to_balance(purchase, result.gas_burnt).saturating_add(result.tokens_burnt),
                reward_price: purchase,
                lost_deposit: Balance::ZERO,
            }
        }
    }

    /// Gas that was bought for this receipt and neither burnt nor passed on.
    fn unused_gas(&self, running: &Running, result: &ActionResult) -> Gas {
        let actions = running.action_receipt.actions();
        let config = self.config();
        let prepaid = fees::total_gas(actions)
            .unwrap_or(Gas::ZERO)
            .saturating_add(fees::prepaid_send_fees(config, actions).gas)
            .saturating_add(fees::prepaid_exec_fees(config, actions, running.account_id()).gas)
            .saturating_add(config.fees.fee(ActionCosts::new_action_receipt).exec_fee().gas);
        let spent = if result.result.is_ok() { result.gas_used } else { result.gas_burnt };
        prepaid.saturating_sub(spent)
    }

    /// Returns what creating an account costs on top of the gas burnt for it, at most the surplus at hand.
    fn account_creation_charge(&self, prices: Prices, surplus: Balance, created_account: bool) -> Balance {
        if !created_account {
            return Balance::ZERO;
        }
        let config = self.config();
        let gas = config.fees.fee(ActionCosts::create_account).exec_fee().gas;
        config.account_creation_charge.saturating_sub(gas_to_balance(prices.burn, gas)).min(surplus)
    }
}

fn lost_deposit(running: &Running, result: &ActionResult) -> Balance {
    if result.result.is_ok() {
        return Balance::ZERO;
    }
    fees::total_deposit(running.action_receipt.actions()).unwrap_or(Balance::ZERO)
}

fn push_deposit_refund(running: &Running, result: &mut ActionResult, deposit: Balance) {
    if deposit > Balance::ZERO {
        let receiver = running.receipt.balance_refund_receiver();
        result.new_receipts.push(Receipt::new_balance_refund(receiver, deposit));
    }
}

fn push_gas_refund(running: &Running, result: &mut ActionResult, refund: Balance) {
    if refund > Balance::ZERO {
        result.new_receipts.push(Receipt::new_gas_refund(
            running.action_receipt.signer_id(),
            refund,
            running.action_receipt.signer_public_key().clone(),
        ));
    }
}
