// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a plan.
//
// The output of each job is collected and written in one piece when it ends: jobs at the same time would
// mix their lines, and what a crashed compiler says (a stack dump of a hundred lines) is not for users. Jobs
// whose output is the result write it themselves.
//
// Below make the number of jobs at the same time is make's business: every job but the first needs a token of
// its jobserver. We hold the tokens for children that run jobs of their own too (sycl-codegen), so that
// killing them loses none. Where make keeps its jobserver from us, we run one job at a time.
//
// A signal is handled in two steps. The handler kills the children, which is all that is safe there; the wait
// for them then ends, and the loop, which looks at the flag before and after each start, does the rest.
#include "driver/run.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/count.h"
#include "base/file.h"
#include "base/jobserver.h"
#include "base/limits.h"
#include "base/proc.h"

enum { MAX_ARGV = 1000000 }; // bytes of arguments

static volatile sig_atomic_t caught;

static void on_signal(int signal) {
  caught = signal;
  sy_proc_kill_all();
}

void sy_run_catch_signals(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < SY_COUNT(signals); i++) {
    struct sigaction old, sa = {.sa_handler = on_signal};
    sigfillset(&sa.sa_mask);
    if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(signals[i], &sa, NULL);
  }
}

int sy_run_signal(void) {
  return caught;
}

void sy_run_reraise(int number) {
  signal(number, SIG_DFL);
  raise(number);
  _exit(128 + number);
}

typedef struct running {
  sy_proc *proc;
  size_t job;
  size_t width; // how many jobs it counts for
} running;

typedef struct runner {
  const sy_plan *p;
  sy_diag *d;
  bool *started, *done; // of each job
  bool *again;          // it failed with a precompiled header and was to run without
  SY_VEC(running) now;
  sy_map said; // outputs that were passed on
  sy_jobserver make;
  unsigned limit;  // of jobs at the same time
  bool below_make; // which shares out the jobs
  bool failed, wants_token;
} runner;

static bool ready(const runner *r, size_t job) {
  const sy_job *j = &r->p->jobs.data[job];
  for (size_t i = 0; i < j->after.n; i++)
    if (!r->done[j->after.data[i]])
      return false;
  return !r->started[job];
}

static void run_say(const sy_job *job) {
  sy_str line = SY_STR_INIT;
  sy_job_print(job, &line);
  fwrite(sy_str_c(&line), 1, line.n, stderr);
  fflush(stderr);
  sy_str_free(&line);
}

static size_t argv_bytes(const sy_job *j) {
  size_t n = 0;
  for (size_t i = 0; i < j->argv.n; i++)
    n += strlen(j->argv.data[i]) + 1 + sizeof(char *);
  return n;
}

// The kernel takes two megabytes of arguments at most, ours may come from response files: then the child gets
// a response file too. All programs that we start read them. False: it could not be written.
static bool shorten(const runner *r, size_t job, const char *short_argv[3]) {
  const sy_job *j = &r->p->jobs.data[job];
  sy_str text = SY_STR_INIT;
  for (size_t i = 1; i < j->argv.n; i++)
    sy_opts_quote(&text, j->argv.data[i]);
  const char *file = sy_path_join(r->p->temp, sy_arena_printf(r->p->a, "job-%zu.rsp", job), r->p->a);
  short_argv[0] = j->argv.data[0];
  short_argv[1] = sy_arena_printf(r->p->a, "@%s", file);
  short_argv[2] = NULL;
  bool ok = sy_file_write(file, sy_str_c(&text), text.n, r->d);
  sy_str_free(&text);
  return ok;
}

// How many children of its own a job can use: one for each row of its table, below the heading.
static size_t rows(const sy_job *j) {
  sy_str text = SY_STR_INIT;
  sy_diag ignored = {0};
  size_t lines = 0;
  if (sy_file_read(j->table, &text, &ignored))
    for (size_t i = 0; i < text.n; i++)
      lines += text.s[i] == '\n';
  sy_str_free(&text);
  sy_diag_free(&ignored);
  return lines > 1 ? lines - 1 : 1;
}

static size_t in_use(const runner *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->now.n; i++)
    n += r->now.data[i].width;
  return n;
}

