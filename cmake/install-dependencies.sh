#!/bin/bash
# Installs the Debian 12 packages that Maquette needs, only those that are missing. Used by ./quickstart and
# ./run-tests.
# SPDX-License-Identifier: Apache-2.0
#
# usage: cmake/install-dependencies.sh [--tests] [--docs] [--list]
#   --tests   also what only the tests need, the documentation's packages among it
#   --docs    also what only the documentation needs
#   --list    print the packages and stop
# docs/dependencies.md says what each is for. Exit status 0: all are installed; 1: they are not, and why.
set -euo pipefail

build_packages=(g++ make cmake ninja-build python3
  llvm-19-dev libclang-19-dev clang-19 libomp-19-dev llvm-19-tools gfortran gcc-12-plugin-dev
  libboost-dev libboost-context-dev libboost-graph-dev
  libpapi-dev libcli11-dev libtomlplusplus-dev libfmt-dev nlohmann-json3-dev liblz4-dev libdw-dev libeigen3-dev
  libprotozero-dev libotf2-trace-dev)
test_packages=(libgtest-dev libgmock-dev mpich libmpich-dev lld-19 autoconf gdb
  clang-format-19 clang-tidy-19 libclang-rt-19-dev universal-ctags dpkg-dev file otf2-tools
  python3-nlopt)
docs_packages=(python3-sphinx python3-myst-parser furo)

packages=("${build_packages[@]}")
list=no
for option in "$@"; do
  case $option in
  --tests) packages+=("${test_packages[@]}" "${docs_packages[@]}") ;;
  --docs) packages+=("${docs_packages[@]}") ;;
  --list) list=yes ;;
  *)
    echo "install-dependencies: error: unknown option '$option'" >&2
    echo "  fix: usage: cmake/install-dependencies.sh [--tests] [--docs] [--list]" >&2
    exit 2
    ;;
  esac
done
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | awk '!seen[$0]++')
if [[ $list == yes ]]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

fail() { # what, fix...
  echo "install-dependencies: error: $1" >&2
  shift
  printf '  fix: %s\n' "$@" >&2
  exit 1
}

system() {
  ([[ -r /etc/os-release ]] && . /etc/os-release && echo "${ID:-unknown} ${VERSION_ID:-}") || echo unknown
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  fail "this system ($(system)) has no apt; Maquette is built and tested on Debian 12 (bookworm)" \
    "use Debian 12, or install the equivalents of the packages in docs/dependencies.md and use --no-install"
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  echo "      all ${#packages[@]} packages are there"
  exit 0
fi
echo "      missing: ${missing[*]}"
[[ "$(system)" == "debian 12" ]] ||
  fail "this system is $(system); the package names are those of Debian 12 (bookworm)" \
    "use Debian 12, or install the equivalents of the packages above and use --no-install"

install_line="apt-get install -y --no-install-recommends ${missing[*]}"
as_root=()
if ((EUID != 0)); then
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
    as_root=(sudo)
  else
    fail "installing packages needs root, and there is no way to become root here" \
      "as root: apt-get update && $install_line" "then run this again"
  fi
fi

log=$(mktemp "${TMPDIR:-/tmp}/maquette-packages.XXXXXX")
apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 \
    -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 -o Dpkg::Use-Pty=0 "$@" </dev/null >>"$log" 2>&1
}
explain() { # what failed
  tail -n 15 "$log" | sed 's/^/      | /' >&2
  local unreachable='Could not resolve|Temporary failure resolving|Could not connect|Connection timed out'
  unreachable+='|Unable to connect|Failed to fetch|Network is unreachable'
  if grep -qE "$unreachable" "$log"; then
    fail "$1: the package servers cannot be reached" \
      "connect this machine to the network, or set a proxy in /etc/apt/apt.conf.d (Acquire::http::Proxy)" \
      "or install them from another source: $install_line" "then run this again; the whole log is $log"
  fi
  if grep -q 'Unable to locate package\|has no installation candidate' "$log"; then
    fail "$1: the package lists do not know some packages" \
      "enable 'main' of bookworm and bookworm-updates in /etc/apt/sources.list, then run this again; the whole log\
 is $log"
  fi
  fail "$1" "mend what apt-get says above, then run this again; the whole log is $log"
}

echo "      fetching the package lists"
apt_get -o APT::Update::Error-Mode=any update || apt_get update || explain "apt-get update failed"
echo "      installing ${#missing[@]} packages and what they need"
apt_get install --no-install-recommends "${missing[@]}" || explain "apt-get install failed"
rm -f "$log"
echo "      installed"
