// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program cache by itself. What it may do is read from the environment once, so each test is a process of
// its own.
//
//   program_cache           all tests
//   program_cache full      stores until the disk that SYCC_CACHE_DIR is on is full
#include "runtime/program_cache.h"
#include "tests/runtime/rt_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEADER = 56 };
static char folder[256];

static void in_process(void (*test)(void), const char *name) {
  fflush(stdout);
  check_test = name;
  pid_t pid = fork();
  if (!pid) {
    check_failed = 0; // of those before
    unsetenv("SYCC_CACHE");
    unsetenv("SYCC_CACHE_MAX");
    setenv("SYCC_CACHE_DIR", folder, 1);
    test();
    fflush(stdout);
    _exit(check_failed != 0);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  CHECK_EQ(status, 0);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK_EQ(system(command), 0);
}
#define IN_PROCESS(test) in_process(test, #test)

static sy_cache_key key_of(unsigned n) {
  sy_cache_key k;
  sy_cache_key_begin(&k, "test 1");
  sy_cache_key_bytes(&k, &n, sizeof n);
  sy_cache_key_end(&k);
  return k;
}

// Contents that tell their number, of any size.
static void fill(unsigned char *to, size_t size, unsigned n) {
  for (size_t i = 0; i < size; i++)
    to[i] = (unsigned char)(n * 31 + i * 7 + (i >> 8));
}

static void store(unsigned n, size_t size) {
  unsigned char *data = malloc(size);
  fill(data, size, n);
  sy_cache_key k = key_of(n);
  sy_cache_store(&k, data, size);
  free(data);
}

// -1: not there; 0: there and wrong; 1: right.
static int look(unsigned n, size_t size) {
  sy_cache_key k = key_of(n);
  void *data;
  size_t got;
  if (!sy_cache_load(&k, &data, &got))
    return -1;
  unsigned char *expected = malloc(size);
  fill(expected, size, n);
  int right = got == size && !memcmp(data, expected, size);
  free(expected);
  free(data);
  return right;
}

static const char *path_of(unsigned n) {
  static char path[400];
  sy_cache_key k = key_of(n);
  snprintf(path, sizeof path, "%s/%s", folder, k.name);
  return path;
}

static unsigned files(unsigned long long *bytes) {
  unsigned n = 0;
  struct stat st;
  DIR *d = opendir(folder);
  *bytes = 0;
  for (struct dirent *e; d && (e = readdir(d));)
    if (*e->d_name != '.' && !fstatat(dirfd(d), e->d_name, &st, 0)) {
      n++;
      *bytes += (unsigned long long)st.st_size;
    }
  if (d)
    closedir(d);
  return n;
}

// ---- names -----------------------------------------------------------------------------------------

static void check_hash(const char *text, size_t times, const char *expected) {
  unsigned char out[SY_SHA256_BYTES];
  char hex[2 * SY_SHA256_BYTES + 1];
  sy_sha256 h;
  sy_sha256_begin(&h);
  for (size_t i = 0; i < times; i++)
    sy_sha256_add(&h, text, strlen(text));
  sy_sha256_end(&h, out);
  for (unsigned i = 0; i < SY_SHA256_BYTES; i++)
    snprintf(hex + 2 * i, 3, "%02x", out[i]);
  CHECK_STR(hex, expected);
}

static void test_hash(void) { // what sha256sum prints
  check_hash("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check_hash("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  check_hash("aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_keys(void) {
  sy_cache_key a, b, c;
  sy_cache_key_begin(&a, "x");
  sy_cache_key_text(&a, "ab");
  sy_cache_key_text(&a, "c");
  sy_cache_key_end(&a);
  sy_cache_key_begin(&b, "x");
  sy_cache_key_text(&b, "a");
  sy_cache_key_text(&b, "bc");
  sy_cache_key_end(&b);
  sy_cache_key_begin(&c, "y");
  sy_cache_key_text(&c, "ab");
  sy_cache_key_text(&c, "c");
  sy_cache_key_end(&c);
  CHECK(strcmp(a.name, b.name) && strcmp(a.name, c.name));
  CHECK_EQ(strlen(a.name), 64);
}

// ---- storing and loading ---------------------------------------------------------------------------

static void test_round_trip(void) {
  struct stat st;
  CHECK_EQ(look(1, 10), -1);
  CHECK(access(folder, F_OK)); // a look makes nothing
  store(1, 10);
  store(2, 100000);
  CHECK_EQ(look(1, 10), 1);
  CHECK_EQ(look(2, 100000), 1);
  CHECK_EQ(look(3, 10), -1);
  store(3, 0); // nothing is nothing
  CHECK_EQ(look(3, 0), -1);
  CHECK(!stat(folder, &st) && (st.st_mode & 0777) == 0700);
  CHECK(!stat(path_of(1), &st) && (st.st_mode & 0777) == 0600 && st.st_size == HEADER + 10);
}

static void damage(unsigned n, off_t at) {
  int fd = open(path_of(n), O_RDWR);
  unsigned char c = 0;
  CHECK(pread(fd, &c, 1, at) == 1);
  c ^= 1;
  CHECK(pwrite(fd, &c, 1, at) == 1);
  close(fd);
}

static void test_damage(void) {
  static const off_t places[] = {0, 15, 16, 24, 55, HEADER, HEADER + 500, HEADER + 999};
  store(1, 1000);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    damage(1, places[i]);
    CHECK_EQ(look(1, 1000), -1);
    store(1, 1000); // made again
    CHECK_EQ(look(1, 1000), 1);
  }
  static const off_t sizes[] = {0, 1, HEADER - 1, HEADER, HEADER + 1, HEADER + 999, HEADER + 1001};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    CHECK(!truncate(path_of(1), sizes[i]));
    CHECK_EQ(look(1, 1000), -1);
    store(1, 1000);
    CHECK_EQ(look(1, 1000), 1);
  }
  char other[400];
  snprintf(other, sizeof other, "%s", path_of(2));
  CHECK(!rename(path_of(1), other)); // under another name it is something else
  CHECK_EQ(look(2, 1000), -1);
}

// ---- which folders to trust ------------------------------------------------------------------------

static void test_permissions(void) {
  static const mode_t bad[] = {0660, 0606, 0622};
  store(1, 100);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(!chmod(path_of(1), bad[i]));
    CHECK_EQ(look(1, 100), -1);
    store(1, 100);
    CHECK_EQ(look(1, 100), 1);
  }
  char elsewhere[400];
  snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", folder);
  CHECK(!rename(path_of(1), elsewhere) && !symlink("elsewhere", path_of(1)));
  CHECK_EQ(look(1, 100), -1);
  CHECK(!unlink(path_of(1)) && !mkfifo(path_of(1), 0600));
  CHECK_EQ(look(1, 100), -1); // and does not wait for a writer
  store(1, 100);
  CHECK_EQ(look(1, 100), 1);
  CHECK(!chmod(folder, 0770));
  CHECK_EQ(look(1, 100), -1);
  store(2, 100);
  CHECK(access(path_of(2), F_OK));
  CHECK(!chmod(folder, 0755)); // others may look
  CHECK_EQ(look(1, 100), 1);
}