// The children that a job may run at the same time, as far as there are tokens; its arguments tell it.
static size_t widen(runner *r, sy_job *j) {
  size_t n = 1, wanted = rows(j);
  while (n < wanted && n < r->limit && sy_jobserver_take(&r->make))
    n++;
  sy_strs_add(&j->argv, "-j");
  sy_strs_add(&j->argv, sy_arena_printf(r->p->a, "%zu", n));
  sy_strs_add(&j->argv, NULL);
  j->argv.n--;
  return n;
}

// Takes what a job needs before it starts; false: it has to wait.
static bool take_tokens(runner *r, sy_job *j, size_t *width) {
  *width = 1;
  if (!r->below_make)
    return true;
  if (in_use(r) > r->make.tokens.n && !sy_jobserver_take(&r->make))
    return false;
  if (j->table)
    *width = widen(r, j);
  return true;
}

// The first job needs no token.
static void give_spare_tokens(runner *r) {
  while (r->make.tokens.n && r->make.tokens.n >= in_use(r))
    sy_jobserver_give(&r->make);
}

static void start_job(runner *r, size_t job) {
  sy_job *j = &r->p->jobs.data[job];
  size_t width;
  if (!take_tokens(r, j, &width)) {
    r->wants_token = true;
    return;
  }
  const char *const *argv = j->argv.data, *short_argv[3];
  if (r->p->c->verbose)
    run_say(j);
  if (argv_bytes(j) > MAX_ARGV && r->p->temp) {
    if (!shorten(r, job, short_argv)) {
      r->failed = true;
      return;
    }
    argv = short_argv;
  }
  running now = {sy_proc_start(argv, &(sy_proc_options){.capture = !j->direct, .input = j->input}), job,
                 width};
  r->started[job] = true;
  sy_vec_push(&r->now, now);
}

// LLVM writes "a.o" as "a-1a2b3c4d.o.tmp" first, and leaves that behind when it is killed.
static bool is_llvm_temporary(const char *name, const char *output) {
  const char *ext = sy_path_ext(output);
  size_t stem = strlen(output) - strlen(ext);
  if (strlen(name) != stem + 9 + strlen(ext) + 4 || strncmp(name, output, stem) != 0 || name[stem] != '-')
    return false;
  return strspn(name + stem + 1, "0123456789abcdef") >= 8 && sy_starts(name + stem + 9, ext) &&
         sy_ends(name, ".tmp");
}

static void remove_llvm_temporaries(const char *output) {
  sy_arena a = {0};
  const char *folder = sy_path_dir(output, &a);
  DIR *dir = opendir(folder);
  for (struct dirent *e; dir && (e = readdir(dir));)
    if (is_llvm_temporary(e->d_name, sy_path_base(output)))
      unlink(sy_path_join(folder, e->d_name, &a));
  if (dir)
    closedir(dir);
  sy_arena_free(&a);
}

// Only files of the ordinary kind: never /dev/null.
static void remove_outputs(const sy_job *job) {
  struct stat st;
  for (size_t i = 0; i < job->outputs.n; i++) {
    if (lstat(job->outputs.data[i], &st) == 0 && S_ISREG(st.st_mode))
      unlink(job->outputs.data[i]);
    remove_llvm_temporaries(job->outputs.data[i]);
  }
}

// clang runs its compiler in its own process and turns a crash into a status above 128; 70 is LLVM's
// "fatal error in the back end".
static bool crashed(const sy_proc_result *r) {
  return r->signal || r->status > 128 || r->status == 70;
}

// What a crashed program said before its stack dump.
static void cut_stack_dump(sy_str *out) {
  static const char *const starts[] = {"PLEASE submit a bug report", "Stack dump:"};
  for (size_t i = 0; i < 2; i++) {
    char *at = strstr(sy_str_c(out), starts[i]);
    if (at) {
      out->n = (size_t)(at - out->s);
      *at = 0;
    }
  }
}

static void explain_crash(const sy_proc_result *r, const sy_job *job, const char *program, sy_diag *d) {
  int number = r->signal ? r->signal : r->status > 128 ? r->status - 128 : 0;
  if (number == SIGKILL || number == SIGTERM || number == SIGXCPU || number == SIGXFSZ)
    sy_error(d, SY_NOWHERE, "'%s' was killed by signal %d (%s) during %s", program, number, strsignal(number),
             job->what);
  else if (number)
    sy_error(d, SY_NOWHERE, "'%s' crashed with signal %d (%s) during %s", program, number, strsignal(number),
             job->what);
  else
    sy_error(d, SY_NOWHERE, "'%s' failed with an internal error during %s", program, job->what);
  if (sy_limits_help_signal(number, d))
    return;
  if (number == SIGKILL)
    sy_help(d, "the machine may be short of memory: '-j 1' needs the least");
  else
    sy_help(d, "'-v' shows the command and what it said, '-save-temps' keeps its input");
}

