# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# documents.py ROOT [PAGES]: what the documents name exists (paths, files, options, variables of the environment), what a user
# can say to sycc stands in docs/reference.md, and prose is wrapped. PAGES: a folder with README.md and docs/ to check in
# place of ROOT's.
import os
import re
import sys

root, pages = sys.argv[1], sys.argv[-1]
faults = []
WIDTH = 110
REFERENCE = "docs/reference.md"
ROOMS = "base bench cmake device-lib devices docs driver examples formats frontend include passes runtime scripts tests tools".split()
# Names of files in examples of the documents, and of files that are made.
INVENTED = re.compile(r"(a|b|c|x|f|app|main|foo|file|shapes|squares|kernels|tables|my-[a-z]+|(a|app)-integration)\.(c|cpp|hpp|h|test)$|"
                      r"(device_config_file|bits/.*)\.inc$|CL/|backend/|unistd\.h$|parallel_backend_sycl_reduce_then_scan\.h$")
MADE = re.compile(r"build/") # by the build
# Options of other programs that the documents speak of: those of cmake, clangd, the linker, mpirun, nvcc, llvm-tblgen, lit, and an invented one
FOREIGN = set("""--install --query-driver --whole-archive --use_fast_math --dump-json --param
--fast --allow-run-as-root --oversubscribe""".split())


def files(top):
    for folder, names, found in os.walk(top):
        names[:] = [n for n in names if not n.startswith((".git", "build")) and n not in ("corpus", "__pycache__")]
        for name in found + names:
            yield os.path.relpath(os.path.join(folder, name), top)


def text(path, top=root):
    with open(os.path.join(top, path), encoding="utf-8") as f:
        return f.read()


everything = set(files(root))
names = {os.path.basename(path) for path in everything}
documents = sorted(path for path in files(pages) if re.fullmatch(r"(docs/)?[\w-]+\.md", path))
SOURCE = (".c", ".h", ".cpp", ".hpp", ".def", ".inc", ".py", ".cmake", "CMakeLists.txt", "Makefile")
code = {path: text(path) for path in everything
        if path.endswith(SOURCE) and not path.startswith("tests/") or path.startswith("scripts/") and "." not in path and
        os.path.isfile(os.path.join(root, path))}
everywhere = "\n".join(code.values()) + "".join(text(path) for path in sorted(everything) if path.startswith("tests/") and path.endswith((".py", "CMakeLists.txt")))


def matches(pattern):
    """Whether a path with * for anything, or {a,b} for one of several, is in the repository."""
    words = re.split(r"(\*|\{[^}]*\})", pattern.rstrip("/"))
    expression = "".join(".*" if w == "*" else "(%s)" % "|".join(map(re.escape, w[1:-1].split(","))) if w.startswith("{") else re.escape(w)
                         for w in words)
    return any(re.fullmatch(expression, path) for path in everything)


def check_paths(path, content):
    rooms = "|".join(ROOMS)
    for word in re.findall(r"(?<![\w/.<>:$}=-])((?:%s)/[\w./*{},-]*)" % rooms, content):
        word = word.rstrip(".,-")
        if MADE.match(word):
            continue
        if not matches(word) and not matches("include/" + word) and not matches(os.path.join(os.path.dirname(path), word)):
            faults.append("%s: there is no %s" % (path, word))
    for word in re.findall(r"(?<![\w/.*<>-])([\w-]+\.(?:c|h|cpp|hpp|def|inc|td|test|py|md))(?![\w/])", content):
        if word not in names and not INVENTED.search(word):
            faults.append("%s: no file is called %s" % (path, word))


# ---- options and variables ------------------------------------------------------------------------------------------

driver = re.findall(r'^OPT\("([^"]+)", \w+, [^,]+, ([A-Z]+(?:\(\w+\))?), ', text("driver/options.def"), re.M)
driver_options = {name for name, _ in driver}
tool_options = {}
for path in sorted(code):
    if path.startswith("tools/"):
        for name in re.findall(r'^ *\{"(--?[^"]+)", SY_OPT_', code[path], re.M):
            tool_options.setdefault(path, []).append(name)
known_options = driver_options.union(*tool_options.values()) | {"--help", "--version"}
known_options |= set(re.findall(r'add_argument\("(-[\w-]+)"', everywhere)) | set(re.findall(r"(?<=[\s\"'(|])--[a-z][\w-]+", "".join(code[p] for p in code if p.startswith("scripts/"))))
known_options |= set(re.findall(r'"(--[a-z][\w-]+)"', code["driver/main.c"] + code["driver/long_names.c"]))


def is_option(word):
    name = word.split("=")[0]
    return (name in known_options or name + "=" in known_options or name in FOREIGN or
            any(o.startswith("-W") and name.startswith(o) for o in known_options) or
            name.endswith("-") and any(o.startswith(name) for o in known_options))


