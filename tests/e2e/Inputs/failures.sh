#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a program that has to end by a signal, and soon, in each of its modes.
for mode in ${2:-1 2 3 4 5 6 7 8 9}; do
  timeout 100 "$1" $mode
  status=$?
  test $status = 134 || echo "mode $mode: exit status $status"
done
