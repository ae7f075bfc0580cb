#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Device libraries define the functions that device-lib/*.def list.
both=$(sed -n 's/^[MCF][123]*(\(.*\))/\1 \1f/p; s/^N2(\(.*\))/\1 \1f/p' "$1"/math.def "$1"/c_library.def)
one=$(sed -n 's/^[SN](\(.*\))/\1/p' "$1"/c_library.def)
test -n "$both" && test -n "$one" || exit 1
status=0
for library in spir64 ptx64 amdgcn; do
  has=" $(/usr/lib/llvm-22/bin/llvm-nm --defined-only --format=just-symbols "$2/$library.bc" | tr '\n' ' ') "
  for name in $both $one; do
    case $has in
    *" $name "*) ;;
    *) echo "$library: $name is missing" && status=1 ;;
    esac
  done
done
exit $status
