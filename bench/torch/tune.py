"""Times of the kernels that `tune -emit DIR` wrote, into DIR/times.txt: the numbers of lanes of a row in turn."""

import datetime
import json
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import torch

import ours
from timing import microseconds

ROWS = (8192, 65536)
TYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
RING = 256 << 20  # bytes of the inputs that are read in turn, more than the cache has


def loaded(folder: pathlib.Path, made: list[dict]) -> list[ours.Kernel]:
    arch = "sm_%d%d" % torch.cuda.get_device_capability()
    kernels = [ours.Kernel(folder / k["file"]) for k in made]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda k: k.build(arch), kernels))
    for kernel in kernels:
        kernel.load()
    return kernels


def times(kernels: list[tuple[int, ours.Kernel]], rows: int, cols: int, dtype: torch.dtype) -> dict:
    """The time with each number of lanes, in µs; all have the bits of the first."""
    size = rows * cols * dtype.itemsize
    ring = [torch.randn(2, rows, cols, device="cuda").to(dtype) for _ in range(min(32, max(2, -(-RING // size))))]
    beside = dict(weight=torch.randn(cols, device="cuda").to(dtype), bias=torch.randn(cols, device="cuda").to(dtype),
                  sum=torch.empty_like(ring[0][0]), eps=1e-5)
    want, ways = None, {}
    for lanes, kernel in kernels:
        per_row = "out_pitch" not in kernel.arguments
        out = torch.full((rows,) if per_row else (rows, cols), -1.0, device="cuda",
                         dtype=torch.float32 if per_row else dtype)

        def way(x, second, kernel=kernel, out=out):
            kernel(rows, **{"in": x}, residual=second, grad=second, out=out, **beside)

        way(*ring[0])
        bits = out.view(torch.int16 if out.dtype.itemsize == 2 else torch.int32).clone()
        want = bits if want is None else want
        assert torch.equal(bits, want), f"{kernel.source}: other bits than with {kernels[0][0]} lanes"
        ways[lanes] = way
    return microseconds(ways, ring, max(8, min(24, len(ring))))


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    made = json.loads((folder / "kernels.json").read_text())
    groups: dict[tuple, list] = {}
    for of, kernel in zip(made, loaded(folder, made)):
        groups.setdefault((of["function"], of["in"], of["cols"]), []).append((of["lanes"], kernel))
    lines = [f"# {torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, {datetime.date.today()}; µs"]
    for (function, stored, cols), kernels in groups.items():
        for rows in ROWS:
            took = times(kernels, rows, cols, TYPES[stored])
            lines.append(" ".join([function, stored, str(cols), str(rows), *(f"{n}:{t:.2f}" for n, t in took.items())]))
    (folder / "times.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
