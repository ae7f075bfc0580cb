# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shown_output.py PAGE NAME...: runs "$ [VARIABLE=VALUE] ./NAME [ARGUMENT...]" wherever the page shows it, in the
# current folder, and fails where the program prints something else. "…" stands for anything, also for several lines
# where it is a line of its own.
import os
import re
import subprocess
import sys


def examples(page):
    """(command, lines shown) of every command line in the page's indented blocks."""
    with open(page, encoding="utf-8") as f:
        lines = f.read().split("\n")
    shown = None
    for line in lines:
        if line.startswith("    $ "):
            if shown:
                yield shown
            shown = (line[6:], [])
        elif shown and line.startswith("    "):
            shown[1].append(line[4:])
        elif shown:
            yield shown
            shown = None


def pattern(lines):
    return "".join("(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in lines)


names, seen, wrong = sys.argv[2:], set(), 0
for command, lines in examples(sys.argv[1]):
    words = command.split()
    assignments = [word for word in words if "=" in word]
    name, *arguments = [word for word in words if "=" not in word]
    if name[2:] not in names:
        continue
    seen.add(name[2:])
    environment = dict(os.environ, **dict(word.split("=", 1) for word in assignments))
    out = subprocess.run([name] + arguments, env=environment, stdout=subprocess.PIPE, text=True).stdout
    if not re.fullmatch(pattern(lines), out):
        wrong += 1
        print("$ %s\n%sand not, as %s shows:\n%s" % (command, out, sys.argv[1], "\n".join(lines)))
for name in set(names) - seen:
    print("%s shows no output of %s" % (sys.argv[1], name))
sys.exit(1 if wrong or seen != set(names) else 0)
