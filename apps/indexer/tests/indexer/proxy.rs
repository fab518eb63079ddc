//! A server in between, whose connections can be cut or go silent.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the proxy does with its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// It passes on what is said.
    Open,
    /// It has hung up on the clients that there were, and the server does not learn of it.
    Cut,
    /// It passes nothing on, and nobody learns of it.
    Silent,
}

/// The proxy; it ends with the test.
pub struct Proxy {
    pub port: u16,
    line: Arc<Mutex<Line>>,
}

impl Proxy {
    pub async fn must_start(to: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().unwrap().port();
        let line = Arc::new(Mutex::new(Line::Open));
        let shared = Arc::clone(&line);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", to)).await.expect("the server is there");
                tokio::spawn(pass_on(client, server, Arc::clone(&shared)));
            }
        });
        Self { port, line }
    }

    pub fn set(&self, line: Line) {
        *self.line.lock().unwrap() = line;
    }
}

async fn pass_on(mut client: TcpStream, mut server: TcpStream, line: Arc<Mutex<Line>>) {
    let (mut asked, mut answered) = ([0; 4096], [0; 4096]);
    loop {
        let state = *line.lock().unwrap();
        match state {
            Line::Open => {}
            Line::Cut => {
                drop(client);
                // The server's end stays open for as long as the test runs.
                std::future::pending::<()>().await;
                return drop(server);
            }
            Line::Silent => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
        }
        tokio::select! {
            read = client.read(&mut asked) => match read {
                Ok(length) if length > 0 && server.write_all(&asked[..length]).await.is_ok() => {}
                _ => return,
            },
            read = server.read(&mut answered) => match read {
                Ok(length) if length > 0 && client.write_all(&answered[..length]).await.is_ok() => {}
                _ => return,
            },
            // To notice when the line is cut.
            () = tokio::time::sleep(Duration::from_millis(10)) => {}
        }
    }
}
