# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads what `sycl-ls --json` printed, checks that each member has its type, and says what the tests want to see:
# sycl_ls_json.py FILE SELECTOR-OF-A-DEVICE...
import json
import sys

texts = "type chosen name vendor version driver_version".split()
numbers = """vendor_id max_compute_units max_clock_frequency vector_bits address_bits global_mem_size max_mem_alloc_size
    global_mem_cache_size global_mem_cache_line_size local_mem_size max_parameter_size mem_base_addr_align max_work_group_size
    max_work_item_size_x max_work_item_size_y max_work_item_size_z profiling_timer_resolution""".split()


def check(holder, names, kind):
    for name in names:
        assert type(holder[name]) is kind, "%s is %r" % (name, holder[name])


with open(sys.argv[1], encoding="utf-8") as f:
    found = json.load(f)
assert found["format"] == 1
check(found, ["sycc"], str)
print("selector", found["selector"])
print("absent", *sorted(found["absent"]))
for device in found["unlisted"]:
    print("unlisted", device["selector"], device["type"], repr(device["name"]) + ":", device["reason"])
for device in found["left_out"]:
    print("left out", device["selector"], device["type"], device["name"])
devices = {}
for platform in found["platforms"]:
    check(platform, ["backend", "name", "vendor", "version"], str)
    for device in platform["devices"]:
        check(device, texts, str)
        check(device, numbers, int)
        check(device, ["sub_group_sizes", "targets", "aspects"], list)
        assert set(device) == set(texts + numbers + ["selector", "sub_group_sizes", "targets", "aspects"])
        assert device["selector"].startswith(platform["backend"] + ":")
        devices[device["selector"]] = device
for name in sys.argv[2:]:
    d = devices[name]
    has = ["%s%s" % ("" if a in d["aspects"] else "no ", a) for a in ("fp16", "fp64")]
    print(name, d["type"], d["max_compute_units"], "units,", ", ".join(has) + ", sub-groups", *d["sub_group_sizes"])
    if d["vendor"] == "":
        print(ascii(d["name"]))
