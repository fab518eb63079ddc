//! Metrics for Prometheus: which requests were answered, how long that took, and how far behind the indexer is.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use prometheus::{
    GaugeVec, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

use super::answer::ContractProgress;

/// Answers come from an index and memory, so what matters is far below a second.
const SECONDS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1.0, 10.0];

/// The metrics.
pub(super) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    listeners: IntGauge,
    next_height: IntGaugeVec,
    seconds_behind: GaugeVec,
    events: IntGaugeVec,
    skipped: IntGaugeVec,
    missed: IntGaugeVec,
}

/// A listener that is counted until it is dropped.
pub(super) struct CountedListener(IntGauge);

impl Metrics {
    /// Creates metrics at zero; never fails, as the names are fixed and differ.
    pub(super) fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let by_contract = |name: &str, help: &str| IntGaugeVec::new(Opts::new(name, help), &["contract"]);
        let metrics = Self {
            requests: IntCounterVec::new(
                Opts::new("tic_tac_toe_indexer_requests_total", "Requests answered"),
                &["route", "status"],
            )?,
            seconds: HistogramVec::new(
                HistogramOpts::new("tic_tac_toe_indexer_request_seconds", "How long answers took")
                    .buckets(SECONDS.to_vec()),
                &["route"],
            )?,
            listeners: IntGauge::new("tic_tac_toe_indexer_listeners", "Listeners to live events")?,
            next_height: by_contract("tic_tac_toe_indexer_next_height", "The next block to read")?,
            seconds_behind: GaugeVec::new(
                Opts::new("tic_tac_toe_indexer_seconds_behind", "The age of the last block read"),
                &["contract"],
            )?,
            events: by_contract("tic_tac_toe_indexer_events", "Events recorded")?,
            skipped: by_contract(
                "tic_tac_toe_indexer_skipped_events",
                "Events that were unreadable or inconsistent",
            )?,
            missed: by_contract("tic_tac_toe_indexer_missed_heights", "Heights that no server had any more")?,
            registry,
        };
        metrics.registry.register(Box::new(metrics.requests.clone()))?;
        metrics.registry.register(Box::new(metrics.seconds.clone()))?;
        metrics.registry.register(Box::new(metrics.listeners.clone()))?;
        metrics.registry.register(Box::new(metrics.seconds_behind.clone()))?;
        for gauges in metrics.by_contract() {
            metrics.registry.register(Box::new(gauges.clone()))?;
        }
        Ok(metrics)
    }

    const fn by_contract(&self) -> [&IntGaugeVec; 4] {
        [&self.next_height, &self.events, &self.skipped, &self.missed]
    }

    /// Counts a listener, unless there are too many.
    pub(super) fn count_listener(&self, max: usize) -> Option<CountedListener> {
        self.listeners.inc();
        let listener = CountedListener(self.listeners.clone());
        let is_full = usize::try_from(self.listeners.get()).is_ok_and(|listeners| listeners > max);
        (!is_full).then_some(listener)
    }

    /// Writes all metrics as Prometheus reads them; never fails, as they are complete.
    pub(super) fn text<'a>(
        &self,
        contracts: impl Iterator<Item = &'a ContractProgress>,
    ) -> Result<String, prometheus::Error> {
        // Contracts of a chain that is no longer followed go.
        self.by_contract().into_iter().for_each(IntGaugeVec::reset);
        self.seconds_behind.reset();
        for progress in contracts {
            let contract = [progress.contract.as_str()];
            let numbers = [progress.next_height, progress.events, progress.skipped, progress.missed];
            for (gauges, number) in self.by_contract().into_iter().zip(numbers) {
                gauges.with_label_values(&contract).set(number);
            }
            if let Some(seconds) = progress.seconds_behind {
                #[expect(clippy::cast_precision_loss, reason = "seconds are far from 2^52")]
                self.seconds_behind.with_label_values(&contract).set(seconds as f64);
            }
        }
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}

impl Drop for CountedListener {
    fn drop(&mut self) {
        self.0.dec();
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
