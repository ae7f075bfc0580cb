// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources that begin with <sycl/sycl.hpp> are compiled with a precompiled form of it, which the cache keeps
// for each set of options (header_cache.c). The result is the same to the byte: the header is precompiled
// with the very options of the compilation, and only where nothing stands in front of it (leading_includes.c)
// and no folder of the user's hides one of its files.
//
// A compilation that fails runs again without (run.c), so that messages are always those of the source as it
// stands, and a header that is damaged costs time and no more.
#include <string.h>
#include <sys/stat.h>

#include "base/count.h"
#include "base/file.h"
#include "base/map.h"
#include "driver/header_cache.h"
#include "driver/leading_includes.h"
#include "driver/plan.h"

// Options that may stand on the command line of a compilation, by how they begin. With others, those that
// include files or choose other folders for the system's headers above all, nothing is precompiled.
static const char *const allowed[] = {
    "-D",         "-U",    "-O",        "-W",    "-w",       "-f",  "-m",    "-I", "-isystem", "-iquote",
    "-idirafter", "-std=", "-pedantic", "-ansi", "-pthread", "-pg", "-pipe", "-l", "-g0",
};
// But not these: what they write about a source, or read, is not the same with a precompiled header. (Nor is
// the debug information of -g: clang leaves out using-declarations of precompiled headers.)
static const char *const refused[] = {
    "-Wp,",         "-fmodule",      "-fplugin", "-fpch",   "-fprofile",  "-fcoverage", "-ftest-coverage",
    "-fcs-profile", "-fdebug-macro", "-ftime-",  "-fsave-", "-fsanitize",
};
static const char *const folders[] = {"-I", "-isystem", "-iquote", "-idirafter"};
// Variables that change what clang reads, or its options.
static const char *const variables[] = {"CPATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"};

// Returns the first of the words that `text` begins with, or null.
static const char *beginning(const char *text, const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (sy_starts(text, words[i]))
      return words[i];
  return NULL;
}

static bool is_allowed(const sy_command_item *item) {
  const char *word = item->words[0];
  return item->is_input || !(item->where & (SY_TO_HOST | SY_TO_DEVICE)) ||
         (beginning(word, allowed, SY_COUNT(allowed)) && !beginning(word, refused, SY_COUNT(refused)));
}

static bool takes_any(const sy_plan *p) {
  const sy_command_line *c = p->c;
  bool takes = !c->print_only && !c->print_phases && !c->save_temps && c->action <= SY_ACT_SYNTAX;
  for (size_t i = 0; i < SY_COUNT(variables); i++)
    takes &= getenv(variables[i]) == NULL;
  for (size_t i = 0; takes && i < c->items.n; i++)
    takes = is_allowed(&c->items.data[i]);
  return takes;
}

