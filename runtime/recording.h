// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command groups that are recorded instead of run. A recorded group is made like any other, with all checks;
// what it was made of is noted in a node, and sycc_group_submit puts the node into the recording of its
// queue.
#ifndef SY_RUNTIME_RECORDING_H
#define SY_RUNTIME_RECORDING_H

#include "runtime/graph.h"

typedef struct sy_node sy_node;

sy_node *sy_node_new(void); // with one reference; null: no memory
void sy_node_release(sy_node *n);

// What the group of a node was told; copied. They fail where there is no memory.
sycc_status sy_node_need(sy_node *n, sycc_access *placeholder);
sycc_status sy_node_kernel(sy_node *n, const sycc_kernel_info *info, const void *closure, size_t closure_size,
                           const sycc_range *range, sycc_cpu_kernel *host_kernel);
sycc_status sy_node_copy(sy_node *n, const sycc_region *to, const sycc_region *from, const size_t extent[3]);
sycc_status sy_node_fill(sy_node *n, const sycc_region *to, const size_t extent[3], const void *pattern,
                         size_t pattern_size);
sycc_status sy_node_prefetch(sy_node *n, const void *ptr, size_t bytes);
sycc_status sy_node_update_host(sy_node *n, sycc_access *a);
sycc_status sy_node_host_task(sy_node *n, const sy_host_task *task); // takes it over
// Whether the group may do what no node can: an error that names it, if it is recorded.
sycc_status sy_node_refuse(const sycc_group *g, const char *what);

// Adds the group's node to the recording of its queue, behind the nodes whose events it depends on. The group
// is not changed.
sycc_status sy_recording_add(const sycc_group *g);

#endif
