# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a test is. Most are files with RUN lines; these are not:
#   unit/, runtime/   every program that CMake built into <build>/tests/<folder> is a test
#   fuzz/             likewise, replaying the inputs in fuzz/corpus/<name of the program>/
#   headers/          every source is compiled by sycc and run on each device, and compiled by g++ as plain C++ and run
# All three have tests with RUN lines too, NAME.test.
# A module of its own, because lit sends tests from process to process.
import copy
import os

import lit.formats
import lit.Test
import lit.util


def run_program(command, test, lit_config):
    """Runs one command; its exit status decides."""
    timeout = lit_config.maxIndividualTestTime
    # Without lit's folder for temporary files, which is closed to a test that gives up being root.
    environment = {name: value for name, value in test.config.environment.items() if name not in ("TMPDIR", "TMP", "TEMP", "TEMPDIR")}
    try:
        out, err, status = lit.util.executeCommand(command, env=environment, timeout=timeout)
    except lit.util.ExecuteCommandTimeoutException as late:
        return lit.Test.TIMEOUT, "%s\n%s%s\nstopped after %d seconds" % (command, late.out, late.err, timeout)
    if status == 0:
        return lit.Test.PASS, ""
    return lit.Test.FAIL, "%s\n%s%s\nexit status %d" % (command, out, err, status)


class BuiltPrograms(lit.formats.ShTest):
    """Programs in <build>/tests/<folder>, beside tests with RUN lines in the folder itself."""

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        for name in sorted(os.listdir(suite.getSourcePath(path_in_suite))):
            if name.endswith(".test"):
                yield lit.Test.Test(suite, path_in_suite + (name,), local_config)
        built = os.path.join(local_config.sycc_build, "tests", *path_in_suite)
        for name in sorted(os.listdir(built)) if os.path.isdir(built) else []:
            path = os.path.join(built, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                yield lit.Test.Test(suite, path_in_suite + (name,), local_config, file_path=path)

    def execute(self, test, lit_config):
        if test.path_in_suite[-1].endswith(".test"):
            return super().execute(test, lit_config)
        command = [test.file_path]
        corpus = os.path.join(os.path.dirname(test.getSourcePath()), "corpus", test.path_in_suite[-1])
        if os.path.isdir(corpus):
            command += sorted(os.path.join(corpus, name) for name in os.listdir(corpus))
        return run_program(command, test, lit_config)


class BothCompilers(lit.formats.ShTest):
    """Programs without RUN lines, NAME.cpp:sycc and NAME.cpp:plain, beside tests with RUN lines."""

    def getTestsForPath(self, suite, path_in_suite, lit_config, local_config):
        if path_in_suite[-1].endswith(".test"):
            yield lit.Test.Test(suite, path_in_suite, local_config)
        if path_in_suite[-1].endswith(".cpp"):
            for way in "sycc", "plain":
                path = path_in_suite[:-1] + (path_in_suite[-1] + ":" + way,)
                yield lit.Test.Test(suite, path, local_config, file_path=suite.getSourcePath(path_in_suite))

    def execute(self, test, lit_config):
        if test.path_in_suite[-1].endswith(".test"):
            return super().execute(test, lit_config)
        source, way = test.file_path, test.path_in_suite[-1].split(":")[1]
        program = test.getExecPath() + ".out"
        os.makedirs(os.path.dirname(program), exist_ok=True)
        if way == "plain":
            with open(source) as f:
                for line in f:
                    if "PLAIN-UNSUPPORTED:" in line:
                        return lit.Test.UNSUPPORTED, line.split("PLAIN-UNSUPPORTED:")[1].strip()
            compile = test.config.plain_command + " %s -o %s " % (source, program) + test.config.library_flags
        else:
            compile = test.config.sycc_command + " %s -o %s" % (source, program)
        result = run_program(compile.split(), test, lit_config)
        if result[0] != lit.Test.PASS or way == "plain":
            return result if result[0] != lit.Test.PASS else run_program([program], test, lit_config)
        for device in test.config.devices:
            result = self.run_on(device, program, test, lit_config)
            if result[0] != lit.Test.PASS:
                return result
        return result

    def run_on(self, device, program, test, lit_config):
        selector, name, layer = device
        settings = ["%s=%s" % setting for setting in dict(layer, SYCC_DEVICE_SELECTOR=selector).items()]
        result = run_program(["env"] + settings + [program], test, lit_config)
        with open(test.config.matrix, "a") as matrix:
            outcome = "passed" if result[0] == lit.Test.PASS else "FAILED"
            matrix.write("%s\theaders/%s\t%s\n" % (name, os.path.basename(test.file_path), outcome))
        return result


class Tests(lit.formats.ShTest):
    """Chooses the format by the top folder."""

    def __init__(self):
        super().__init__(execute_external=True)
        self.built, self.both = BuiltPrograms(execute_external=True), BothCompilers(execute_external=True)

    def choose(self, path_in_suite):
        top = path_in_suite[0] if path_in_suite else ""
        return {"unit": self.built, "runtime": self.built, "fuzz": self.built, "headers": self.both}.get(top)

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        format = self.choose(path_in_suite) or super()
        yield from format.getTestsInDirectory(suite, path_in_suite, lit_config, local_config)

    def execute(self, test, lit_config):
        # PoCL keeps what it compiles by the hash of the code. Two programs that compile the same at the same time are in each
        # other's way (PoCL 3.1), and one fails: so each test has a folder of its own.
        own = {"POCL_CACHE_DIR": os.path.join(test.config.pocl_cache, "-".join(test.path_in_suite).replace(":", "-"))}
        os.makedirs(own["POCL_CACHE_DIR"], exist_ok=True)
        name = test.path_in_suite[-1]
        if test.path_in_suite[0] in ("e2e", "headers", "devices") and (not name.endswith(".test") or name.startswith("examples")):
            own.update(test.config.second_driver)
            own.update(test.config.header_cache)
        test.config = copy.copy(test.config)
        test.config.environment = dict(test.config.environment, **own)
        return (self.choose(test.path_in_suite) or super()).execute(test, lit_config)
