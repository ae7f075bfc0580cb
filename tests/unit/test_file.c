// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/file: what a write leaves behind when it succeeds and when it fails.
#include "base/file.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

static sy_arena arena;
static const char *dir; // a fresh folder for each test

static const char *in(const char *name) {
  return sy_path_join(dir, name, &arena);
}

static void contents(const char *path, const char *expected) {
  sy_str s = SY_STR_INIT;
  CHECK(sy_file_read(path, &s, NULL));
  CHECK_MEM(sy_str_c(&s), s.n, expected, strlen(expected));
  sy_str_free(&s);
}

static bool put(const char *path, const char *text) {
  return sy_file_write(path, text, strlen(text), NULL);
}

static void fails(const char *path, const char *diagnostic) {
  sy_diag d = {0};
  CHECK(!sy_file_write(path, "new", 3, &d));
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_diag_free(&d);
}

static void not_writable(const char *path, const char *diagnostic) {
  sy_diag d = {0};
  CHECK(!sy_file_check_writable(path, &d));
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_diag_free(&d);
}

static unsigned entries(void) {
  unsigned n = 0;
  DIR *f = opendir(dir);
  for (struct dirent *e; f && (e = readdir(f));)
    n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && strcmp(e->d_name, ".owner") != 0;
  if (f)
    closedir(f);
  return n;
}

static unsigned mode_of(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 ? st.st_mode & 07777 : 0;
}

static void test_read(void) {
  sy_str s = SY_STR_INIT;
  sy_diag d = {0};
  sy_str_add(&s, "old");
  CHECK(put(in("empty"), "") && sy_file_read(in("empty"), &s, &d));
  CHECK(s.n == 0 && s.s && s.s[0] == 0);
  CHECK(sy_file_write(in("nul"), "a\0b", 3, &d) && sy_file_read(in("nul"), &s, &d));
  CHECK_MEM(s.s, s.n, "a\0b", 3);
  CHECK(!sy_file_read("/no/such", &s, &d));
  CHECK(!sy_file_read(dir, &s, &d));
  CHECK_STR(sy_str_c(&d.text), sy_arena_printf(&arena,
                                               "error: cannot read '/no/such': No such file or directory\n"
                                               "error: cannot read '%s': Is a directory\n",
                                               dir));
  CHECK_EQ(s.n, 0);
  sy_str_free(&s);
  sy_diag_free(&d);
}

static void test_write_mode(void) {
  mode_t old = umask(027);
  CHECK(put(in("f"), "one"));
  CHECK_EQ(mode_of(in("f")), 0640);
  chmod(in("f"), 0755);
  CHECK(put(in("f"), "two"));
  CHECK_EQ(mode_of(in("f")), 0755);
  contents(in("f"), "two");
  CHECK(sy_file_copy(in("f"), in("g"), NULL));
  CHECK_EQ(mode_of(in("g")), 0750);
  contents(in("g"), "two");
  CHECK_EQ(entries(), 2);
  umask(old);
}

static void test_links(void) {
  CHECK_EQ(mkdir(in("sub"), 0777), 0);
  CHECK(put(in("sub/real"), "old"));
  CHECK_EQ(symlink("sub/real", in("link")), 0);
  CHECK(put(in("link"), "new"));
  contents(in("sub/real"), "new");
  struct stat st;
  CHECK(lstat(in("link"), &st) == 0 && S_ISLNK(st.st_mode));
  CHECK_EQ(symlink("sub/none", in("dangling")), 0);
  CHECK(put(in("dangling"), "made"));
  contents(in("sub/none"), "made");
  CHECK_EQ(symlink("loop", in("loop")), 0);
  fails(in("loop"),
        sy_arena_printf(&arena, "error: cannot write '%s': Too many levels of symbolic links\n", in("loop")));
}

