"""Races the emitted sum of columns against torch.sum(0) and Triton, and prints a table.

    python cols.py -shflgen PATH [-shapes 8192x4096,...] [-types float32,bfloat16]

Every way sums the same columns, in one process and in turn; inputs are larger than the cache of the GPU. The Triton
kernels are the best two of many shapes, in one launch or two: their order follows from their shape, ours from the
number of rows alone.
"""

import argparse
import datetime
import pathlib
import re
import subprocess

import cupy
import torch
import triton
import triton.language as tl

from timing import microseconds

TYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
RING = 512 << 20  # bytes of all inputs together: more than any cache holds
PARTS = (1, 2, 4, 8, 16, 32, 64)
TILES = ((16, 128, 4), (32, 128, 8), (8, 256, 4), (32, 64, 4), (64, 64, 8), (128, 32, 8), (64, 32, 4), (16, 256, 8))


@triton.jit
def some(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    total = tl.zeros((R, C), tl.float32)
    each = tl.cdiv(tl.cdiv(rows, R), tl.num_programs(1)) * R
    first = tl.program_id(1) * each
    for r in range(first, first + each, R):
        at = r + tl.arange(0, R)
        there = (at[:, None] < rows) & (c[None, :] < cols)
        total += tl.load(x + at[:, None].to(tl.int64) * cols + c[None, :], there, 0.0).to(tl.float32)
    tl.store(out + tl.program_id(1) * cols + c, tl.sum(total, 0), c < cols)


@triton.jit
def all_parts(parts, out, S: tl.constexpr, cols, C: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    s = tl.arange(0, S)
    tl.store(out + c, tl.sum(tl.load(parts + s[:, None] * cols + c[None, :], c[None, :] < cols, 0.0), 0), c < cols)


def tuned(rows: int, cols: int, out, parts) -> dict:
    """The Triton kernels that fill a GPU with these shapes."""
    ways = {}
    for s in PARTS:
        for r, c, warps in TILES:
            blocks = -(-cols // c) * s
            if not 100 <= blocks <= 3000 or rows < s * r:
                continue

            def way(x, s=s, r=r, c=c, warps=warps):
                some[(-(-cols // c), s)](x, out if s == 1 else parts, rows, cols, R=r, C=c, num_warps=warps)
                if s > 1:
                    all_parts[(-(-cols // 64),)](parts, out, S=s, cols=cols, C=64, num_warps=4)

            ways[f"Triton, {s} parts of {r} x {c}, {warps} warps"] = way
    return ways


class Sum:
    """The emitted kernel of a type in memory, launched as its comment says."""

    def __init__(self, shflgen: str, folder: pathlib.Path, dtype: str, arch: str):
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / f"col_sum_{dtype}.cu"
        stored = [] if dtype == "float32" else ["-in", dtype]
        subprocess.run([shflgen, "-pattern", "col-reduce", "-type", "float32", *stored, "-name", "col_sum", "-o", source],
                       check=True)
        subprocess.run(["nvcc", f"-arch={arch}", "-cubin", "-o", source.with_suffix(".cubin"), source], check=True)
        self.function = cupy.RawModule(path=str(source.with_suffix(".cubin"))).get_function("col_sum")
        text = source.read_text()
        self.threads = int(re.search(r"blocks of (\d+) threads", text)[1])
        self.tile = int(re.search(r"ceil\(cols / (\d+)\)", text)[1])
        size = re.search(r"with size = (.*)\. More", text)[1]
        self.size = compile(re.sub(r"ceil\(rows / (\d+)\)", r"-(-rows // \1)", size), str(source), "eval")
        self.record = int(re.search(r"tiles \* (\d+) bytes", text)[1])

    def launch(self, rows: int, cols: int, out):
        """The launch on matrices of one shape."""
        tiles = -(-cols // self.tile)
        blocks = tiles * max(1, -(-rows // eval(self.size, {"rows": rows})))
        workspace = torch.zeros(tiles * self.record, dtype=torch.uint8, device="cuda")

        def way(x):
            with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
                self.function((blocks,), (self.threads,), (x.data_ptr(), cupy.uint64(rows), cupy.uint64(cols),
                                                           out.data_ptr(), workspace.data_ptr()))

        return way


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("-shflgen", default="shflgen", help="the command")
    p.add_argument("-folder", type=pathlib.Path, default=pathlib.Path("kernels"), help="where kernels are made")
    p.add_argument("-shapes", default="8192x4096,65536x768,1024x1024,16384x1000", help="ROWSxCOLS, several by commas")
    p.add_argument("-types", default="float32,bfloat16")
    a = p.parse_args()
    torch.manual_seed(1)
    arch = "sm_%d%d" % torch.cuda.get_device_capability()
    print(f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, torch {torch.__version__}, "
          f"Triton {triton.__version__}, {datetime.date.today()}\n")
    print("| rows × columns | in memory | ours, µs | torch.sum(0), µs | Triton, µs | which | best / ours |")
    print("| --- | --- | --: | --: | --: | --- | --: |")
    for dtype in a.types.split(","):
        emitted = Sum(a.shflgen, a.folder, dtype, arch)
        for rows, cols in (map(int, s.split("x")) for s in a.shapes.split(",")):
            size = rows * cols * TYPES[dtype].itemsize
            count = min(64, max(2, -(-RING // size)))
            ring = [(torch.randn(rows, cols, device="cuda").to(TYPES[dtype]),) for _ in range(count)]
            out, ours, parts = (torch.empty(n, cols, device="cuda") for n in (1, 1, max(PARTS)))
            launches = max(8, min(24, count))
            quick = microseconds(tuned(rows, cols, out[0], parts), ring, launches)
            best = sorted(quick, key=quick.get)[:2]
            ways = {name: way for name, way in tuned(rows, cols, out[0], parts).items() if name in best}
            ways["torch"] = lambda x: torch.sum(x, 0, dtype=torch.float32, out=out[0])
            ways["ours"] = emitted.launch(rows, cols, ours[0])
            ways["ours"](*ring[0])
            x = ring[0][0].double()
            off = ((ours[0].double() - x.sum(0)).abs() / (1 + x.abs().sum(0))).max().item()
            times = microseconds(ways, ring, launches)
            mine, theirs = times.pop("ours"), times.pop("torch")
            which = min(times, key=times.get)
            wrong = "" if off < 1e-5 else f" **off by {off:.1e}**"
            print(f"| {rows} × {cols} | {dtype} | {mine:.2f} | {theirs:.2f} | {times[which]:.2f} | {which} | "
                  f"{min(theirs, times[which]) / mine:.2f}{wrong} |", flush=True)


if __name__ == "__main__":
    main()
