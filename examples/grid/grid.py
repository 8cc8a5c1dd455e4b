"""The sum of an array in one launch with CuPy, by a kernel that is made and compiled at run time.

shflgen, which PATH has, writes the text to a pipe, and CuPy's RawModule compiles it with NVRTC. The bits are the same in every launch, with any number
of blocks. Fails if they are not, or if the sum is wrong.
"""

import re
import subprocess

import cupy as cp

FLAGS = "-pattern grid-reduce -type float32 -name GridSum -lang cuda -o -"
TEXT = subprocess.run(["shflgen", *FLAGS.split()], check=True, capture_output=True, text=True).stdout


class GridSum:
    """The kernel with its workspace, for launches in one stream."""

    def __init__(self):
        self.kernel = cp.RawModule(code=TEXT).get_function("grid_sum")
        size = int(re.search(r"workspace: (\d+) bytes", TEXT)[1])
        self.workspace = cp.zeros(size // 8, cp.uint64)  # every launch leaves it zero
        self.blocks = 256  # as many as help, on every GPU

    def __call__(self, x):
        """The sum of a contiguous array of float32, as an array of one element."""
        if x.dtype != cp.float32 or not x.flags.c_contiguous:
            raise TypeError(f"want a contiguous array of float32, got {x.dtype}")
        out = cp.empty(1, cp.float32)
        self.kernel((self.blocks,), (256,), (x, cp.uint64(x.size), out, self.workspace))
        return out


if __name__ == "__main__":
    grid_sum = GridSum()
    x = cp.random.default_rng(1).random(10_000_019, dtype=cp.float32)
    first = grid_sum(x)
    for grid_sum.blocks in (256, 1, 7, 1000):
        assert (grid_sum(x).view(cp.int32) == first.view(cp.int32)).all(), grid_sum.blocks
    assert abs(first[0] / x.sum(dtype=cp.float64) - 1) < 1e-6
    assert not grid_sum.workspace.any()
    print(float(first[0]))
