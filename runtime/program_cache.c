// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file for each entry, named by its key, in one folder:
//
//   "sycc-cache-1\n" and zeros to 16 bytes | size of the contents, 8 bytes
//   | SHA-256 of name and contents | contents
//
// A file is written under another name and renamed, so that readers in other processes see all of it or none;
// what a crash or a full disk leaves behind has a wrong checksum. Reading sets the time of the file: the ones
// unused for longest go first when the folder is too large. No lock is needed for any of this.
//
// What is loaded is code that will run: a folder or file that another user owns, or could write to, is not
// used.
#include "runtime/program_cache.h"

#include "runtime/environment.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAGIC "sycc-cache-1\n"
#define TEMPORARY "new-"

enum {
  MAGIC_BYTES = 16,
  HEADER = MAGIC_BYTES + 8 + SY_SHA256_BYTES,
  NAME = 2 * SY_SHA256_BYTES,
  ABANDONED = 3600, // seconds after which a file under construction counts as left behind
};
#define DEFAULT_MOST (512ull << 20)

// ---- settings ---------------------------------------------------------------------------------------

static struct {
  bool on, verbose;
  const char *off; // why it is off; null: it is on
  bool is_wish;    // and the user said so
  char folder[PATH_MAX];
  unsigned long long most; // bytes
} settings;

static void program_cache_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void program_cache_say(const char *fmt, ...) {
  char text[PATH_MAX + 256];
  va_list ap;
  if (!settings.verbose)
    return;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  fprintf(stderr, "sycc: cache: %s\n", text);
}

static bool set_folder(const char *base, const char *below) {
  int n = base && *base == '/' ? snprintf(settings.folder, sizeof settings.folder, "%s%s", base, below) : -1;
  return n > 0 && n < (int)sizeof settings.folder;
}

static void read_most(void) {
  const char *text = sy_environment("SYCC_CACHE_MAX");
  char *end;
  settings.most = DEFAULT_MOST;
  if (!text || !*text)
    return;
  unsigned long long n = strtoull(text, &end, 10);
  static const char units[] = "KMG";
  const char *unit = *end ? strchr(units, *end) : NULL;
  unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
  if (*text < '0' || *text > '9' || (*end && (!unit || end[1])) || n > ULLONG_MAX >> shift)
    fprintf(stderr, "sycc: warning: SYCC_CACHE_MAX is '%s', not a number of bytes like 1000000 or 200M\n",
            text);
  else
    settings.most = n << shift;
}

static void read_settings(void) {
  const char *mode = sy_environment("SYCC_CACHE"), *folder = sy_environment("SYCC_CACHE_DIR");
  bool off = mode && !strcmp(mode, "off");
  settings.verbose = mode && !strcmp(mode, "verbose");
  if (mode && *mode && !off && !settings.verbose && strcmp(mode, "on"))
    fprintf(stderr, "sycc: warning: SYCC_CACHE is '%s', not on, off or verbose\n", mode);
  read_most();
  settings.is_wish = off || !settings.most;
  settings.off = off ? "SYCC_CACHE is 'off'" : "SYCC_CACHE_MAX is 0";
  if (settings.is_wish)
    return;
  settings.off = NULL;
  if (folder && *folder)
    settings.on = set_folder(folder, "");
  else
    settings.on = set_folder(sy_environment("XDG_CACHE_HOME"), "/sycc") ||
                  set_folder(sy_environment("HOME"), "/.cache/sycc");
  if (!settings.on)
    settings.off = folder && *folder ? "SYCC_CACHE_DIR is not an absolute path"
                                     : "there is neither XDG_CACHE_HOME nor HOME";
  if (!settings.on)
    program_cache_say("off: %s", settings.off);
}

bool sy_cache_is_on(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_settings);
  return settings.on;
}

// ---- keys -------------------------------------------------------------------------------------------

void sy_cache_key_bytes(sy_cache_key *k, const void *data, size_t size) {
  uint64_t n = size;
  sy_sha256_add(&k->hash, &n, sizeof n); // so that "ab", "c" is not "a", "bc"
  sy_sha256_add(&k->hash, data, size);
}

void sy_cache_key_text(sy_cache_key *k, const char *text) {
  sy_cache_key_bytes(k, text ? text : "", text ? strlen(text) : 0);
}

void sy_cache_key_begin(sy_cache_key *k, const char *kind) {
  sy_sha256_begin(&k->hash);
  sy_cache_key_text(k, SYCC_VERSION);
  sy_cache_key_text(k, kind);
}

void sy_cache_key_end(sy_cache_key *k) {
  unsigned char bytes[SY_SHA256_BYTES];
  sy_sha256_end(&k->hash, bytes);
  for (unsigned i = 0; i < SY_SHA256_BYTES; i++)
    snprintf(k->name + 2 * i, 3, "%02x", bytes[i]);
}

static bool is_entry(const char *name) {
  return strlen(name) == NAME && strspn(name, "0123456789abcdef") == NAME;
}
static bool is_temporary(const char *name) {
  return !strncmp(name, TEMPORARY, sizeof TEMPORARY - 1);
}

