// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-unbundle: takes the device modules out of what the host linker is given.
//
//   sycl-unbundle -target=spir64 -dir=tmp -o app.rsp a.o libb.a
//
// writes each module to tmp/000-a.bc, tmp/001-c.bc ... and a response file for llvm-link that names them.
//
// A source compiled for several architectures has several modules, of which -arch= takes one: the
// architecture's own, or else the generic one. They stand together in the section and say how many they are
// ("images"), because a linked object holds those of several sources.
//
// -record= writes what the inputs hold; in a section of an object (formats/linked_record.h) it tells a later
// link, by -linked=, which modules are linked already and need not be taken out again.
//
// With -host-link, what the host linker leaves out of archives (host_members.h) is left out: nothing launches
// its kernels. Its modules go into a list of their own, for device code may call functions in them that the
// host does not. Otherwise every member counts. Shared libraries are passed over, they carry their own
// images; so is what isn't an object.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/count.h"
#include "base/file.h"
#include "base/tool.h"
#include "devices/devices.h"
#include "formats/fat_object.h"
#include "formats/host_members.h"
#include "formats/linked_record.h"

#define GENERIC "generic"

enum {
  OPT_TARGET,
  OPT_ARCH,
  OPT_DIR,
  OPT_OUTPUT,
  OPT_LIST,
  OPT_RECORD,
  OPT_LINKED,
  OPT_HOST_LINK,
  OPT_ROOT,
  OPT_LIBRARY,
  OPT_LACKING
};

