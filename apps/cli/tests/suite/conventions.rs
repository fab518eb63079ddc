//! One convention for every command that scripts call: exit codes, one JSON object, refusals, closed pipes. It is the
//! table of apps/cli/README.md.

use std::io::pipe;
use std::process::{Command, Output};

use clap::CommandFactory;
use rstest::rstest;
use serde_json::Value;
use tic_tac_toe_cli::args::Cli;

use crate::common::{Localnet, PROGRAM, program, stderr, stdout};

/// How a command ends.
enum End {
    /// With 0, and an object that has this field.
    Done(&'static str),
    /// With 1.
    Failed,
    /// With 2.
    WrongUsage,
    /// With 3, for the reason with this code.
    Refused(&'static str),
}

/// What is run one after the other on a new chain.
const TABLE: [(&str, End); 44] = [
    ("show", End::Refused("NO_GAME")),
    ("move 0 0", End::Refused("NO_GAME")),
    ("analyse", End::Refused("NO_GAME")),
    ("new-game alice.test.near bob.test.near", End::Done("transaction")),
    ("new-game alice.test.near bob.test.near --contract alice.test.near", End::Failed),
    ("new-game alice.test.near", End::WrongUsage),
    ("show", End::Done("status")),
    ("show --contract alice.test.near", End::Failed),
    ("show --game x", End::WrongUsage),
    ("move 1 1", End::Done("transaction")),
    ("move 1 1", End::Refused("CELL_TAKEN")),
    ("move 0 x", End::WrongUsage),
    ("analyse --playouts 9", End::Done("moves")),
    ("analyse --round 7", End::Refused("WRONG_ROUND")),
    ("analyse --seconds soon", End::WrongUsage),
    ("analyse --contract alice.test.near", End::Failed),
    ("create alice.test.near -", End::Done("transaction")),
    ("create alice.test.near alice.test.near", End::Refused("BAD_PLAYERS")),
    ("create alice.test.near - --rules chess", End::WrongUsage),
    ("list", End::Done("games")),
    ("list --open", End::Done("games")),
    ("list --of dave.test.near", End::Done("games")),
    ("list --arena alice.test.near", End::Failed),
    ("show --game 1", End::Done("game_id")),
    ("show --game 9", End::Refused("NO_GAME")),
    ("move 0 0 --game 1", End::Refused("WAITING")),
    ("join 1 --as bob.test.near", End::Done("transaction")),
    ("join 1 --as carol.test.near", End::Refused("NO_FREE_SEAT")),
    ("move 0 0 --game 1", End::Done("transaction")),
    ("move 0 0 --game 9", End::Refused("NO_GAME")),
    ("claim 1 --as bob.test.near", End::Refused("NO_TIME_LIMIT")),
    ("resign 1 --as bob.test.near", End::Done("transaction")),
    ("resign 1 --as bob.test.near", End::Refused("GAME_OVER")),
    ("restart 1 --as bob.test.near", End::Done("transaction")),
    ("restart 9 --as bob.test.near", End::Refused("NO_GAME")),
    ("storage alice.test.near", End::Done("total")),
    ("storage alice.test.near --unregister", End::Refused("HAS_GAMES")),
    ("storage dave.test.near", End::Refused("NOT_REGISTERED")),
    ("storage alice.test.near --deposit much", End::WrongUsage),
    ("close 1", End::Done("transaction")),
    ("close 1", End::Refused("NO_GAME")),
    ("close 1 --credentials /nowhere --as test.near", End::Failed),
    ("localnet --port TAKEN", End::Failed),
    ("localnet --port x", End::WrongUsage),
];

fn run(url: &str, args: &str) -> Output {
    if args.starts_with("localnet") {
        let args = args.replace("TAKEN", url.rsplit(':').next().unwrap());
        return Command::new(PROGRAM).args(args.split_whitespace()).output().unwrap();
    }
    program(url, args).output().unwrap()
}

fn object(output: &Output) -> Value {
    let printed = stdout(output);
    assert_eq!(printed.lines().count(), 1, "one line: {printed}");
    let value: Value = serde_json::from_str(&printed).expect("JSON");
    assert!(value.is_object(), "{printed}");
    value
}

#[test]
fn every_command_exits_and_answers_as_the_table_says() {
    let chain = Localnet::must_start();
    for (args, end) in TABLE {
        let output = run(chain.name("rpc_url"), &format!("{args} --json"));
        let (code, said) = (output.status.code(), stderr(&output));
        match end {
            End::Done(field) => {
                assert_eq!((code, said.as_str()), (Some(0), ""), "{args}");
                assert!(object(&output).get(field).is_some(), "{args}: {}", stdout(&output));
            }
            End::Failed => {
                let message = object(&output)["failed"]["message"].as_str().expect("a message").to_owned();
                assert_eq!((code, said), (Some(1), format!("{message}\n")), "{args}");
            }
            End::WrongUsage => {
                assert_eq!((code, stdout(&output).as_str()), (Some(2), ""), "{args}");
                assert!(!said.is_empty(), "{args}");
            }
            End::Refused(reason) => {
                let refused = &object(&output)["refused"];
                let message = refused["message"].as_str().expect("a message");
                assert_eq!(refused["code"], reason, "{args}");
                assert_eq!((code, said), (Some(3), format!("{reason}: {message}\n")), "{args}");
                // For people the same, without the object.
                let plain = run(chain.name("rpc_url"), args);
                assert_eq!(
                    (plain.status.code(), stderr(&plain), stdout(&plain).as_str()),
                    (code, stderr(&output), "")
                );
            }
        }
    }
}

#[test]
fn the_table_has_every_command_that_answers_with_json() {
    // These go on until they are stopped, and print an object a line.
    let streams = ["bot", "watch"];
    for command in Cli::command().get_subcommands() {
        let answers = command.get_arguments().any(|argument| argument.get_id() == "json");
        let name = command.get_name();
        let is_tested = TABLE.iter().any(|(args, _)| args.split_whitespace().next() == Some(name));
        assert!(!answers || is_tested || streams.contains(&name), "{name}");
    }
}

#[rstest]
#[case::help("--help")]
#[case::completions("completions bash")]
#[case::manual("man")]
#[case::demo("play --demo")]
#[case::localnet("localnet --port 0 --quiet")]
fn a_closed_pipe_ends_the_program_silently(#[case] args: &str) {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let output = Command::new(PROGRAM).args(args.split_whitespace()).stdout(writer).output().unwrap();
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
}
