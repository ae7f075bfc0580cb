// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the plan: checks the files it is about, then asks compile.c for the jobs of each input and link.c
// for the rest.
#include "driver/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/count.h"
#include "base/file.h"
#include "formats/linked_record.h"

size_t sy_plan_job(sy_plan *p, const char *what, const char *program) {
  sy_job job = {.what = what};
  sy_strs_add(&job.argv, program);
  sy_vec_push(&p->jobs, job);
  return p->jobs.n - 1;
}

static void free_job(sy_job *job) {
  sy_vec_free(&job->argv);
  sy_vec_free(&job->outputs);
  sy_vec_free(&job->after);
}

void sy_plan_drop_last(sy_plan *p) {
  free_job(&p->jobs.data[--p->jobs.n]);
}

void sy_plan_add(sy_plan *p, size_t job, const char *arg) {
  sy_strs_add(&p->jobs.data[job].argv, arg);
}

void sy_plan_addf(sy_plan *p, size_t job, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  sy_plan_add(p, job, sy_arena_vprintf(p->a, fmt, args));
  va_end(args);
}

void sy_plan_add_pair(sy_plan *p, size_t job, const char *a, const char *b) {
  sy_plan_add(p, job, a);
  sy_plan_add(p, job, b);
}

void sy_plan_after(sy_plan *p, size_t job, size_t earlier) {
  if (earlier != SY_NO_JOB)
    sy_vec_push(&p->jobs.data[job].after, earlier);
}

void sy_plan_output(sy_plan *p, size_t job, const char *path) {
  if (strcmp(path, "-") == 0)
    p->jobs.data[job].direct = true;
  else
    sy_strs_add(&p->jobs.data[job].outputs, path);
}

// llvm-objcopy renames its output over what is there, which would replace a device: /dev/null as an ordinary
// file.
size_t sy_plan_objcopy_files(sy_plan *p, size_t job, const char *stem, const char *from, const char *to) {
  bool special = sy_file_is_special(to);
  const char *made = special ? sy_plan_temp(p, stem, "-made.o") : to;
  sy_plan_add_pair(p, job, from, made);
  if (!special)
    return job;
  size_t copy = sy_plan_job(p, sy_arena_printf(p->a, "writing '%s'", to), "cp");
  sy_plan_add_pair(p, copy, "--", made);
  sy_plan_add(p, copy, to);
  sy_plan_after(p, copy, job);
  return copy;
}

static bool same_file(const char *a, const char *b) {
  struct stat sa, sb;
  return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino &&
         S_ISREG(sa.st_mode);
}

static bool is_input(const sy_plan *p, const char *path) {
  if (p->c->config && same_file(p->c->config, path))
    return true;
  for (size_t i = 0; i < p->c->items.n; i++)
    if (p->c->items.data[i].is_input && same_file(p->c->items.data[i].words[0], path))
      return true;
  return false;
}

// With -save-temps an intermediate file may have the name of an input: "a-host.o", left by an earlier run.
const char *sy_plan_temp(sy_plan *p, const char *stem, const char *suffix) {
  const char *name = sy_arena_printf(p->a, "%s%s", stem, suffix);
  while (is_input(p, sy_path_join(p->temp, name, p->a)))
    name = sy_arena_printf(p->a, "_%s", name);
  return sy_path_join(p->temp, name, p->a);
}

const char *sy_plan_devices(sy_plan *p) {
  if (p->c->config && p->temp && !p->devices)
    p->devices = sy_plan_temp(p, "devices", ".yaml");
  return p->devices;
}

