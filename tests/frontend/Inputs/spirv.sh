# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# spirv.sh BIN SPIRV-VAL SPIRV-DIS MODULE: generates SPIR-V from a device module, validates it and prints it as text.
set -e
dir=$4.spirv
rm -rf "$dir" && mkdir "$dir"
"$1/sycl-post-link" -o "$dir/a.table" "$4"
"$1/sycl-codegen" -target=spir64 -o "$dir/out.table" "$dir/a.table"
"$2" --target-env opencl2.2 "$dir/out_0.spv"
"$3" --raw-id "$dir/out_0.spv"
