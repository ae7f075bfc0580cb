// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: storage on the host, copies on devices that have memory of their own, and who uses them.
#ifndef SY_RUNTIME_BUFFER_H
#define SY_RUNTIME_BUFFER_H

#include "runtime/graph.h"

enum { SY_ACCESS_MODES = 8 }; // combinations of sycc_access_mode

// A buffer's contents on one device.
typedef struct sy_buffer_copy {
  struct sy_buffer_copy *next;
  sycc_device *device;
  void *memory; // the back end's
  bool current; // holds the newest contents
} sy_buffer_copy;

struct sycc_buffer {
  atomic_uint refs;
  size_t bytes;
  void *host;
  bool owned; // host is ours to free

  // Who uses it. Everything submitted earlier has either ended or is reached from these: the last command
  // that writes, and the ones that read what it wrote.
  sy_command *writer;  // [graph]
  sy_use *readers;     // [graph]
  sycc_event *spoiler; // [graph] the failed command that should have written the contents; retained

  // Where the contents are. Null copies: on the host. The lock is only needed between commands that read
  // at the same time on several devices; the graph keeps writers alone.
  pthread_mutex_t copies_mutex;
  _Atomic(sy_buffer_copy *) copies; // grows only
  bool host_current;

  sycc_access placeholders[SY_ACCESS_MODES]; // by mode: what sycc_buffer_access hands out
};

sycc_status sy_buffer_check_mode(uint32_t mode);

// Before a command on d (null: the host) uses the buffer: makes sure there is memory for it there and,
// unless mode has NO_INIT, that it holds the newest contents. The command is ready to run; no lock held.
sycc_status sy_buffer_bring(sycc_buffer *b, sycc_device *d, uint32_t mode);
// Then, if the command writes: only d's contents are current from now on.
void sy_buffer_mark_written(sycc_buffer *b, sycc_device *d);
// The memory of the buffer on d, after sy_buffer_bring: host storage for a device without its own.
void *sy_buffer_memory(sycc_buffer *b, sycc_device *d);

#endif