// ---- which folders to trust ------------------------------------------------------------------------

// Null, or why not.
static const char *distrust(const struct stat *st) {
  return st->st_uid != geteuid()             ? "belongs to another user"
         : st->st_mode & (S_IWGRP | S_IWOTH) ? "others may write to it"
                                             : NULL;
}

// Makes what is missing of the path.
static bool make_folders(void) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", settings.folder);
  for (char *p = path + 1; *p; p++)
    if (*p == '/') {
      *p = 0;
      mkdir(path, 0700);
      *p = '/';
    }
  return !mkdir(path, 0700) || errno == EEXIST;
}

static pthread_once_t told_once = PTHREAD_ONCE_INIT;
static _Atomic(const char *) told_why;
static void tell(void) {
  const char *why = told_why;
  program_cache_say("'%s' is not used: %s", settings.folder, why);
}

// The folder, or -1. It is opened for each use, which are few: nothing is left open in the user's process.
static int open_folder(bool make) {
  struct stat st;
  int fd = open(settings.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT && make && make_folders())
    fd = open(settings.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const char *why = fd < 0 || fstat(fd, &st) ? strerror(errno) : distrust(&st);
  if (fd < 0 && errno == ENOENT && !make) // nothing was ever stored
    return -1;
  if (why) {
    told_why = why;
    pthread_once(&told_once, tell);
  }
  if (fd >= 0 && why) {
    close(fd);
    return -1;
  }
  return fd;
}

// ---- reading ----------------------------------------------------------------------------------------

static void put_header(const char *name, const void *data, size_t size, unsigned char out[HEADER]) {
  sy_sha256 h;
  uint64_t n = size;
  memset(out, 0, HEADER);
  memcpy(out, MAGIC, sizeof MAGIC - 1);
  memcpy(out + MAGIC_BYTES, &n, sizeof n);
  sy_sha256_begin(&h);
  sy_sha256_add(&h, name, NAME);
  sy_sha256_add(&h, data, size);
  sy_sha256_end(&h, out + MAGIC_BYTES + sizeof n);
}

static bool read_all(int fd, char *to, size_t n) {
  for (ssize_t r; n; to += r, n -= (size_t)r)
    if ((r = read(fd, to, n)) <= 0)
      return false;
  return true;
}

// The contents of an open file whose size is known; null, or what is wrong with it.
static const char *read_entry(int fd, const char *name, size_t file_size, void **data, size_t *size) {
  unsigned char header[HEADER], expected[HEADER];
  if (file_size <= HEADER)
    return "is too short";
  size_t n = file_size - HEADER;
  char *contents = calloc(1, n + 1);
  if (!contents)
    return "is too large for the memory";
  bool ok = read_all(fd, (char *)header, HEADER) && read_all(fd, contents, n);
  if (ok)
    put_header(name, contents, n, expected);
  if (ok && !memcmp(header, expected, HEADER)) {
    *data = contents;
    *size = n;
    return NULL;
  }
  free(contents);
  return ok ? "is damaged" : "can't be read";
}

static bool load_from(int folder, const char *name, void **data, size_t *size) {
  struct stat st;
  int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    program_cache_say(errno == ENOENT ? "%.16s is not there" : "%.16s can't be opened", name);
    return false;
  }
  const char *why = fstat(fd, &st) ? strerror(errno) : !S_ISREG(st.st_mode) ? "is not a file" : distrust(&st);
  if (!why)
    why = read_entry(fd, name, (size_t)st.st_size, data, size);
  if (!why)
    futimens(fd, NULL);
  close(fd);
  if (why)
    program_cache_say("%.16s is not used: it %s", name, why);
  else
    program_cache_say("%.16s loaded, %zu bytes", name, *size);
  return !why;
}

bool sy_cache_load(const sy_cache_key *k, void **data, size_t *size) {
  int folder = sy_cache_is_on() ? open_folder(false) : -1;
  if (folder < 0)
    return false;
  bool found = load_from(folder, k->name, data, size);
  close(folder);
  return found;
}

void sy_cache_drop(const sy_cache_key *k, const char *why) {
  int folder = sy_cache_is_on() ? open_folder(false) : -1;
  if (folder < 0)
    return;
  program_cache_say("%.16s removed: %s", k->name, why);
  unlinkat(folder, k->name, 0);
  close(folder);
}

// ---- making room ------------------------------------------------------------------------------------

typedef struct program_cache_entry {
  char name[NAME + 1];
  struct timespec used;
  unsigned long long bytes;
} program_cache_entry;

typedef struct entries {
  program_cache_entry *data;
  size_t n, room;
  unsigned long long bytes;
} entries;

static int program_cache_compare(long long a, long long b) {
  return (a > b) - (a < b);
}

static int by_age(const void *a, const void *b) {
  const struct timespec *x = &((const program_cache_entry *)a)->used,
                        *y = &((const program_cache_entry *)b)->used;
  return x->tv_sec != y->tv_sec ? program_cache_compare(x->tv_sec, y->tv_sec)
                                : program_cache_compare(x->tv_nsec, y->tv_nsec);
}

