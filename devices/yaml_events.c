// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// YAML events by libyaml, loaded when needed.
//
// The obvious way, -lyaml, would have the dynamic linker load the library at the start of every program that
// could read a configuration file, the driver among them, and few runs do.
#include "devices/yaml_events.h"

#include <dlfcn.h>
#include <string.h>
#include <yaml.h>

#include "base/mem.h"

enum { MAX_DEPTH = 16 }; // of nesting: a target needs 3. libyaml's own time grows with the square of it.

struct sy_yaml {
  void *library;
  int (*initialize)(yaml_parser_t *);
  void (*delete)(yaml_parser_t *);
  void (*set_input)(yaml_parser_t *, const unsigned char *, size_t);
  int (*parse)(yaml_parser_t *, yaml_event_t *);
  void (*delete_event)(yaml_event_t *);
  yaml_parser_t parser;
  yaml_event_t event;
  unsigned depth, documents;
  bool started, has_event, ended;
  sy_view text;
  const char *file;
  sy_diag *d;
};

static bool yaml_events_load(sy_yaml *y) {
  y->library = dlopen("libyaml-0.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!y->library)
    return false;
  // POSIX: a pointer to a function fits into one to an object, and this is how to convert it.
  *(void **)&y->initialize = dlsym(y->library, "yaml_parser_initialize");
  *(void **)&y->delete = dlsym(y->library, "yaml_parser_delete");
  *(void **)&y->set_input = dlsym(y->library, "yaml_parser_set_input_string");
  *(void **)&y->parse = dlsym(y->library, "yaml_parser_parse");
  *(void **)&y->delete_event = dlsym(y->library, "yaml_event_delete");
  return y->initialize && y->delete && y->set_input && y->parse && y->delete_event;
}

sy_yaml *sy_yaml_open(sy_view text, const char *file, sy_diag *d) {
  sy_yaml *y = sy_alloc(sizeof *y);
  *y = (sy_yaml){.text = text, .file = file, .d = d};
  if (!yaml_events_load(y)) {
    sy_error(d, sy_at(file, 0, 0), "cannot read YAML without libyaml-0.so.2");
    sy_help(d, "install the Debian package libyaml-0-2");
    sy_yaml_close(y);
    return NULL;
  }
  if (!y->initialize(&y->parser))
    sy_out_of_memory();
  y->started = true;
  y->set_input(&y->parser, (const unsigned char *)text.s, text.n);
  return y;
}

void sy_yaml_close(sy_yaml *y) {
  if (!y)
    return;
  if (y->has_event)
    y->delete_event(&y->event);
  if (y->started)
    y->delete(&y->parser);
  if (y->library)
    dlclose(y->library);
  free(y);
}

static sy_where at(const sy_yaml *y, yaml_mark_t mark) {
  return sy_at(y->file, (unsigned)mark.line + 1, (unsigned)mark.column + 1);
}

// Where byte number `offset` is: for what is no text at all, libyaml has no mark.
static sy_where at_offset(const sy_yaml *y, size_t offset) {
  unsigned line = 1, col = 1;
  for (size_t i = 0; i < offset && i < y->text.n; i++) {
    col = y->text.s[i] == '\n' ? 1 : col + 1;
    line += y->text.s[i] == '\n';
  }
  return sy_at(y->file, line, col);
}

static bool syntax_error(const sy_yaml *y) {
  const yaml_parser_t *p = &y->parser;
  if (p->error == YAML_MEMORY_ERROR)
    sy_out_of_memory();
  if (p->error == YAML_READER_ERROR)
    return sy_error(y->d, at_offset(y, p->problem_offset), "not a YAML file: %s",
                    p->problem ? p->problem : "?");
  if (p->context && strstr(p->context, "quoted scalar")) // libyaml's place is the end of the file
    return sy_error(y->d, at(y, p->context_mark), "not YAML: %s in the quoted text that begins here",
                    p->problem ? p->problem : "syntax error");
  sy_error(y->d, at(y, p->problem_mark), "not YAML: %s", p->problem ? p->problem : "syntax error");
  if (p->context)
    sy_note(y->d, "%s that starts at %zu:%zu", p->context, p->context_mark.line + 1,
            p->context_mark.column + 1);
  return false;
}

static bool deeper(sy_yaml *y, sy_yaml_event *e, sy_yaml_kind kind) {
  e->kind = kind;
  if (++y->depth > MAX_DEPTH)
    return sy_error(y->d, e->at, "nested too deeply");
  return true;
}

static bool shallower(sy_yaml *y, sy_yaml_event *e, sy_yaml_kind kind) {
  e->kind = kind;
  y->depth--;
  return true;
}

// Fills *e from libyaml's event. *again: the event means nothing here.
static bool convert(sy_yaml *y, sy_yaml_event *e, bool *again) {
  const yaml_event_t *event = &y->event;
  *e = (sy_yaml_event){.at = at(y, event->start_mark)};
  *again = false;
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    e->kind = SY_YAML_SCALAR;
    e->text = (sy_view){(const char *)event->data.scalar.value, event->data.scalar.length};
    e->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return true;
  case YAML_SEQUENCE_START_EVENT:
    return deeper(y, e, SY_YAML_LIST);
  case YAML_MAPPING_START_EVENT:
    return deeper(y, e, SY_YAML_MAP);
  case YAML_SEQUENCE_END_EVENT:
    return shallower(y, e, SY_YAML_LIST_END);
  case YAML_MAPPING_END_EVENT:
    return shallower(y, e, SY_YAML_MAP_END);
  case YAML_ALIAS_EVENT:
    sy_error(y->d, e->at, "an alias, which is not taken here");
    sy_help(y->d, "write what it stands for in its place");
    return false;
  case YAML_DOCUMENT_START_EVENT:
    *again = true;
    return ++y->documents < 2 || sy_error(y->d, e->at, "a second document; a configuration file is one");
  case YAML_STREAM_END_EVENT:
  case YAML_NO_EVENT:
    y->ended = true;
    e->kind = SY_YAML_END;
    return true;
  default:
    *again = true;
    return true;
  }
}

bool sy_yaml_next(sy_yaml *y, sy_yaml_event *e) {
  for (bool again = true; again;) {
    if (y->ended) {
      *e = (sy_yaml_event){.kind = SY_YAML_END, .at = sy_at(y->file, 0, 0)};
      return true;
    }
    if (y->has_event)
      y->delete_event(&y->event);
    y->has_event = y->parse(&y->parser, &y->event);
    if (!y->has_event)
      return syntax_error(y);
    if (!convert(y, e, &again))
      return false;
  }
  return true;
}

bool sy_yaml_skip(sy_yaml *y, const sy_yaml_event *e) {
  if (e->kind != SY_YAML_LIST && e->kind != SY_YAML_MAP)
    return true;
  unsigned outside = y->depth - 1;
  while (y->depth > outside) {
    sy_yaml_event inside;
    if (!sy_yaml_next(y, &inside))
      return false;
  }
  return true;
}
