#!/bin/sh
# two_ranks.sh - builds a test with the plugin in several ways and runs each with two ranks and with one
# SPDX-License-Identifier: Apache-2.0
#
# usage: two_ranks.sh COMPILER LIBRARY_DIR OUT SOURCE UNITS [library | archive] [FLAG...]
# The source is compiled UNITS times, with -DUNIT=1, 2, ...; with "library" the last unit becomes a shared object of its
# own, with "archive" a static library.
set -eu
compiler=$1 libraries=$2 out=$3 source=$4 units=$5
shift 5
last=object
case ${1-} in library | archive) last=$1; shift ;; esac
directory=$(dirname "$source")
rm -rf "$out"
mkdir -p "$out"

build() { # NAME LINKER "FLAGS" OPTION...
  name=$out/$1 linker=$2 flags=$3
  shift 3
  objects=
  for unit in $(seq "$units"); do
    object=$name.$unit.o
    pic=
    [ "$last" != library ] || [ "$unit" != "$units" ] || pic=-fPIC
    # shellcheck disable=SC2086
    "$compiler" $flags "$@" $pic -Werror -Qunused-arguments -fpass-plugin="$libraries/MaquettePrivatize.so" \
      -I "$directory/Inputs" -DUNIT="$unit" -c "$source" -o "$object"
    if [ "$unit" != "$units" ] || [ "$last" = object ]; then
      objects="$objects $object"
    elif [ "$last" = archive ]; then
      llvm-ar rcs "$name.a" "$object"
      objects="$objects $name.a"
    else
      "$compiler" -fuse-ld="$linker" -shared "$object" "$libraries/maquette_crt.o" -o "$name.so" \
        -L "$libraries" -lmaquette_two_ranks
      objects="$objects $name.so"
    fi
  done
  # shellcheck disable=SC2086
  "$compiler" -fuse-ld="$linker" $flags $objects "$libraries/maquette_crt.o" -o "$name" -L "$libraries" \
    -lmaquette_process -lmaquette_two_ranks -Wl,-rpath,"$libraries" -Wl,-rpath,"$out" -pthread
  "$name" >"$name.out" 2>&1 || { cat "$name.out"; exit 1; }
  cat "$name.out"
  "$name" image
}

build unoptimised bfd "-O0" "$@"
build independent lld "-O2 -fPIC" "$@"
build fixed bfd "-O3 -fno-pic -no-pie" "$@"
build collected lld "-O1 -ffunction-sections -fdata-sections -Wl,--gc-sections" "$@"
