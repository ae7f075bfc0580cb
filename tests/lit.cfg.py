# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How lit runs the tests. Parameters: build=FOLDER (default build), variant=asan|tsan (default none).
# What a test is, folder by folder, stands in sycc_lit.py.
import os
import shutil
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(root, "tests"))
import sycc_lit

build = os.path.abspath(lit_config.params.get("build", os.path.join(root, "build")))
variant = lit_config.params.get("variant", "")
with open(os.path.join(root, "CMakeLists.txt")) as f:
    llvm_major = f.read().split("set(SYCC_LLVM_MAJOR ")[1].split(")")[0]
llvm_bin = subprocess.check_output(["llvm-config-" + llvm_major, "--bindir"], text=True).strip()

config.name = "sycc" + ("-" + variant if variant else "")
config.test_format = sycc_lit.Tests()
config.test_source_root = os.path.join(root, "tests")
config.test_exec_root = os.path.join(build, "lit")
config.suffixes = [".cpp", ".c", ".ll", ".test"]
config.excludes = ["Inputs", "corpus", "CMakeLists.txt", "lit.cfg.py"]
lit_config.maxIndividualTestTime = 300

# ---- what the tests may use ----------------------------------------------------------------------------

# A plain environment: sycc must find its tools without help.
for name in list(os.environ):
    if name.startswith("SYCC_") or name == "ONEAPI_DEVICE_SELECTOR":
        config.environment.pop(name, None)
# A pass that leaves a module that is not valid is named.
config.environment["SYCC_VERIFY_PASSES"] = "1"
# Tests of the program cache switch it on. Programs of e2e and headers are compiled with precompiled headers, as users' are.
config.environment["SYCC_CACHE"] = "off"
config.header_cache = {"SYCC_HEADER_CACHE": "on", "XDG_CACHE_HOME": os.path.join(build, "lit", "cache")}
# Tests of drivers that end a program try drivers first; to the others the machine's are known.
config.environment["SYCC_TRY_DRIVERS"] = "off"
config.pocl_cache = os.path.join(build, "lit", "pocl")  # a folder of it for each test
# PoCL's devices: it takes SPIR, which llvm-spirv makes.
pocl = os.path.exists("/etc/OpenCL/vendors/pocl.icd") and any(shutil.which("llvm-spirv-%d" % v) for v in (15, 14))
# A second driver, which scripts/check installs, beside the machine's: for SYCL programs. Tests with commands see the machine's devices alone.
config.second_driver = {}
intel = os.path.join(build, "intel-opencl", "vendors")
if pocl and not variant:
    config.available_features.add("pocl")
    if os.path.isdir(intel):
        config.second_driver = {"OCL_ICD_VENDORS": intel}
        config.available_features.add("intel-opencl")
else:
    if not pocl:
        lit_config.note("pocl-opencl-icd or llvm-spirv-15 is missing: programs run on the native CPU alone")
    # Code that PoCL loads and compiles is not sanitized: threads and leaks of its own look like faults of ours. Intel's
    # driver opens a library in a way (RTLD_DEEPBIND) that ends a program with a sanitizer.
    config.environment["SYCC_DEVICE_SELECTOR"] = "native_cpu:*"
if variant:
    # Leaks are looked for in all but the compiler's own libraries; clang and LLVM are not ours.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=1:strict_string_checks=1:detect_container_overflow=0"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    config.environment["LSAN_OPTIONS"] = "print_suppressions=0"
    config.environment["TSAN_OPTIONS"] = "halt_on_error=1:second_deadlock_stack=1"
    config.environment["ASAN_SYMBOLIZER_PATH"] = os.path.join(llvm_bin, "llvm-symbolizer")

# Programs of a sanitized build carry the sanitizers too: libsycc takes its run-time library from them. Their kernels do not, since
# many tests look at the code of kernels, and it would be many times slower; tests of sanitized kernels ask for them.
sanitize = {"asan": " -Xarch_host -fsanitize=address,undefined -Xarch_host -fno-sanitize-recover=all",
            "tsan": " -Xarch_host -fsanitize=thread"}.get(variant, "")
sycc = os.path.join(build, "bin", "sycc")
include = os.path.join(root, "include")
clangxx = os.path.join(llvm_bin, "clang++")
# The devices that programs of headers/ run on, one after another; those of e2e/ go through them on their own. Both note what came of it.
config.environment["TEST_MATRIX"] = config.matrix = os.path.join(build, "lit", "matrix.tsv")
def list_devices(layer):
    """(selector, name, environment) of each device; layer: what the OpenCL loader is told in the environment."""
    listed = subprocess.run([os.path.join(build, "bin", "sycl-ls")], env=dict(config.environment, **config.second_driver, **layer), capture_output=True, text=True).stdout
    for line in listed.splitlines():
        place, _, name = line[1:].partition("] ")
        if place.count(":") == 2:
            yield place.split(":")[0] + ":" + place.split(":")[2], name, layer


config.devices = list(list_devices({}))
# The same drivers once more, with memory that is apart from the host's (e2e/Inputs/apart_opencl.c), by %apart; programs of headers/ run on the last of them.
apart = {"OPENCL_LAYERS": os.path.join(build, "tests", "apart", "libapart.so")}
devices_apart = [device for device in list_devices(apart) if device[1].endswith("memory apart")] if not variant else []
if devices_apart:
    config.available_features.add("apart")
    config.devices.append(devices_apart[-1])
