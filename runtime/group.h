// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command groups: commands under construction.
#ifndef SY_RUNTIME_GROUP_H
#define SY_RUNTIME_GROUP_H

#include "runtime/graph.h"

// A command without action. q null: not of a queue. Freed by sy_command_free unless submitted.
sycc_status sy_command_new(sycc_queue *q, sy_command **out);
// Drops all that the command holds; destroys a host task's data. It is not in the graph. No lock held.
void sy_command_free(sy_command *c);
// Whether the group has no action yet: for the functions that give it one.
sycc_status sy_group_check_action(const sycc_group *g);
// The use behind an access of this group, or null.
sy_use *sy_group_use_of(const sycc_group *g, const sycc_access *a);
// Fails: `what` uses an access that is none of its group.
sycc_status sy_group_not_used(const char *what);
// The use behind an access, or that error.
sycc_status sy_group_find_use(const sycc_group *g, const sycc_access *a, const char *what, sy_use **out);
// In host memory: so many bytes of a row of t, or whole rows of all its slices. to, from: where the first row
// is; from is null for a fill.
void sy_transfer_row(const sy_transfer *t, char *to, const char *from, size_t bytes);
void sy_transfer_rows(const sy_transfer *t, char *to, const char *from, size_t first, size_t end);

#endif
