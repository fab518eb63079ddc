//! Compiled contracts, kept on disk and shared by all nodes of a user.

use std::{
    env, io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use near_vm_runner::{
    ContractRuntimeCache, FilesystemContractRuntimeCache, MockContractRuntimeCache,
    logic::errors::CacheError, noop_background_spawner,
};

/// Contracts that are kept ready in memory.
const IN_MEMORY: usize = 64;

/// The folder is trimmed to this size, oldest contracts first.
const MAX_DISK_BYTES: u64 = 1024 * 1024 * 1024;

/// Compiled contracts: the cache of all nodes, and one in memory for when that one fails.
pub struct Compiled {
    /// The cache that is used first.
    pub shared: Box<dyn ContractRuntimeCache>,
    own: OnceLock<MockContractRuntimeCache>,
}

impl Compiled {
    /// Creates a cache that nobody else uses.
    pub fn in_memory() -> Self {
        Self::new(MockContractRuntimeCache::default())
    }

    fn new(shared: impl ContractRuntimeCache + 'static) -> Self {
        Self { shared: Box::new(shared), own: OnceLock::new() }
    }

    /// Returns the cache to use after the shared one has failed, as it does on a full disk.
    pub fn after(&self, error: &CacheError) -> &dyn ContractRuntimeCache {
        self.own.get_or_init(|| {
            tracing::warn!(%error, "compiled contracts cannot be kept on disk");
            MockContractRuntimeCache::default()
        })
    }
}

/// Opens the user's cache; where it cannot be created, contracts are compiled per process.
pub fn open() -> Compiled {
    let folder = folder();
    match open_in(&folder) {
        Ok(cache) => Compiled::new(cache),
        Err(error) => {
            tracing::warn!(%error, folder = %folder.display(), "no cache for compiled contracts");
            Compiled::in_memory()
        }
    }
}

fn open_in(folder: &Path) -> io::Result<FilesystemContractRuntimeCache> {
    FilesystemContractRuntimeCache::with_memory_cache(
        folder,
        None::<&str>,
        "contracts",
        IN_MEMORY,
        None,
        MAX_DISK_BYTES,
        noop_background_spawner(),
    )
}

/// Returns `$LOCALNET_CACHE_DIR`, or a folder of ours in the user's cache folder.
fn folder() -> PathBuf {
    if let Some(folder) = env::var_os("LOCALNET_CACHE_DIR") {
        return PathBuf::from(folder);
    }
    let user = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cache")));
    user.unwrap_or_else(env::temp_dir).join("near-localnet")
}

#[cfg(test)]
pub mod tests {
    use std::{sync::Arc, thread};

    use near_parameters::RuntimeConfigStore;
    use near_primitives::version::PROTOCOL_VERSION;
    use near_vm_runner::{ContractCode, contract_cached, precompile_contract};

    use super::*;

    /// Creates a cache whose folder is gone.
    pub fn broken() -> Compiled {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Compiled::new(open_in(folder.path()).expect("a cache"))
    }

    #[test]
    fn many_nodes_share_one_cache() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let configs = RuntimeConfigStore::new(None);
        let config = Arc::clone(&configs.get_config(PROTOCOL_VERSION).wasm_config);
        let code = wat::parse_str("(module (func (export \"go\")))").expect("valid WAT");
        let code = ContractCode::new(code, None);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let cache = open_in(folder.path()).expect("a cache");
                    let compiled = precompile_contract(&code, Arc::clone(&config), Some(&cache));
                    compiled.expect("a cache that can be written").expect("valid code");
                });
            }
        });
        let another = open_in(folder.path()).expect("a cache");
        let cached = contract_cached(config, &another, *code.hash());
        assert!(cached.expect("a cache that can be read"));
    }
}
