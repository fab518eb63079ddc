//! Metrics for Prometheus: which requests were answered, how long that took, and how far behind the indexer is.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Registry, TextEncoder,
    register_histogram_vec_with_registry, register_int_counter_vec_with_registry,
    register_int_gauge_vec_with_registry, register_int_gauge_with_registry,
};

use super::answer::ContractProgress;

/// Answers come from an index and memory, so what matters is far below a second.
const SECONDS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1.0, 10.0];

/// How far each contract was read, in the order of [`Metrics::text`].
const PROGRESS: [(&str, &str); 5] = [
    ("tic_tac_toe_indexer_next_height", "The next block to read"),
    ("tic_tac_toe_indexer_seconds_behind", "The age of the last block read"),
    ("tic_tac_toe_indexer_events", "Events recorded"),
    ("tic_tac_toe_indexer_skipped_events", "Events that were unreadable or inconsistent"),
    ("tic_tac_toe_indexer_missed_heights", "Heights that no server had any more"),
];

/// The metrics.
pub(super) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    listeners: IntGauge,
    progress: Vec<IntGaugeVec>,
}

impl Metrics {
    /// Creates metrics at zero; never fails, as the names are fixed and differ.
    pub(super) fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let seconds = HistogramOpts::new("tic_tac_toe_indexer_request_seconds", "How long answers took");
        let of_contract = |(name, help): (&str, &str)| {
            register_int_gauge_vec_with_registry!(name, help, &["contract"], registry)
        };
        Ok(Self {
            requests: register_int_counter_vec_with_registry!(
                "tic_tac_toe_indexer_requests_total",
                "Requests answered",
                &["route", "status"],
                registry
            )?,
            seconds: register_histogram_vec_with_registry!(
                seconds.buckets(SECONDS.to_vec()),
                &["route"],
                registry
            )?,
            listeners: register_int_gauge_with_registry!(
                "tic_tac_toe_indexer_listeners",
                "Listeners to live events",
                registry
            )?,
            progress: PROGRESS.into_iter().map(of_contract).collect::<Result<_, _>>()?,
            registry,
        })
    }

    /// Writes all metrics as Prometheus reads them; never fails, as they are complete.
    pub(super) fn text(
        &self,
        contracts: impl Iterator<Item = ContractProgress>,
        listeners: usize,
    ) -> Result<String, prometheus::Error> {
        self.listeners.set(i64::try_from(listeners).unwrap_or(i64::MAX));
        // Contracts of a chain that is no longer followed go.
        self.progress.iter().for_each(IntGaugeVec::reset);
        for ContractProgress { contract, next_height, seconds_behind, events, skipped, missed, .. } in
            contracts
        {
            let numbers = [Some(next_height), seconds_behind, Some(events), Some(skipped), Some(missed)];
            for (gauges, number) in self.progress.iter().zip(numbers) {
                if let Some(number) = number {
                    gauges.with_label_values(&[&contract]).set(number);
                }
            }
        }
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}

/// Counts a request and how long its answer took.
pub(super) async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    // By the route and not by the address, of which there are too many.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let started = Instant::now();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    metrics.requests.with_label_values(&[route, response.status().as_str()]).inc();
    metrics.seconds.with_label_values(&[route]).observe(started.elapsed().as_secs_f64());
    response
}
