// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at everything that sycc needs or uses on this machine, part by part, and prints a line for each:
//
//   cache        /var/cache/me/sycc: 12 entries, 1.2 MiB of 512.0 MiB
//   opencl       /etc/OpenCL/vendors/pocl.icd: libpocl.so.2 works
//              ! /etc/OpenCL/vendors/old.icd: libold.so does not work: cannot open shared object file
//
// A line with '!' is a problem: something that is there and does not work. What is merely not installed is
// none.
#include "tools/doctor.h"

#include "base/count.h"
#include "base/file.h"
#include "base/proc.h"
#include "devices/cuda.h"
#include "devices/families.h"
#include "devices/lld.h"
#include "sycc/rt.h"
#include "tools/device_text.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

enum { LABEL = 11, PATIENCE_S = 20, LONGEST = 600 };

typedef struct doctor {
  sy_str *out;
  sy_arena *a;
  const char *label; // of the part; "" once it stands there
  unsigned problems;
} doctor;

// ---- lines ----------------------------------------------------------------------------------------------

// A line of the screen is one line, whatever a driver or a variable says.
static void add_line(doctor *w, const char *mark, const char *fmt, va_list ap) {
  char *text = sy_arena_vprintf(w->a, fmt, ap);
  for (char *c = text; *c; c++)
    *c = (unsigned char)*c < ' ' || *c == 127 ? ' ' : *c;
  size_t n = strlen(text);
  sy_str_addf(w->out, "%-*s%s%.*s%s\n", LABEL, w->label, mark, LONGEST, text, n > LONGEST ? " ..." : "");
  w->label = "";
}

