// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: storage on the host, copies on devices that have memory of their own, and the commands that use
// them.
//
// A sub-buffer is a buffer without storage: some bytes of a whole one, which it keeps alive. What uses which
// part, and where the newest contents are, stands in the whole buffer, by bytes.
#ifndef SY_RUNTIME_BUFFER_H
#define SY_RUNTIME_BUFFER_H

#include "runtime/graph.h"

enum { SY_ACCESS_MODES = 8 }; // combinations of sycc_access_mode

// A buffer's contents on one device.
typedef struct sy_buffer_copy {
  struct sy_buffer_copy *next;
  sycc_device *device;
  void *memory; // the back end's; of a sub-buffer: what its buffer_part made
  char *host;   // of a whole buffer: where the host finds the memory too; null: nowhere
  uint64_t bit; // in sy_buffer_piece.current
} sy_buffer_copy;

// Bytes of a buffer of which the newest contents are at the same places.
typedef struct sy_buffer_piece {
  size_t begin, end;
  uint64_t current; // SY_ON_HOST and bits of copies; 0: the contents are lost
} sy_buffer_piece;
#define SY_ON_HOST 1u

// Bytes that a failed command should have written.
typedef struct sy_spoil {
  struct sy_spoil *next;
  sycc_event *by; // retained; null: nothing is spoiled
  size_t begin, end;
} sy_spoil;

struct sycc_buffer {
  atomic_uint refs;
  sycc_buffer *whole; // itself, or retained: the one of which this is a sub-buffer
  size_t offset;      // there
  size_t bytes;
  void *host;          // of its first byte
  bool owned;          // host is ours to free
  atomic_bool written; // in a whole buffer: there has been an access that writes

  // The commands that use it, by parts, in a whole buffer. Everything submitted earlier has either ended or
  // is reached from these: the last commands that write, and the ones that read what they wrote.
  sy_use *writers, *readers; // [graph]
  sy_spoil spoil;            // [graph] the first of a list

  // Where the contents are. Null copies: on the host. The lock is only needed between commands that use
  // different parts, or read at the same time on several devices; the graph keeps those alone that write all
  // of it.
  pthread_mutex_t copies_mutex;     // the whole buffer's guards sub-buffers too
  _Atomic(sy_buffer_copy *) copies; // grows only
  sy_buffer_piece *pieces;          // from the first byte to the last; &piece as long as one is enough
  size_t piece_count, piece_room;
  sy_buffer_piece piece;

  sycc_access placeholders[SY_ACCESS_MODES]; // by mode: what sycc_buffer_access hands out
};

sycc_status sy_buffer_check_mode(uint32_t mode);
// Whether a sub-buffer begins where the device, which may be null, can use it.
sycc_status sy_buffer_check_device(const sycc_buffer *b, const sycc_device *d);
// A command that writes these bytes has ended, well or badly. The graph's lock is held.
void sy_buffer_written(sycc_buffer *whole, size_t begin, size_t end, sycc_event *e);

// ---- where the contents are: buffer_contents.c

void sy_buffer_contents_init(sycc_buffer *whole);
void sy_buffer_contents_free(sycc_buffer *b);
// Before a command on d (null: the host) uses the buffer: makes sure there is memory for it there and,
// unless mode has NO_INIT, that it holds the newest contents. The command is ready to run; no lock held.
sycc_status sy_buffer_bring(sycc_buffer *b, sycc_device *d, uint32_t mode);
// Then, if the command writes: only d's contents are current from now on.
void sy_buffer_mark_written(sycc_buffer *b, sycc_device *d);
// The memory of the buffer on d, after sy_buffer_bring: host storage for a device without its own.
void *sy_buffer_memory(sycc_buffer *b, sycc_device *d);
// Where the host finds the same memory, which it may use while no command does; null: nowhere.
char *sy_buffer_shared(sycc_buffer *b, sycc_device *d);

#endif
