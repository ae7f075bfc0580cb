# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# full_disk.sh FOLDER output|temporary SIZE COMMAND...: runs a command that must fail, with -o to a file system, or
# with temporary files on a file system, that has SIZE bytes. In a mount name space of its own.
folder=$1 what=$2 size=$3
shift 3
mkdir -p "$folder/small" && mount -t tmpfs -o "size=$size" none "$folder/small" || exit 2
if [ "$what" = output ]; then
  sh "$(dirname "$0")/fails.sh" "$folder" "$@" -o "$folder/small/out"
  status=$?
  [ -z "$(ls -A "$folder/small")" ] || { echo "fails.sh: left behind: $(ls -A "$folder/small")"; exit 1; }
  exit $status
fi
FAILS_TMPDIR=$folder/small exec sh "$(dirname "$0")/fails.sh" "$folder" "$@" -o "$folder/out"
