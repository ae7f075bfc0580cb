# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# spirv.sh FOLDER SPIRV-VAL SPIRV-DIS: validates every SPIR-V file in a folder and prints them as text.
set -e
count=0
for file in "$1"/*.spv; do
  "$2" --target-env opencl2.2 "$file"
  "$3" "$file"
  count=$((count + 1))
done
[ "$count" -gt 0 ]