static void test_owner(void) {
  if (geteuid()) {
    printf("left out, this is not root: files of other users\n");
    return;
  }
  store(1, 100);
  CHECK(!chown(path_of(1), 12345, (gid_t)-1));
  CHECK_EQ(look(1, 100), -1);
  store(1, 100);
  CHECK_EQ(look(1, 100), 1);
  CHECK(!chown(folder, 12345, (gid_t)-1));
  CHECK_EQ(look(1, 100), -1);
  store(2, 100);
  CHECK(access(path_of(2), F_OK));
}

// ---- bounds ----------------------------------------------------------------------------------------

static void set_used(unsigned n, time_t when) {
  struct timespec times[] = {{when, 0}, {when, 0}};
  CHECK(!utimensat(AT_FDCWD, path_of(n), times, 0));
}

static void test_eviction(void) {
  unsigned long long bytes;
  setenv("SYCC_CACHE_MAX", "100K", 1);
  for (unsigned i = 0; i < 9; i++) {
    store(i, 10000);
    set_used(i, 1000 + (time_t)i);
  }
  CHECK_EQ(files(&bytes), 9);
  CHECK_EQ(look(0, 10000), 1); // used: it stays
  char abandoned[400];
  snprintf(abandoned, sizeof abandoned, "%s/new-1-2-3", folder);
  close(open(abandoned, O_CREAT | O_WRONLY, 0600));
  struct timespec old[] = {{1000, 0}, {1000, 0}};
  CHECK(!utimensat(AT_FDCWD, abandoned, old, 0));
  store(20, 10000);
  store(21, 10000);
  CHECK(access(abandoned, F_OK));
  CHECK_EQ(files(&bytes), 10);
  CHECK(bytes <= 100 << 10);
  CHECK_EQ(look(0, 10000), 1);
  CHECK_EQ(look(1, 10000), -1);
  CHECK_EQ(look(2, 10000), 1);
  CHECK_EQ(look(21, 10000), 1);
  store(30, 200000); // more than all of it
  CHECK_EQ(look(30, 200000), -1);
  CHECK_EQ(files(&bytes), 10);
}