static bool is_own(const sy_plan *p, const char *folder) {
  struct stat a, b;
  return p->in->include && stat(folder, &a) == 0 && stat(p->in->include, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

// Appends the folders of the user's where headers are looked for.
static void add_folders(const sy_plan *p, sy_strs *out) {
  for (size_t i = 0; i < p->c->items.n; i++) {
    const sy_command_item *item = &p->c->items.data[i];
    const char *option = item->is_input ? NULL : beginning(item->words[0], folders, SY_COUNT(folders));
    const char *folder = !option ? NULL : item->words[1] ? item->words[1] : item->words[0] + strlen(option);
    if (folder && !is_own(p, folder))
      sy_strs_add(out, folder);
  }
}

// ---- names of headers -------------------------------------------------------------------------------

// What another version of the same program would have otherwise.
static void add_identity(sy_str *key, const char *program) {
  struct stat st = {0};
  stat(program, &st);
  sy_str_addf(key, "%s %lld %lld.%09ld\n", program, (long long)st.st_size, (long long)st.st_mtim.tv_sec,
              st.st_mtim.tv_nsec);
}

// Adds the options of a job. Folders have no part in it as long as they hide nothing, nor have options about
// messages.
static void add_options(sy_str *key, const sy_strs *argv) {
  static const char *const without[] = {"-v", "-fdiagnostics-color=always"};
  for (size_t i = 1; i < argv->n; i++) {
    const char *word = argv->data[i], *folder = beginning(word, folders, SY_COUNT(folders));
    bool about_messages = false;
    for (size_t k = 0; k < SY_COUNT(without); k++)
      about_messages |= strcmp(word, without[k]) == 0;
    if (folder)
      i += strcmp(word, folder) == 0;
    else if (!about_messages)
      sy_str_addf(key, "%s\n", word);
  }
}

// Two numbers of 64 bits, the second of the same text behind the first: one alone might be that of other
// options.
static const char *header_path(sy_plan *p, const char *folder, const sy_strs *argv) {
  sy_str key = SY_STR_INIT;
  sy_str_addf(&key, "%s\n%s\n", SYCC_VERSION, p->in->include);
  add_identity(&key, argv->data[0]);
  add_identity(&key, p->in->plugin);
  add_options(&key, argv);
  uint64_t first = sy_hash(key.s, key.n);
  const char *again = sy_arena_printf(p->a, "%016llx%s", (unsigned long long)first, key.s);
  uint64_t second = sy_hash(again, strlen(again));
  sy_str_free(&key);
  return sy_path_join(
      folder,
      sy_arena_printf(p->a, "%016llx%016llx.pch", (unsigned long long)first, (unsigned long long)second),
      p->a);
}

// ---- jobs -------------------------------------------------------------------------------------------

// Makes the draft a job that precompiles, and adds the one that keeps the result. Returns what the
// compilation reads.
static const char *plan_making(sy_plan *p, const sy_plan_unit *u, size_t draft, const char *path,
                               const sy_strs *searched, size_t *made) {
  const char *stem = sy_arena_printf(p->a, "%s-%zu", u->stem, draft);
  const char *header = sy_plan_temp(p, stem, ".pch"), *dependencies = sy_plan_temp(p, stem, ".pch.d");
  p->jobs.data[draft].what = "precompiling <sycl/sycl.hpp>";
  p->jobs.data[draft].optional = true;
  sy_plan_add(p, draft, "-c");
  sy_plan_add_pair(p, draft, "-Xclang", "-emit-pch");
  sy_plan_add(p, draft, "-MD");
  sy_plan_add_pair(p, draft, "-MF", dependencies);
  sy_plan_add_pair(p, draft, "-x", "c++");
  sy_plan_add(p, draft, sy_path_join(p->in->include, "sycc/precompiled.hpp", p->a));
  sy_plan_add_pair(p, draft, "-o", header);
  *made = sy_plan_job(p, "keeping the precompiled <sycl/sycl.hpp>", sy_install_tool(p->in, "sycc", p->a));
  p->jobs.data[*made].optional = true;
  sy_plan_add_pair(p, *made, "--keep-header", header);
  sy_plan_add_pair(p, *made, dependencies, path);
  for (size_t i = 0; i < searched->n; i++)
    sy_plan_add(p, *made, searched->data[i]);
  sy_plan_after(p, *made, draft);
  return header;
}

static const char *choose(sy_plan *p, const sy_plan_unit *u, size_t draft, size_t *made) {
  sy_strs searched = {0};
  add_folders(p, &searched);
  const char *header = NULL, *folder = NULL;
  if (p->in->include && sy_begins_with_sycl(u->source, &searched) && (folder = sy_header_folder(p->a))) {
    const char *path = header_path(p, folder, &p->jobs.data[draft].argv);
    sy_header_state state = sy_header_look(path, &searched, p->a);
    header = state == SY_HEADER_READY  ? path
             : state == SY_HEADER_MAKE ? plan_making(p, u, draft, path, &searched, made)
                                       : NULL;
  }
  sy_vec_free(&searched);
  return header;
}

const char *sy_plan_header(sy_plan *p, const sy_plan_unit *u, size_t draft, size_t *made) {
  *made = SY_NO_JOB;
  const char *header = takes_any(p) && !u->copy ? choose(p, u, draft, made) : NULL;
  if (*made == SY_NO_JOB)
    sy_plan_drop_last(p);
  return header;
}

void sy_plan_read_header(sy_plan *p, size_t job, const char *header, size_t made) {
  if (!header)
    return;
  p->jobs.data[job].header = header;
  sy_plan_add_pair(p, job, "-Xclang", "-include-pch");
  sy_plan_add_pair(p, job, "-Xclang", header);
  sy_plan_after(p, job, made);
}
