# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the tests of sycl-post-link share: modules from facts about their functions, the tool, its results.
import os
import subprocess


class Function:
    """A kernel or a function. Lists of None are metadata that is absent."""

    def __init__(self, name, used=None, declared=None, sub=None, group=None, x_first=None, named=None, targets=(), unit="u",
                 kind="kernel", calls=()):
        self.name, self.unit, self.kind, self.calls = name, unit, kind, calls
        self.metadata = {
            "intel_used_aspects": used,
            "intel_declared_aspects": declared,
            "intel_reqd_sub_group_size": None if sub is None else [sub],
            "sycc_reqd_work_group_size": group,
            "reqd_work_group_size": x_first,
            "sycc_named_sub_group_size": None if named is None else [named],
            "intel_fixed_targets": targets if kind in ("kernel", "exported") else None,
        }

    def text(self, node):
        facts = "".join(" !%s %s" % (kind, node(list(v))) for kind, v in self.metadata.items() if v is not None)
        strings = {"kernel": ' "sycl-module-id"="%s"' % self.unit, "exported": ' "sycl-external" "sycl-module-id"="%s"' % self.unit,
                   "imported": ' "sycl-external"', "helper": ""}[self.kind]
        convention = "spir_kernel" if self.kind == "kernel" else "spir_func"
        if self.kind == "imported":
            return "declare%s %s void @%s()%s\n" % (facts, convention, self.name, strings)
        body = "".join("  call spir_func void @%s()\n" % callee for callee in self.calls)
        return "define %s void @%s()%s%s {\n%s  ret void\n}\n" % (convention, self.name, strings, facts, body)


def module(functions):
    nodes = {}

    def node(values):
        items = ", ".join('!"%s"' % v if isinstance(v, str) else "i32 %d" % v for v in values)
        return nodes.setdefault("!{%s}" % items, "!%d" % len(nodes))

    text = 'target triple = "spirv64-unknown-unknown"\n' + "".join(f.text(node) for f in functions)
    return text + "".join("%s = %s\n" % (number, items) for items, number in nodes.items())


def encoded(data):
    """A byte array as property files have it: its size in bits, then its data, six bits a letter, lowest first."""
    data = (len(data) * 8).to_bytes(8, "little") + data
    bits = int.from_bytes(data, "little")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return "".join(letters[bits >> 6 * i & 63] for i in range((len(data) * 8 + 5) // 6))


def words(*values):
    return encoded(b"".join(v.to_bytes(4, "little") for v in values))


class Image:
    def __init__(self, row):
        self.code, properties, symbols = row.split("|")
        with open(symbols) as f:
            self.kernels = f.read().split()
        self.sets, current = {}, None
        with open(properties) as f:
            for line in f.read().splitlines():
                if line.startswith("["):
                    current = self.sets.setdefault(line[1:-1], {})
                else:
                    current.update([line.split("=", 1)])
        self.exported = list(self.sets.get("SYCL/exported symbols", {}))
        self.imported = list(self.sets.get("SYCL/imported symbols", {}))
        self.needs = {name: value.split("|", 1)[1] for name, value in self.sets["SYCL/device requirements"].items()}


class Tool:
    """Runs sycl-post-link in a folder of its own and reads what it wrote."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        os.makedirs(folder, exist_ok=True)

    def run(self, functions, *options):
        source = os.path.join(self.folder, "in.ll")
        table = os.path.join(self.folder, "out.table")
        with open(source, "w") as f:
            f.write(module(functions))
        done = subprocess.run([self.program, *options, "-o", table, source], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit("exit status %d: %s\n%s" % (done.returncode, done.stderr, module(functions)))
        with open(table) as f:
            rows = f.read().splitlines()
        assert rows[0] == "[Code|Properties|Symbols]", rows[0]
        return [Image(row) for row in rows[1:]], done.stderr


def expect(what, found, wanted):
    if found != wanted:
        raise SystemExit("%s\n  found  %s\n  wanted %s" % (what, found, wanted))
