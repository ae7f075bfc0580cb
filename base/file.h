// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files: read whole, written whole or not at all, temporary folders that disappear.
#ifndef SY_BASE_FILE_H
#define SY_BASE_FILE_H

#include "base/diag.h"
#include "base/mem.h"

// A file can't be read or written (the verb): the error, from errno, and its help. Returns false.
bool sy_file_fail(sy_diag *d, const char *verb, const char *path, int error);

// Replaces *out, on failure by nothing. "-" is standard input.
bool sy_file_read(const char *path, sy_str *out, sy_diag *d);
// Writes to a temporary file beside path and renames it; on any failure path is as it was before.
// "-" is standard output; a path that is not a regular file (/dev/null) is written directly.
bool sy_file_write(const char *path, const void *bytes, size_t n, sy_diag *d);
bool sy_file_exists(const char *path);
bool sy_file_is_special(const char *path); // a device or a pipe: there, and neither file nor folder
// At the start of main: what is closed of the three standard streams is opened so that it fails, and no file
// of ours takes its number.
void sy_standard_streams_open(void);
// At the end of main: whether all that was printed went out; reports if it did not.
bool sy_standard_output_close(sy_diag *d);
// Whether path could be created or replaced by sy_file_write; reports why not. Creates nothing.
bool sy_file_check_writable(const char *path, sy_diag *d);
bool sy_file_copy(const char *from, const char *to, sy_diag *d);

// A new private folder under $TMPDIR or /tmp; the path lives in the arena. Folders of this prefix are removed
// there whose owner was killed (temp_dir.c).
const char *sy_temp_dir(const char *prefix, sy_arena *a, sy_diag *d);
// Removes the folder and what is in it; safe on one that is already gone.
void sy_temp_dir_remove(const char *path);

// Path pieces, in the arena.
const char *sy_path_base(const char *path);        // "a/b.cpp" -> "b.cpp" (no copy)
char *sy_path_stem(const char *path, sy_arena *a); // "a/b.cpp" -> "b"
char *sy_path_dir(const char *path, sy_arena *a);  // "a/b.cpp" -> "a"; "." when none
char *sy_path_join(const char *dir, const char *name, sy_arena *a);
const char *sy_path_ext(const char *path); // ".cpp"; "" when none (no copy)
// The folder of the running program, links resolved: how tools find their siblings in any prefix.
const char *sy_self_dir(sy_arena *a);

#endif
