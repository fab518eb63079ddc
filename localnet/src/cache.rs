//! Compiled contracts, kept on disk and shared by all nodes of a user.

use std::{env, path::PathBuf};

use near_vm_runner::{
    ContractRuntimeCache, FilesystemContractRuntimeCache, MockContractRuntimeCache, noop_background_spawner,
};

/// Contracts that are kept ready in memory.
const IN_MEMORY: usize = 64;

/// The folder is trimmed to this size, oldest contracts first.
const MAX_DISK_BYTES: u64 = 1024 * 1024 * 1024;

/// Opens the user's cache; where there is no place for one, contracts are compiled per process.
pub fn open() -> Box<dyn ContractRuntimeCache> {
    let folder = folder();
    let opened = FilesystemContractRuntimeCache::with_memory_cache(
        &folder,
        None::<&str>,
        "contracts",
        IN_MEMORY,
        None,
        MAX_DISK_BYTES,
        noop_background_spawner(),
    );
    match opened {
        Ok(cache) => Box::new(cache),
        Err(error) => {
            tracing::warn!(%error, folder = %folder.display(), "no cache for compiled contracts");
            Box::new(MockContractRuntimeCache::default())
        }
    }
}

/// `$LOCALNET_CACHE_DIR`, or a folder of ours where the user's programs keep such things.
fn folder() -> PathBuf {
    if let Some(folder) = env::var_os("LOCALNET_CACHE_DIR") {
        return PathBuf::from(folder);
    }
    let user = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cache")));
    user.unwrap_or_else(env::temp_dir).join("near-localnet")
}
