# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Programs of random kernels: their text, the ways to compile them, and what they print on each device.
import functools
import os
import re
import subprocess

import grammar

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))

# What a kernel's variables are at first, and what they add to its result; only those that are used are declared.
VARIABLES = {
    "a": ("u32 a = me * 7 + 1", "a"),
    "b": ("u32 b = in[me % 64]", "b * 3"),
    "c": ("u32 c = group", "c * 5"),
    "i": ("i32 i = -i32(me)", "u32(i)"),
    "j": ("i32 j = 5", "u32(j) * 7"),
    "q": ("u64 q = in[me % 7]", "u32(q) + u32(q >> 32) * 9"),
    "r": ("i64 r = -3", "u32(r) + u32(r >> 32) * 11"),
    "s": ("u16 s = u16(in[group % 64])", "u32(s) * 13"),
    "t": ("i16 t = i16(in[me % 64] >> 5)", "u32(t) * 15"),
    "x": ("u8 x = u8(me)", "u32(x) * 17"),
    "y": ("i8 y = i8(in[me % 64] >> 9)", "u32(y) * 19"),
    "f": ("float f = float(me)", "whole(f) * 21"),
    "d": ("double d = double(me) * 1024", "whole(d) * 23"),
    "own": ("u32 own[8] = {1, 2, 3, 4, 5, 6, 7, me}", "weigh(own, 8, 0)"),
    "grid": ("i16 grid[3][4] = {{1, 2}, {3, i16(me)}}", "u32(grid[0][me % 4]) + u32(grid[1][1]) * 3 + u32(grid[2][me % 4])"),
    "p": ("pair p = {me, u16(me), {me, 2, 3}}", "pair_sum(p)"),
    "many": ("pair many[2] = {{1, 2, {3, 4, 5}}, {me, 7, {8, me, 10}}}", "pair_sum(many[0]) + pair_sum(many[1]) * 3"),
    "v": ("sycl::uint4 v(1, me, 3, me)", "v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7"),
    "w": ("sycl::vec<u16, 8> w((u16)me)", "w[0] + w[1] * 3u + w[3] * 5u + w[5] * 7u + w[7] * 9u"),
    "tuned": ("const u32 tuned = constants.get_specialization_constant<tune>()", "tuned"),
    "biased": ("const i16 biased = constants.get_specialization_constant<bias>()", "u32(biased)"),
}
# What else it may use.
PLACES = {
    "n": "const u32 n = u32(it.get_group().get_local_linear_range())",
    "sg": "const auto sg = it.get_sub_group()",
    "wg": "const auto wg = it.get_group()",
    "lm": "u32 *const lm = &to.memory[0]",
    "counter": "u32 *const counter = &to.memory[it.get_group().get_local_linear_range()]",
    "counters": "u32 *const counters = to.counters",
}


class Shape:
    """A kernel to be compiled: what grammar.Kernel made, or what is left of it."""

    def __init__(self, kernel, statements=None):
        self.name, self.groups, self.local, self.constants = kernel.name, kernel.groups, kernel.local, kernel.constants
        self.statements = kernel.statements if statements is None else statements

    def text(self):
        """Its lines of C++, a statement that runs it."""
        dims, body = len(self.local), grammar.text(self.statements)
        words = set(re.findall(r"\b[a-z]+\b", "\n".join(body)))
        words |= {word for name in words & set(VARIABLES) for word in re.findall(r"\b[a-z]+\b", VARIABLES[name][0])}
        declared = [what for word, (what, _) in VARIABLES.items() if word in words] + [what for word, what in PLACES.items() if word in words]
        result = " + ".join(what for word, (_, what) in VARIABLES.items() if word in words) or "me"
        size = "{%s}, {%s}" % (", ".join(str(g * l) for g, l in zip(self.groups, self.local)), ", ".join(map(str, self.local)))
        return (["  run_kernel<%d>(m, \"%s\", {%s}, [](sycl::handler &h, const job<%d> &to) {" % (dims, self.name, size, dims)] +
                (["    h.set_specialization_constant<tune>(11);"] if self.constants else []) +
                ["    h.parallel_for(to.range, [=](sycl::nd_item<%d> it%s) {" % (dims, ", sycl::kernel_handler constants" if self.constants else ""),
                 "      const u32 *const in = to.in;",
                 "      const u32 me = u32(it.get_local_linear_id()), group = u32(it.get_group_linear_id());", "      (void)in;"] +
                ["      %s;" % what for what in declared] + ["  " + line for line in body] +
                ["      to.out[it.get_global_linear_id()] = %s;" % result, "    });", "  });"])


def source(shapes):
    """The text of a program with these kernels."""
    return "\n".join(['#include "prologue.hpp"', "int main(int, char **arguments) {", "  machine m(arguments[1]);"] + [line for s in shapes for line in s.text()] + ["}", ""])


