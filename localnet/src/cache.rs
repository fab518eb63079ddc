//! Compiled contracts, kept on disk and shared by all nodes of a user.

use std::{
    env, io,
    path::{Path, PathBuf},
};

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
    match open_in(&folder) {
        Ok(cache) => Box::new(cache),
        Err(error) => {
            tracing::warn!(%error, folder = %folder.display(), "no cache for compiled contracts");
            Box::new(MockContractRuntimeCache::default())
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

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use near_parameters::RuntimeConfigStore;
    use near_primitives::version::PROTOCOL_VERSION;
    use near_vm_runner::{ContractCode, contract_cached, precompile_contract};

    use super::*;

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
