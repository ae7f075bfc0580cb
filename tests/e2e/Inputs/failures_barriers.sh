# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs the program once for each way to fail: the mode, and the work-item. Those that fail are aborted.
timeout 60 "$1" 0 0
for how in "1 0" "1 21" "2 3" "3 2" "4 30"; do
  timeout 60 "$1" $how
  test $? -eq 134 || echo "mode and work-item $how: not aborted"
done