elif "pocl" in config.available_features:
    lit_config.note("the OpenCL loader takes no layers: no device has memory apart from the host's")
config.sycc_build = build
config.sycc_command = sycc + sanitize
config.library_flags = "-L%s/lib -lsycc -Wl,-rpath,%s/lib -pthread" % (build, build)
config.plain_command = (clangxx + sanitize if sanitize else "g++") + " -std=c++17 -Wall -I" + include

# Begins a command for which the modes of files count, also where the tests run as root.
obeys_modes = "setpriv --bounding-set=-dac_override,-dac_read_search" if os.geteuid() == 0 else "env"
ours = ["sycl-ls", "sycl-post-link", "sycl-codegen", "sycl-offload-wrapper", "sycl-unbundle", "llvm-no-spir-kernel"]
theirs = ["llvm-link", "llvm-dis", "llvm-as", "llvm-nm", "llvm-ar", "llvm-objcopy", "llvm-objdump", "llvm-readelf", "llvm-dwarfdump",
          "llvm-offload-binary", "llc", "opt"]
words = {"%" + name: os.path.join(build, "bin", name) for name in ours}
words.update({"%" + name: os.path.join(llvm_bin, name) for name in theirs})
words.update({
    "%sycc": sycc,
    "%program": config.sycc_command,  # sycc, with what a sanitized build needs
    "%plain": config.plain_command,
    "%clangxx": clangxx,
    "%device": clangxx + " -fsycl -fsycl-device-only -fplugin=%s/lib/sycc/sycc-frontend.so" % build,
    "%host": clangxx + " -Xclang -fsycl-is-host -fplugin=%s/lib/sycc/sycc-frontend.so" % build,
    "%clang": os.path.join(llvm_bin, "clang"),
    "%clangd": os.path.join(llvm_bin, "clangd"),
    "%clang-tidy": os.path.join(llvm_bin, "clang-tidy"),
    "%spirv-val": shutil.which("spirv-val") or "spirv-val",
    "%spirv-dis": shutil.which("spirv-dis") or "spirv-dis",
    "%libsycc": config.library_flags,
    "%include": include,
    "%apart": "env OPENCL_LAYERS=" + apart["OPENCL_LAYERS"],
    "%obeys-modes": obeys_modes,
    "%build": build,
    "%root": root,
    "%cuda": os.environ.get("CUDA_PATH", "/usr/local/cuda"),
})
# Longer names first, and none as the beginning of another word.
config.substitutions += [(name + r"(?![-\w])", words[name]) for name in sorted(words, key=len, reverse=True)]
# Found by PATH, not by substitution, which would also hit a file of that name.
tools = os.path.join(build, "lit-tools")
os.makedirs(tools, exist_ok=True)
for name in "FileCheck", "not", "count", "split-file":
    link = os.path.join(tools, name)
    if not os.path.islink(link):
        os.symlink(os.path.join(llvm_bin, name), link)
config.environment["PATH"] = tools + os.pathsep + os.environ["PATH"]

for name in "g++", "valgrind", "spirv-val", "spirv-dis", "strace", "python3", "cmake", "unshare", "ocloc", "ccache", "clang++-14", "clang++-15", "mpicxx", "ompi_info":
    if shutil.which(name):
        config.available_features.add(name.replace("+", "x"))
# CUDA's tools are in no archive of Debian's own.
cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
if shutil.which("ptxas", path=os.environ["PATH"] + os.pathsep + cuda + "/bin"):
    config.available_features.add("ptxas")
for name, path in ("libdevice", cuda + "/nvvm/libdevice/libdevice.10.bc"), ("libclc", "/usr/lib/clc/nvptx64--.bc"), ("cuda-header", cuda + "/include/cuda.h"), ("nvlink", cuda + "/bin/nvlink"):
    if os.path.exists(path):
        config.available_features.add(name)
if os.path.exists("/usr/include/mpfr.h"):
    config.available_features.add("mpfr")
# Levels of x86-64 that this machine has.
with open("/proc/cpuinfo") as f:
    cpu_flags = f.read().split()
for level, flags in ("avx2", ["avx2", "fma", "bmi2"]), ("avx512", ["avx512f", "avx512bw", "avx512dq", "avx512vl"]):
    if all(flag in cpu_flags for flag in flags):
        config.available_features.add(level)
for name in "clangd", "clang-tidy", "clang-format":
    if os.path.exists(os.path.join(llvm_bin, name)):
        config.available_features.add(name)
config.available_features.add(variant + "-build" if variant else "plain-build")
if os.geteuid() == 0:
    config.available_features.add("root")
try:
    for end in os.openpty():
        os.close(end)
    config.available_features.add("pty")
except OSError:
    pass
# distccd refuses to be root; in a name space of its own root has another name.
as_other = ["unshare", "-U", "--map-user=65534"] if os.geteuid() == 0 else []
if shutil.which("distcc") and shutil.which("distccd") and subprocess.run(as_other + ["distccd", "--version"], capture_output=True).returncode == 0:
    config.available_features.add("distcc")
# A small file system of one's own: mounts in a name space that ends with the test.
probe = ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/tmp"]
if shutil.which("unshare") and subprocess.run(probe, capture_output=True).returncode == 0:
    config.available_features.add("tmpfs")
