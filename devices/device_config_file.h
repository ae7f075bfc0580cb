// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C types of the rows that gen-dynamic-tables makes from devices.td. Their members are called as the
// fields there: a field that is missing here is a compile error. Ask through devices.h; only builtin.c
// includes the tables.
#ifndef SY_DEVICES_DEVICE_CONFIG_FILE_H
#define SY_DEVICES_DEVICE_CONFIG_FILE_H

#include "devices/families.h"

#include <stddef.h>

typedef struct DynamicTableKey {
  const char *key;
  size_t row;
} DynamicTableKey;

typedef struct DynamicTableStrings {
  const char *const *data;
  size_t n;
} DynamicTableStrings;

typedef struct DynamicTableInts {
  const int *data;
  size_t n;
} DynamicTableInts;

typedef struct AspectInfo {
  const char *Name;
  int Number;
} AspectInfo;

enum { SY_NO_ARCH = -1 };

typedef struct TargetInfo {
  const char *TargetName;
  int archAspect;                 // the number of the architecture's own aspect; SY_NO_ARCH: a generic target
  DynamicTableStrings aspects;    // what every device of this target has, architecture included
  DynamicTableInts aspectNumbers; // the same, in the same order
  int maySupportOtherAspects;     // whether some device of this target may have more
  DynamicTableInts subGroupSizes; // empty: not known
  int maxWorkGroupSize;           // work-items; 0: not known
  const char *aotToolchain;       // the program that compiles ahead of time; "": none is needed
  const char *aotToolchainOptions; // separated by blanks
  const struct sy_family *family;  // how its code is made
  const char *cpu;                 // the processor, as LLVM calls it; "": the code generator's default
  DynamicTableStrings aliases;
} TargetInfo;

#endif
