// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// make's jobserver.
//
// The pipe is shared with make and its other children, and so are the flags of its descriptors: to read
// without waiting we open it a second time. When the recipe does not start with "+" or hold $(MAKE), make
// keeps the pipe to itself and says in MAKEFLAGS all the same that there is one.
#include "base/jobserver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The value of the last --jobserver-auth= (or --jobserver-fds=, its older name) in MAKEFLAGS.
static bool find_flag(sy_view flags, sy_view *value) {
  static const char *const names[] = {"--jobserver-auth=", "--jobserver-fds="};
  sy_view word;
  bool found = false;
  while (sy_view_split(&flags, ' ', &word))
    for (size_t i = 0; i < 2; i++) {
      size_t n = strlen(names[i]);
      if (word.n > n && memcmp(word.s, names[i], n) == 0) {
        *value = (sy_view){word.s + n, word.n - n};
        found = true;
      }
    }
  return found;
}

static void open_fifo(sy_jobserver *s, const char *path) {
  s->in = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  s->out = s->in >= 0 ? open(path, O_WRONLY | O_CLOEXEC) : -1;
}

static bool is_pipe(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode);
}

static void open_pipe(sy_jobserver *s, int in, int out) {
  char path[64];
  if (!is_pipe(in) || !is_pipe(out))
    return;
  snprintf(path, sizeof path, "/proc/self/fd/%d", in);
  s->in = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  s->out = fcntl(out, F_DUPFD_CLOEXEC, 3);
}

static void close_ends(sy_jobserver *s) {
  if (s->in >= 0)
    close(s->in);
  if (s->out >= 0)
    close(s->out);
  s->in = s->out = -1;
}

void sy_jobserver_open(sy_jobserver *s) {
  const char *flags = getenv("MAKEFLAGS");
  sy_view value;
  int in, out;
  *s = (sy_jobserver){.in = -1, .out = -1, .tokens = SY_STR_INIT};
  if (!flags || !find_flag(sy_view_c(flags), &value))
    return;
  s->announced = true;
  char *text = strndup(value.s, value.n);
  if (!text)
    sy_out_of_memory();
  if (sy_starts(text, "fifo:"))
    open_fifo(s, text + strlen("fifo:"));
  else if (sscanf(text, "%d,%d", &in, &out) == 2)
    open_pipe(s, in, out);
  free(text);
  if (s->in < 0 || s->out < 0)
    close_ends(s);
}

bool sy_jobserver_take(sy_jobserver *s) {
  char token;
  if (s->in < 0 || read(s->in, &token, 1) != 1)
    return false;
  sy_str_addc(&s->tokens, token);
  return true;
}

void sy_jobserver_give(sy_jobserver *s) {
  if (!s->tokens.n)
    return;
  const char *token = &s->tokens.s[--s->tokens.n];
  while (write(s->out, token, 1) < 0 && errno == EINTR)
    ;
}

void sy_jobserver_close(sy_jobserver *s) {
  while (s->tokens.n)
    sy_jobserver_give(s);
  sy_str_free(&s->tokens);
  close_ends(s);
}
