// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files that name OpenCL drivers to the ICD loader, which passes over a driver that it can't open without a word.
#include "runtime/backends/opencl/drivers.h"

#include "runtime/environment.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define VENDORS "/etc/OpenCL/vendors"

enum { PATH_ROOM = 1024 };

// Calls each(file, library, data) for every driver until it returns true. As the loaders do: the variable is a folder, or one file.
static bool find_driver(bool (*each)(const char *file, const char *library, void *data), void *data) {
  const char *from = sy_environment("OCL_ICD_VENDORS");
  char pattern[PATH_ROOM];
  struct stat is;
  from = from && *from ? from : VENDORS;
  snprintf(pattern, sizeof pattern, !stat(from, &is) && S_ISDIR(is.st_mode) ? "%s/*.icd" : "%s", from);
  glob_t found;
  if (glob(pattern, 0, NULL, &found))
    return false;
  bool stop = false;
  for (size_t i = 0; i < found.gl_pathc && !stop; i++) {
    char library[PATH_ROOM] = "";
    FILE *f = fopen(found.gl_pathv[i], "re");
    bool read = f && fgets(library, sizeof library, f);
    if (f)
      fclose(f);
    library[strcspn(library, "\r\n")] = 0;
    stop = read && each(found.gl_pathv[i], library, data);
  }
  globfree(&found);
  return stop;
}

typedef struct report {
  char *text;
  size_t room;
} report;

// What is wrong with a driver, as far as the loader would pass over it; null: nothing.
static const char *fault_of(const char *library) {
  void *opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!opened)
    return dlerror();
  const bool is_driver = dlsym(opened, "clIcdGetPlatformIDsKHR") || dlsym(opened, "clGetExtensionFunctionAddress");
  dlclose(opened);
  return is_driver ? NULL : "it has neither clIcdGetPlatformIDsKHR nor clGetExtensionFunctionAddress";
}

// Goes on to the next one: there may be several.
static bool add_fault(const char *file, const char *library, void *data) {
  report *r = data;
  const char *fault = fault_of(library);
  size_t n = strlen(r->text);
  if (fault)
    snprintf(r->text + n, r->room - n, "%sthe driver that %s names can't be opened: %s", n ? "; " : "", file, fault);
  return false;
}

bool sy_cl_driver_problem(char *text, size_t room) {
  *text = 0;
  find_driver(add_fault, &(report){text, room});
  return *text;
}

static bool is_deep_binding(const char *file, const char *library, void *data) {
  report *r = data;
  if (!strstr(library, "libintelocl"))
    return false;
  snprintf(r->text, r->room,
           "not looked for: this program has a sanitizer, and the driver that %s names opens a library with RTLD_DEEPBIND, which would "
           "end it; OCL_ICD_VENDORS can name a folder without that driver",
           file);
  return true;
}

bool sy_cl_driver_ends_program(char *text, size_t room) {
  static const char *const sanitizers[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"};
  bool sanitized = false;
  for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
    sanitized |= dlsym(RTLD_DEFAULT, sanitizers[i]) != NULL;
  return sanitized && find_driver(is_deep_binding, &(report){text, room});
}