def check_options(path, content):
    for word in re.findall(r"(?<![\w/=.$-])(--[a-z][\w-]*=?|-(?:f(?:no-)?sycl|Xs|W(?:no-|error=)?sycl|sycl)[\w-]*=?)", content):
        if not is_option(word):
            faults.append("%s: nothing takes the option %s" % (path, word))


def check_variables(path, content):
    for word in set(re.findall(r"\b(?:SYCC|ONEAPI)_[A-Z_]+\b", content)):
        if not re.search(r"\b%s\b" % word, everywhere):
            faults.append("%s: nothing reads %s" % (path, word))


def check_identifiers(path, content):
    for word in set(re.findall(r"\b(?:sy|sycc|__sycc|__spirv)_\w*\w", content)):
        if re.sub("_[A-Z]$", "", word) not in everywhere and word + ".py" not in names:  # __sycc_cpu_F: of any function F
            faults.append("%s: the code has no %s" % (path, word))


def anchors(content):
    """The names that headings have in links."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```", "", content))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_anchors(path, content):
    for file, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", content):
        page = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(pages, page)) or anchor not in anchors(text(page, pages)):
            faults.append("%s: no heading is #%s in %s" % (path, anchor, page))


def check_width(path, content):
    for number, line in enumerate(content.split("\n"), 1):
        if len(line) > WIDTH and not line.startswith("|") and "](" not in line:
            faults.append("%s:%d: %d columns, more than %d" % (path, number, len(line), WIDTH))


for path in documents:
    content = text(path, pages)
    check_paths(path, content)
    check_options(path, content)
    check_variables(path, content)
    check_identifiers(path, content)
    check_anchors(path, content)
    check_width(path, content)

# ---- what a user can say stands on one page -------------------------------------------------------------------------

reference = text(REFERENCE, pages)
variables = reference.split("## Variables of the environment", 1)[-1].split("\n## ", 1)[0]
for name in sorted(set(re.findall(r"(?m)^\| `(SYCC_\w+)`", variables))):
    if '"%s"' % name not in code["tools/doctor.c"]:
        faults.append("tools/doctor.c: its list of variables lacks %s" % name)
read = {"getenv": re.compile(r'\b(?:secure_)?getenv\("(\w+)"\)'), "sy_environment": re.compile(r'\bsy_environment\("(\w+)"\)'),
        "list": re.compile(r'"((?:SYCC|ONEAPI)_[A-Z_]+)"')}
# A row of a table tells about what stands in front of its last cell, which explains it.
told = set(re.findall(r"`([^`]+)`", re.sub(r"(?m)^(\|.*)\|[^|\n]*\|$", r"\1", reference)))


def must_tell(what, name):
    if name not in told and name.rstrip("=") not in told and not any(re.match(re.escape(name) + r"(?![\w-])|%s-?[<\[]" % re.escape(name), t) for t in told):
        faults.append("%s: nothing about the %s %s" % (REFERENCE, what, name))


for path in sorted(code):
    if path.endswith((".c", ".cpp")) and path.split("/")[0] in ("base", "devices", "driver", "formats", "frontend", "passes", "runtime", "tools"):
        for expression in read.values():
            for name in expression.findall(code[path]):
                must_tell("variable", name)
for name, effect in driver:
    if re.match(r"-(f(no-)?sycl|Xs|sycl|-list|-plain)|-W(no-|error=|no-error=)?sycl", name) or effect == "CALL(ignore)":
        must_tell("option", name)
for path in sorted(tool_options):
    for name in tool_options[path]:
        if not (name.startswith("--") and name[1:] in tool_options[path]):
            must_tell("option of " + path, name)
for tool in re.findall(r"^sycc_tool\((\w+)", code["tools/CMakeLists.txt"], re.M):
    must_tell("tool", tool.replace("_", "-"))
for path in documents:
    if path.startswith("docs/") and path != "docs/README.md" and path[5:] not in text("docs/README.md", pages):
        faults.append("docs/README.md: nothing about " + path)

# ---- every lock of the runtime stands in the table of locks ---------------------------------------------------------


def locks(content):
    """Mutexes: variables by their names, members as struct.member."""
    yield from re.findall(r"(?m)^(?:static )?pthread_mutex_t (\w+) =", content)
    for name, members in re.findall(r"(?ms)^(?:typedef )?struct (\w*) ?\{\n(.*?)^\}", content):
        yield from (name + "." + member for member in re.findall(r"(?m)^\s*pthread_mutex_t (\w+);", members))


table = [line for line in text("docs/scheduler.md", pages).split("\n") if line.startswith("|")]
for path in sorted(code):
    for lock in locks(code[path]) if path.startswith("runtime/") else []:
        own = lock.startswith("sy") or "`%s`" % os.path.basename(path)  # others have names that say nothing without their file
        if not any("`%s`" % lock in line and (own is True or own in line) for line in table):
            faults.append("docs/scheduler.md: the table of locks lacks %s of %s" % (lock, path))

print("\n".join(sorted(set(faults))))
sys.exit(1 if faults else 0)
