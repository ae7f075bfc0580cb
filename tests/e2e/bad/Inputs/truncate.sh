# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# truncate.sh FOLDER SYCC: links FOLDER/whole.o cut off at many places: each time exit status 1 and a message.
set -e
size=$(wc -c <"$1/whole.o")
for eighth in 1 2 3 4 5 6 7; do
  head -c $((size * eighth / 8)) "$1/whole.o" >"$1/cut.o"
  sh "$(dirname "$0")/fails.sh" "$1" "$2" "$1/cut.o" -o "$1/out" >"$1/log" || { cat "$1/log"; exit 1; }
  grep -q 'cut.o.*error: \|error: .*cut.o' "$1/log" || { echo "no message at $eighth/8:"; cat "$1/log"; exit 1; }
done
