// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files that name OpenCL drivers to the ICD loader, which passes over a driver that it can't open without
// a word, and ends the program with one that aborts. Where a driver is left out the loader reads a folder
// with the others.
#include "runtime/backends/opencl/drivers.h"

#include "base/count.h"
#include "runtime/backends/opencl/driver_trial.h"
#include "runtime/backends/opencl/vendors.h"
#include "runtime/environment.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define VENDORS "/etc/OpenCL/vendors"

enum { MOST_DRIVERS = 32 };

typedef struct driver {
  char file[SY_CL_PATH], library[SY_CL_PATH];
  char left_out[256]; // why, or empty
  char fault[512];    // why it can't be opened, where that was asked for
} driver;
static driver drivers[MOST_DRIVERS];
static size_t driver_count;

static char folder[SY_CL_PATH]; // of those that are left; empty: none was left out
static char *said;              // by the user, about where drivers are named; null: nothing

// ---- what there is --------------------------------------------------------------------------------------

static bool read_driver(const char *file, driver *d) {
  FILE *f = fopen(file, "re");
  bool read = f && fgets(d->library, sizeof d->library, f);
  if (f)
    fclose(f);
  d->library[strcspn(d->library, "\r\n")] = 0;
  return read && snprintf(d->file, sizeof d->file, "%s", file) < (int)sizeof d->file;
}

const char *sy_cl_drivers_place(void) {
  const char *from = sy_environment(SY_CL_VENDORS);
  return from && *from ? from : VENDORS;
}

// As the loaders do: the variable is a folder, or one file.
static void list_drivers(void) {
  const char *from = sy_cl_drivers_place();
  char pattern[SY_CL_PATH];
  struct stat is;
  snprintf(pattern, sizeof pattern, !stat(from, &is) && S_ISDIR(is.st_mode) ? "%s/*.icd" : "%s", from);
  glob_t found;
  if (glob(pattern, 0, NULL, &found))
    return;
  for (size_t i = 0; i < found.gl_pathc && driver_count < MOST_DRIVERS; i++)
    driver_count += read_driver(found.gl_pathv[i], &drivers[driver_count]);
  globfree(&found);
}

// ---- which ones are left out ----------------------------------------------------------------------------

static bool has_sanitizer(void) {
  static const char *const sanitizers[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"};
  for (size_t i = 0; i < SY_COUNT(sanitizers); i++)
    if (dlsym(RTLD_DEFAULT, sanitizers[i]))
      return true;
  return false;
}

static bool judge(driver *d) {
  if (strstr(d->library, "libintelocl") && has_sanitizer())
    snprintf(d->left_out, sizeof d->left_out,
             "opens a library with RTLD_DEEPBIND, which would end this program, because it has a sanitizer");
  else
    sy_cl_driver_dies(d->file, d->library, d->left_out, sizeof d->left_out);
  return *d->left_out;
}

// The environment changes for as long as the loader reads it. That another thread reads the environment
// meanwhile is less of a danger than the driver.
static bool show_others(void) {
  const char *files[MOST_DRIVERS], *before = sy_environment(SY_CL_VENDORS);
  size_t n = 0;
  for (size_t i = 0; i < driver_count; i++)
    if (!*drivers[i].left_out)
      files[n++] = drivers[i].file;
  said = before ? strdup(before) : NULL;
  bool ok = (said || !before) && sy_cl_vendors_make(folder, files, n);
  if (!ok)
    *folder = 0;
  return ok && !setenv(SY_CL_VENDORS, folder, true);
}

bool sy_cl_drivers_choose(void) {
  bool all = true;
  list_drivers();
  for (size_t i = 0; i < driver_count; i++)
    all &= !judge(&drivers[i]);
  return all || show_others();
}

void sy_cl_drivers_restore(void) {
  if (!*folder)
    return;
  if (said)
    setenv(SY_CL_VENDORS, said, true);
  else
    unsetenv(SY_CL_VENDORS);
  sy_cl_vendors_remove(folder);
}

// ---- what is wrong --------------------------------------------------------------------------------------

// As far as the loader would pass over it; null: nothing.
static const char *fault_of(const char *library) {
  if (!*library) // which would open the program itself
    return "its first line, the library's name, is empty";
  void *opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!opened)
    return dlerror();
  const bool is_driver =
      dlsym(opened, "clIcdGetPlatformIDsKHR") || dlsym(opened, "clGetExtensionFunctionAddress");
  dlclose(opened);
  return is_driver ? NULL : "it has neither clIcdGetPlatformIDsKHR nor clGetExtensionFunctionAddress";
}

static size_t cl_drivers_report(const driver *d, const char *separator, char *text, size_t room) {
  const char *fault = *d->left_out ? NULL : fault_of(d->library);
  int n = *d->left_out ? snprintf(text, room, "%sthe driver that %s names is left out: it %s", separator,
                                  d->file, d->left_out)
          : fault ? snprintf(text, room, "%sthe driver that %s names can't be opened: %s", separator, d->file,
                             fault)
                  : 0;
  return (size_t)n < room ? (size_t)n : room - 1;
}

bool sy_cl_driver_problem(char *text, size_t room) {
  *text = 0;
  size_t n = 0;
  for (size_t i = 0; i < driver_count; i++)
    n += cl_drivers_report(&drivers[i], n ? "; " : "", text + n, room - n);
  return n;
}

bool sy_cl_driver_get(size_t index, sycc_driver *out) {
  if (index >= driver_count)
    return false;
  driver *d = &drivers[index];
  const char *fault = *d->left_out ? NULL : fault_of(d->library);
  *out = (sycc_driver){d->file, d->library, *d->left_out ? d->left_out : NULL};
  if (fault) {
    snprintf(d->fault, sizeof d->fault, "%s", fault);
    out->problem = d->fault;
  }
  return true;
}
