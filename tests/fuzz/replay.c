// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// main() of the fuzz targets where there is no libFuzzer: feeds each file, or each file of a folder, to the
// target. A target that fails ends the process; the name printed last is the file to look at.
#include <dirent.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tests/fuzz/fuzz.h"

static bool replay_file(const char *path, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  if (!sy_file_read(path, &text, d))
    return false;
  printf("%s\n", path);
  fflush(stdout);
  uint8_t *exact = sy_realloc(NULL, text.n); // no NUL behind it, so that ASan sees a byte too many
  memcpy(exact, sy_str_c(&text), text.n);
  LLVMFuzzerTestOneInput(exact, text.n);
  free(exact);
  sy_str_free(&text);
  return true;
}

static int visible(const struct dirent *e) {
  return e->d_name[0] != '.';
}

static bool replay_folder(const char *path, unsigned *count, sy_diag *d) {
  struct dirent **list;
  int n = scandir(path, &list, visible, alphasort);
  if (n < 0)
    return sy_error(d, SY_NOWHERE, "cannot read folder '%s'", path);
  bool ok = true;
  sy_arena a = {0};
  for (int i = 0; i < n; i++) {
    ok = ok && replay_file(sy_path_join(path, list[i]->d_name, &a), d);
    *count += ok;
    free(list[i]);
  }
  free(list);
  sy_arena_free(&a);
  return ok;
}

int main(int argc, char **argv) {
  sy_diag d = {0};
  unsigned count = 0;
  bool ok = argc > 1;
  if (!ok)
    sy_error(&d, SY_NOWHERE, "no input file or folder");
  for (int i = 1; ok && i < argc; i++) {
    struct stat st;
    bool folder = stat(argv[i], &st) == 0 && S_ISDIR(st.st_mode);
    ok = folder ? replay_folder(argv[i], &count, &d) : replay_file(argv[i], &d);
    count += ok && !folder;
  }
  if (ok && !count)
    ok = sy_error(&d, SY_NOWHERE, "no input in the folders given");
  sy_diag_flush(&d, sy_path_base(argv[0]));
  sy_diag_free(&d);
  if (ok)
    printf("%u inputs replayed\n", count);
  return ok ? SY_EXIT_OK : argc > 1 ? SY_EXIT_INPUT : SY_EXIT_USAGE;
}
