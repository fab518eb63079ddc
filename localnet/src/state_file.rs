//! The file that a chain with `--state` lives in: what it started from, and what each block was made of since.
//!
//! Blocks follow from their transactions, so they are executed again when the chain goes on. Now and then the file is
//! written anew from the current state, so that this stays short.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    ops::Bound,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail, ensure};
use borsh::{BorshDeserialize, BorshSerialize};
use near_crypto::SecretKey;
use near_primitives::{
    hash::CryptoHash,
    receipt::Receipt,
    transaction::SignedTransaction,
    types::{AccountId, BlockHeight},
};
use serde::{Deserialize, Serialize};

use crate::{chain::SavedBlock, genesis::Genesis, state::State};

const FIRST_WORD: &str = "localnet-state";

/// The first line of a file; blocks of another version may come out differently.
const FIRST_LINE: &str = concat!("localnet-state 1 ", env!("CARGO_PKG_VERSION"), "\n");

/// A file with more blocks than this is written anew.
const MOST_BLOCKS: usize = 10_000;

/// A file may grow by this much, or by the size of the state, before it is written anew.
const GROWTH_BYTES: u64 = 16 * 1024 * 1024;

/// Each entry follows its length and the start of its hash.
const FRAME_BYTES: usize = 8;

/// What a chain started from; the keys are in plain text.
#[derive(Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The rules and the first state.
    pub genesis: Genesis,
    /// The key of the first validator.
    pub validator_key: SecretKey,
    /// The node's own key.
    pub node_key: SecretKey,
    /// The accounts that were asked for, with their keys.
    pub accounts: Vec<(AccountId, SecretKey)>,
}

/// What a block was made of.
#[derive(BorshSerialize, BorshDeserialize)]
pub struct BlockRecord {
    /// Its height.
    pub height: BlockHeight,
    /// Its time.
    pub timestamp: u64,
    /// How far the chain's clock was ahead.
    pub ahead: u64,
    /// Its transactions.
    pub transactions: Vec<SignedTransaction>,
    /// The patches at its end, as JSON.
    pub patches: Vec<u8>,
    /// The root of the state that came out.
    pub root: CryptoHash,
}

/// The state that a chain goes on from, apart from its entries.
#[derive(BorshSerialize, BorshDeserialize)]
pub struct Checkpoint {
    /// The newest block.
    pub block: SavedBlock,
    /// The root of the state.
    pub root: CryptoHash,
    /// How far the chain's clock was ahead.
    pub ahead: u64,
    /// Receipts for the next block.
    pub incoming: Vec<Receipt>,
    /// Receipts that wait for room.
    pub delayed: Vec<Receipt>,
    /// Earlier blocks that transactions may name.
    pub hashes: Vec<(CryptoHash, BlockHeight)>,
}

/// What the file consists of.
#[derive(BorshSerialize, BorshDeserialize)]
pub enum Entry {
    /// What the chain started from, as JSON.
    Origin(Vec<u8>),
    /// A key and a value of the state at the checkpoint that follows.
    State(Vec<u8>, Vec<u8>),
    /// A newest block with its state.
    Checkpoint(Checkpoint),
    /// The next block.
    Block(BlockRecord),
}

/// A chain's file, locked against other nodes.
pub struct StateFile {
    path: PathBuf,
    file: File,
    origin: Vec<u8>,
    /// Up to where the file was read or written.
    length: u64,
    /// How much of that is the origin and the checkpoint.
    base: u64,
    blocks: usize,
}

impl StateFile {
    /// Creates a file with nothing but what the chain starts from.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn create(path: &Path, origin: &Origin) -> anyhow::Result<Self> {
        let origin = serde_json::to_vec(origin)?;
        let written = Self::write_new(path, origin, |_| Ok(()));
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Opens the file of an earlier run; `None` if there is none.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is of another version, or is in use.
    pub fn open(path: &Path) -> anyhow::Result<Option<(Self, Origin)>> {
        let shown = path.display();
        if !path.exists() {
            return Ok(None);
        }
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.with_context(|| format!("cannot open {shown}"))?;
        ensure!(file.try_lock().is_ok(), "{shown} is in use by another localnet");
        check_first_line(&mut file, path)?;
        let mut state_file = Self {
            path: path.to_owned(),
            file,
            origin: Vec::new(),
            length: FIRST_LINE.len() as u64,
            base: 0,
            blocks: 0,
        };
        let mut reader = state_file.reader()?;
        let Some(Entry::Origin(origin)) = state_file.next(&mut reader)? else {
            bail!("{shown} does not say what its chain started from; delete it to start anew");
        };
        let parsed = serde_json::from_slice(&origin)
            .with_context(|| format!("{shown} does not say what its chain started from"))?;
        state_file.origin = origin;
        Ok(Some((state_file, parsed)))
    }