static void test_bad_places(void) {
  fails("", "error: cannot write '': No such file or directory\n");
  fails(dir, sy_arena_printf(&arena, "error: cannot write '%s': Is a directory\n", dir));
  const char *missing = sy_arena_printf(&arena,
                                        "error: cannot write '%s': No such file or directory\n"
                                        "note: folder '%s' does not exist\n",
                                        in("no/f"), in("no"));
  fails(in("no/f"), missing);
  not_writable(in("no/f"), missing);
  not_writable(dir, sy_arena_printf(&arena, "error: cannot write '%s': Is a directory\n", dir));
  CHECK(put(in("file"), "x"));
  const char *below = sy_arena_printf(&arena, "error: cannot write '%s': Not a directory\n", in("file/f"));
  fails(in("file/f"), below);
  not_writable(in("file/f"), below);
  char *longest = sy_arena_alloc(&arena, 5000);
  memset(longest, 'x', 4999);
  sy_diag d = {0};
  CHECK(!sy_file_write(longest, "", 0, &d));
  CHECK_HAS(sy_str_c(&d.text), "File name too long");
  CHECK(!sy_file_write(in(longest + 4700), "", 0, &d)); // one component of 299
  sy_diag_free(&d);
  char *exact = longest + 4999 - 255;
  CHECK(put(in(exact), "the longest name a file can have"));
  CHECK_EQ(entries(), 2);
}

