# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# damage.py MODULE SEED TOOL [ARGUMENT...]: runs the tool on damaged copies of a module; each ends with 0 or with 1 and a message.
import random
import subprocess
import sys

with open(sys.argv[1], "rb") as f:
    good = f.read()
random.seed(int(sys.argv[2]))  # the same copies every time
for n in range(60):
    bad = bytearray(good)
    for _ in range(random.choice([1, 2, 8])):
        bad[random.randrange(len(bad))] = random.randrange(256)
    with open("damaged.bc", "wb") as f:
        f.write(bad)
    done = subprocess.run(sys.argv[3:] + ["damaged.bc"], capture_output=True, errors="replace")
    if done.returncode not in (0, 1) or done.returncode == 1 and "error: " not in done.stderr:
        sys.exit("copy %d: exit status %d\n%s" % (n, done.returncode, done.stderr))
