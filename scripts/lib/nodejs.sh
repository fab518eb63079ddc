# Node.js and what npm installs for the web page and the examples.
# shellcheck shell=bash

# Puts a Node.js that is new enough for the web page on the PATH, or fails. setup.sh may have installed one.
use_nodejs() {
  local own=$TOOLS/node_modules/node/bin
  if [ -x "$own/node" ]; then PATH=$own:$PATH; fi
  have npm && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 22) ? 0 : 1)'
}

# Installs the packages of a folder. npm ci is slow even with nothing to do, so it runs only when their list has changed.
install_packages() {
  [ "$1/node_modules/.package-lock.json" -nt "$1/package-lock.json" ] || npm ci --prefix "$1" --no-fund --no-audit ||
    die "The packages of $1 can't be installed. Check the network and run this again."
}