// After an error clang goes on with what it could make sense of, and may crash in that. The error is what
// there is to mend; LLVM's own "error in backend" is the crash itself.
static bool crashed_after_error(const sy_proc_result *r) {
  const char *text = sy_str_c(&r->out), *end = strstr(text, "PLEASE submit a bug report");
  const char *error = strstr(text, "error: ");
  return r->status == 128 + SIGSEGV && error && (!end || error < end);
}

static void run_explain(const sy_proc_result *r, const sy_job *job, sy_diag *d) {
  const char *program = sy_path_base(job->argv.data[0]);
  if (r->start_error) {
    sy_proc_explain(r, job->argv.data[0], NULL, d);
    if (!sy_limits_help_error(r->start_error, d))
      sy_help(d, "programs of LLVM are looked for in $SYCC_LLVM_BINDIR, the others in the folder of sycc");
  } else if (crashed_after_error(r)) {
    return;
  } else if (crashed(r)) {
    explain_crash(r, job, program, d);
  } else if (!r->out.n && !job->direct) {
    sy_error(d, SY_NOWHERE, "'%s' failed with exit status %d during %s", program, r->status, job->what);
  }
}

// Compilers and linkers say it in many ways and at length; which job it was and where it writes, none of
// them.
static bool explain_full_disk(const sy_proc_result *r, const sy_job *job, const char *temp, sy_diag *d) {
  if (!strstr(sy_str_c(&r->out), strerror(ENOSPC)))
    return false;
  sy_error(d, SY_NOWHERE, "cannot write: %s during %s", strerror(ENOSPC), job->what);
  sy_help(d, "temporary files go to '%s': make room there and where the result goes, or set TMPDIR", temp);
  return true;
}

// The loader ends with 127 when it finds no room for a library, LLVM as if it had crashed.
static bool explain_no_memory(const sy_proc_result *r, const sy_job *job, sy_diag *d) {
  static const char *const words[] = {"out of memory", "bad_alloc", "failed to map segment",
                                      "Cannot allocate memory"};
  bool found = false;
  for (size_t i = 0; i < SY_COUNT(words) && (crashed(r) || r->status == 127); i++)
    found |= strstr(sy_str_c(&r->out), words[i]) != NULL;
  if (!found)
    return false;
  sy_error(d, SY_NOWHERE, "out of memory during %s", job->what);
  sy_help(d, "'-j 1' needs the least; 'ulimit -v' shows whether there is a limit");
  return true;
}

static void kill_rest(runner *r) {
  for (size_t i = 0; i < r->now.n; i++)
    sy_proc_kill(r->now.data[i].proc);
  for (size_t i = 0; i < r->now.n; i++) {
    sy_proc_result result;
    sy_proc_wait(r->now.data[i].proc, &result);
    sy_str_free(&result.out);
    remove_outputs(&r->p->jobs.data[r->now.data[i].job]);
  }
  r->now.n = 0;
  give_spare_tokens(r);
}

static void start_ready(runner *r) {
  r->wants_token = false;
  for (size_t job = 0; job < r->p->jobs.n && r->now.n < r->limit && !caught && !r->failed; job++)
    if (ready(r, job) && !r->wants_token)
      start_job(r, job);
  if (r->failed)
    kill_rest(r);
  if (caught)
    sy_proc_kill_all(); // it may have come between the handler's look and the start
}

// The device compilations of one source have the same things to say about it: once is enough. The reason of
// a failure is always told.
static void pass_on(runner *r, const sy_str *out, bool failure) {
  if (!failure && !r->p->c->verbose && sy_map_has(&r->said, sy_str_c(out)))
    return;
  sy_map_put(&r->said, sy_str_c(out));
  fwrite(sy_str_c(out), 1, out->n, stderr);
}

