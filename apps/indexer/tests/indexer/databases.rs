//! Databases for tests: a file of `SQLite`, and a server of `PostgreSQL` that is started once and ends with the tests.

use std::fs;
use std::io::{Write, stderr};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use sqlx::{AnyPool, AssertSqlSafe, Connection, Row};
use tempfile::TempDir;
use tic_tac_toe_indexer::store::{Location, open_to_read};

/// Long enough for a slow machine; a test that waits this long has failed.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A database of its own for a test.
pub struct Database {
    pub location: Location,
    folder: TempDir,
}

impl Database {
    /// One in a file, and one on the server where there is one.
    pub async fn one_of_each() -> Vec<Self> {
        let mut both = vec![Self::in_a_file()];
        both.extend(Self::on_the_server().await);
        both
    }

    pub fn in_a_file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { location: Location::Sqlite(folder.path().join("games.sqlite")), folder }
    }

    pub fn at(location: Location) -> Self {
        Self { location, folder: tempfile::tempdir().unwrap() }
    }

    pub async fn on_the_server() -> Option<Self> {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let server = Server::shared()?;
        let name = format!("games{}", LAST.fetch_add(1, Ordering::Relaxed));
        sqlx::any::install_default_drivers();
        let mut db = sqlx::AnyConnection::connect(&server.url("postgres")).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut db).await.unwrap();
        Some(Self::at(Location::Postgres(server.url(&name))))
    }

    /// The port of its server.
    pub fn port(&self) -> Option<u16> {
        let url = self.url();
        url.split([':', '/']).find_map(|part| part.parse().ok())
    }

    /// The same database behind another port, over TCP.
    pub fn behind(&self, port: u16) -> Self {
        let url = self.url();
        let name = url.rsplit('/').next().expect("a database has a name");
        Self::at(Location::Postgres(format!("postgres://postgres@127.0.0.1:{port}/{name}")))
    }

    /// A copy, made as docs/operations.md says while the original is in use.
    pub async fn copy(&self) -> Self {
        let Location::Postgres(_) = &self.location else {
            let copy = Self::in_a_file();
            let file = copy.location.file().unwrap().display().to_string();
            let mut db = sqlx::AnyConnection::connect(&self.url()).await.unwrap();
            sqlx::query("VACUUM INTO $1").bind(file).execute(&mut db).await.unwrap();
            return copy;
        };
        let copy = Self::on_the_server().await.unwrap();
        let file = copy.folder.path().join("games.dump");
        let dump = Command::new("pg_dump").args(["--format=custom", &self.url()]).output();
        fs::write(&file, dump.unwrap().stdout).unwrap();
        let mut restore = Command::new("pg_restore");
        let restored = restore.args(["--dbname", &copy.url()]).arg(&file).status();
        assert!(restored.unwrap().success());
        copy
    }

    /// How the command line names it.
    pub fn url(&self) -> String {
        match &self.location {
            Location::Sqlite(file) => format!("sqlite:{}", file.display()),
            Location::Postgres(url) => url.clone(),
        }
    }

    pub async fn must_read(&self) -> AnyPool {
        open_to_read(&self.location, 2).await.unwrap()
    }

    /// The rows that a question gives, as text: columns between bars.
    pub async fn rows(&self, sql: &str) -> Vec<String> {
        let pool = self.must_read().await;
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&pool).await.unwrap();
        let text = |row: &sqlx::any::AnyRow, column| {
            let number = row.try_get::<Option<i64>, _>(column).map(|it| it.map(|it| it.to_string()));
            let text = number.or_else(|_| row.try_get::<Option<String>, _>(column)).unwrap();
            text.unwrap_or_else(|| "-".to_owned())
        };
        let line =
            |row: &sqlx::any::AnyRow| (0..row.len()).map(|column| text(row, column)).collect::<Vec<_>>();
        rows.iter().map(|row| line(row).join("|")).collect()
    }

    /// Changes rows behind the indexer's back.
    pub async fn must_change(&self, sql: &'static str) {
        let mut db = sqlx::AnyConnection::connect(&self.url()).await.unwrap();
        sqlx::query(sql).execute(&mut db).await.unwrap();
    }

    pub async fn number(&self, sql: &str) -> i64 {
        self.rows(sql).await[0].parse().unwrap()
    }

    /// Waits until the answer to a question is right.
    pub async fn must_become(&self, sql: &str, is_right: impl Fn(i64) -> bool) {
        let begun = Instant::now();
        while !is_right(self.number(sql).await) {
            assert!(begun.elapsed() < PATIENCE, "{sql} is still {}", self.number(sql).await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until every contract was read up to and with a block.
    pub async fn must_be_read_to(&self, height: u64) {
        let height = i64::try_from(height).unwrap();
        self.must_become("SELECT coalesce(min(next_height), 0) FROM progress", |next| next > height).await;
    }

    /// Everything that is in it, table by table, which must not depend on how often it was killed.
    pub async fn everything(&self) -> Vec<String> {
        let mut all = Vec::new();
        for sql in [
            "SELECT * FROM chains ORDER BY 1",
            "SELECT * FROM contracts ORDER BY 1",
            "SELECT contract_id, first_height, missed FROM progress ORDER BY 1",
            "SELECT * FROM events ORDER BY 1, 2, 3",
            "SELECT * FROM gaps ORDER BY 1, 2, 3",
            "SELECT * FROM totals ORDER BY 1",
            "SELECT * FROM accounts ORDER BY 1",
            "SELECT * FROM rules ORDER BY 1",
            "SELECT * FROM games ORDER BY 1",
            "SELECT * FROM seats ORDER BY 1, 2",
            "SELECT * FROM rounds ORDER BY 1, 2",
            "SELECT * FROM moves ORDER BY 1, 2, 3",
            "SELECT * FROM outs ORDER BY 1, 2, 3",
            "SELECT * FROM standings ORDER BY 1, 2",
        ] {
            all.push(sql.to_owned());
            all.extend(self.rows(sql).await);
        }
        all
    }
}

/// A server on a free port of this machine.
pub struct Server {
    keeper: Mutex<Child>,
    port: u16,
    folder: PathBuf,
}

static SERVER: OnceLock<Option<Server>> = OnceLock::new();

impl Server {
    /// The server of all tests, started by the first.
    pub fn shared() -> Option<&'static Self> {
        let start = || {
            let started = Self::start();
            if let Err(why) = &started {
                // Tests that pass keep what they print to themselves, but not what goes to the stream itself.
                let _ = writeln!(stderr(), "NO POSTGRESQL: {why}, so the indexer is not tested on it.");
            }
            started.ok()
        };
        let server = SERVER.get_or_init(start).as_ref()?;
        Some(server)
    }

    /// A server that a test may end.
    pub fn start() -> Result<Self, String> {
        let missing = "its programs are not on this machine; ./scripts/setup.sh --tests installs them";
        let programs = find_programs().ok_or(missing)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?.keep();
        let data = folder.join("data");
        fs::create_dir(&data).map_err(|error| error.to_string())?;
        give_away(&folder)?;
        give_away(&data)?;
        let made = as_another_user(&programs.join("initdb"))
            .args(["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "-D"])
            .arg(&data)
            .current_dir(&folder)
            .output()
            .map_err(|error| error.to_string())?;
        if !made.status.success() {
            return Err(format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)));
        }
        let port = free_port();
        let mut server = Self { keeper: Mutex::new(spawn(&programs, &folder, port)?), port, folder };
        server.wait()?;
        Ok(server)
    }

    /// A server that copies all that this one writes, and can be read.
    pub fn standby(&self) -> Result<Self, String> {
        let programs = find_programs().ok_or("its programs are gone")?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?.keep();
        give_away(&folder)?;
        let copied = as_another_user(&programs.join("pg_basebackup"))
            .args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--dbname"])
            .args([&self.url("postgres"), "--pgdata"])
            .arg(folder.join("data"))
            .current_dir(&folder)
            .output()
            .map_err(|error| error.to_string())?;
        if !copied.status.success() {
            return Err(format!("pg_basebackup failed: {}", String::from_utf8_lossy(&copied.stderr)));
        }
        let port = free_port();
        let mut server = Self { keeper: Mutex::new(spawn(&programs, &folder, port)?), port, folder };
        server.wait()?;
        Ok(server)
    }

    /// A database by the server's socket.
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{folder}:{}/{database}", self.port)
    }

    /// Ends it at once, as a power cut would.
    pub fn kill(&self) {
        let mut keeper = self.keeper.lock().unwrap();
        let _ = keeper.stdin.as_mut().map(|stdin| stdin.write_all(b"QUIT\n"));
        let _ = keeper.wait();
    }

    /// Starts it again with what it had.
    pub fn restart(&mut self) {
        let programs = find_programs().unwrap();
        // The log of the first start says that it is ready, too.
        fs::remove_file(self.folder.join("log")).unwrap();
        self.keeper = Mutex::new(spawn(&programs, &self.folder, self.port).unwrap());
        self.wait().unwrap();
    }

    fn wait(&mut self) -> Result<(), String> {
        for _ in 0..300 {
            let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            // A standby is ready to accept read-only connections.
            if log.contains("ready to accept ") {
                return Ok(());
            }
            if let Ok(Some(ended)) = self.keeper.get_mut().unwrap().try_wait() {
                return Err(format!("the server ended with {ended}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err("the server does not answer".to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

// A shell starts the server and ends it by a signal that it reads, or at the end of its input: no test, however it
// ends, leaves a server behind.
const KEEPER: &str = r#"
    folder=$1; shift
    "$@" >"$folder/log" 2>&1 &
    if read -r signal; then kill -s "$signal" $!; wait $!; else kill -s INT $!; wait $!; rm -rf "$folder"; fi
"#;

fn spawn(programs: &Path, folder: &Path, port: u16) -> Result<Child, String> {
    let data = folder.join("data");
    let server = as_another_user(&programs.join("postgres"));
    Command::new("sh")
        .args(["-c", KEEPER, "sh"])
        .arg(folder)
        .arg(server.get_program())
        .args(server.get_args())
        .arg("-D")
        .arg(&data)
        .args(["-p", &port.to_string()])
        .args(["-c", "listen_addresses=127.0.0.1", "-c"])
        .arg(format!("unix_socket_directories={}", folder.display()))
        .args(["-c", "fsync=off", "-c", "max_connections=100"])
        .current_dir(&data)
        .stdin(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())
}

fn find_programs() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let needed = ["initdb", "postgres", "pg_basebackup"];
    folders.into_iter().find(|folder| needed.iter().all(|program| folder.join(program).exists()))
}

/// `PostgreSQL` refuses to run as root, who becomes nobody for it.
fn as_another_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
    command
}

fn give_away(folder: &Path) -> Result<(), String> {
    if is_root() {
        chown(folder, Some(65_534), Some(65_534)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:\t0"))
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