static void test_file_limit(void) {
  struct rlimit limit = {1000, 1000};
  CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
  store(1, 2000); // a write above the limit ends a process
  store(2, 500);
  CHECK_EQ(look(1, 2000), -1);
  CHECK_EQ(look(2, 500), 1);
}

// ---- where there is none ---------------------------------------------------------------------------

static void expect_nothing(void) {
  store(1, 10);
  CHECK_EQ(look(1, 10), -1);
}

static void test_off(void) {
  setenv("SYCC_CACHE", "off", 1);
  expect_nothing();
  CHECK(!sy_cache_is_on() && access(folder, F_OK));
}
static void test_no_room(void) {
  setenv("SYCC_CACHE_MAX", "0", 1);
  expect_nothing();
  CHECK(access(folder, F_OK));
}
static void test_relative(void) {
  setenv("SYCC_CACHE_DIR", "relative", 1);
  expect_nothing();
  CHECK(access("relative", F_OK));
}
static void test_homeless(void) {
  unsetenv("SYCC_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  expect_nothing();
}
static void test_not_writable(void) { // by nobody, root included
  setenv("SYCC_CACHE_DIR", "/proc/sycc/cache", 1);
  expect_nothing();
}
static void test_no_folder(void) {
  close(open(folder, O_CREAT | O_WRONLY, 0600));
  expect_nothing();
}

static void test_homes(void) {
  unsetenv("SYCC_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", folder, 1);
  store(1, 10);
  CHECK_EQ(look(1, 10), 1);
  strcat(folder, "/.cache/sycc");
  CHECK(!access(path_of(1), F_OK));
}
static void test_xdg(void) {
  unsetenv("SYCC_CACHE_DIR");
  setenv("XDG_CACHE_HOME", folder, 1);
  store(1, 10);
  CHECK_EQ(look(1, 10), 1);
  strcat(folder, "/sycc");
  CHECK(!access(path_of(1), F_OK));
}

// What it says, and that it says why it is off once.
static void test_words(void) {
  char text[4096] = "", path[300];
  snprintf(path, sizeof path, "%s.txt", folder);
  CHECK(freopen(path, "w+", stderr));
  setenv("SYCC_CACHE", "verbose", 1);
  setenv("SYCC_CACHE_MAX", "12X", 1);
  mkdir(folder, 0777);
  chmod(folder, 0777);
  expect_nothing();
  expect_nothing();
  chmod(folder, 0700);
  store(1, 10);
  CHECK_EQ(look(1, 10), 1);
  fflush(stderr);
  rewind(stderr);
  text[fread(text, 1, sizeof text - 1, stderr)] = 0;
  CHECK_HAS(text, "sycc: warning: SYCC_CACHE_MAX is '12X', not a number of bytes like 1000000 or 200M");
  const char *off = strstr(text, "is not used: others may write to it");
  CHECK(off && !strstr(off + 1, "is not used: others"));
  CHECK_HAS(text, "stored, 10 bytes");
  CHECK_HAS(text, "loaded, 10 bytes");
  unlink(path);
}

// ---- many at once ----------------------------------------------------------------------------------

enum { KEYS = 12, ROUNDS = SLOW_BUILD ? 100 : 400 };
static size_t size_of(unsigned n) {
  return 1000 + 700 * n;
}

// Returns how many were wrong.
static unsigned storm(unsigned seed) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < ROUNDS; i++) {
    unsigned n = (seed = seed * 1103515245 + 12345) >> 16 & 0xff;
    n %= KEYS;
    if (seed >> 24 & 1)
      store(n, size_of(n));
    else
      wrong += look(n, size_of(n)) == 0;
  }
  return wrong;
}

