//! A chain that outlives its process: blocks are written to the state file, and executed again from there.

use std::{io, sync::Arc};

use anyhow::{Context, ensure};

use super::{Block, Producer, producer::Plan};
use crate::{
    runtime,
    state::State,
    state_file::{BlockRecord, Checkpoint, Entry, StateFile},
};

impl Producer {
    /// Goes on where the chain in a file was, and writes to the file from now on.
    pub(super) fn resume(&mut self, mut file: StateFile) -> anyhow::Result<()> {
        let mut reader = file.reader()?;
        let mut entries = Vec::new();
        while let Some(entry) = file.next(&mut reader)? {
            match entry {
                Entry::State(key, value) => entries.push((key, value)),
                Entry::Checkpoint(checkpoint) => self.restore(checkpoint, std::mem::take(&mut entries))?,
                Entry::Block(record) => self.replay(record)?,
                Entry::Origin(_) => {}
            }
        }
        file.end_reading()?;
        self.file = Some(file);
        Ok(())
    }

    fn restore(&mut self, checkpoint: Checkpoint, entries: Vec<(Vec<u8>, Vec<u8>)>) -> anyhow::Result<()> {
        let state = State::restored(entries, checkpoint.root);
        let block = Block::restored(checkpoint.block, state)?;
        self.clock.ahead = checkpoint.ahead;
        self.incoming = checkpoint.incoming.into_iter().map(Arc::new).collect();
        self.delayed = checkpoint.delayed.into_iter().map(Arc::new).collect();
        self.chain.history_mut().remember_hashes(checkpoint.hashes);
        self.publish(block);
        Ok(())
    }

    fn replay(&mut self, record: BlockRecord) -> anyhow::Result<()> {
        let height = record.height;
        let transactions = record.transactions.into_iter();
        let validated = transactions.map(|tx| runtime::validate(&self.chain.params, tx));
        let plan = Plan {
            height,
            timestamp: record.timestamp,
            transactions: validated.collect::<Result<_, _>>()?,
            patches: match record.patches.as_slice() {
                [] => Vec::new(),
                json => serde_json::from_slice(json).context("a patch in the state file is damaged")?,
            },
        };
        self.clock.ahead = record.ahead;
        let (block, _) = self.execute(plan);
        ensure!(
            block.state.root() == record.root,
            "block {height} does not come out as it was: another build of localnet wrote the state file; \
             name another file to start a new chain"
        );
        self.publish(block);
        Ok(())
    }

    /// Writes down what a block is made of; the root is filled in when it is executed.
    pub(super) fn record(&self, plan: &Plan) -> io::Result<BlockRecord> {
        Ok(BlockRecord {
            height: plan.height,
            timestamp: plan.timestamp,
            ahead: self.clock.ahead,
            transactions: plan.transactions.iter().map(|tx| tx.to_signed_tx().clone()).collect(),
            patches: if plan.patches.is_empty() { Vec::new() } else { serde_json::to_vec(&plan.patches)? },
            root: self.chain.head().state.root(),
        })
    }

    /// Writes the file anew if going on from it would take long.
    pub(super) fn shorten_file(&mut self) -> io::Result<()> {
        if self.file.as_ref().is_some_and(StateFile::is_long) { self.rewrite_file() } else { Ok(()) }
    }

    fn rewrite_file(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let head = self.chain.head();
        let checkpoint = Checkpoint {
            block: head.saved()?,
            root: head.state.root(),
            ahead: self.clock.ahead,
            incoming: self.incoming.iter().map(|receipt| (**receipt).clone()).collect(),
            delayed: self.delayed.iter().map(|receipt| (**receipt).clone()).collect(),
            hashes: self.chain.history().known_hashes(),
        };
        file.rewrite(checkpoint, &head.state)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use near_primitives::{state_record::StateRecord, types::BlockHeightDelta};

    use super::*;
    use crate::node::tests::producer_with;

    /// Makes a few blocks, one of which changes the state.
    fn make_blocks(producer: &mut Producer, height_step: BlockHeightDelta) {
        let data = StateRecord::Data {
            account_id: "test.near".parse().expect("a valid account id"),
            data_key: b"key".to_vec().into(),
            value: height_step.to_le_bytes().to_vec().into(),
        };
        producer.patches.push(vec![data]);
        for _ in 0..3 {
            producer.make_block(height_step);
        }
    }

    /// What a chain that goes on from a file has to agree on with the one before.
    fn position(producer: &Producer) -> (u64, String, String, u64) {
        let head = producer.chain.head();
        (head.height(), head.hash().to_string(), head.state.root().to_string(), producer.clock.ahead)
    }

    /// Goes on from a file; returns where the chain was before it made new blocks.
    fn resumed(path: &Path) -> (Producer, Arc<Block>) {
        let producer = producer_with(Some(path)).expect("the file is whole");
        let before = producer.chain.history().before_head(3);
        (producer, before)
    }

    #[test]
    fn a_chain_goes_on_from_its_blocks_and_from_a_file_written_anew() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("state");
        let mut producer = producer_with(Some(&path)).expect("a new file");
        make_blocks(&mut producer, 1);
        producer.clock.advance(1_000_000_000_000);
        make_blocks(&mut producer, 500);
        for rewrite in [false, true, false] {
            if rewrite {
                producer.rewrite_file().expect("it can be written");
                make_blocks(&mut producer, 7);
            }
            let (height, hash, root, ahead) = position(&producer);
            let named = producer.chain.history().before_head(2).hash();
            drop(producer);
            let before;
            (producer, before) = resumed(&path);
            assert_eq!((before.height(), before.hash().to_string()), (height, hash));
            assert_eq!((before.state.root().to_string(), producer.clock.ahead), (root, ahead));
            assert!(producer.chain.history().height_of(&named).is_some(), "transactions may name it");
            assert!(producer.chain.head().context.timestamp > before.context.timestamp);
        }
    }

    #[test]
    fn a_file_is_refused_while_in_use_if_damaged_and_if_of_another_version() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("state");
        let producer = producer_with(Some(&path)).expect("a new file");
        let refused = |path: &Path| match producer_with(Some(path)) {
            Ok(_) => panic!("accepted"),
            Err(error) => error.to_string(),
        };
        assert!(refused(&path).ends_with("is in use by another localnet"));
        drop(producer);
        let whole = fs::read(&path).expect("it is there");

        let mut damaged = whole.clone();
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        fs::write(&path, &damaged).expect("it can be written");
        assert!(refused(&path).contains("is damaged at byte"), "{}", refused(&path));

        fs::write(&path, b"localnet-state 0 0.1.0\n").expect("it can be written");
        let message = refused(&path);
        assert!(message.contains("was written by another version of localnet"), "{message}");
        fs::write(&path, b"{}").expect("it can be written");
        assert!(refused(&path).ends_with("is not a file that localnet keeps a chain in"));

        fs::write(&path, &whole[..whole.len() - 1]).expect("it can be written");
        assert!(producer_with(Some(&path)).is_ok(), "a block that was not written to its end never was");
    }
}