static bool add_cached(entries *all, const char *name, const struct stat *st) {
  if (all->n == all->room) {
    size_t room = all->room ? 2 * all->room : 64;
    program_cache_entry *more = realloc(all->data, room * sizeof *more);
    if (!more)
      return false;
    all->data = more;
    all->room = room;
  }
  program_cache_entry *e = &all->data[all->n++];
  *e = (program_cache_entry){.used = st->st_mtim, .bytes = (unsigned long long)st->st_size};
  memcpy(e->name, name, NAME + 1);
  all->bytes += e->bytes;
  return true;
}

static bool list_entries(int folder, entries *all) {
  int fd = dup(folder);
  DIR *d = fd < 0 ? NULL : fdopendir(fd);
  if (!d) {
    if (fd >= 0)
      close(fd);
    return false;
  }
  rewinddir(d);
  bool ok = true;
  for (struct dirent *e; ok && (e = readdir(d));) {
    struct stat st;
    if ((!is_entry(e->d_name) && !is_temporary(e->d_name)) ||
        fstatat(folder, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
      continue;
    if (is_entry(e->d_name))
      ok = add_cached(all, e->d_name, &st);
    else if (time(NULL) - st.st_mtime > ABANDONED)
      unlinkat(folder, e->d_name, 0);
  }
  closedir(d);
  return ok;
}

// Files that another process removes meanwhile are gone as well.
static void make_room(int folder) {
  entries all = {0};
  if (list_entries(folder, &all) && all.bytes > settings.most) {
    qsort(all.data, all.n, sizeof *all.data, by_age);
    for (size_t i = 0; i < all.n && all.bytes > settings.most; i++) {
      unlinkat(folder, all.data[i].name, 0);
      all.bytes -= all.data[i].bytes;
      program_cache_say("%.16s removed: the cache may have %llu bytes", all.data[i].name, settings.most);
    }
  }
  free(all.data);
}

// ---- writing ----------------------------------------------------------------------------------------

static bool write_all(int fd, const void *data, size_t n) {
  const char *p = data;
  for (ssize_t w; n; p += w, n -= (size_t)w)
    if ((w = write(fd, p, n)) <= 0)
      return false;
  return true;
}

// Above the limit of the process a write would end it.
static bool is_allowed(unsigned long long bytes) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

// A file that no other process has, or -1.
static int create_file(int folder, char name[64]) {
  static _Atomic unsigned counter;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(name, 64, TEMPORARY "%ld-%u-%ld", (long)getpid(), counter++, now.tv_nsec);
  return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

// Returns 0, or errno.
static int write_file(int folder, const char *name, const void *data, size_t size) {
  unsigned char header[HEADER];
  char temporary[64];
  put_header(name, data, size, header);
  int fd = create_file(folder, temporary);
  if (fd < 0)
    return errno;
  int error = write_all(fd, header, HEADER) && write_all(fd, data, size) ? 0 : errno;
  if (close(fd) && !error)
    error = errno;
  if (!error && renameat(folder, temporary, folder, name))
    error = errno;
  if (error)
    unlinkat(folder, temporary, 0);
  return error;
}

void sy_cache_store(const sy_cache_key *k, const void *data, size_t size) {
  if (!sy_cache_is_on() || !size)
    return;
  if (HEADER + size > settings.most || !is_allowed(HEADER + size)) {
    program_cache_say("%.16s is too large to be kept", k->name);
    return;
  }
  int folder = open_folder(true);
  if (folder < 0)
    return;
  int error = write_file(folder, k->name, data, size);
  if (error)
    program_cache_say("%.16s can't be kept: %s", k->name, strerror(error));
  else
    program_cache_say("%.16s stored, %zu bytes", k->name, size);
  if (!error)
    make_room(folder);
  close(folder);
}

// ---- the doctor -------------------------------------------------------------------------------------

// Why the first entry could not be written; null: it could.
static const char *cache_cannot_begin(void) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", settings.folder);
  while (access(path, F_OK) && strrchr(path, '/') > path)
    *strrchr(path, '/') = 0;
  struct stat st;
  bool is_folder = !stat(path, &st) && S_ISDIR(st.st_mode);
  return !is_folder ? "a part of its path is no folder" : access(path, W_OK | X_OK) ? strerror(errno) : NULL;
}

void sycc_cache_describe(sycc_cache_state *out) {
  entries all = {0};
  bool on = sy_cache_is_on();
  *out = (sycc_cache_state){
      .folder = on ? settings.folder : NULL, .problem = settings.off, .wanted = !settings.is_wish};
  out->most = settings.most;
  int folder = on ? open_folder(false) : -1;
  if (on && folder < 0)
    out->problem = told_why ? told_why : cache_cannot_begin();
  else if (on && faccessat(folder, ".", W_OK | X_OK, AT_EACCESS))
    out->problem = strerror(errno);
  if (folder >= 0 && list_entries(folder, &all)) {
    out->entries = all.n;
    out->bytes = all.bytes;
  }
  if (folder >= 0)
    close(folder);
  free(all.data);
}
