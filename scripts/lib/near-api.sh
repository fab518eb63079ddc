# The programs that use near-api: a workspace and a target folder of their own, built once and shared.
# shellcheck shell=bash

cargo_near_api() {
  # near-api asks for an OpenSSL built from source, which takes minutes; an installed one does as well.
  if have pkg-config && pkg-config --exists openssl; then export OPENSSL_NO_VENDOR=1; fi
  CARGO_TARGET_DIR=$TARGET_DIR/clients cargo "$1" --quiet --locked --manifest-path localnet/clients/near-api/Cargo.toml "${@:2}"
}
