#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the test programs beside this script can't show about the headers:
#   each one compiles alone and without a warning: as plain C++, for devices, and for another host compiler;
#   mistakes are rejected with a message that says what to do (Inputs/bad_*.cpp).
# usage: check-headers.sh [clang++-22 [g++]]
here=$(dirname "$(realpath "$0")")
include=$(realpath "$here/../../include")
clang=${1:-$(llvm-config-22 --bindir)/clang++}
gcc=${2:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-I$include -I$here -fsyntax-only -Wall -Wextra -Wpedantic"
device="-fsycl -fsycl-device-only -Wno-unknown-attributes"
host="-include $here/Inputs/integration.h"
failed=0

# compile_clean FILE COMMAND...: no error and not a word
compile_clean() {
  file=$1
  shift
  "$@" $flags "$file" >"$work/log" 2>&1 && ! [ -s "$work/log" ] && return
  echo "FAIL: $* $(head -1 "$file")"
  head -5 "$work/log"
  failed=1
}

# The two of user_macros go together, around others.
for header in $(cd "$include" && ls sycl/*.hpp sycl/backend/*.hpp sycl/detail/*.hpp $(find sycl/ext sycl/khr -name "*.hpp") CL/*.hpp CL/__spirv/*.hpp | grep -v user_macros); do
  echo "#include <$header>" >"$work/one.cpp"
  compile_clean "$work/one.cpp" "$clang" -std=c++17
  compile_clean "$work/one.cpp" "$clang" -std=c++20 $device
  compile_clean "$work/one.cpp" "$gcc" -std=c++20 $host
done

# The first line of a bad program names its compilers and modes, the second the message.
for bad in "$here"/Inputs/bad_*.cpp; do
  how=$(sed -n 's,^// with: ,,p' "$bad")
  want=$(sed -n 's,^// error: ,,p' "$bad")
  for way in $how; do
    case $way in
    clang) command="$clang -std=c++17" ;;
    device) command="$clang -std=c++17 $device" ;;
    gcc) command="$gcc -std=c++17" ;;
    gcc-host) command="$gcc -std=c++17 $host" ;;
    esac
    if $command $flags "$bad" >"$work/log" 2>&1 || ! grep -qF "$want" "$work/log"; then
      echo "FAIL: $bad with $way does not say: $want"
      head -5 "$work/log"
      failed=1
    fi
  done
done

[ $failed = 0 ] && echo "headers: ok"
exit $failed
