// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the directives at the head of a source, as far as includes go.
//
//   // A comment.
//   #pragma once
//   #include <vector>            of the standard library: order among such headers does not matter
//   #include "common.hpp"        read in the same way
//   #include <sycl/sycl.hpp>     found
//
// A macro, a declaration or a condition in front of <sycl/sycl.hpp> might change what it means, and one that
// stands there uses names that <sycl/sycl.hpp> would bring: then the answer is no, whatever it is. The guard
// that a header begins with (#ifndef X, #define X) is no such macro.
#include "driver/leading_includes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/file.h"

enum { DEPTH = 16 }; // of headers in headers

// In order. The headers of C under both of their names, and what of POSIX and OpenMP programs include first.
static const char *const known[] = {
    "algorithm",
    "any",
    "array",
    "assert.h",
    "atomic",
    "barrier",
    "bit",
    "bitset",
    "cassert",
    "cctype",
    "cerrno",
    "cfenv",
    "cfloat",
    "charconv",
    "chrono",
    "cinttypes",
    "climits",
    "clocale",
    "cmath",
    "codecvt",
    "compare",
    "complex",
    "concepts",
    "condition_variable",
    "coroutine",
    "csetjmp",
    "csignal",
    "cstdarg",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "ctype.h",
    "cwchar",
    "cwctype",
    "deque",
    "dirent.h",
    "errno.h",
    "exception",
    "execution",
    "fcntl.h",
    "filesystem",
    "float.h",
    "forward_list",
    "fstream",
    "functional",
    "future",
    "getopt.h",
    "initializer_list",
    "inttypes.h",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "latch",
    "limits",
    "limits.h",
    "list",
    "locale",
    "locale.h",
    "malloc.h",
    "map",
    "math.h",
    "memory",
    "memory_resource",
    "mutex",
    "new",
    "numbers",
    "numeric",
    "omp.h",
    "optional",
    "ostream",
    "pthread.h",
    "queue",
    "random",
    "ranges",
    "ratio",
    "regex",
    "scoped_allocator",
    "semaphore",
    "set",
    "shared_mutex",
    "signal.h",
    "source_location",
    "span",
    "sstream",
    "stack",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdexcept",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stop_token",
    "streambuf",
    "string",
    "string.h",
    "string_view",
    "strings.h",
    "syncstream",
    "sys/mman.h",
    "sys/resource.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "sys/wait.h",
    "system_error",
    "thread",
    "time.h",
    "tuple",
    "type_traits",
    "typeindex",
    "typeinfo",
    "unistd.h",
    "unordered_map",
    "unordered_set",
    "utility",
    "valarray",
    "variant",
    "vector",
    "version",
};

typedef enum { FOUND, ENDED, OTHER } outcome; // ENDED: the file is at its end, and holds nothing else

typedef struct reader {
  const sy_strs *folders;
  sy_arena a;
} reader;

static int by_name(const void *key, const void *entry) {
  return strcmp(key, *(const char *const *)entry);
}

bool sy_is_standard_header(const char *name) {
  return bsearch(name, known, SY_COUNT(known), sizeof *known, by_name) != NULL;
}

static bool is_sycl(const char *name) {
  return strcmp(name, "sycl/sycl.hpp") == 0 || strcmp(name, "CL/sycl.hpp") == 0;
}

// Returns what stands behind blanks, ends of lines and comments.
static const char *skip(const char *at) {
  for (;;) {
    at += strspn(at, " \t\r\n\f\v");
    if (sy_starts(at, "//")) {
      at += strcspn(at, "\n");
      if (at[-1] == '\\') // the comment goes on in the next line
        return at;
    } else if (sy_starts(at, "/*")) {
      const char *end = strstr(at + 2, "*/");
      if (!end)
        return at;
      at = end + 2;
    } else {
      return at;
    }
  }
}

