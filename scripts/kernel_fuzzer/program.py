# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Programs of random kernels: their text, the ways to compile them, and what they print on each device.
import os
import subprocess

import grammar

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))

HEAD = """  run_kernel(q, "%s", %d, %d, [](sycl::nd_item<1> it, const u32 *in, u32 *out, u32 *lm, u32 *counter, u32 size) {
      const u32 me = u32(it.get_local_id(0)), group = u32(it.get_group(0)), n = u32(it.get_local_range(0));
      auto wg = it.get_group();
      auto sg = it.get_sub_group();
      u32 a = me * 7 + 1, b = in[me %% 64], c = group, own[8] = {1, 2, 3, 4, 5, 6, 7, me};
      i32 i = -i32(me), j = 5;
      u64 q = b;
      i64 r = -3;
      u16 s = u16(b);
      i16 t = i16(b >> 5);
      u8 x = u8(me);
      i8 y = i8(b >> 9);
      float f = float(me);
      pair p = {b, u16(me), {a, b, c}};
      sycl::uint4 v(a, b, c, me);"""
TAIL = """      u32 all = a ^ (b * 3) ^ (c * 5) ^ u32(i) ^ (u32(j) * 7) ^ u32(q) ^ u32(q >> 32) ^ u32(r) ^ (u32(r >> 32) * 9) ^ s ^ u32(t) ^ x ^ u32(y);
      for (u32 k = 0; k < 8; ++k)
        all = all * 31 + own[k];
      all += u32(i32(f)) + pair_sum(p) + v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7 + (n & 0) + (sg.get_local_linear_id() & 0) + (size & 0) + (wg.get_group_linear_id() & 0);
      (void)lm, (void)counter;
      out[it.get_global_id(0)] = all;
    });"""


def source(kernels):
    """The text of a program with these: (name, groups, local size, statements)."""
    lines = ['#include "prologue.hpp"', "int main() {", "  sycl::queue q;"]
    for name, groups, local, statements in kernels:
        lines += [HEAD % (name, groups, local)] + grammar.text(statements) + [TAIL]
    return "\n".join(lines + ["}", ""])


class Machine:
    """The compilers, and the devices that programs run on."""

    def __init__(self, build, without):
        self.without = without
        self.build = os.path.abspath(build)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("SYCC_")}
        vendors = os.path.join(self.build, "intel-opencl", "vendors")
        if os.path.isdir(vendors):
            self.environment["OCL_ICD_VENDORS"] = vendors
        self.environment["SYCC_CACHE"] = "off"
        listed = subprocess.run([self.tool("sycl-ls")], env=self.environment, capture_output=True, text=True).stdout
        places = [line[1:].partition("] ") for line in listed.splitlines() if line.startswith("[opencl")]
        self.opencl = [(place.split(":")[0] + ":" + place.split(":")[2], name) for place, _, name in places]
        self.opencl = [(selector, name) for selector, name in self.opencl if not self.leaves_out(name)]

    def leaves_out(self, name):
        return any(word.lower() in name.lower() for word in self.without)

    def tool(self, name):
        return os.path.join(self.build, "bin", name)

    def ways(self):
        """Name of the way, command that compiles, and (name, selector) of each run."""
        targets = "-fsycl-targets=" + ("spir64,native_cpu" if self.opencl else "native_cpu")
        both = [("native CPU -O2", "native_cpu:*")] + [(name, selector) for selector, name in self.opencl]
        common = ["-std=c++17", "-w", "-I" + here]
        all = [
            ("O2", [self.tool("sycc"), "-O2", targets] + common, both),
            ("O0", [self.tool("sycc"), "-O0", "-fsycl-targets=native_cpu"] + common, [("native CPU -O0", "native_cpu:*")]),
            ("plain", ["g++", "-O1"] + common + ["-I" + os.path.join(root, "include"), "-L" + self.build + "/lib",
                                                "-Wl,-rpath," + self.build + "/lib", "-pthread"], [("plain C++", "native_cpu:*")]),
        ]
        return [(way, command, runs) for way, command, runs in all if not self.leaves_out(runs[0][0])]

    def results(self, folder, text, timeout=600):
        """{run: {kernel: what it printed}}; a failure to compile or to run stands for all kernels, under the name ''."""
        path = os.path.join(folder, "kernels.cpp")
        with open(path, "w") as f:
            f.write(text)
        found = {}
        for way, command, runs in self.ways():
            program = os.path.join(folder, way)
            try:
                made = subprocess.run(command + [path, "-o", program] + (["-lsycc"] if way == "plain" else []), capture_output=True, text=True, timeout=timeout)
                failure = "" if made.returncode == 0 else "does not compile: " + first_error(made.stderr)
            except subprocess.TimeoutExpired:
                failure = "compiles for more than %d s" % timeout
            for name, selector in runs:
                found[name] = {"": failure} if failure else self.run(program, selector, timeout)
        return found

    def run(self, program, selector, timeout):
        try:
            ran = subprocess.run([program], env=dict(self.environment, SYCC_DEVICE_SELECTOR=selector), capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return {"": "runs for more than %d s" % timeout}
        lines = dict(line.partition(" ")[::2] for line in ran.stdout.splitlines())
        if ran.returncode:
            lines[""] = "exit status %d: %s" % (ran.returncode, first_error(ran.stderr))
        return lines


def first_error(text):
    lines = [line for line in text.splitlines() if "error" in line] or text.splitlines() or ["no message"]
    return lines[0]


def differences(results, names):
    """{kernel: {run: what it printed}} of the kernels that are not the same everywhere; '' for runs that failed as a whole."""
    failed = {run: lines[""] for run, lines in results.items() if lines.get("")}
    found = {"": failed} if failed else {}
    for name in names:
        seen = {run: lines.get(name, "nothing") for run, lines in results.items() if run not in failed}
        if len(set(seen.values())) > 1:
            found[name] = seen
    return found
