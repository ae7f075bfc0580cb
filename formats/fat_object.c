// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device images in fat objects and static libraries. Files are read whole, one at a time; only the images are
// kept.
#include "formats/fat_object.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "formats/ar.h"
#include "formats/elf_sections.h"
#include "formats/le.h"

bool sy_fat_is_empty(const sy_offload_image *image) {
  return image->bytes.n &&
         memmem(image->bytes.s, image->bytes.n, SY_NO_DEVICE_CODE, strlen(SY_NO_DEVICE_CODE));
}

// A shared library or program, by the type in its ELF header; objects have type 1.
bool sy_fat_is_linked(const char *path) {
  char head[18];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, head, sizeof head) : 0;
  if (fd >= 0)
    close(fd);
  return n == (ssize_t)sizeof head && memcmp(head, "\177ELF", 4) == 0 && sy_le16(head + 16) != 1;
}

typedef struct collector {
  sy_arena *a;
  sy_fat_images *out;
  sy_diag *d;
} collector;

// Copies what the image points to: the file it comes from is about to be released.
static sy_offload_image kept(const collector *c, const sy_offload_image *i) {
  sy_offload_image copy = *i;
  sy_offload_string *strings = sy_arena_alloc(c->a, i->n_strings * sizeof *strings);
  for (size_t s = 0; s < i->n_strings; s++) {
    strings[s].key = sy_arena_strdup(c->a, i->strings[s].key);
    strings[s].value = sy_arena_strdup(c->a, i->strings[s].value);
  }
  copy.strings = strings;
  copy.bytes.s = sy_arena_strndup(c->a, i->bytes.s, i->bytes.n);
  return copy;
}

static bool from_container(const collector *c, sy_view bytes, const char *origin) {
  sy_offload_images images = {0};
  bool ok = sy_offload_read(bytes, origin, c->a, &images, c->d);
  for (size_t i = 0; ok && i < images.n; i++)
    sy_vec_push(c->out, ((sy_fat_image){origin, kept(c, &images.data[i])}));
  sy_vec_free(&images);
  return ok;
}

static bool from_object(const collector *c, sy_view bytes, const char *origin) {
  if (sy_offload_is(bytes))
    return from_container(c, bytes, origin);
  if (!sy_elf_is(bytes))
    return true;
  sy_views sections = {0};
  bool ok = sy_elf_find(bytes, origin, SY_OFFLOAD_SECTION, &sections, c->d);
  for (size_t i = 0; ok && i < sections.n; i++)
    ok = from_container(c, sections.data[i], origin);
  sy_vec_free(&sections);
  return ok;
}

// The bytes of the member whose header is at `offset` of an archive.
static bool member_at(const collector *c, sy_view archive, const char *file, uint64_t offset, sy_view *out) {
  sy_ar_members members = {0};
  bool ok = sy_ar_read(archive, file, c->a, &members, c->d);
  bool found = false;
  for (size_t i = 0; ok && i < members.n; i++)
    if (members.data[i].offset == offset && !members.data[i].path) {
      *out = members.data[i].bytes;
      found = true;
    }
  sy_vec_free(&members);
  if (ok && !found)
    sy_error(c->d, sy_at(file, 0, 0), "no archive member at offset %llu", (unsigned long long)offset);
  return found;
}

static bool from_thin_member(const collector *c, const sy_ar_member *m, const char *origin) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_file_read(m->path, &text, c->d);
  if (!ok)
    sy_note(c->d, "it is needed by the thin archive member '%s'", origin);
  sy_view bytes = sy_view_of(&text);
  if (ok && m->origin)
    ok = member_at(c, bytes, m->path, m->origin, &bytes);
  ok = ok && from_object(c, bytes, origin);
  sy_str_free(&text);
  return ok;
}

static bool from_archive(const collector *c, sy_view bytes, const char *file) {
  sy_ar_members members = {0};
  bool ok = sy_ar_read(bytes, file, c->a, &members, c->d);
  for (size_t i = 0; ok && i < members.n; i++) {
    const sy_ar_member *m = &members.data[i];
    const char *origin = sy_arena_printf(c->a, "%s(%s)", file, m->name);
    ok = m->path ? from_thin_member(c, m, origin) : from_object(c, m->bytes, origin);
  }
  sy_vec_free(&members);
  return ok;
}

bool sy_fat_read(const char *path, sy_arena *a, sy_fat_images *out, sy_diag *d) {
  collector c = {a, out, d};
  sy_str text = SY_STR_INIT;
  if (!sy_file_read(path, &text, d))
    return false;
  sy_view bytes = sy_view_of(&text);
  const char *origin = sy_arena_strdup(a, path);
  bool ok = sy_ar_is(bytes) ? from_archive(&c, bytes, origin) : from_object(&c, bytes, origin);
  sy_str_free(&text);
  return ok;
}