// Takes the word at *at, within a line.
static const char *take_word(const char **at, sy_arena *a) {
  const char *from = *at + strspn(*at, " \t"), *end = from;
  while (isalnum((unsigned char)*end) || *end == '_')
    end++;
  *at = end;
  return sy_arena_strndup(a, from, (size_t)(end - from));
}

// Whether nothing but a comment stands in the rest of the line; moves on to its end.
static bool ends_line(const char **at) {
  const char *from = *at + strspn(*at, " \t\r");
  bool ends = !*from || *from == '\n' || sy_starts(from, "//") || sy_starts(from, "/*");
  *at = from;
  return ends;
}

static outcome read_file(reader *r, const char *path, unsigned depth);

// A header in quotes: beside the file that includes it, or in a folder of the user's.
static outcome read_quoted(reader *r, const char *file, const char *name, unsigned depth) {
  const char *path = *name == '/' ? name : sy_path_join(sy_path_dir(file, &r->a), name, &r->a);
  for (size_t i = 0; !sy_file_exists(path) && i < r->folders->n; i++)
    path = sy_path_join(r->folders->data[i], name, &r->a);
  if (sy_file_exists(path))
    return read_file(r, path, depth + 1);
  return is_sycl(name) ? FOUND : sy_is_standard_header(name) ? ENDED : OTHER;
}

static outcome read_include(reader *r, const char *file, const char **at, unsigned depth) {
  *at += strspn(*at, " \t");
  char close = **at == '<' ? '>' : **at == '"' ? '"' : 0;
  size_t n = close ? strcspn(*at + 1, close == '>' ? ">\n" : "\"\n") : 0;
  if (!close || (*at)[n + 1] != close)
    return OTHER;
  const char *name = sy_arena_strndup(&r->a, *at + 1, n);
  *at += n + 2;
  if (!ends_line(at))
    return OTHER;
  if (close == '"')
    return read_quoted(r, file, name, depth);
  return is_sycl(name) ? FOUND : sy_is_standard_header(name) ? ENDED : OTHER;
}

// "#ifndef X" has been read: whether "#define X" follows.
static bool read_guard(reader *r, const char **at) {
  const char *guard = take_word(at, &r->a);
  if (!*guard || !ends_line(at))
    return false;
  const char *next = skip(*at);
  if (*next++ != '#' || strcmp(take_word(&next, &r->a), "define") != 0 ||
      strcmp(take_word(&next, &r->a), guard) != 0 || !ends_line(&next))
    return false;
  *at = next;
  return true;
}

static outcome read_directives(reader *r, const char *file, const char *at, unsigned depth) {
  bool guarded = false, first = true;
  for (;; first = false) {
    at = skip(at);
    if (!*at)
      return ENDED;
    if (*at++ != '#')
      return OTHER;
    const char *word = take_word(&at, &r->a);
    if (strcmp(word, "include") == 0) {
      outcome of_include = read_include(r, file, &at, depth);
      if (of_include != ENDED)
        return of_include;
    } else if (first && strcmp(word, "ifndef") == 0) {
      if (!read_guard(r, &at))
        return OTHER;
      guarded = true;
    } else if (guarded && strcmp(word, "endif") == 0) {
      return *skip(at) ? OTHER : ENDED;
    } else if (strcmp(word, "pragma") != 0 || strcmp(take_word(&at, &r->a), "once") != 0 || !ends_line(&at)) {
      return OTHER;
    }
  }
}

static outcome read_file(reader *r, const char *path, unsigned depth) {
  sy_str text = SY_STR_INIT;
  bool readable = depth < DEPTH && !sy_file_is_special(path) && sy_file_read(path, &text, NULL);
  outcome found = readable ? read_directives(r, path, sy_str_c(&text), depth) : OTHER;
  sy_str_free(&text);
  return found;
}

bool sy_begins_with_sycl(const char *source, const sy_strs *folders) {
  reader r = {.folders = folders};
  bool found = read_file(&r, source, 0) == FOUND;
  sy_arena_free(&r.a);
  return found;
}