    /// Returns a reader of the entries after those that were read before.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn reader(&self) -> anyhow::Result<BufReader<File>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(self.length))?;
        Ok(BufReader::new(file))
    }

    /// Reads the next entry; `None` at the end. One that was not written to its end is as good as not written.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or was changed by something else.
    pub fn next(&mut self, reader: &mut impl Read) -> anyhow::Result<Option<Entry>> {
        let shown = self.path.display();
        let mut frame = [0; FRAME_BYTES];
        let (length, check) = match reader.read_exact(&mut frame) {
            Ok(()) => (u32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]), &frame[4..]),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {shown}")),
        };
        let mut bytes = Vec::new();
        reader.take(u64::from(length)).read_to_end(&mut bytes)?;
        if bytes.len() < length as usize {
            return Ok(None);
        }
        let at = self.length;
        ensure!(CryptoHash::hash_bytes(&bytes).0.starts_with(check), "{shown} is damaged at byte {at}");
        let entry = borsh::from_slice(&bytes).with_context(|| format!("{shown} is damaged at byte {at}"))?;
        self.length += (FRAME_BYTES + bytes.len()) as u64;
        match &entry {
            Entry::Block(_) => self.blocks += 1,
            _ => self.base = self.length,
        }
        Ok(Some(entry))
    }

    /// Ends reading: what comes next is written after what was read.
    ///
    /// # Errors
    ///
    /// When the rest of an entry that was not written to its end cannot be cut off.
    pub fn end_reading(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }

    /// Adds a block. Once written it survives the end of this process, though not of the machine.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, block: BlockRecord) -> io::Result<()> {
        let bytes = framed(&Entry::Block(block))?;
        self.file.write_all(&bytes)?;
        self.length += bytes.len() as u64;
        self.blocks += 1;
        Ok(())
    }

    /// Returns whether going on from this file would take long.
    pub fn is_long(&self) -> bool {
        self.blocks > MOST_BLOCKS || self.length - self.base > GROWTH_BYTES.max(self.base)
    }

    /// Puts a state in the place of the blocks that led to it.
    ///
    /// # Errors
    ///
    /// When the new file cannot be written; the old one stays.
    pub fn rewrite(&mut self, checkpoint: Checkpoint, state: &State) -> io::Result<()> {
        *self = Self::write_new(&self.path, self.origin.clone(), |file| {
            for (key, value) in state.iter_from(Bound::Unbounded) {
                file.write_all(&framed(&Entry::State(key.to_vec(), value.to_vec()))?)?;
            }
            file.write_all(&framed(&Entry::Checkpoint(checkpoint))?)
        })?;
        Ok(())
    }

    /// Writes a whole file beside the old one, then puts it in its place at once.
    fn write_new(
        path: &Path,
        origin: Vec<u8>,
        write_state: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let new_path = path.with_file_name(name);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&new_path)?;
        file.try_lock()?;
        let mut writer = BufWriter::new(&file);
        writer.write_all(FIRST_LINE.as_bytes())?;
        writer.write_all(&framed(&Entry::Origin(origin.clone()))?)?;
        write_state(&mut writer)?;
        writer.flush()?;
        drop(writer);
        fs::rename(&new_path, path)?;
        let length = file.metadata()?.len();
        Ok(Self { path: path.to_owned(), file, origin, length, base: length, blocks: 0 })
    }
}

fn check_first_line(file: &mut File, path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    let mut start = Vec::new();
    file.take(FIRST_LINE.len() as u64).read_to_end(&mut start)?;
    if start == FIRST_LINE.as_bytes() {
        return Ok(());
    }
    let start = String::from_utf8_lossy(&start);
    ensure!(start.starts_with(FIRST_WORD), "{shown} is not a file that localnet keeps a chain in");
    let written = start.lines().next().unwrap_or_default();
    bail!(
        "{shown} was written by another version of localnet ({written}; this is {}): \
         start that version, or name another file to start a new chain",
        FIRST_LINE.trim_end()
    );
}

fn framed(entry: &Entry) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; FRAME_BYTES];
    borsh::to_writer(&mut bytes, entry)?;
    let (frame, content) = bytes.split_at_mut(FRAME_BYTES);
    let length = u32::try_from(content.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    frame[4..].copy_from_slice(&CryptoHash::hash_bytes(content).0[..4]);
    Ok(bytes)
}
