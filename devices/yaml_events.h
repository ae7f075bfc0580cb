// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A YAML text as a sequence of events with their places, by libyaml, which is opened with the first text: a
// program that reads none does not load it. One document, no aliases, no deep nesting: what a configuration
// file needs, and nothing that makes a small file expand into a large one.
#ifndef SY_DEVICES_YAML_EVENTS_H
#define SY_DEVICES_YAML_EVENTS_H

#include "base/diag.h"

typedef enum sy_yaml_kind {
  SY_YAML_SCALAR,
  SY_YAML_LIST,
  SY_YAML_LIST_END,
  SY_YAML_MAP,
  SY_YAML_MAP_END,
  SY_YAML_END, // of the document; again and again
} sy_yaml_kind;

typedef struct sy_yaml_event {
  sy_yaml_kind kind;
  sy_where at;
  sy_view text; // of a scalar; valid until the next event
  bool plain;   // a scalar without quotes
} sy_yaml_event;

typedef struct sy_yaml sy_yaml;

// Null, with a diagnostic, when there is no libyaml. `text` and `file` must live until sy_yaml_close.
sy_yaml *sy_yaml_open(sy_view text, const char *file, sy_diag *d);
// False on what is no YAML or not taken here; reported once.
bool sy_yaml_next(sy_yaml *y, sy_yaml_event *e);
// Goes on to the end of what *e starts: nothing for a scalar.
bool sy_yaml_skip(sy_yaml *y, const sy_yaml_event *e);
void sy_yaml_close(sy_yaml *y);

#endif
