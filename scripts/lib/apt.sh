# Installs packages on Debian-based systems, as root or through sudo.
# shellcheck shell=bash

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    die "This step needs root: run '$*' as root, then run this again."
  fi
}

apt_updated=
apt_install() {
  have apt-get || die "Please install $* with your system's package manager and run this again."
  [ "$(id -u)" -eq 0 ] || have sudo || die "This needs root: run 'apt-get install $*' as root, then run this again."
  if [ -z "$apt_updated" ]; then
    as_root apt-get update -qq || die "$* must be installed, but the package lists can't be fetched. Check the network and that you may use sudo, and run this again."
    apt_updated=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    die "Installing $* failed. See the lines above."
}
