# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fails.sh FOLDER COMMAND...: runs a command that has to fail well: exit status 1, no FOLDER/out, nothing left in the
# current folder or the one for temporary files. Shows what the command prints.
folder=$1
shift
rm -rf "$folder/tmp" "$folder/here"
mkdir -p "$folder/tmp" "$folder/here"
cd "$folder/here" || exit 2
TMPDIR=${FAILS_TMPDIR:-$folder/tmp} "$@" 2>&1
status=$?
bad() { echo "fails.sh: $*"; failed=1; }
failed=0
[ "$status" = 1 ] || bad "exit status $status"
[ ! -e "$folder/out" ] || bad "left its output behind"
for place in "$folder/here" "${FAILS_TMPDIR:-$folder/tmp}"; do
  [ -z "$(ls -A "$place")" ] || bad "left behind in $place: $(ls -A "$place")"
done
exit $failed