static void test_processes(void) {
  enum { PROCESSES = 4 };
  unsigned long long bytes;
  pid_t pids[PROCESSES];
  setenv("SYCC_CACHE_MAX", "30000", 1); // files come and go
  for (unsigned i = 0; i < PROCESSES; i++)
    if (!(pids[i] = fork()))
      _exit(storm(i + 1) != 0);
  for (unsigned i = 0; i < PROCESSES; i++) {
    int status = -1;
    waitpid(pids[i], &status, 0);
    CHECK_EQ(status, 0);
  }
  store(0, size_of(0));
  CHECK_EQ(look(0, size_of(0)), 1);
  CHECK(files(&bytes) > 0 && bytes <= 30000);
  // One that is killed leaves at most a file that somebody removes later.
  for (unsigned i = 0; i < 10; i++) {
    pid_t pid = fork();
    if (!pid) {
      storm(i);
      _exit(0);
    }
    nap_us(300 * i);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
  }
  for (unsigned i = 0; i < KEYS; i++)
    CHECK(look(i, size_of(i)) != 0);
}

static void *storm_thread(void *seed) {
  return (void *)(uintptr_t)storm((unsigned)(uintptr_t)seed);
}

static void test_threads(void) {
  enum { THREADS = 4 };
  pthread_t t[THREADS];
  setenv("SYCC_CACHE_MAX", "30000", 1);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, storm_thread, (void *)(i + 1));
  for (unsigned i = 0; i < THREADS; i++) {
    void *wrong;
    pthread_join(t[i], &wrong);
    CHECK(!wrong);
  }
}

// ----------------------------------------------------------------------------------------------------

static int fill_disk(void) {
  snprintf(folder, sizeof folder, "%s", getenv("SYCC_CACHE_DIR"));
  unsigned there = 0;
  for (unsigned i = 0; i < 50; i++)
    store(i, 10000);
  for (unsigned i = 0; i < 50; i++) {
    CHECK(look(i, 10000) != 0);
    there += look(i, 10000) == 1;
  }
  CHECK(there > 0 && there < 50);
  return check_summary();
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "full"))
    return fill_disk();
  const char *tmp = getenv("TMPDIR");
  snprintf(folder, sizeof folder - 20, "%s/sycc-cache-XXXXXX", tmp ? tmp : "/tmp");
  if (!mkdtemp(folder) || rmdir(folder)) // a name of our own
    return 2;
  umask(0);
  RUN(test_hash);
  RUN(test_keys);
  IN_PROCESS(test_round_trip);
  IN_PROCESS(test_damage);
  IN_PROCESS(test_permissions);
  IN_PROCESS(test_owner);
  IN_PROCESS(test_eviction);
  IN_PROCESS(test_file_limit);
  IN_PROCESS(test_off);
  IN_PROCESS(test_no_room);
  IN_PROCESS(test_relative);
  IN_PROCESS(test_homeless);
  IN_PROCESS(test_not_writable);
  IN_PROCESS(test_no_folder);
  IN_PROCESS(test_homes);
  IN_PROCESS(test_xdg);
  IN_PROCESS(test_words);
  IN_PROCESS(test_processes);
  IN_PROCESS(test_threads);
  return check_summary();
}
