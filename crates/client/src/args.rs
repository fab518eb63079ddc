//! What command lines have in common: which chain, through which servers, completions and manual pages.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use reqwest::header::HeaderValue;
use tic_tac_toe_interface::network::Network;

use crate::{Rpc, Timeouts, blocks};

pub use clap_complete::Shell;

/// Which chain, through which node.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Chain")]
pub struct Chain {
    /// The chain to talk to [default: localnet]
    #[arg(long, value_parser = networks())]
    pub network: Option<Network>,
    /// The node to talk to [default: a public one, or 127.0.0.1:3030 on localnet]; of several, separated by commas, the
    /// next one is asked when one fails
    #[arg(long, value_name = "URL", value_parser = SecretParser(servers))]
    pub rpc: Option<String>,
    /// A key for the first of these nodes, which gets it as a bearer token
    #[arg(long, value_name = "KEY", env = "NEAR_RPC_KEY", hide_env_values = true, value_parser = SecretParser(key))]
    pub rpc_key: Option<HeaderValue>,
}

impl Chain {
    /// Returns the network meant.
    #[must_use]
    pub fn network(&self) -> Network {
        self.network.unwrap_or_default()
    }

    /// Returns the URL of the node meant, the first if there are several.
    #[must_use]
    pub fn rpc_url(&self) -> String {
        let first = self.rpc.as_ref().and_then(|urls| urls.split(',').next());
        first.map_or_else(|| self.network().rpc_url(), str::to_owned)
    }

    /// Connects to the node meant.
    #[must_use]
    pub fn rpc(&self) -> Rpc {
        let urls = self.rpc.clone().unwrap_or_else(|| self.network().rpc_url());
        Rpc::with_key(&urls, self.rpc_key.as_ref(), Timeouts::USUAL)
    }

    /// Connects to the server of blocks that is named, or else to the one that goes with the node.
    #[must_use]
    pub fn blocks(&self, named: Option<&str>) -> blocks::Server {
        let usual = || self.network().blocks_url(&self.rpc_url());
        blocks::Server::new(&named.map_or_else(usual, str::to_owned))
    }
}

/// A parser of an option that may hold a key or a password: what is wrong with it is said without repeating it.
#[derive(Clone, Copy, Debug)]
pub struct SecretParser<T>(pub fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for SecretParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, option: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let parsed = value.to_str().ok_or_else(|| "it is no text".to_owned()).and_then(self.0);
        let name = option.map(ToString::to_string).unwrap_or_default();
        let explain = |why| clap::Error::raw(ErrorKind::ValueValidation, format!("{name}: {why}\n"));
        parsed.map_err(|why| explain(why).with_cmd(command))
    }
}

/// Parses the URL of a server.
#[must_use]
pub const fn server() -> SecretParser<String> {
    SecretParser(complete)
}

/// Returns a URL as it is, if it has a scheme.
fn complete(url: &str) -> Result<String, String> {
    let is_complete = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
    if is_complete {
        Ok(url.to_owned())
    } else {
        Err("a server is written such as http://127.0.0.1:3030".to_owned())
    }
}

fn servers(urls: &str) -> Result<String, String> {
    let all: Result<Vec<String>, String> = urls.split(',').map(|url| complete(url.trim())).collect();
    all.map(|all| all.join(","))
}

/// Parses a key as the header that it is sent in, which is not printed.
fn key(text: &str) -> Result<HeaderValue, String> {
    let header = HeaderValue::try_from(format!("Bearer {text}"));
    let mut header = header.map_err(|_| "a key has letters, digits and signs only".to_owned())?;
    header.set_sensitive(true);
    Ok(header)
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

/// Returns a script that completes a program's commands in a shell.
#[must_use]
pub fn completions(mut program: Command, shell: Shell) -> String {
    let (name, mut script) = (program.get_name().to_owned(), Vec::new());
    clap_complete::generate(shell, &mut program, &name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    if shell != Shell::Bash {
        return script;
    }
    // clap_complete writes a name with hyphens in two ways, so that no command would be recognised:
    // https://github.com/clap-rs/clap/issues/6421
    let script = script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
    // Rules, levels and databases have colons, at which bash would split words.
    format!("{script}COMP_WORDBREAKS=${{COMP_WORDBREAKS//:/}}\n")
}

/// Returns a program's manual page, or writes one for each of its commands into a folder.
///
/// # Errors
///
/// When the folder can't be written to.
pub fn manual(program: Command, folder: Option<&Path>) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    match folder {
        Some(folder) => clap_mangen::generate_to(program, folder)?,
        None => clap_mangen::Man::new(program).render(&mut page)?,
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Cli {
        #[command(flatten)]
        _chain: Chain,
        #[arg(long, value_parser = server())]
        blocks: Option<String>,
    }

    #[test]
    fn what_may_hold_a_secret_is_not_repeated() {
        for (option, value) in [
            ("--blocks", "blocks.example?apiKey=secret"),
            ("--rpc", "https://node.example,me:secret@node.example"),
            ("--rpc-key", "secret\n"),
        ] {
            let error = Cli::try_parse_from(["cli", option, value]).unwrap_err().to_string();
            assert!(error.contains(option) && !error.contains("secret"), "{error}");
        }
        let parsed = Cli::try_parse_from(["cli", "--blocks", "https://blocks.example?apiKey=k"]).unwrap();
        assert_eq!(parsed.blocks.as_deref(), Some("https://blocks.example?apiKey=k"));
    }
}