static void test_special(void) {
  CHECK(put("/dev/null", "x"));
  CHECK(sy_file_check_writable("/dev/null", NULL));
  struct stat st;
  CHECK(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
  if (access("/dev/full", W_OK) == 0)
    fails("/dev/full", "error: cannot write '/dev/full': No space left on device\n");
}

// As an ordinary user: root may write everywhere.
static void test_no_permission(void) {
  uid_t me = geteuid();
  CHECK(put(in("old"), "old") && put(in("locked"), "old"));
  chmod(in("locked"), 0444);
  chmod(dir, 0555);
  if (me == 0 && seteuid(65534) != 0)
    CHECK(!"seteuid");
  const char *text = sy_arena_printf(&arena,
                                     "error: cannot write '%s': Permission denied\n"
                                     "note: no permission to create a file in folder '%s'\n",
                                     in("f"), dir);
  fails(in("f"), text);
  not_writable(in("f"), text);
  if (me == 0 && seteuid(0) != 0)
    CHECK(!"seteuid");
  if (me == 0)
    CHECK_EQ(chown(dir, 65534, 65534), 0);
  chmod(dir, 0755);
  if (me == 0 && seteuid(65534) != 0)
    CHECK(!"seteuid");
  text = sy_arena_printf(&arena, "error: cannot write '%s': Permission denied\n", in("locked"));
  fails(in("locked"), text);
  not_writable(in("locked"), text);
  CHECK(sy_file_check_writable(in("fresh"), NULL));
  if (me == 0 && seteuid(0) != 0)
    CHECK(!"seteuid");
  contents(in("locked"), "old");
  CHECK_EQ(entries(), 2); // checking created nothing
}

// A disk that is full half-way, played by a limit on the size of files: the old contents stay.
static void test_half_written(void) {
  CHECK(put(in("f"), "old"));
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {100000, 100000};
    setrlimit(RLIMIT_FSIZE, &limit);
    sy_diag d = {0};
    char *big = sy_alloc(300000);
    bool ok = !sy_file_write(in("f"), big, 300000, &d) && strstr(sy_str_c(&d.text), "File too large");
    free(big);
    sy_diag_free(&d);
    _exit(ok ? 0 : 1);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  CHECK_EQ(status, 0);
  contents(in("f"), "old");
  CHECK_EQ(entries(), 1);
}

static void test_check_writable(void) {
  CHECK(sy_file_check_writable(in("new"), NULL));
  CHECK(sy_file_check_writable("-", NULL));
  CHECK(!sy_file_exists(in("new")));
  CHECK(sy_file_exists(dir));
}

static void test_temp_dir(void) {
  setenv("TMPDIR", dir, 1);
  sy_diag d = {0};
  const char *t = sy_temp_dir("pre", &arena, &d);
  CHECK(t && sy_starts(t, in("pre-")));
  CHECK_EQ(mode_of(t), 0700);
  CHECK(put(sy_path_join(t, "f", &arena), "x"));
  CHECK_EQ(mkdir(sy_path_join(t, "d", &arena), 0777), 0);
  CHECK(put(in("outside"), "x"));
  CHECK_EQ(symlink(dir, sy_path_join(t, "d/up", &arena)), 0);
  sy_temp_dir_remove(t);
  CHECK(!sy_file_exists(t) && sy_file_exists(in("outside")));
  sy_temp_dir_remove(t);
  sy_temp_dir_remove(NULL);
  setenv("TMPDIR", "/no/such", 1);
  CHECK(!sy_temp_dir("pre", &arena, &d));
  CHECK_STR(sy_str_c(&d.text),
            "error: cannot create a temporary folder in '/no/such': No such file or directory\n"
            "help: set TMPDIR to a folder that can be written to\n");
  unsetenv("TMPDIR");
  sy_diag_free(&d);
}

static bool begin_folder(const char *path, const char *owner) { // owner: a file in it, or null
  return mkdir(path, 0700) == 0 && put(sy_path_join(path, "f", &arena), "x") &&
         (!owner || put(sy_path_join(path, owner, &arena), ""));
}

// Of folders with the name of a temporary one, those are removed that were, and that nobody owns.
static void test_sweep(void) {
  setenv("TMPDIR", dir, 1);
  const char *living = sy_temp_dir("pre", &arena, NULL);
  CHECK(living && begin_folder(in("pre-dead01"), ".owner") && begin_folder(in("pre-source"), NULL));
  CHECK(begin_folder(in("other-dead01"), ".owner") && begin_folder(in("pre-dead012"), ".owner"));
  CHECK_EQ(symlink(in("other-dead01"), in("pre-linked")), 0);
  CHECK(begin_folder(in("pre-dead02"), NULL));
  CHECK_EQ(symlink("f", in("pre-dead02/.owner")), 0);
  const char *next = sy_temp_dir("pre", &arena, NULL);
  CHECK(next && sy_file_exists(next) && sy_file_exists(living) && strcmp(next, living) != 0);
  CHECK(!sy_file_exists(in("pre-dead01")));
  CHECK(sy_file_exists(in("pre-source/f")) && sy_file_exists(in("other-dead01/f")));
  CHECK(sy_file_exists(in("pre-dead012/f")) && sy_file_exists(in("pre-dead02/f")));
  unsetenv("TMPDIR");
}

static void test_paths(void) {
  CHECK_STR(sy_path_base("a/b.cpp"), "b.cpp");
  CHECK_STR(sy_path_base("b"), "b");
  CHECK_STR(sy_path_stem("a/b.cpp", &arena), "b");
  CHECK_STR(sy_path_stem("a.d/b", &arena), "b");
  CHECK_STR(sy_path_stem("x.tar.gz", &arena), "x.tar");
  CHECK_STR(sy_path_stem(".hidden", &arena), ".hidden");
  CHECK_STR(sy_path_ext("a/b.cpp"), ".cpp");
  CHECK_STR(sy_path_ext("a.d/b"), "");
  CHECK_STR(sy_path_ext(".hidden"), "");
  CHECK_STR(sy_path_dir("a/b.cpp", &arena), "a");
  CHECK_STR(sy_path_dir("b.cpp", &arena), ".");
  CHECK_STR(sy_path_dir("/b", &arena), "/");
  CHECK_STR(sy_path_join("a", "b", &arena), "a/b");
  CHECK_STR(sy_path_join("a/", "b", &arena), "a/b");
  CHECK_STR(sy_path_join("", "b", &arena), "b");
  CHECK_STR(sy_path_join("a", "/b", &arena), "/b");
  CHECK(sy_ends(sy_self_dir(&arena), "tests/unit"));
}

static void fresh(void (*test)(void)) {
  dir = sy_temp_dir("sy-test-file", &arena, NULL);
  test();
  chmod(dir, 0755);
  sy_temp_dir_remove(dir);
}

#define FRESH(test) (check_test = #test, fresh(test))

int main(void) {
  FRESH(test_read);
  FRESH(test_write_mode);
  FRESH(test_links);
  FRESH(test_bad_places);
  FRESH(test_special);
  FRESH(test_no_permission);
  FRESH(test_half_written);
  FRESH(test_check_writable);
  FRESH(test_temp_dir);
  FRESH(test_sweep);
  FRESH(test_paths);
  sy_arena_free(&arena);
  return check_summary();
}
