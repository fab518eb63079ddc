//! What command lines have in common: names of networks and addresses of servers.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tic_tac_toe_interface::network::Network;

/// Parses the URL of a server.
///
/// # Errors
///
/// When it has no scheme.
pub fn server(text: &str) -> Result<String, String> {
    let is_complete = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    if is_complete {
        Ok(text.to_owned())
    } else {
        Err("a server is written such as http://127.0.0.1:3030".to_owned())
    }
}

/// Parses the name of a network.
#[must_use]
pub fn networks() -> impl TypedValueParser<Value = Network> {
    let values = Network::ALL.map(|network| PossibleValue::new(network.name()).help(network.about()));
    PossibleValuesParser::new(values).try_map(|name| {
        let named = Network::ALL.into_iter().find(|network| network.name() == name);
        named.ok_or("there is no such network")
    })
}