static void say(doctor *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(doctor *w, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  add_line(w, "  ", fmt, ap);
  va_end(ap);
}

static void complain(doctor *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void complain(doctor *w, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  add_line(w, "! ", fmt, ap);
  va_end(ap);
  w->problems++;
}

static const char *bytes(doctor *w, uint64_t n) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double v = (double)n;
  unsigned unit = 0;
  for (; v >= 1024 && unit + 1 < SY_COUNT(units); unit++)
    v /= 1024;
  return sy_arena_printf(w->a, unit ? "%.1f %s" : "%.0f %s", v, units[unit]);
}

// What stands behind the key in the first line of a file that begins with it; null: there is none.
static const char *value_in(doctor *w, const char *file, const char *key) {
  char line[512];
  const char *value = NULL;
  FILE *f = fopen(file, "re");
  while (f && !value && fgets(line, sizeof line, f))
    if (sy_starts(line, key)) {
      char *v = line + strlen(key);
      v += strspn(v, " \t:=\"");
      v[strcspn(v, "\"\n")] = 0;
      value = sy_arena_strdup(w->a, v);
    }
  if (f)
    fclose(f);
  return value;
}

// ---- the machine ----------------------------------------------------------------------------------------

static void look_at_machine(doctor *w) {
  struct utsname u;
  const char *system = value_in(w, "/etc/os-release", "PRETTY_NAME");
  uname(&u);
  say(w, "sycc %s on %s, %s %s %s", sycc_version(), system ? system : "an unknown system", u.sysname,
      u.release, u.machine);
}

static void look_at_processor(doctor *w) {
  const char *model = value_in(w, "/proc/cpuinfo", "model name");
  uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  const char *free = value_in(w, "/proc/meminfo", "MemAvailable");
  say(w, "%s, %ld processors; %s of memory, %s available", model ? model : "an unknown processor",
      sysconf(_SC_NPROCESSORS_ONLN), bytes(w, all), free ? bytes(w, strtoull(free, NULL, 10) << 10) : "?");
}

// ---- what is installed ----------------------------------------------------------------------------------

static const char *const our_programs[] = {"sycl-post-link",       "sycl-codegen",     "sycl-aspect-filter",
                                           "sycl-offload-wrapper", "sycl-unbundle",    "sycl-image-info",
                                           "llvm-no-spir-kernel",  "file-table-tform", "sycl-ls"};

// Complains of a file that is missing or can't be used; mode: as for access().
static bool need_file(doctor *w, const char *path, int mode) {
  if (!access(path, mode))
    return true;
  complain(w, "%s: %s", path, strerror(errno));
  return false;
}

// Returns whether the compiler is there; the runtime may be installed alone.
static bool look_at_installation(doctor *w) {
  const char *bin = sy_self_dir(w->a), *prefix = sy_path_dir(bin, w->a);
  const char *parts = sy_path_join(prefix, "lib/sycc", w->a);
  if (access(sy_path_join(bin, "sycc", w->a), F_OK)) {
    say(w, "%s: the runtime and this program; the compiler, sycc, is not there", prefix);
    return false;
  }
  bool ok = need_file(w, sy_path_join(bin, "sycc", w->a), X_OK);
  for (size_t i = 0; i < SY_COUNT(our_programs); i++)
    ok &= need_file(w, sy_path_join(bin, our_programs[i], w->a), X_OK);
  ok &= need_file(w, sy_path_join(parts, "sycc-frontend.so", w->a), R_OK);
  for (const sy_family *const *f = sy_families; *f; f++)
    ok &= need_file(w, sy_arena_printf(w->a, "%s/%s.bc", parts, (*f)->name), R_OK);
  const char *header = sy_path_join(prefix, "include/sycl/sycl.hpp", w->a);
  ok &= need_file(w, header, R_OK);
  if (ok)
    say(w, "%s: compiler, tools, plugin, device libraries and headers are there", prefix);
  return true;
}

// The first line that `path --version` prints; null: it does not start, fails or says nothing.
static const char *version_of(doctor *w, const char *path) {
  const char *argv[] = {path, "--version", NULL};
  sy_proc_result r;
  sy_proc_run(argv, &(sy_proc_options){.capture = true, .timeout_s = PATIENCE_S}, &r);
  sy_view text = sy_view_of(&r.out), line = {0};
  bool ok = !r.status && sy_view_split(&text, '\n', &line) && line.n;
  const char *kept = ok ? sy_arena_strndup(w->a, line.s, line.n) : NULL;
  sy_str_free(&r.out);
  return kept;
}

// The compiler is what the plugin was made for: another major version does not load it.
static void look_at_clang(doctor *w, const char *clang) {
  const char *version = version_of(w, clang), *number = version ? strstr(version, "version ") : NULL;
  if (!version)
    complain(w, "%s does not run: %s --version fails", clang, clang);
  else if (!number || atoi(number + strlen("version ")) != LLVM_MAJOR)
    complain(w, "%s is '%s'; this sycc was built for LLVM %d, and its plugin loads into no other", clang,
             version, LLVM_MAJOR);
  else
    say(w, "%s: %s", clang, version);
}

static void look_at_llvm(doctor *w) {
  static const char *const programs[] = {"clang", "llvm-link", "llvm-objcopy", "llvm-offload-binary"};
  const char *given = getenv("SYCC_LLVM_BINDIR"), *folder = given && *given ? given : SYCC_LLVM_BINDIR;
  const char *clang = sy_path_join(folder, "clang++", w->a);
  bool ok = need_file(w, clang, X_OK);
  if (ok)
    look_at_clang(w, clang);
  for (size_t i = 0; i < SY_COUNT(programs); i++)
    ok &= need_file(w, sy_path_join(folder, programs[i], w->a), X_OK);
  if (ok)
    say(w, "clang, llvm-link, llvm-objcopy, llvm-offload-binary are beside it");
}

static const char *in_path(const char *name, sy_arena *a) {
  char *file = sy_proc_find(name);
  const char *kept = file ? sy_arena_strdup(a, file) : NULL;
  free(file);
  return kept;
}

static const char *lld(const char *name, sy_arena *a) {
  (void)name;
  return sy_lld_program(a);
}

static const char *libdevice(const char *name, sy_arena *a) {
  (void)name;
  return sy_cuda_libdevice(a);
}

// Programs of others, none of which has to be there, and what is missing without them.
static const struct {
  const char *name, *without;
  const char *(*find)(const char *name, sy_arena *a);
} others[] = {
    {"ocloc", "no code for intel_gpu_* ahead of time", in_path},
    {"ptxas", "PTX alone for NVIDIA's GPUs", sy_cuda_program},
    {"fatbinary", "the same", sy_cuda_program},
    {"libdevice", "mathematics for NVIDIA's GPUs by libclc", libdevice},
    {"ld.lld", "no code for amd_gpu_*", lld},
    {"llvm-spirv-15", "PoCL of Debian 12 runs no kernels, unless llvm-spirv-14 is there", in_path},
    {"llvm-link-15", "nor such that use group functions, unless llvm-link-14 is there", in_path},
};

static void look_at_others(doctor *w) {
  for (size_t i = 0; i < SY_COUNT(others); i++) {
    const char *found = others[i].find(others[i].name, w->a);
    if (found)
      say(w, "%s: %s", others[i].name, found);
    else
      say(w, "%s: not there; %s", others[i].name, others[i].without);
  }
}

// ---- drivers --------------------------------------------------------------------------------------------

typedef struct loaded_search {
  const char *name;
  sy_arena *a;
  const char *found;
} loaded_search;

static int is_loaded(struct dl_phdr_info *info, size_t size, void *state) {
  loaded_search *s = state;
  (void)size;
  if (!info->dlpi_name || !sy_starts(sy_path_base(info->dlpi_name), s->name))
    return 0;
  s->found = sy_arena_strdup(s->a, info->dlpi_name);
  return 1;
}

// Says which file of this name is loaded; false: none is.
static bool say_library(doctor *w, const char *name) {
  loaded_search s = {.name = name, .a = w->a};
  dl_iterate_phdr(is_loaded, &s);
  char *real = s.found ? realpath(s.found, NULL) : NULL;
  if (s.found)
    say(w, "library %s", real ? real : s.found);
  free(real);
  return s.found;
}

// What the library of a back end is called; the native CPU has none. One that is the driver should have
// devices where it is loaded.
static const struct {
  const char *name;
  bool is_driver;
} libraries[] = {[SYCC_BACKEND_cuda] = {"libcuda.so", true}, [SYCC_BACKEND_opencl] = {"libOpenCL.so", false}};

static size_t devices_of(sycc_backend b) {
  size_t n = 0;
  for (size_t i = 0; i < sycc_platform_count(); i++)
    if (sycc_platform_backend(sycc_platform_get(i)) == b)
      n += sycc_device_count(sycc_platform_get(i));
  return n;
}

// Returns how many drivers the machine names, and complains of those that do not work.
static size_t look_at_drivers(doctor *w, sycc_backend b) {
  sycc_driver d;
  size_t n = 0;
  for (; sycc_backend_driver(b, n, &d); n++)
    if (d.problem)
      complain(w, "%s: %s does not work: %s", d.file, d.library, d.problem);
    else
      say(w, "%s: %s works", d.file, d.library);
  return n;
}

static void look_at_backend(doctor *w, sycc_backend b) {
  const char *problem = sycc_backend_problem(b), *name = sycc_backend_name(b);
  size_t devices = devices_of(b);
  w->label = name;
  bool known = b < SY_COUNT(libraries) && libraries[b].name;
  bool loaded = known && say_library(w, libraries[b].name);
  size_t drivers = look_at_drivers(w, b);
  if (devices)
    say(w, "%zu device%s", devices, devices == 1 ? "" : "s");
  else if (problem && loaded && libraries[b].is_driver)
    complain(w, "none: %s", problem);
  else if (problem && !drivers)
    say(w, "none: %s", problem);
  else
    say(w, "no devices");
}

static void look_at_backends(doctor *w) {
  for (sycc_backend b = 1; sycc_backend_name(b); b++)
    look_at_backend(w, b);
}

// A GPU that is there and that this user may not open is a usual reason for a list without it.
static void look_at_files(doctor *w) {
  char path[256];
  size_t n = 0;
  for (; sycc_device_file(n, path, sizeof path); n++)
    if (access(path, R_OK | W_OK))
      complain(w, "%s: %s; is this user in the group that it belongs to (video, render)?", path,
               strerror(errno));
    else
      say(w, "%s can be opened", path);
  if (!n)
    say(w, "none of a GPU or an accelerator");
}

// ---- devices --------------------------------------------------------------------------------------------

static void say_device(doctor *w, const sycc_device *d, const char *why, const char *more) {
  sy_str line = SY_STR_INIT;
  sy_device_add_line(&line, d);
  say(w, "%s: %s%s", sy_str_c(&line), why, more);
  sy_str_free(&line);
}

static void look_at_devices(doctor *w) {
  const char *variable = "", *selector = sycc_device_selector(&variable);
  const sycc_device *d, *chosen = sy_device_chosen();
  for (size_t i = 0; i < sycc_platform_count(); i++)
    for (size_t j = 0; j < sycc_device_count(sycc_platform_get(i)); j++) {
      d = sycc_device_get(sycc_platform_get(i), j);
      say_device(w, d, sy_device_why(d, chosen), "");
    }
  for (size_t i = 0; (d = sycc_device_left_out(i)); i++)
    say_device(w, d, "left out by ", variable);
  for (size_t i = 0; (d = sycc_device_unlisted(i)); i++)
    say_device(w, d, "runs no kernels: ", sycc_device_no_code(d));
  if (sycc_devices_check())
    complain(w, "none: %s", sycc_error_message());
  else if (!chosen && selector)
    complain(w, "none: %s is '%s', which fits none of those that are there", variable, selector);
  else if (!chosen)
    complain(w, "none");
}

// ---- the environment ------------------------------------------------------------------------------------

// All that sycc, its tools and its programs read and whose names begin like this.
static const char *const ours[] = {"SYCC_DEVICE_SELECTOR",
                                   "SYCC_MASK_ASPECTS",
                                   "SYCC_MASK_SUB_GROUP_SIZES",
                                   "SYCC_DEFAULT_SUB_GROUP_SIZE",
                                   "SYCC_TRACE",
                                   "SYCC_CACHE",
                                   "SYCC_CACHE_DIR",
                                   "SYCC_CACHE_MAX",
                                   "SYCC_HEADER_CACHE",
                                   "SYCC_CPU_THREADS",
                                   "SYCC_CPU_AFFINITY",
                                   "SYCC_CHECK",
                                   "SYCC_CPU_LEVEL",
                                   "SYCC_TRY_DRIVERS",
                                   "SYCC_LLVM_BINDIR",
                                   "SYCC_AOT_TIMEOUT",
                                   "SYCC_VERIFY_PASSES"};
// Those of others that change what devices there are, or where libraries and caches are.
static const char *const theirs[] = {
    "ONEAPI_DEVICE_SELECTOR=", "OCL_ICD_", "OPENCL_LAYERS=", "POCL_", "CUDA_", "LD_",
    "XDG_CACHE_HOME=",         "TMPDIR="};

static bool is_ours(const char *name) {
  for (size_t i = 0; i < SY_COUNT(ours); i++)
    if (!strcmp(name, ours[i]))
      return true;
  return false;
}

static const char *nearest(const char *name) {
  const char *best = ours[0];
  for (size_t i = 0; i < SY_COUNT(ours); i++)
    if (sy_edit_distance(name, ours[i]) < sy_edit_distance(name, best))
      best = ours[i];
  return best;
}

static bool is_theirs(const char *entry) {
  for (size_t i = 0; i < SY_COUNT(theirs); i++)
    if (sy_starts(entry, theirs[i]))
      return true;
  return false;
}

static void look_at_environment(doctor *w) {
  bool any = false;
  for (char **e = environ; e && *e; e++) {
    const char *name = sy_arena_strndup(w->a, *e, strcspn(*e, "="));
    bool begins = sy_starts(name, "SYCC_");
    if (begins && !is_ours(name))
      complain(w, "%s, which nothing reads; is it %s that is meant?", *e, nearest(name));
    else if (begins || is_theirs(*e))
      say(w, "%s", *e);
    else
      continue;
    any = true;
  }
  if (!any)
    say(w, "nothing is set that matters here");
}

// ---- cache and limits -----------------------------------------------------------------------------------

static void look_at_cache(doctor *w) {
  sycc_cache_state c;
  sycc_cache_describe(&c);
  if (!c.wanted)
    say(w, "off: %s", c.problem);
  else if (c.problem)
    complain(w, "%s%s%s", c.folder ? c.folder : "off", ": ", c.problem);
  else
    say(w, "%s: %llu entries, %s of %s", c.folder, (unsigned long long)c.entries, bytes(w, c.bytes),
        bytes(w, c.most));
}

static const struct {
  const char *name;
  int what;
  bool is_bytes;
} limits[] = {
    {"stack", RLIMIT_STACK, true},        {"address space", RLIMIT_AS, true},
    {"file size", RLIMIT_FSIZE, true},    {"locked memory", RLIMIT_MEMLOCK, true},
    {"open files", RLIMIT_NOFILE, false}, {"processes", RLIMIT_NPROC, false},
};

static const char *limit_text(doctor *w, size_t i) {
  struct rlimit l;
  if (getrlimit((__rlimit_resource_t)limits[i].what, &l))
    return "?";
  if (l.rlim_cur == RLIM_INFINITY)
    return "no limit";
  return limits[i].is_bytes ? bytes(w, l.rlim_cur)
                            : sy_arena_printf(w->a, "%llu", (unsigned long long)l.rlim_cur);
}

static void say_space(doctor *w, const char *folder) {
  struct statvfs v;
  if (statvfs(folder, &v))
    complain(w, "%s, where temporary files go: %s", folder, strerror(errno));
  else if (access(folder, W_OK | X_OK))
    complain(w, "%s, where temporary files go, can't be written: %s", folder, strerror(errno));
  else
    say(w, "%s: %s free", folder, bytes(w, (uint64_t)v.f_bavail * v.f_frsize));
}

static void look_at_limits(doctor *w) {
  sy_str line = SY_STR_INIT;
  for (size_t i = 0; i < SY_COUNT(limits); i++)
    sy_str_addf(&line, "%s%s %s", i ? ", " : "", limits[i].name, limit_text(w, i));
  say(w, "%s", sy_str_c(&line));
  sy_str_free(&line);
  const char *folder = getenv("TMPDIR");
  say_space(w, folder && *folder ? folder : "/tmp");
}

// ----------------------------------------------------------------------------------------------------

static const struct {
  const char *label;
  void (*look)(doctor *w);
} parts[] = {
    {"others", look_at_others},        {"", look_at_backends},
    {"/dev", look_at_files},           {"devices", look_at_devices},
    {"environ.", look_at_environment}, {"cache", look_at_cache},
    {"limits", look_at_limits},
};

unsigned sy_doctor(sy_str *out, sy_arena *a) {
  doctor w = {.out = out, .a = a, .label = "system"};
  look_at_machine(&w);
  w.label = "processor";
  look_at_processor(&w);
  w.label = "installed";
  bool compiles = look_at_installation(&w);
  w.label = "LLVM";
  if (compiles)
    look_at_llvm(&w);
  for (size_t i = compiles ? 0 : 1; i < SY_COUNT(parts); i++) {
    w.label = parts[i].label;
    parts[i].look(&w);
  }
  w.label = "result";
  if (w.problems)
    say(&w, "%u problem%s: see the line%s with '!'", w.problems, w.problems == 1 ? "" : "s",
        w.problems == 1 ? "" : "s");
  else
    say(&w, "nothing is wrong");
  return w.problems;
}
