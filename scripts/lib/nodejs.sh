# Node.js and what npm installs for the web page.
# shellcheck shell=bash

# Puts a Node.js that is new enough for the web page on the PATH, or fails. setup.sh may have installed one.
use_nodejs() {
  local own=$TOOLS/node_modules/node/bin
  if [ -x "$own/node" ]; then PATH=$own:$PATH; fi
  have npm && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 22) ? 0 : 1)'
}

# Installs the page's packages. npm ci is slow even with nothing to do, so it runs only when their list has changed.
install_web_packages() {
  [ apps/web/node_modules/.package-lock.json -nt apps/web/package-lock.json ] || npm ci --prefix apps/web --no-fund --no-audit ||
    die "The page's packages can't be installed. Check the network and run this again."
}