// Takes the options out that name the precompiled header: -Xclang -include-pch -Xclang <header>.
static void drop_header(sy_job *job) {
  size_t n = 0;
  for (size_t i = 0; i < job->argv.n; i++)
    if (i + 3 < job->argv.n && strcmp(job->argv.data[i + 1], "-include-pch") == 0 &&
        job->argv.data[i + 3] == job->header)
      i += 3;
    else
      job->argv.data[n++] = job->argv.data[i];
  job->argv.data[n] = NULL;
  job->argv.n = n;
}

// Whether a job that has ended is to run again. One that failed and had read a precompiled header of ours
// runs again without it. When that goes well the header was at fault and is removed; when not, the messages
// are those of the source as it stands.
static bool runs_again(runner *r, size_t number, const sy_proc_result *result) {
  sy_job *job = &r->p->jobs.data[number];
  if (!job->header || caught)
    return false;
  if (r->again[number]) {
    if (result->status == 0)
      unlink(job->header);
    return false;
  }
  if (result->status == 0)
    return false;
  drop_header(job);
  r->again[number] = true;
  r->started[number] = false;
  return true;
}

// Takes the job at r->now[k], which has ended, off the list.
static void finish_job(runner *r, size_t k) {
  running ended = r->now.data[k];
  const sy_job *job = &r->p->jobs.data[ended.job];
  sy_proc_result result;
  r->now.data[k] = r->now.data[--r->now.n];
  sy_proc_wait(ended.proc, &result);
  give_spare_tokens(r);
  r->done[ended.job] = result.status == 0 || (job->optional && !caught);
  if (runs_again(r, ended.job, &result) || job->optional) {
    sy_str_free(&result.out);
    return;
  }
  if (!r->done[ended.job]) {
    kill_rest(r);
    remove_outputs(job);
    if (crashed(&result) && !r->p->c->verbose)
      cut_stack_dump(&result.out);
  }
  bool told = !caught && !r->done[ended.job] && !r->p->c->verbose &&
              (explain_full_disk(&result, job, r->p->temp, r->d) || explain_no_memory(&result, job, r->d));
  if (!caught && !told) {
    pass_on(r, &result.out, !r->done[ended.job]);
    if (!r->done[ended.job])
      run_explain(&result, job, r->d);
  }
  r->failed |= !r->done[ended.job];
  sy_str_free(&result.out);
}

// The place in r->now of a job that has ended; r->now.n: a token may have come.
static size_t wait_any(const runner *r) {
  sy_proc **procs = sy_alloc(r->now.n * sizeof *procs);
  for (size_t i = 0; i < r->now.n; i++)
    procs[i] = r->now.data[i].proc;
  size_t k = sy_proc_wait_any_or(procs, r->now.n, r->wants_token ? r->make.in : -1);
  free(procs);
  return k;
}

static void end_argv(const sy_plan *p) {
  for (size_t i = 0; i < p->jobs.n; i++) {
    sy_strs_add(&p->jobs.data[i].argv, NULL);
    p->jobs.data[i].argv.n--;
  }
}

// A lone job that writes the result itself (-E, a question) takes our place, and with it the terminal.
static bool become(const sy_plan *p, sy_diag *d) {
  const sy_job *job = &p->jobs.data[0];
  if (p->c->verbose)
    run_say(job);
  execvp(job->argv.data[0], (char *const *)job->argv.data);
  run_explain(&(sy_proc_result){.start_error = errno, .status = 127}, job, d);
  return false;
}

bool sy_run(const sy_plan *p, sy_diag *d) {
  end_argv(p);
  if (p->jobs.n == 1 && p->jobs.data[0].direct && !p->jobs.data[0].outputs.n)
    return become(p, d);
  runner r = {.p = p, .d = d, .limit = p->c->jobs};
  sy_jobserver_open(&r.make);
  r.below_make = r.make.in >= 0 || (r.make.announced && !p->c->jobs_given);
  if (r.below_make && r.make.in < 0)
    r.limit = 1;
  r.started = sy_alloc(p->jobs.n + 1);
  r.done = sy_alloc(p->jobs.n + 1);
  r.again = sy_alloc(p->jobs.n + 1);
  for (start_ready(&r); r.now.n; start_ready(&r)) {
    size_t k = wait_any(&r);
    if (k < r.now.n)
      finish_job(&r, k);
  }
  sy_jobserver_close(&r.make);
  free(r.started);
  free(r.done);
  free(r.again);
  sy_map_free(&r.said);
  sy_vec_free(&r.now);
  return !r.failed && !caught;
}
