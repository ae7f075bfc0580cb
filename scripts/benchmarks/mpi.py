# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Several ranks of MPI on this machine, each with one thread of the native CPU: the plate of examples/heat_mpi.cpp shared among them
# (strong scaling), and a plate that grows with their number (weak scaling), beside one rank. More ranks than cores are not faster.
import os
import re
import shutil
import subprocess

from measure import line, sycc

CELLS, STEPS, ROUNDS = 1024, 100, 3


def milliseconds(program, ranks, cells):
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", str(ranks), program, str(cells), str(STEPS)]
    environment = dict(os.environ, SYCC_DEVICE_SELECTOR="native_cpu:*", SYCC_CPU_THREADS="1")
    printed = [subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout for _ in range(ROUNDS)]
    return min(float(re.search(r"together ([\d.e+]+) ms", text).group(1)) for text in printed)


def run(folder):
    if not shutil.which("mpicxx") or not shutil.which("ompi_info"):
        print("mpi: left out: no Open MPI here (packages openmpi-bin and libopenmpi-dev)")
        return
    program = os.path.join(folder, "heat_mpi")
    subprocess.run(["mpicxx", "-O2", "examples/heat_mpi.cpp", "-o", program], env=dict(os.environ, OMPI_CXX=sycc), check=True)
    one = milliseconds(program, 1, CELLS)
    for ranks in (2, 4):
        line("mpi: %d ranks / 1, the same plate" % ranks, milliseconds(program, ranks, CELLS), one, "ms")
        line("mpi: %d ranks / 1, as much each" % ranks, milliseconds(program, ranks, round(CELLS * ranks ** 0.5)), one, "ms")
