"""Warp-shuffle networks and row kernels for CUDA and Go, generated and proved by the command shflgen.

`generate` writes functions and kernels, `prove` proves files. `shflgen.torch`, `shflgen.cupy` and `shflgen.numba`
launch emitted kernels; they import PyTorch, CuPy and Numba.
"""

from shflgen._command import ShflgenError, executable, version
from shflgen._generate import Generated, generate
from shflgen._launch import Argument, Launch
from shflgen._prove import Report, Verdict, prove

__all__ = [
    "Argument", "Generated", "Launch", "Report", "ShflgenError", "Verdict", "executable", "generate", "prove",
    "version",
]  # fmt: skip
