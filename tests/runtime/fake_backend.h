// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A back end of which any call can be made to fail. Its devices have memory of their own, which only their
// functions reach, and run commands one after the other on a thread each. Kernels are host kernels whose
// accessors are parameters.
#ifndef SY_TESTS_FAKE_BACKEND_H
#define SY_TESTS_FAKE_BACKEND_H

#include "runtime/devices.h"

enum { FAKE_DEVICES = 3 };
extern sycc_device fake_devices[FAKE_DEVICES];

void fake_start(void); // the threads
void fake_stop(void);

// From now on the n-th call of the first `devices` devices fails; 0: none. Returns how many calls there were
// since the last time.
long fake_fail_at(long n, int devices);
const char *fake_failed(void); // the call that did, null: none
long fake_left(void);          // what was made and not destroyed again

#endif
