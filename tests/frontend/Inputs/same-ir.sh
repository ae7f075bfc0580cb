#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# same-ir.sh SOURCE OUT COMPILER PLUGIN: the host compilation makes the same IR with and without the plugin, in
# every standard. Passes are off: they see only the IR.
set -eu
for standard in 17 20 23; do
  options="-std=c++$standard -Xclang -fsycl-is-host -O1 -Xclang -disable-llvm-passes -S -emit-llvm"
  # shellcheck disable=SC2086 # a list of words
  "$3" $options "$1" -o "$2.without-$standard.ll"
  # shellcheck disable=SC2086
  "$3" $options -fplugin="$4" "$1" -o "$2.with-$standard.ll"
  cmp "$2.without-$standard.ll" "$2.with-$standard.ll"
done
