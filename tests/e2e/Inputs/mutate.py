# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate.py PROGRAM REGIONS COUNT SEED EXPECTED: runs copies of the program, each with one change in the regions (lines of address and size) or
in the pointers that the loader writes there. A copy may print what it should, or fail with a message; it may not end by a signal, hang, or print
something else."""
import collections, os, random, re, struct, subprocess, sys, tempfile
from multiprocessing import Pool

program, regions, count, seed, expected = sys.argv[1:]
data = open(program, "rb").read()
headers, size, n = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
loads = [struct.unpack_from("<IIQQQQ", data, headers + i * size) for i in range(n)]
loads = [(vaddr, offset, filesz) for kind, _, offset, vaddr, _, filesz in loads if kind == 1]


def place(address):
    """Where in the file it is; None: nowhere."""
    return next((address - v + o for v, o, s in loads if v <= address < v + s), None)


spans = [tuple(int(x, 16) for x in line.split()) for line in open(regions)]
bytes_of_regions = {p for a, s in spans for p in map(place, range(a, a + s)) if p is not None}
relocations = subprocess.run(["readelf", "-rW", program], capture_output=True, text=True).stdout
table = re.search(r"'\.rela\.dyn' at offset (0x[0-9a-f]+) contains (\d+)", relocations)
start, entries = int(table[1], 16), int(table[2])
for i in range(entries):
    target = place(struct.unpack_from("<Q", data, start + 24 * i)[0])
    if target in bytes_of_regions:
        bytes_of_regions |= set(range(start + 24 * i + 16, start + 24 * i + 24))
        bytes_of_regions -= set(range(target, target + 8))  # the loader overwrites it
places = sorted(bytes_of_regions)

rng = random.Random(int(seed))
changes = []
for _ in range(int(count)):
    at = rng.choice(places)
    old = data[at]
    new = rng.choice([0, 1, 0xFF, 0x7F, old ^ 1 << rng.randrange(8), (old + 1) % 256, (old - 1) % 256, rng.randrange(256)])
    changes.append((at, new if new != old else old ^ 0x80))

results = collections.Counter()
folder = tempfile.mkdtemp(dir=os.path.dirname(program))


def run(change):
    at, byte = change
    name = os.path.join(folder, "%d-%d" % change)
    with open(name, "wb") as f:
        f.write(data[:at] + bytes([byte]) + data[at + 1 :])
    os.chmod(name, 0o755)
    try:
        r = subprocess.run([name], capture_output=True, text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return "hangs", change
    finally:
        os.unlink(name)
    if r.returncode < 0:
        return "ends by signal %d" % -r.returncode, change
    if r.returncode == 0:
        return ("right" if r.stdout.strip() == expected else "prints %r" % r.stdout[:80]), change
    return ("refused" if "sycc" in r.stderr or "sycl" in r.stderr or r.stdout.startswith("exception") else "fails without a word"), change


with Pool(2) as pool:
    for verdict, change in pool.imap(run, sorted(set(changes)), 16):
        results[verdict] += 1
        if verdict not in ("right", "refused"):
            print("byte %#x becomes %#x: %s" % (*change, verdict))
os.rmdir(folder)
print(len(places), "bytes;", dict(results))
sys.exit(not results["right"] or not results["refused"] or len(results) > 2)
