#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the test programs beside this script can't show about the headers:
#   each one compiles alone, in every mode and without a warning;
#   mistakes are rejected with a message that says what to do (Inputs/bad_*.cpp);
#   the headers keep their budgets: all of the API takes 1.5 times as long to parse as six common standard headers, and
#   <sycl/sycl.hpp> 1.5 times as long as the standard headers that it brings to programs.
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

for header in $(cd "$include" && ls sycl/*.hpp sycl/backend/*.hpp sycl/detail/*.hpp $(find sycl/ext -name "*.hpp") CL/*.hpp CL/__spirv/*.hpp); do
  echo "#include <$header>" >"$work/one.cpp"
  compile_clean "$work/one.cpp" "$clang" -std=c++17
  compile_clean "$work/one.cpp" "$clang" -std=c++20 $device
  compile_clean "$work/one.cpp" "$clang" -std=c++23 -Xclang -fsycl-is-host $host
  compile_clean "$work/one.cpp" "$gcc" -std=c++17
  compile_clean "$work/one.cpp" "$gcc" -std=c++20 $host
done

for test in "$here"/*.cpp; do
  compile_clean "$test" "$clang" -std=c++17
  compile_clean "$test" "$clang" -std=c++20 $device
  compile_clean "$test" "$clang" -std=c++23 -Xclang -fsycl-is-host $host
  compile_clean "$test" "$gcc" -std=c++17
  compile_clean "$test" "$gcc" -std=c++20 $host
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

# The best of several runs each: the machine may be busy with something else.
for header in vector functional memory string map mutex; do
  echo "#include <$header>"
done >"$work/common.cpp"
grep '^#include <sycl/' "$include/sycl/sycl.hpp" >"$work/api.cpp"
grep '^#include <[a-z_]*>' "$include/sycl/sycl.hpp" >"$work/brought.cpp"
echo '#include <sycl/sycl.hpp>' >"$work/sycl.cpp"
for std in 17 20 23; do
  python3 - "$clang" "$std" "$include" "$work" <<'END' || failed=1
import os, subprocess, sys
clang, std, include, work = sys.argv[1:]
def best(name):
    times = []
    for _ in range(9):
        before = os.times()
        subprocess.run([clang, "-std=c++" + std, "-I" + include, "-fsyntax-only", work + "/" + name], check=True)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(times)
def within(peer, ours, what):
    peer, ours = best(peer), best(ours)
    print("c++%s: %.2f s for %s: %.2f" % (std, ours, what, ours / peer))
    return ours <= 1.5 * peer
api = within("common.cpp", "api.cpp", "the API, beside six standard headers")
whole = within("brought.cpp", "sycl.cpp", "<sycl/sycl.hpp>, beside the standard headers it brings")
sys.exit(not (api and whole))
END
done

[ $failed = 0 ] && echo "headers: ok"
exit $failed
