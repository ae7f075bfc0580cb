# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tools that read file tables.
import sys

from measure import compare, tool


def run(folder):
    """A table of many rows through the tools that read tables, beside copying its files."""
    rows, prop = 100000, "[SYCL/device requirements]\naspect=2|gAAAAAAAAAgBAAAA\n"
    names = ["%s/%06d.prop" % (folder, i) for i in range(rows)]
    for name in names:
        with open(name, "w") as f:
            f.write(prop)
    table = folder + "/in.table"
    with open(table, "w") as f:
        f.write("[Code|Properties]\n" + "".join("a.bc|%s\n" % name for name in names))
    read_all = [sys.executable, "-c", "for row in open(%r): open(row[5:-1]).read() if row[0] == 'a' else 0" % table]
    compare("file-table-tform, 100,000 rows / cp", [tool("file-table-tform"), "-extract=Properties", table, "-o", table + "2"],
            ["cp", table, table + "3"])
    compare("sycl-aspect-filter / reading the files", [tool("sycl-aspect-filter"), "-target=intel_gpu_skl", table, "-o", table + "2"],
            read_all)
