#!/usr/bin/env bash
# Makes the machine able to build the contract, with --web the web page too, with --tests able to run every test.
# Skips what is there.
source "$(dirname "$0")/lib.sh"

readonly BINARYEN=116.0.0 # the version inside cargo-near, so that both give the same wasm

install_compiler() {
  have cc && return
  say "Installing a C compiler"
  apt_install build-essential
}

# A library of the tests talks TLS through the system's OpenSSL, and programs are built with the same libraries.
install_openssl() {
  have pkg-config && pkg-config --exists openssl && return
  say "Installing OpenSSL's headers"
  apt_install pkg-config libssl-dev
}

install_wasm_target() {
  wasm_toolchain >/dev/null && return
  if have rustup; then
    say "Adding the wasm target with rustup"
    if rustup target add "$WASM_TARGET" 2>/dev/null && wasm_toolchain >/dev/null; then return; fi
    say "rustup can't download here: building the wasm target from Debian's Rust packages (about 3 minutes)"
    install_debian_toolchain
  fi
  wasm_toolchain >/dev/null || die "There is no wasm target. Install Rust from https://rustup.rs and run this again."
}

# Debian's rustc has no wasm target, but its sources do: the standard library is built once and put in place,
# with the bitcode that link-time optimisation needs.
install_debian_toolchain() {
  apt_install rustc-web cargo-web rust-web-src
  apt_install "lld-$(debian_linker | sed 's/.*-//')"
  rustup toolchain link "$DEBIAN_TOOLCHAIN" /usr
  build_std
}

build_std() {
  local work libdir
  work=$(mktemp -d)
  libdir=$(/usr/bin/rustc --print target-libdir --target "$WASM_TARGET")
  mkdir "$work/src"
  printf '[package]\nname = "std-for-wasm"\nedition = "2024"\n[workspace]\n' >"$work/Cargo.toml"
  echo '#![no_std]' >"$work/src/lib.rs"
  (
    cd "$work"
    RUSTUP_TOOLCHAIN=$DEBIAN_TOOLCHAIN RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$work/target \
      RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes --remap-path-prefix=$(/usr/bin/rustc --print sysroot)=/rust --remap-path-prefix=$HOME=/home" \
      cargo build --release --target "$WASM_TARGET" -Zbuild-std=std,panic_abort
  ) || die "The standard library can't be built for wasm. See the lines above."
  as_root mkdir -p "$libdir"
  find "$work/target/$WASM_TARGET/release/deps" -name 'lib*.rlib' ! -name 'libstd_for_wasm-*' \
    -exec bash -c "$(declare -f as_root have die); as_root cp \"\$@\"" _ -t "$libdir" {} +
  rm -rf "$work"
}

install_wasm_opt() {
  if [ -n "${WASM_OPT:-}" ] || [ -x "$TOOLS/node_modules/.bin/wasm-opt" ]; then return; fi
  if have npm; then
    say "Installing wasm-opt from npm"
    npm install --silent --no-fund --no-audit --no-save --prefix "$TOOLS" "binaryen@$BINARYEN" && return
  fi
  have wasm-opt && return
  say "Installing wasm-opt from the system's packages"
  apt_install binaryen
}

install_shellcheck() {
  have shellcheck && return
  say "Installing shellcheck"
  apt_install shellcheck
}

install_node() {
  use_node && return
  say "Installing Node.js"
  have npm || apt_install nodejs npm
  # Where this fails the sentence below says so.
  npm install --silent --no-fund --no-audit --no-save --prefix "$TOOLS" node@22 "binaryen@$BINARYEN" || true
  use_node || die "Node.js 20.19 or newer can't be installed. Install it from https://nodejs.org and run this again."
}

# The only tool that tests can do without: where it can't be had they say so.
install_browser() {
  [ -n "${CHROMIUM:-}" ] || have chromium && return
  say "Installing Chromium"
  (apt_install chromium fonts-noto-core) || say "NO BROWSER: Chromium can't be installed here, so the web page will not be tested in one."
}

case "$*" in
  "" | --web | --tests) ;;
  *) die "setup.sh takes --web, --tests or nothing, not '$*'." ;;
esac
need_rust
need_disk 2
install_compiler
install_openssl
install_wasm_target
mkdir -p "$TOOLS"
install_wasm_opt
case "$*" in
  --web) install_node ;;
  --tests)
    install_shellcheck
    install_node
    install_browser
    ;;
esac
