// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file for each set of options, and two beside it:
//
//   headers/<key>.pch      what clang made
//   headers/<key>.files    what it was made of
//   headers/<key>.mark     made at the first use of these options; locked while the header is made
//
// Making a header costs as much as it saves in two compilations, so the first use of a set of options leaves
// a mark and the second makes it. A process that can't get the lock compiles without.
//
// clang looks whether the files of a header have changed, but not those of the system. So the list has all of
// them, with sizes and times, and the folders that they are in, where a new file may hide one of them:
//
//   file 1804 1763596800.123456789 /usr/include/c++/12/cmath
//   file 4096 1763596800.123456789 /usr/include/c++/12
//   name cmath
//
// Names are what was looked for: a folder of the user's with such an entry is looked at before the system's.
// What is loaded becomes part of programs, so a folder that another user could write to is not used.
#include "driver/header_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map.h"
#include "driver/leading_includes.h"

#define HEADER ".pch"
#define FILES ".files"
#define MARK ".mark"

enum {
  ABANDONED = 3600, // seconds after which another file in the folder counts as left behind
  READING = 10,     // seconds that clang may take to make a header
};
static const off_t most = (off_t)1 << 30; // bytes of all headers

// ---- the folder -------------------------------------------------------------------------------------

static bool is_trusted(const char *folder) {
  struct stat st;
  return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
         !(st.st_mode & (S_IWGRP | S_IWOTH));
}

// Where the program cache is too (runtime/program_cache.c).
static const char *cache_folder(sy_arena *a) {
  const char *own = getenv("SYCC_HEADER_CACHE"), *mode = own && *own ? own : getenv("SYCC_CACHE");
  const char *folder = getenv("SYCC_CACHE_DIR"), *user = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (mode && strcmp(mode, "off") == 0)
    return NULL;
  if (folder && *folder)
    return *folder == '/' ? folder : NULL;
  if (user && *user == '/')
    return sy_path_join(user, "sycc", a);
  return home && *home == '/' ? sy_path_join(home, ".cache/sycc", a) : NULL;
}