bool sy_plan_write_devices(const sy_plan *p, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  if (!p->devices)
    return true;
  sy_devices_write_changed(&p->g->devices, &text);
  bool ok = sy_file_write(p->devices, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

// A comma would be read as a separator by llvm-offload-binary, a bar as one of a file table, a quote or the
// end of a line would end the name of the integration header, which clang puts into an #include line.
char *sy_plan_name(sy_plan *p, const char *path) {
  char *name = sy_path_stem(path, p->a);
  for (char *c = name; *(c += strcspn(c, ",|\"\\\n\r"));)
    *c = '_';
  return name;
}

// "x/a.cpp" and "y/a.cpp" become "a" and "a-2".
const char *sy_plan_stem(sy_plan *p, const char *path) {
  const char *base = sy_plan_name(p, strcmp(path, "-") == 0 ? "stdin" : path), *stem = base;
  for (unsigned n = 2; sy_map_has(&p->names, stem); n++)
    stem = sy_arena_printf(p->a, "%s-%u", base, n);
  sy_map_put(&p->names, stem);
  return stem;
}

// Linkers take what begins with one of these, and text: a linker script, which no object is.
static bool is_for_linker(const char *path, const char *head, size_t n) {
  static const char *const starts[] = {"\177ELF",    "!<arch>\n",        "!<thin>\n",
                                       "BC\300\336", "\336\300\027\013", "\020\377\020\255"};
  for (size_t i = 0; i < SY_COUNT(starts); i++)
    if (n >= strlen(starts[i]) && memcmp(head, starts[i], strlen(starts[i])) == 0)
      return true;
  bool text = n > 0 && strcmp(sy_path_ext(path), ".o") != 0;
  for (size_t i = 0; i < n; i++)
    text &= (unsigned char)head[i] >= ' ' || strchr("\t\n\v\f\r", head[i] ? head[i] : 1);
  return text;
}

// What a linker would say about another file is long and about itself.
static bool check_contents(const sy_command_item *item, sy_diag *d) {
  const char *path = item->words[0];
  char head[512];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return sy_file_fail(d, "read", path, errno);
  ssize_t n = read(fd, head, sizeof head);
  int error = errno;
  close(fd);
  if (n < 0)
    return sy_file_fail(d, "read", path, error);
  if (item->kind != SY_KIND_LINK || is_for_linker(path, head, (size_t)n))
    return true;
  sy_error(d, SY_NOWHERE, "'%s' is %s", path, n ? "no source, object, archive or shared library" : "empty");
  if (n)
    sy_help(d, "'-x c++' in front of it makes it a C++ source");
  return false;
}

static bool check_input(const sy_plan *p, const sy_command_item *item, sy_diag *d) {
  struct stat st;
  if (strcmp(item->words[0], "-") == 0)
    return true;
  if (stat(item->words[0], &st) != 0)
    return sy_error(d, SY_NOWHERE, "no such file: '%s'", item->words[0]);
  if (S_ISDIR(st.st_mode))
    return sy_error(d, SY_NOWHERE, "'%s' is a folder, not a file", item->words[0]);
  bool prints = p->c->print_only || p->c->print_phases;
  return prints || !S_ISREG(st.st_mode) || check_contents(item, d);
}

static bool check_inputs(const sy_plan *p, sy_diag *d) {
  bool ok = true;
  for (size_t i = 0; i < p->c->items.n; i++)
    if (p->c->items.data[i].is_input)
      ok = check_input(p, &p->c->items.data[i], d) && ok;
  return ok;
}

// What -fsycl-link made is no input for it: its images are finished.
static bool check_unlinked(const sy_units *units, sy_diag *d) {
  for (size_t i = 0; i < units->n; i++)
    if (units->data[i].item->kind == SY_KIND_LINK && sy_linked_read(units->data[i].source, NULL)) {
      sy_error(d, SY_NOWHERE, "the device code of '%s' is linked already", units->data[i].source);
      sy_help(d, "give '-fsycl-link' the objects that it was made of, or link without '-fsycl-link'");
      return false;
    }
  return true;
}

static bool is_within(const sy_map *lines, const sy_map *all) {
  bool within = lines->n > 0;
  for (size_t i = 0; i < lines->n && within; i++)
    within = sy_map_has(all, lines->entries[i].key);
  return within;
}

// Two that -fsycl-link made may have functions in common, but not all modules of one: there are kernels among
// them.
static bool check_pair(const char *first, const char *second, sy_diag *d) {
  sy_map of_first = {0}, of_second = {0};
  bool both = sy_linked_read(first, &of_first) && sy_linked_read(second, &of_second);
  bool same = both && (strcmp(first, second) == 0 || is_within(&of_first, &of_second) ||
                       is_within(&of_second, &of_first));
  if (same && strcmp(first, second) == 0)
    sy_error(d, SY_NOWHERE, "'%s', which '-fsycl-link' made, stands here twice", first);
  else if (same)
    sy_error(d, SY_NOWHERE, "'%s' and '%s', which '-fsycl-link' made, hold the same device code", first,
             second);
  if (same)
    sy_help(d, "leave one out");
  sy_map_free(&of_first);
  sy_map_free(&of_second);
  return !same;
}

static bool check_linked_once(const sy_units *units, sy_diag *d) {
  for (size_t i = 0; i + 1 < units->n; i++) {
    bool linked = sy_linked_read(units->data[i].source, NULL);
    for (size_t k = i + 1; linked && k < units->n; k++)
      if (!check_pair(units->data[i].source, units->data[k].source, d))
        return false;
  }
  return true;
}

static const char *list_of(const sy_map *names, sy_arena *a) {
  const char *list = "";
  for (size_t i = 0; i < names->n; i++)
    list = sy_arena_printf(a, "%s%s%s", list, *list ? "," : "", names->entries[i].key);
  return list;
}

// What -fsycl-link made has its images: those that the user names for this link can be no others.
static bool check_linked_targets(const sy_plan *p, const sy_units *units, sy_diag *d) {
  sy_map linked = {0}, named = {0};
  const char *object = NULL;
  for (size_t i = 0; p->g->named && !p->c->link_device && i < units->n; i++)
    if (units->data[i].item->kind == SY_KIND_LINK && sy_linked_targets(units->data[i].source, &linked))
      object = units->data[i].source;
  for (size_t i = 0; object && i < p->g->all.n; i++)
    sy_map_put(&named, p->g->all.data[i].row->TargetName);
  bool same = !object || (is_within(&linked, &named) && is_within(&named, &linked));
  if (!same) {
    sy_error(d, SY_NOWHERE, "the device code of this link is in '%s', for '%s', and not for '%s'", object,
             list_of(&linked, p->a), list_of(&named, p->a));
    sy_help(d, "make '%s' again with these targets, by '-fsycl-link', or name none here", object);
  }
  sy_map_free(&linked);
  sy_map_free(&named);
  return same;
}

// An output must be writable, no input of ours, and no other job's output.
static bool check_output(const sy_plan *p, sy_map *seen, const char *path, sy_diag *d) {
  struct stat st;
  if (!path)
    return true;
  if (!sy_file_check_writable(path, d))
    return false;
  if (is_input(p, path))
    return sy_error(d, SY_NOWHERE, "output '%s' would overwrite the input", path);
  bool special = strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
  if (!special && sy_map_has(seen, path))
    return sy_error(d, SY_NOWHERE, "two inputs give the same output '%s'", path);
  sy_map_put(seen, path);
  return true;
}

static bool check_outputs(const sy_plan *p, const sy_units *units, const char *linked, sy_diag *d) {
  sy_map seen = {0};
  bool ok = check_output(p, &seen, linked, d);
  for (size_t i = 0; ok && i < units->n; i++)
    ok = check_output(p, &seen, sy_plan_result(p, &units->data[i]), d) &&
         check_output(p, &seen, sy_plan_deps_file(p, &units->data[i]), d);
  sy_map_free(&seen);
  return ok;
}

// clang gets what is its own of the command line: it knows none of sycc's options.
static void add_query(sy_plan *p, size_t job) {
  for (size_t i = 0; i < p->c->items.n; i++) {
    const sy_command_item *item = &p->c->items.data[i];
    if (!item->is_input && !(item->where & (SY_TO_QUERY | SY_TO_HOST | SY_TO_LINK)))
      continue;
    for (size_t k = 0; k < 2 && item->words[k]; k++)
      sy_plan_add(p, job, item->words[k]);
  }
}

static void plan_query(sy_plan *p) {
  size_t job = sy_plan_job(p, "clang++", sy_install_llvm(p->in, "clang++", p->a));
  for (size_t i = 0; p->c->action == SY_ACT_CC1 && i < p->c->all.n; i++)
    sy_plan_add(p, job, p->c->all.data[i]);
  if (p->c->action == SY_ACT_QUERY)
    add_query(p, job);
  p->jobs.data[job].direct = true;
}

// One after the other: they share standard output.
static void plan_preprocess(sy_plan *p, sy_units *units) {
  size_t before = SY_NO_JOB;
  for (size_t i = 0; i < units->n; i++) {
    if (units->data[i].item->kind == SY_KIND_LINK)
      continue;
    sy_plan_preprocess(p, &units->data[i]);
    sy_plan_after(p, units->data[i].host_job, before);
    before = units->data[i].host_job;
  }
}

static void plan_compile_and_link(sy_plan *p, sy_units *units, const char *linked, sy_diag *d) {
  for (size_t i = 0; i < units->n; i++) {
    sy_plan_unit *u = &units->data[i];
    if (u->item->kind != SY_KIND_LINK)
      sy_plan_compile(p, u);
    else if (!linked)
      sy_warning(d, SY_NOWHERE, "'%s' is not used: nothing is linked", u->item->words[0]);
  }
  if (linked)
    sy_plan_link(p, units, linked);
}

static void collect_units(sy_plan *p, sy_units *units) {
  for (size_t i = 0; i < p->c->items.n; i++) {
    const sy_command_item *item = &p->c->items.data[i];
    sy_plan_unit u = {.item = item, .source = item->words[0], .host_job = SY_NO_JOB};
    if (!item->is_input)
      continue;
    if (item->kind != SY_KIND_LINK)
      u.stem = sy_plan_stem(p, item->words[0]);
    sy_vec_push(units, u);
  }
}

static bool all_headers(const sy_units *units) {
  size_t headers = 0;
  for (size_t i = 0; i < units->n; i++)
    headers += units->data[i].item->kind == SY_KIND_HEADER;
  return headers == units->n;
}

bool sy_plan_make(sy_plan *p, sy_diag *d) {
  const sy_command_line *c = p->c;
  sy_units units = {0};
  if (c->action >= SY_ACT_QUERY) {
    plan_query(p);
    return true;
  }
  collect_units(p, &units);
  bool links = c->action == SY_ACT_LINK && !c->device_only && !all_headers(&units);
  const char *linked = links ? c->output ? c->output : "a.out" : NULL;
  bool ok = check_inputs(p, d) && check_outputs(p, &units, linked, d) &&
            (c->link_device ? check_unlinked(&units, d)
                            : c->action != SY_ACT_LINK ||
                                  (check_linked_once(&units, d) && check_linked_targets(p, &units, d)));
  if (ok && c->action == SY_ACT_PREPROCESS)
    plan_preprocess(p, &units);
  else if (ok)
    plan_compile_and_link(p, &units, linked, d);
  sy_vec_free(&units);
  return ok;
}

void sy_job_print(const sy_job *job, sy_str *out) {
  for (size_t i = 0; i < job->argv.n; i++) {
    if (i)
      sy_str_addc(out, ' ');
    sy_str_add_shell(out, job->argv.data[i]);
  }
  if (job->input) {
    sy_str_add(out, " < ");
    sy_str_add_shell(out, job->input);
  }
  sy_str_addc(out, '\n');
}

static void print_temp(const sy_plan *p, const char *command, sy_str *out) {
  if (p->keep_temp || !p->temp)
    return;
  sy_str_add(out, command);
  sy_str_add_shell(out, p->temp);
  sy_str_addc(out, '\n');
}

static void print_devices(const sy_plan *p, sy_str *out) {
  sy_str text = SY_STR_INIT;
  if (!p->devices)
    return;
  sy_devices_write_changed(&p->g->devices, &text);
  sy_str_add(out, "printf %s ");
  sy_str_add_shell(out, sy_str_c(&text));
  sy_str_add(out, " > ");
  sy_str_add_shell(out, p->devices);
  sy_str_addc(out, '\n');
  sy_str_free(&text);
}

void sy_plan_print(const sy_plan *p, sy_str *out) {
  print_temp(p, "mkdir -p ", out);
  print_devices(p, out);
  for (size_t i = 0; i < p->jobs.n; i++)
    sy_job_print(&p->jobs.data[i], out);
  print_temp(p, "rm -r ", out);
}

void sy_plan_free(sy_plan *p) {
  for (size_t i = 0; i < p->jobs.n; i++)
    free_job(&p->jobs.data[i]);
  sy_vec_free(&p->jobs);
  sy_map_free(&p->names);
}
