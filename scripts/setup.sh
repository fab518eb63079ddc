#!/usr/bin/env bash
# Installs what is needed to build the contracts; with --web also what the web page needs, with --tests what every test
# needs. Skips what is installed already.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/apt.sh
source scripts/lib/wasm.sh
source scripts/lib/nodejs.sh

install_compiler() {
  have cc && return
  say "Installing a C compiler"
  apt_install build-essential
}

# The libraries that programs and tests share use the system's TLS, which is OpenSSL except on macOS.
install_openssl() {
  if [ "$(uname)" = Darwin ]; then return; fi
  have pkg-config && pkg-config --exists openssl && return
  say "Installing OpenSSL's headers"
  apt_install pkg-config libssl-dev
}

# What tests run: the program kill, which shells have built in, and Python, for an example.
install_test_tools() {
  type -P kill >/dev/null || apt_install procps
  have python3 || apt_install python3
}

install_shellcheck() {
  have shellcheck && return
  say "Installing shellcheck"
  apt_install shellcheck
}

install_nodejs() {
  use_nodejs && return
  say "Installing Node.js"
  have npm || apt_install nodejs npm
  # If this fails the message below says so. npm removes what it is not asked for, so wasm-opt is named again.
  npm install --silent --no-fund --no-audit --no-save --prefix "$TOOLS" node@22 "binaryen@$BINARYEN" || true
  use_nodejs || die "Node.js 22.22 or newer can't be installed. Install it from https://nodejs.org and run this again."
}

# Tests can do without it: where it can't be installed they say so.
install_browser() {
  [ -n "${CHROMIUM:-}" ] || have chromium && return
  say "Installing Chromium"
  (apt_install chromium fonts-noto-core) || say "NO BROWSER: Chromium can't be installed here, so the web page will not be tested in one."
}

# The indexer's tests start a server of their own; where it can't be installed they say so.
install_postgresql() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || have initdb && return
  say "Installing PostgreSQL"
  (apt_install postgresql) || say "NO POSTGRESQL: it can't be installed here, so the indexer will not be tested on it."
}

case "$*" in
  "" | --web | --tests) ;;
  *) die "setup.sh takes --web, --tests or nothing, not '$*'." ;;
esac
need_rust
need_disk 2
mkdir -p "$TOOLS"
install_compiler
install_openssl
install_wasm_target
install_wasm_opt
case "$*" in
  --web) install_nodejs ;;
  --tests)
    install_shellcheck
    install_test_tools
    install_nodejs
    install_browser
    install_postgresql
    ;;
esac
