// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// secure_getenv answers null in a program with more rights than its user. Before a driver is opened in such a
// program, the environment is cut down to a list of harmless variables.
#include "runtime/environment.h"

#include "base/count.h"

#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

extern char **environ;

const char *sy_environment(const char *name) {
  return secure_getenv(name);
}

bool sy_environment_is_hostile(void) {
  return getauxval(AT_SECURE) != 0;
}

static bool is_harmless(const char *entry) {
  static const char *const kept[] = {"LANG=", "LANGUAGE=", "LC_", "TERM=", "TZ="};
  for (size_t i = 0; i < SY_COUNT(kept); i++)
    if (!strncmp(entry, kept[i], strlen(kept[i])))
      return true;
  return false;
}

static void reduce(void) {
  static char home[4096] = "HOME=/nonexistent";
  struct passwd user, *found = NULL;
  char text[4096];
  if (!getpwuid_r(geteuid(), &user, text, sizeof text, &found) && found &&
      strlen(user.pw_dir) < sizeof home - sizeof "HOME=")
    snprintf(home, sizeof home, "HOME=%s", user.pw_dir);
  // Pointers are moved within the array, as unsetenv does it, so that a thread that reads it meanwhile sees
  // whole entries.
  char **to = environ;
  for (char **from = environ; from && *from; from++)
    if (is_harmless(*from))
      *to++ = *from;
  if (to)
    *to = NULL;
  putenv("PATH=/usr/local/bin:/usr/bin:/bin");
  putenv(home);
}

void sy_environment_for_drivers(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (sy_environment_is_hostile())
    pthread_once(&once, reduce);
}