static bool make_folders(char *path) {
  for (char *p = path + 1; *p; p++)
    if (*p == '/') {
      *p = 0;
      mkdir(path, 0700);
      *p = '/';
    }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

const char *sy_header_folder(sy_arena *a) {
  const char *cache = cache_folder(a);
  char *folder = cache ? sy_path_join(cache, "headers", a) : NULL;
  if (!folder || strpbrk(folder, "\n") || !make_folders(folder) || !is_trusted(folder))
    return NULL;
  return folder;
}

static const char *beside(const char *path, const char *suffix, sy_arena *a) {
  return sy_arena_printf(a, "%.*s%s", (int)(strlen(path) - strlen(HEADER)), path, suffix);
}

// ---- what a header is made of -----------------------------------------------------------------------

// False: it is not there, or was changed since.
static bool add_file(sy_str *record, const char *path, time_t since) {
  struct stat st;
  if (stat(path, &st) || (S_ISREG(st.st_mode) && st.st_mtime > since))
    return false;
  sy_str_addf(record, "file %lld %lld.%09ld %s\n", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
              st.st_mtim.tv_nsec, path);
  return true;
}

static void add_folder(sy_map *folders, const char *path, sy_arena *a) {
  const char *up = strstr(path, "/../");
  sy_map_put(folders, sy_path_dir(path, a));
  if (up) // /usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12: a newer one may appear beside 12
    sy_map_put(folders, sy_path_dir(sy_arena_strndup(a, path, (size_t)(up - path)), a));
}

// Whether a folder below "include" is one that headers are looked for in: x86_64-linux-gnu, c++/12.
static bool is_root(const char *name) {
  return strcmp(name, "c++") == 0 || strstr(name, "-linux-") || strspn(name, "0123456789.") == strlen(name);
}

// Adds the name by which a header is found: the first below the folders named "include".
static void add_name(sy_map *names, const char *path, sy_arena *a) {
  const char *rest = path;
  for (const char *at = path; (at = strstr(at, "/include/"));)
    rest = at += strlen("/include/");
  for (;;) {
    size_t n = strcspn(rest, "/");
    const char *name = sy_arena_strndup(a, rest, n);
    if (!rest[n] || !is_root(name)) {
      sy_map_put(names, name);
      return;
    }
    rest += n + 1;
  }
}

// Takes the next name of a dependency file; null: there is none. Blanks in names have a backslash in front,
// and so have ends of lines.
static const char *next_dependency(const char **at, sy_arena *a) {
  sy_str name = SY_STR_INIT;
  const char *p = *at;
  while (*p == ' ' || *p == '\n' || (*p == '\\' && p[1] == '\n'))
    p++;
  for (; *p && *p != ' ' && *p != '\n'; p++) {
    if ((*p == '\\' && (p[1] == ' ' || p[1] == '#')) || (*p == '$' && p[1] == '$'))
      p++;
    sy_str_addc(&name, *p);
  }
  *at = p;
  const char *found = name.n ? sy_arena_strndup(a, name.s, name.n) : NULL;
  sy_str_free(&name);
  return found;
}

// Returns the latest time that a file may have which was not changed while clang read it.
static time_t before_reading(const char *made) {
  struct stat st;
  return stat(made, &st) == 0 ? st.st_mtime - READING : 0;
}

// False: something has changed again.
static bool make_record(const char *made, const char *dependencies, sy_str *record, sy_arena *a) {
  const time_t since = before_reading(made);
  sy_map folders = {0}, names = {0};
  const char *at = strstr(dependencies, ": "), *file;
  bool ok = at != NULL;
  at = ok ? at + 1 : dependencies;
  while (ok && (file = next_dependency(&at, a))) {
    ok = add_file(record, file, since);
    add_folder(&folders, file, a);
    add_name(&names, file, a);
  }
  sy_map_put(&folders, "/usr/local/include"); // clang looks there before it looks into /usr/include
  for (size_t i = 0; i < folders.n; i++)
    add_file(record, folders.entries[i].key, since);
  for (size_t i = 0; i < names.n; i++)
    sy_str_addf(record, "name %s\n", names.entries[i].key);
  sy_map_free(&folders);
  sy_map_free(&names);
  return ok;
}

// Whether all files are as they were.
static bool is_current(const char *record, sy_arena *a) {
  const time_t any = INT64_MAX;
  sy_view rest = sy_view_c(record), line;
  sy_str now = SY_STR_INIT;
  bool same = sy_view_starts(rest, "file ");
  while (same && sy_view_split(&rest, '\n', &line) && sy_view_starts(line, "file ")) {
    const char *path = memchr(line.s, '/', line.n);
    sy_str_clear(&now);
    same = path && add_file(&now, sy_arena_strndup(a, path, (size_t)(line.s + line.n - path)), any) &&
           now.n == line.n + 1 && memcmp(now.s, line.s, line.n) == 0;
  }
  sy_str_free(&now);
  return same;
}

static void read_names(const char *record, sy_map *names, sy_arena *a) {
  sy_view rest = sy_view_c(record), line;
  while (sy_view_split(&rest, '\n', &line))
    if (sy_view_starts(line, "name "))
      sy_map_put(names, sy_arena_strndup(a, line.s + 5, line.n - 5));
}

static bool folder_hides(const char *folder, const sy_map *names) {
  DIR *dir = opendir(folder);
  bool hides = false;
  for (struct dirent *e; !hides && dir && (e = readdir(dir));)
    hides = sy_map_has(names, e->d_name) || sy_is_standard_header(e->d_name);
  if (dir)
    closedir(dir);
  return hides;
}

// Whether one of the folders has what the header took from the system.
static bool are_hidden(const char *record, const sy_strs *folders, sy_arena *a) {
  sy_map names = {0};
  bool hidden = false;
  if (folders->n)
    read_names(record, &names, a);
  for (size_t i = 0; i < folders->n && !hidden; i++)
    hidden = folder_hides(folders->data[i], &names);
  sy_map_free(&names);
  return hidden;
}

// ---- looking ----------------------------------------------------------------------------------------

// The lock lasts until the process ends.
static bool may_make(const char *mark) {
  int fd = open(mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd >= 0) {
    close(fd);
    return false;
  }
  fd = open(mark, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
    return true;
  if (fd >= 0)
    close(fd);
  return false;
}

sy_header_state sy_header_look(const char *path, const sy_strs *folders, sy_arena *a) {
  sy_str record = SY_STR_INIT;
  bool there =
      sy_file_exists(path) && sy_file_read(beside(path, FILES, a), &record, NULL) && is_current(record.s, a);
  bool hidden = there && are_hidden(record.s, folders, a);
  sy_str_free(&record);
  if (hidden)
    return SY_HEADER_NONE;
  if (there)
    utimensat(AT_FDCWD, path, NULL, 0); // the least used go first
  return there ? SY_HEADER_READY : may_make(beside(path, MARK, a)) ? SY_HEADER_MAKE : SY_HEADER_NONE;
}

// ---- keeping ----------------------------------------------------------------------------------------

static void remove_entry(const char *header, sy_arena *a) {
  static const char *const suffixes[] = {FILES, HEADER, MARK};
  for (size_t i = 0; i < 3; i++)
    unlink(beside(header, suffixes[i], a));
}

// Removes what was left behind. Returns the bytes of all headers, and in *oldest the one unused for longest.
static off_t look_through(const char *folder, const char **oldest, sy_arena *a) {
  DIR *dir = opendir(folder);
  off_t sum = 0;
  time_t its = 0;
  struct stat st;
  *oldest = NULL;
  for (struct dirent *e; dir && (e = readdir(dir));) {
    const char *path = sy_path_join(folder, e->d_name, a);
    if (lstat(path, &st) || !S_ISREG(st.st_mode) || sy_ends(path, FILES) || sy_ends(path, MARK))
      continue;
    if (!sy_ends(path, HEADER)) {
      if (st.st_mtime + ABANDONED < time(NULL))
        unlink(path);
      continue;
    }
    sum += st.st_size;
    if (!*oldest || st.st_mtime < its)
      *oldest = path, its = st.st_mtime;
  }
  if (dir)
    closedir(dir);
  return sum;
}

static void make_room(const char *folder, sy_arena *a) {
  const char *oldest;
  while (look_through(folder, &oldest, a) > most && oldest)
    remove_entry(oldest, a);
}

// The list goes last: without it the header counts as not there.
static bool keep(const char *made, const char *path, const sy_str *record, sy_arena *a) {
  const char *files = beside(path, FILES, a);
  unlink(files);
  if (!sy_file_copy(made, path, NULL) || !sy_file_write(files, record->s, record->n, NULL))
    return false;
  make_room(sy_path_dir(path, a), a);
  return true;
}

int sy_header_keep_main(int argc, char **argv) {
  sy_arena a = {0};
  sy_str dependencies = SY_STR_INIT, record = SY_STR_INIT;
  sy_strs folders = {0};
  if (argc < 5)
    return SY_EXIT_USAGE;
  for (int i = 5; i < argc; i++)
    sy_strs_add(&folders, argv[i]);
  bool kept = sy_file_read(argv[3], &dependencies, NULL) &&
              make_record(argv[2], dependencies.s, &record, &a) && keep(argv[2], argv[4], &record, &a);
  bool ok = kept && !are_hidden(record.s, &folders, &a);
  if (!kept) // not every compilation shall try again
    unlink(beside(argv[4], MARK, &a));
  if (!ok)
    unlink(argv[2]);
  sy_vec_free(&folders);
  sy_str_free(&dependencies);
  sy_str_free(&record);
  sy_arena_free(&a);
  return ok ? SY_EXIT_OK : SY_EXIT_INPUT;
}
