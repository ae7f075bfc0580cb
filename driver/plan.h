// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan: every program sycc will run, with its arguments, in an order that works, before any of them
// runs. -### prints it, run.c carries it out.
//
//   sycc a.cpp c.o -o app
//
//     device a ---> host a -----------------------------.
//          `------.                                      v
//     unbundle c -+> llvm-link -> post-link -> codegen -> wrapper -> host link
//                                          `-> codegen -'
//
// With targets that need device compilations of their own (targets.h) all between "device a" and "codegen" is
// there once for each of these; codegen for an ahead-of-time target comes after sycl-aspect-filter.
#ifndef SY_DRIVER_PLAN_H
#define SY_DRIVER_PLAN_H

#include "base/map.h"
#include "driver/command.h"
#include "driver/install.h"
#include "driver/targets.h"

typedef struct sy_job {
  const char *what;     // for messages: "the device compilation of 'a.cpp'"
  sy_strs argv;         // ends with a null
  sy_strs outputs;      // files the user sees; removed when the job fails
  SY_VEC(size_t) after; // jobs that must have ended well; all of them are earlier in the plan
  bool direct;          // its output is the result (-E, -o -): not to be collected
  const char *input;    // file for its standard input, or null
  const char *table;    // it works on the rows of this file table at the same time, as -j lets it; or null
  // It reads this precompiled header of ours; when it fails it runs again without. Or null.
  const char *header;
  bool optional; // nothing is lost when it fails
} sy_job;

typedef struct sy_plan {
  SY_VEC(sy_job) jobs;
  const char *temp; // folder for what is between source and result
  bool keep_temp;   // -save-temps: it is a folder of the user's
  // What the device configuration file says, for jobs that need it: a file in temp; or null.
  const char *devices;
  const sy_command_line *c; // what is planned for; the following serve planning only
  const sy_goals *g;
  const sy_install *in;
  sy_arena *a;
  sy_map names; // stems that are taken
  bool color;
} sy_plan;

#define SY_NO_JOB ((size_t)-1)

// What one device compilation of an input makes.
typedef struct sy_device_module {
  const char *path; // null when nothing is made (-fsyntax-only)
  size_t job;
} sy_device_module;

// What became of one input. Indices are jobs, or SY_NO_JOB.
typedef struct sy_plan_unit {
  const sy_command_item *item;
  const char *source;        // its path
  const char *copy;          // of standard input, which several compilations read: the file with it; or null
  const char *stem;          // of its intermediate files; no other unit has it
  const char *object;        // host object
  sy_device_module *devices; // one for each of g->compilations; null when it is not compiled for devices
  size_t host_job;
} sy_plan_unit;

typedef SY_VEC(sy_plan_unit) sy_units;

// Fills p. False: a fault in the command line or its files (an input is missing, an output can't be
// written), reported in d.
bool sy_plan_make(sy_plan *p, sy_diag *d);
// The plan as lines for a shell: the temporary folder is made by the first and removed by the last.
void sy_plan_print(const sy_plan *p, sy_str *out);
// Writes the file that sy_plan_devices named, if it did.
bool sy_plan_write_devices(const sy_plan *p, sy_diag *d);
void sy_job_print(const sy_job *job, sy_str *out);
void sy_plan_free(sy_plan *p);

// For the parts of planning (plan.c, compile.c, link.c).
size_t sy_plan_job(sy_plan *p, const char *what, const char *program); // index of the new job
void sy_plan_add(sy_plan *p, size_t job, const char *arg);
void sy_plan_addf(sy_plan *p, size_t job, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void sy_plan_add_pair(sy_plan *p, size_t job, const char *a, const char *b);
void sy_plan_drop_last(sy_plan *p);
void sy_plan_after(sy_plan *p, size_t job, size_t earlier); // earlier may be SY_NO_JOB
void sy_plan_output(sy_plan *p, size_t job, const char *path);
// Ends a job of llvm-objcopy with its files; returns the job that makes the second one. A name in the
// temporary folder begins with the stem.
size_t sy_plan_objcopy_files(sy_plan *p, size_t job, const char *stem, const char *from, const char *to);
// The name of the path without folder and extension, as names of intermediate files may begin.
char *sy_plan_name(sy_plan *p, const char *path);
const char *sy_plan_stem(sy_plan *p, const char *path);                     // unused stem for path
const char *sy_plan_temp(sy_plan *p, const char *stem, const char *suffix); // path of an intermediate file
// The file with what the device configuration file says; null without one, and where nothing is kept between
// jobs.
const char *sy_plan_devices(sy_plan *p);

// compile.c: the jobs for one input. u->item and u->stem are set.
void sy_plan_compile(sy_plan *p, sy_plan_unit *u);
void sy_plan_preprocess(sy_plan *p, sy_plan_unit *u);
bool sy_plan_needs_temp(const sy_command_line *c); // whether there is anything between source and result
// The file that compiling u leaves for the user; null when there is none.
const char *sy_plan_result(const sy_plan *p, const sy_plan_unit *u);
const char *sy_plan_deps_file(const sy_plan *p, const sy_plan_unit *u);
// standard.c: whether an option is a language standard for other sources of the command, C's or C++'s.
bool sy_is_for_others(const sy_plan *p, const sy_command_item *option, const sy_plan_unit *u);
// Adds what it takes for host and device to read the source in one standard.
void sy_plan_add_standard(sy_plan *p, size_t job, bool device);
// precompiled.c: adds an option that brings a precompiled header along, in the form that fits; false: it is
// none.
bool sy_plan_include_device(sy_plan *p, size_t job, const sy_command_item *item);
bool sy_plan_include_host(sy_plan *p, size_t job, const sy_command_item *item);
// header_plan.c: the options for a compilation of the source stand in `draft`, the plan's last job, and
// nothing else does yet. Returns a precompiled <sycl/sycl.hpp> that the compilation can read, or null. The
// jobs that make it take the place of the draft, which is gone otherwise; *made is the last of them, or
// SY_NO_JOB.
const char *sy_plan_header(sy_plan *p, const sy_plan_unit *u, size_t draft, size_t *made);
// Lets a compilation read it.
void sy_plan_read_header(sy_plan *p, size_t job, const char *header, size_t made);
// link.c: units are all inputs in order, units that are not compiled included.
void sy_plan_link(sy_plan *p, const sy_units *units, const char *output);

#endif