static const sy_opt options[] = {
    {"-target=", SY_OPT_JOINED, "<target>", "take modules of this family of targets only", OPT_TARGET},
    {"-arch=", SY_OPT_JOINED, "<name>",
     "of each source take the module for this architecture, or else the\ngeneric one", OPT_ARCH},
    {"-dir=", SY_OPT_JOINED, "<folder>", "where the modules go (default: here); made when missing", OPT_DIR},
    {"-o", SY_OPT_SEPARATE, "<file>", "write a response file that names the modules", OPT_OUTPUT},
    {"-list=", SY_OPT_JOINED, "<file>", "write a target list: lines of '<target triple>, <file name>'",
     OPT_LIST},
    {"-record=", SY_OPT_JOINED, "<file>", "write a record of all modules of the inputs", OPT_RECORD},
    {"-linked=", SY_OPT_JOINED, "<object>",
     "leave out the modules that this object has a record of; may be repeated", OPT_LINKED},
    {"-host-link", SY_OPT_FLAG, NULL, "leave out members of archives that a link of these files leaves out",
     OPT_HOST_LINK},
    {"-undefined=", SY_OPT_JOINED, "<symbol>", "a symbol that the host link needs; may be repeated",
     OPT_ROOT},
    {"-library=", SY_OPT_JOINED, "<file>",
     "write a response file that names the modules of such members, each\nas -library=<module>", OPT_LIBRARY},
    {"-lacking=", SY_OPT_JOINED, "<what>",
     "what an object without device code for -arch= is: an error (default),\na warning, or nothing: error, "
     "warn, ignore",
     OPT_LACKING},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-unbundle",
    .usage = "sycl-unbundle [options] <object or archive>...",
    .summary = "Takes the device modules out of objects and archives.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef enum lacking { LACKING_ERROR, LACKING_WARN, LACKING_IGNORE } lacking;

typedef struct unbundle {
  const sy_family *target; // null: any
  const char *arch;        // null: all
  const char *dir, *output, *list, *record;
  lacking lacking;
  sy_map linked; // lines of records
  sy_strs inputs;
  bool host_link;
  const char *library;
  sy_strs roots;   // symbols that the host link needs
  sy_map left_out; // members that it leaves out
  sy_arena a;
  sy_fat_images images;
  sy_str response, target_list, libraries;
} unbundle;

// Modules of which family it has, by their triple; null: they are of none.
static const sy_family *family_of(const sy_offload_image *image) {
  const char *triple = sy_offload_get(image, "triple");
  const sy_family *f = image->kind == SY_OFFLOAD_SYCL && triple ? sy_family_of_triple(triple) : NULL;
  return f ? sy_family_of_modules(f) : NULL;
}

static bool belongs(const sy_family *f, const sy_offload_image *image) {
  const sy_family *its = family_of(image);
  return f ? its == f : image->kind == SY_OFFLOAD_SYCL && sy_offload_get(image, "triple");
}

static bool is_linked(const unbundle *u, const sy_offload_image *image) {
  sy_arena a = {0};
  bool found = sy_map_has(&u->linked, sy_linked_line(image->bytes, &a));
  sy_arena_free(&a);
  return found;
}

static bool wanted(const unbundle *u, const sy_offload_image *image) {
  return belongs(u->target, image) && !sy_fat_is_empty(image) && !(u->linked.n && is_linked(u, image));
}

// Whether it is device code of sycc's, for whatever target. What holds none can be linked for every target.
static bool is_known(const sy_offload_image *image) {
  return family_of(image) && !sy_fat_is_empty(image);
}

// The architecture whose modules serve for all of the family; null: there is none.
static const char *generic_arch(const unbundle *u) {
  if (!u->target || u->target->kind == SY_FAMILY_SPIRV)
    return GENERIC;
  return sy_target_find(u->target->name) ? u->target->name : NULL;
}

// A library may stand on the command line twice; its modules must not be linked twice.
static bool seen_before(const sy_strs *inputs, size_t i) {
  struct stat me, other;
  if (stat(inputs->data[i], &me) != 0)
    return false;
  for (size_t k = 0; k < i; k++)
    if (stat(inputs->data[k], &other) == 0 && me.st_dev == other.st_dev && me.st_ino == other.st_ino)
      return true;
  return false;
}

static bool read_inputs(unbundle *u, sy_diag *d) {
  for (size_t i = 0; i < u->inputs.n; i++)
    if (!sy_fat_is_linked(u->inputs.data[i]) && !seen_before(&u->inputs, i) &&
        !sy_fat_read(u->inputs.data[i], &u->a, &u->images, d))
      return false;
  return true;
}

// "lib/libx.a(b.cpp.o)" -> "b.cpp": something a person recognises.
static const char *module_name(const char *origin, sy_arena *a) {
  const char *member = strrchr(origin, '(');
  char *name = sy_arena_strdup(a, sy_path_base(member ? member + 1 : origin));
  size_t n = strlen(name);
  if (member && n && name[n - 1] == ')')
    name[n - 1] = 0;
  return sy_path_stem(name, a);
}

static bool write_module(unbundle *u, size_t number, const sy_fat_image *from, sy_diag *d) {
  char *name = sy_arena_printf(&u->a, "%03zu-%s.bc", number, module_name(from->origin, &u->a));
  const char *path = sy_path_join(u->dir, name, &u->a);
  if (!sy_file_write(path, from->image.bytes.s, from->image.bytes.n, d)) {
    sy_note(d, "it is for the device code of '%s'", from->origin);
    return false;
  }
  if (sy_map_has(&u->left_out, from->origin)) {
    sy_opts_quote(&u->libraries, sy_arena_printf(&u->a, "-library=%s", path));
    return true;
  }
  sy_opts_quote(&u->response, path);
  sy_str_addf(&u->target_list, "%s, %s\n", sy_offload_get(&from->image, "triple"), path);
  return true;
}

// ---- the modules of one source --------------------------------------------------------------------

typedef struct source {
  const sy_fat_image *images;
  size_t n;
} source;

// The images from u->images[first] on that come from one source.
static source source_at(const unbundle *u, size_t first) {
  const sy_fat_image *images = &u->images.data[first];
  const char *count = sy_offload_get(&images->image, "images");
  unsigned long long n = 1;
  size_t left = u->images.n - first, i = 1;
  if (count && !sy_view_u64(sy_view_c(count), &n))
    n = 1;
  while (i < n && i < left && strcmp(images[i].origin, images->origin) == 0)
    i++;
  return (source){images, i};
}

static const sy_fat_image *find_arch(const unbundle *u, source s, const char *arch) {
  for (size_t i = 0; i < s.n; i++) {
    const char *its = sy_offload_get(&s.images[i].image, "arch");
    if (wanted(u, &s.images[i].image) && strcmp(its && *its ? its : GENERIC, arch) == 0)
      return &s.images[i];
  }
  return NULL;
}

// "'a', 'b'" of the families for which `belongs` is true.
static const char *join_families(unbundle *u, bool (*belongs)(const sy_family *f), const char *between) {
  const char *text = "";
  for (const sy_family *const *f = sy_families; *f; f++)
    if (belongs(*f))
      text = sy_arena_printf(&u->a, "%s%s'%s'", text, *text ? between : "", (*f)->name);
  return text;
}

static bool is_default(const sy_family *f) {
  return f->is_default;
}

// "target 'x'"; of the generic modules, "targets like" those that are compiled for by default.
static const char *what_lacks(unbundle *u) {
  return strcmp(u->arch, GENERIC) == 0
             ? sy_arena_printf(&u->a, "targets like %s", join_families(u, is_default, " and "))
             : sy_arena_printf(&u->a, "target '%s'", u->arch);
}

// Other objects of the link are compiled for the target, this one is not.
static bool passed_over(unbundle *u, source s, sy_diag *d) {
  if (u->lacking == LACKING_WARN)
    sy_warning(d, sy_at(s.images->origin, 0, 0),
               "no device code for %s: its kernels do not run there [-Wsycl-missing-targets]", what_lacks(u));
  return true;
}

static bool nothing_for(unbundle *u, source s, sy_diag *d) {
  bool generic = strcmp(u->arch, GENERIC) == 0;
  if (u->lacking != LACKING_ERROR)
    return passed_over(u, s, d);
  sy_error(d, sy_at(s.images->origin, 0, 0), "no device code for %s", what_lacks(u));
  for (size_t i = 0; i < s.n; i++)
    if (is_known(&s.images[i].image))
      sy_note(d, "it is compiled for '%s'", sy_offload_get(&s.images[i].image, "arch"));
  const char *serves = !u->target ? sy_family_spir64.name : generic_arch(u) ? u->target->name : u->arch;
  if (generic || strcmp(u->arch, serves) == 0)
    sy_help(d, "compile it with '-fsycl-targets=%s'", serves);
  else
    sy_help(d, "compile it with '-fsycl-targets=%s', or with '%s' among the targets, whose code serves all",
            u->arch, serves);
  return false;
}

static bool write_one(unbundle *u, size_t *number, source s, sy_diag *d) {
  bool any = false;
  const sy_fat_image *image = find_arch(u, s, u->arch);
  for (size_t i = 0; i < s.n; i++)
    any |= is_known(&s.images[i].image);
  if (!image && generic_arch(u))
    image = find_arch(u, s, generic_arch(u));
  if (!image)
    return !any || sy_map_has(&u->left_out, s.images->origin) || nothing_for(u, s, d);
  return write_module(u, (*number)++, image, d);
}

static bool write_all(unbundle *u, size_t *number, source s, sy_diag *d) {
  for (size_t i = 0; i < s.n; i++)
    if (wanted(u, &s.images[i].image) && !write_module(u, (*number)++, &s.images[i], d))
      return false;
  return true;
}

static bool write_modules(unbundle *u, sy_diag *d) {
  size_t number = 0;
  bool ok = true;
  for (size_t i = 0; ok && i < u->images.n;) {
    source s = source_at(u, i);
    ok = u->arch ? write_one(u, &number, s, d) : write_all(u, &number, s, d);
    i += s.n;
  }
  return ok;
}

// ---- the run --------------------------------------------------------------------------------------

static bool make_dir(const char *dir, sy_diag *d) {
  if (!*dir || mkdir(dir, 0777) == 0 || errno == EEXIST)
    return true;
  return sy_error(d, SY_NOWHERE, "cannot create folder '%s': %s", dir, strerror(errno));
}

static bool write_record(unbundle *u, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  for (size_t i = 0; i < u->images.n; i++)
    if (u->images.data[i].image.kind == SY_OFFLOAD_SYCL)
      sy_str_addf(&text, "%s\n", sy_linked_line(u->images.data[i].image.bytes, &u->a));
  bool ok = sy_file_write(u->record, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

static bool unpack(unbundle *u, sy_diag *d) {
  if (u->host_link)
    sy_host_members_left_out(&u->inputs, &u->roots, &u->left_out);
  if (!read_inputs(u, d) || !make_dir(u->dir, d) || !write_modules(u, d))
    return false;
  if (u->output && !sy_file_write(u->output, sy_str_c(&u->response), u->response.n, d))
    return false;
  if (u->library && !sy_file_write(u->library, sy_str_c(&u->libraries), u->libraries.n, d))
    return false;
  if (u->record && !write_record(u, d))
    return false;
  return !u->list || sy_file_write(u->list, sy_str_c(&u->target_list), u->target_list.n, d);
}

static bool has_own_modules(const sy_family *f) {
  return sy_family_of_modules(f) == f;
}

static bool set_target(unbundle *u, const char *name, sy_diag *d) {
  const sy_family *f = sy_family_find(name);
  if (f && has_own_modules(f)) {
    u->target = f;
    return true;
  }
  sy_error(d, SY_NOWHERE, "unknown target '%s'", name);
  sy_note(d, "modules are kept for %s; the other targets start from them",
          join_families(u, has_own_modules, ", "));
  return false;
}

static bool set_lacking(unbundle *u, const char *what, sy_diag *d) {
  static const char *const words[] = {"error", "warn", "ignore"};
  for (size_t i = 0; i < SY_COUNT(words); i++)
    if (strcmp(what, words[i]) == 0) {
      u->lacking = (lacking)i;
      return true;
    }
  sy_error(d, SY_NOWHERE, "unknown value in '-lacking=%s'", what);
  sy_note(d, "values are 'error', 'warn' and 'ignore'");
  return false;
}

static bool take_unbundle_option(void *state, const sy_opt_match *m, sy_diag *d) {
  unbundle *u = state;
  if (!m->opt) {
    sy_strs_add(&u->inputs, m->value);
    return true;
  }
  switch (m->opt->id) {
  case OPT_TARGET:
    return set_target(u, m->value, d);
  case OPT_ARCH:
    u->arch = m->value;
    break;
  case OPT_DIR:
    u->dir = m->value;
    break;
  case OPT_OUTPUT:
    u->output = m->value;
    break;
  case OPT_LIST:
    u->list = m->value;
    break;
  case OPT_RECORD:
    u->record = m->value;
    break;
  case OPT_HOST_LINK:
    u->host_link = true;
    break;
  case OPT_LACKING:
    return set_lacking(u, m->value, d);
  case OPT_ROOT:
    sy_strs_add(&u->roots, m->value);
    break;
  case OPT_LIBRARY:
    u->library = m->value;
    break;
  case OPT_LINKED:
    return sy_linked_read(m->value, &u->linked) ||
           sy_error(d, SY_NOWHERE, "'%s' has no record of linked device code", m->value);
  }
  return true;
}

static int run_unbundle(void *state, sy_arena *a, sy_diag *d) {
  unbundle *u = state;
  (void)a; // u has its own, for the contents of its inputs
  if (!u->inputs.n) {
    sy_error(d, SY_NOWHERE, "no input files");
    return SY_EXIT_USAGE;
  }
  return unpack(u, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  unbundle u = {.dir = ""};
  int status = sy_tool_main(&(sy_tool){&table, take_unbundle_option, run_unbundle}, &u, argc, argv);
  sy_vec_free(&u.inputs);
  sy_vec_free(&u.images);
  sy_vec_free(&u.roots);
  sy_map_free(&u.left_out);
  sy_str_free(&u.libraries);
  sy_map_free(&u.linked);
  sy_str_free(&u.response);
  sy_str_free(&u.target_list);
  sy_arena_free(&u.a);
  return status;
}
