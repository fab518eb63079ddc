//! Metrics for Prometheus: requests, how long they took, what became of calls, and how much of the budget is left.

use std::time::Duration;

use axum::http::StatusCode;
use near_primitives::types::Balance;
use prometheus::{
    Gauge, HistogramOpts, HistogramVec, IntCounterVec, Registry, TextEncoder, register_gauge_with_registry,
    register_histogram_vec_with_registry, register_int_counter_vec_with_registry,
};

use crate::outcome::CallResult;
use crate::store::Kind;

/// A refusal takes no time, a call some blocks.
const SECONDS: [f64; 10] = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 20.0];

/// The metrics.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    refusals: IntCounterVec,
    calls: IntCounterVec,
    seconds: HistogramVec,
    budget_left: Gauge,
    gas_left: Gauge,
}

impl Metrics {
    /// Creates metrics at zero; never fails, as the names are fixed and differ.
    pub fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let counter = |name: &str, help: &str, labels: &[&str]| {
            register_int_counter_vec_with_registry!(name, help, labels, registry)
        };
        let seconds = HistogramOpts::new("tic_tac_toe_relay_request_seconds", "How long answers took");
        Ok(Self {
            requests: counter("tic_tac_toe_relay_requests_total", "Requests answered", &["route", "status"])?,
            refusals: counter(
                "tic_tac_toe_relay_refusals_total",
                "Requests refused, by their code",
                &["code"],
            )?,
            calls: counter("tic_tac_toe_relay_calls_total", "Transactions settled", &["kind", "result"])?,
            seconds: register_histogram_vec_with_registry!(
                seconds.buckets(SECONDS.to_vec()),
                &["route"],
                registry
            )?,
            budget_left: register_gauge_with_registry!(
                "tic_tac_toe_relay_budget_left_near",
                "What may still be spent today",
                registry
            )?,
            gas_left: register_gauge_with_registry!(
                "tic_tac_toe_relay_gas_left_near",
                "What is left to pay gas with",
                registry
            )?,
            registry,
        })
    }

    /// Counts a request and how long its answer took.
    pub fn count_request(&self, route: &str, status: StatusCode, refusal: Option<&str>, took: Duration) {
        self.requests.with_label_values(&[route, status.as_str()]).inc();
        self.seconds.with_label_values(&[route]).observe(took.as_secs_f64());
        if let Some(code) = refusal {
            self.refusals.with_label_values(&[code]).inc();
        }
    }

    /// Counts a transaction whose outcome is known.
    pub fn count_call(&self, kind: Kind, result: &CallResult) {
        let result = match result {
            CallResult::Done { .. } => "done",
            CallResult::Refused { .. } => "refused",
            CallResult::Failed { .. } => "failed",
        };
        self.calls.with_label_values(&[kind.name(), result]).inc();
    }

    /// Shows what is left to pay gas with.
    pub fn set_gas_left(&self, gas_left: Balance) {
        self.gas_left.set(near(gas_left));
    }

    /// Writes all metrics as Prometheus reads them; never fails, as they are complete.
    pub fn text(&self, budget_left: Balance) -> Result<String, prometheus::Error> {
        self.budget_left.set(near(budget_left));
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}

/// Returns an amount in NEAR; thousandths of a thousandth are as exact as anybody needs it.
fn near(amount: Balance) -> f64 {
    f64::from(u32::try_from(amount.as_micronear()).unwrap_or(u32::MAX)) / 1e6
}