class Machine:
    """The compilers, and the devices that programs run on."""

    def __init__(self, build, without, cpu=None):
        """without: words in the names of runs that are left out.
        cpu: the one that native kernels are for, for a cheap comparison; none: all levels of CPUs, and the costly ways too."""
        self.cpu = ["-march=" + cpu] if cpu else []
        self.without = without + (["portable"] if cpu else [])  # PoCL takes longer than all else
        self.build = os.path.abspath(build)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("SYCC_")}
        vendors = os.path.join(self.build, "intel-opencl", "vendors")
        if os.path.isdir(vendors):
            self.environment["OCL_ICD_VENDORS"] = vendors
        self.environment["SYCC_CACHE"] = "off"
        if cpu:
            self.environment["CL_CONFIG_USE_VECTORIZER"] = "False"  # Intel's, which takes a fifth of a second for a kernel
        found = opencl_devices(self.tool("sycl-ls"), self.environment.get("OCL_ICD_VENDORS"))
        self.opencl = [(selector, name) for selector, name in found if not self.leaves_out(name)]

    def leaves_out(self, name):
        return any(word.lower() in name.lower() for word in self.without)

    def tool(self, name):
        return os.path.join(self.build, "bin", name)

    def plain(self):
        """The command that compiles plain C++."""
        compiler = ["clang++-22", "-O0"] if self.cpu else ["g++", "-O1"]
        return compiler + ["-I" + os.path.join(root, "include"), "-L" + self.build + "/lib", "-Wl,-rpath," + self.build + "/lib", "-pthread"]

    def ways(self, level):
        """Name of the way, command that compiles, and (name, selector) of each run."""
        split = [] if self.cpu else ["-fsycl-device-code-split=per_kernel"]
        targets = ["-fsycl-targets=spir64,native_cpu"] + split if self.opencl else ["-fsycl-targets=native_cpu"]
        both = [("native CPU " + level, "native_cpu:*")] + [(name, selector) for selector, name in self.opencl]
        all = [
            ("optimised", [self.tool("sycc"), level] + self.cpu + targets, both),
            ("O0", [self.tool("sycc"), "-O0", "-fsycl-targets=native_cpu"] + self.cpu, [("native CPU -O0", "native_cpu:*")]),
            ("plain", self.plain(), [("plain C++", "native_cpu:*")]),
        ]
        return [(way, command + ["-std=c++17", "-w", "-I" + here], runs) for way, command, runs in all if not self.leaves_out(runs[0][0])]

    def names(self, level):
        """Of all runs."""
        return [name for _, _, runs in self.ways(level) for name, _ in runs]

    def results(self, folder, shapes, level, timeout=900):
        """{run: {kernel: what it printed}}; a failure to compile stands for all kernels, under the name ''."""
        path = os.path.join(folder, "kernels.cpp")
        with open(path, "w") as f:
            f.write(source(shapes))
        found = {}
        for way, command, runs in self.ways(level):
            program = os.path.join(folder, way)
            try:
                made = limited(command + [path, "-o", program] + (["-lsycc"] if way == "plain" else []), timeout)
                failure = "" if made.returncode == 0 else "does not compile: " + first_error(made.stderr)
            except subprocess.TimeoutExpired:
                failure = "the compiler does not end"
            for name, selector in runs:
                found[name] = {"": failure} if failure else self.run(program, selector, [s.name for s in shapes], timeout)
        return found

    def run(self, program, selector, names, timeout):
        """{kernel: what it printed}; a kernel that ends the program is left out in the next start. Where all are one image, and
        not even the first one runs, any may be why: a failure of the whole."""
        lines, done = {}, 0
        while done < len(names):
            what, output, errors = self.start(program, selector, done, timeout)
            new = dict(line.partition(" ")[::2] for line in output.splitlines())
            if self.cpu and len(names) > 1 and not lines and not new:
                return {"": what + ": " + first_error(errors)}
            lines.update(new)
            done += len(new)
            if done < len(names):
                lines[names[done]] = what + ": " + first_error(errors)
                done += 1
        return lines

    def start(self, program, selector, left_out, timeout):
        environment = dict(self.environment, SYCC_DEVICE_SELECTOR=selector)
        try:
            ran = limited([program, str(left_out)], timeout, env=environment, errors="replace")
            return "exit status %d" % ran.returncode, ran.stdout, ran.stderr
        except subprocess.TimeoutExpired as e:
            return "does not end", (e.stdout or b"").decode(), ""


@functools.cache
def opencl_devices(sycl_ls, vendors):
    """(selector, name) of each."""
    environment = dict(os.environ, **({"OCL_ICD_VENDORS": vendors} if vendors else {}))
    environment.pop("SYCC_DEVICE_SELECTOR", None)
    listed = subprocess.run([sycl_ls], env=environment, capture_output=True, text=True).stdout
    places = [line[1:].partition("] ") for line in listed.splitlines() if line.startswith("[opencl")]
    return [(place.split(":")[0] + ":" + place.split(":")[2], name) for place, _, name in places]


def limited(command, seconds, **more):
    """Runs the command for so many seconds of CPU time, and for a multiple of them where others use the machine."""
    limit = ["prlimit", "--cpu=%d" % seconds]
    return subprocess.run(limit + command, capture_output=True, text=True, timeout=20 * seconds, **more)


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
