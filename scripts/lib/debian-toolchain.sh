# A toolchain that compiles to wasm, made from Debian's packages where rustup can't download the wasm target.
# shellcheck shell=bash

readonly DEBIAN_TOOLCHAIN=tic-tac-toe-debian

# Debian's rustc has no wasm target, but its sources do: the standard library is built once and installed.
install_debian_toolchain() {
  apt_install rustc-web cargo-web rust-web-src
  apt_install "lld-$(debian_linker | sed 's/.*-//')"
  rustup toolchain link "$DEBIAN_TOOLCHAIN" /usr
  install_std
}

# Prints the name of the linker of Debian's LLVM, which its rustc does not include.
debian_linker() {
  local llvm
  llvm=$(/usr/bin/rustc -vV | sed -nE 's/^LLVM version: ([0-9]+).*/\1/p')
  echo "wasm-ld-$llvm"
}

# Builds an empty crate and with it the standard library, with the bitcode that link-time optimisation needs
# and without this machine's folders.
install_std() {
  local work libdir libraries
  work=$(mktemp -d)
  mkdir "$work/src"
  printf '[package]\nname = "std-for-wasm"\nedition = "2024"\n[workspace]\n' >"$work/Cargo.toml"
  echo '#![no_std]' >"$work/src/lib.rs"
  RUSTUP_TOOLCHAIN=$DEBIAN_TOOLCHAIN RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$work/target \
    RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes --remap-path-prefix=$(/usr/bin/rustc --print sysroot)=/rust --remap-path-prefix=$HOME=/home" \
    cargo build --manifest-path "$work/Cargo.toml" --release --target "$WASM_TARGET" -Zbuild-std=std,panic_abort ||
    die "The standard library can't be built for wasm. See the lines above."
  libdir=$(/usr/bin/rustc --print target-libdir --target "$WASM_TARGET")
  mapfile -t libraries < <(find "$work/target/$WASM_TARGET/release/deps" -name 'lib*.rlib' ! -name 'libstd_for_wasm-*')
  as_root mkdir -p "$libdir"
  as_root cp -t "$libdir" "${libraries[@]}"
  rm -rf "$work"
}
