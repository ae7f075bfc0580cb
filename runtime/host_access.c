// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host accessors: a command without a queue that runs from the moment it is ready until the accessor ends.
// That makes the graph keep conflicting commands away, and the accessor wait for those before it.
#include "runtime/buffer.h"
#include "runtime/group.h"
#include "runtime/process.h"

sycc_status sycc_host_access_begin(sycc_buffer *b, uint32_t mode, sycc_access **out) {
  *out = NULL;
  sycc_status s = sy_process_check();
  if (s)
    return s;
  sy_command *c;
  s = sy_command_new(NULL, &c);
  if (s)
    return s;
  c->action = SY_ACTION_HOST_ACCESS;
  c->host_thread = pthread_self();
  sycc_access *a;
  sycc_event *e = c->event;
  sycc_event_retain(e);
  s = sycc_group_access(c, b, mode, &a);
  if (!s)
    s = sy_graph_submit(c);
  if (s) {
    sy_command_free(c);
    goto out;
  }
  sy_graph_wait(e, SYCC_EVENT_RUNNING);
  s = e->status;
  if (s) {
    sycc_set_error(s, e->text);
    goto out;
  }
  a->host = c;
  *out = a;
out:
  sycc_event_release(e);
  return s;
}

void sycc_host_access_end(sycc_access *a) {
  if (a && a->host)
    sy_graph_end(a->host, SYCC_success);
}
