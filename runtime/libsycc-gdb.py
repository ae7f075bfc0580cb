# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pretty printers of gdb for SYCL's classes. gdb loads this file with libsycc.so.0, beside which it is installed, if the
folder is one that `add-auto-load-safe-path` allows (docs/debugging.md).

    (gdb) print it.get_global_id()     id (2, 3)
    (gdb) print a                      accessor of 4 x 2 float = {1, 2, 3, 4, 5, 6, 7, 8}
"""
import re

import gdb
import gdb.printing


def numbers(coordinate):
    """The numbers of an id or a range, as Python has them."""
    values = coordinate["v_"]
    low, high = values.type.range()
    return [int(values[i]) for i in range(low, high + 1)]


def shape(sizes):
    return " x ".join(str(n) for n in sizes)


def class_name(value):
    return re.sub(r"<.*", "", value.type.strip_typedefs().unqualified().tag).rsplit("::", 1)[-1]


def element_type(value):
    return value.type.strip_typedefs().template_argument(0)


def linear_indices(part, whole, start):
    """The indices of a part of memory, row by row."""
    position = [0] * len(part)
    for _ in range(product(part)):
        index = 0
        for size, first, at in zip(whole, start, position):
            index = index * size + first + at
        yield index
        for d in reversed(range(len(part))):
            position[d] += 1
            if position[d] < part[d]:
                break
            position[d] = 0


def product(sizes):
    n = 1
    for size in sizes:
        n *= size
    return n


class Coordinate:
    """id, range"""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return f"{class_name(self.value)} ({', '.join(map(str, numbers(self.value)))})"


class Elements:
    """vec, marray: numbers side by side. A vec of three has memory for four."""

    def __init__(self, value):
        self.value = value

    def count(self):
        return int(self.value.type.strip_typedefs().template_argument(1))

    def to_string(self):
        return f"{class_name(self.value)} of {self.count()} {element_type(self.value)}"

    def children(self):
        for i in range(self.count()):
            yield f"[{i}]", self.value["v_"][i]

    def display_hint(self):
        return "array"


class Memory:
    """What has elements in memory: a range, a pointer, and perhaps a part of the whole."""

    def __init__(self, value):
        self.value = value
        self.part = self.whole = numbers(value["range_"])
        self.start = [0] * len(self.part)
        self.data = self.first_element()

    def to_string(self):
        return f"{class_name(self.value)} of {shape(self.part)} {element_type(self.value)}" + (
            "" if self.data else ", not in reach")

    def children(self):
        if self.data:
            for i, index in enumerate(linear_indices(self.part, self.whole, self.start)):
                yield f"[{i}]", (self.data + index).dereference()

    def display_hint(self):
        return "array"

    def pointer(self, address):
        return address.cast(element_type(self.value).pointer()) if address else None


class Accessor(Memory):
    """accessor: a part of a buffer. On the host the accessor of a command has no memory yet."""

    def first_element(self):
        self.whole, self.start = numbers(self.value["memory_"]), numbers(self.value["offset_"])
        return self.pointer(self.value["head_"]["data"])


class HostAccessor(Memory):
    """host_accessor: likewise, and in reach."""

    def first_element(self):
        self.whole, self.start = numbers(self.value["memory_"]), numbers(self.value["offset_"])
        return self.pointer(self.value["data_"])


class LocalAccessor(Memory):
    """local_accessor. On the host it has no memory."""

    def first_element(self):
        address = self.value["head_"]["data"]
        return self.pointer(address) if int(address) > 1 << 20 else None


class Buffer(Memory):
    """buffer: its memory on the host, which may be older than what a device has. Where libsycc has no debug
    information, its range alone."""

    def first_element(self):
        try:
            implementation = gdb.lookup_type("sycl::detail::buffer_impl").pointer()
            handle = self.value["impl_"]["object_"].cast(implementation)["buffer"]
            return self.pointer(handle["object_"].dereference()["host"])
        except gdb.error:
            return None


class Item:
    """item, nd_item: where in the range."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        where, size = (("global_", "global_range_") if class_name(self.value) == "nd_item" else ("id_", "range_"))
        return f"{class_name(self.value)} ({', '.join(map(str, numbers(self.value[where])))}) of " \
               f"{shape(numbers(self.value[size]))}"


def collection():
    printers = gdb.printing.RegexpCollectionPrettyPrinter("sycl")
    for names, printer in (
        ("id|range", Coordinate),
        ("vec|marray", Elements),
        ("accessor", Accessor),
        ("host_accessor", HostAccessor),
        ("local_accessor", LocalAccessor),
        ("buffer", Buffer),
        ("item|nd_item", Item),
    ):
        printers.add_printer(names, rf"^sycl::({names})<.*>$", printer)
    return printers


gdb.printing.register_pretty_printer(gdb.current_objfile(), collection(), replace=True)
