"""Races emitted functions of rows against torch, torch.compile, Triton, quack and liger, and prints a table.

    python rows.py -shflgen PATH [-seed 1] [-random 40] [-shapes 8192x4096,...] [-functions softmax,...] [-types ...]

Every way computes the same of the same matrices, in one process and in turn; inputs are larger than the cache of the
GPU. Shapes that are drawn have from 16 to 262,144 columns, evenly by their logarithm, in a matrix of 64 to 256 MB.
"""

import argparse
import dataclasses
import datetime
import math
import pathlib
import random
import statistics
import sys
import warnings

import torch

import ours
from functions import EPS, FUNCTIONS, Operands
from timing import microseconds

TYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
RING = 512 << 20  # bytes of all matrices that are the first input together: more than any cache holds


def drawn(seed: int, count: int) -> list[tuple[int, int]]:
    draw, shapes = random.Random(seed), []
    for _ in range(count):
        cols = round(2 ** draw.uniform(4, 18))
        shapes.append((max(1, round(2 ** draw.uniform(24, 26)) // cols), cols))
    return shapes


class Case:
    """One function of matrices of one shape and type."""

    def __init__(self, name: str, rows: int, cols: int, dtype: str):
        self.name, self.of, self.rows, self.cols, self.dtype = name, FUNCTIONS[name], rows, cols, dtype

    def line(self) -> list[str]:
        return self.of.line(self.cols, self.dtype)

    def race(self, kernel: ours.Kernel, compiled: bool) -> tuple[dict, float]:
        """The time of each way, and how far our results are from torch's in float64."""
        rows, cols, dtype = self.rows, self.cols, TYPES[self.dtype]
        size = rows * cols * dtype.itemsize
        count = min(64, max(2, -(-RING // size)))
        inputs = self.of.inputs or (lambda x: x)
        matrices = [inputs(torch.randn(rows, cols, device="cuda")).to(dtype) for _ in range(count)]
        weight, bias = (torch.randn(cols, device="cuda").to(dtype) for _ in range(2))
        shape, kind = ((rows,), torch.float32) if self.of.per_row else ((rows, cols), dtype)
        result = torch.empty(shape, device="cuda", dtype=dtype if self.of.computed is None else kind)
        idx = torch.full((rows,), -1, device="cuda", dtype=torch.int32)
        sums = torch.empty_like(matrices[0])
        label = torch.randint(cols, (rows,), device="cuda")
        own = dict(out=result, sum=sums, idx=idx, weight=weight, bias=bias, eps=EPS, label=label.int())
        theirs = Operands(weight, bias, matrices[0], torch.empty(shape, device="cuda", dtype=kind), sums, idx, label)
        # each launch has a second matrix of its own, which no cache has from the launch before
        second = [torch.randn_like(x) if self.of.residual or self.of.gradient else x for x in matrices]
        ring = [(x, dataclasses.replace(theirs, residual=y)) for x, y in zip(matrices, second)]

        def way(x, o):
            kernel(rows, **{"in": x}, residual=o.residual, grad=o.residual, **own)

        off = self.off(way, *ring[0], own)
        ways = {"ours": way, **self.running(self.of.others(rows, cols, compiled), ring[0])}
        if self.of.residual:
            ways["copy"] = lambda x, o: (o.out.copy_(x), o.sum.copy_(o.residual))
        elif self.of.gradient:
            ways["copy"] = lambda x, o: torch.add(x, o.residual, out=o.out)
        elif not self.of.per_row:
            ways["copy"] = lambda x, o: o.out.copy_(x)
        return microseconds(ways, ring, max(8, min(24, count))), off

    def off(self, way, x, operands: Operands, own: dict) -> float:
        """The greatest difference from torch's results in float64, relative to 1 and to the result."""
        results = [own["idx"] if self.name == "argmax" else own["out"]] + [own["sum"]] * self.of.residual
        for result in results:
            result.fill_(-1)
        way(x, operands)
        some, worst = max(1, (1 << 26) // self.cols), 0.0
        for i in range(0, self.rows, some):
            wide = dataclasses.replace(operands, weight=operands.weight.double(), bias=operands.bias.double(),
                                       residual=operands.residual[i:i + some].double(),
                                       label=operands.label[i:i + some])
            wants = self.of.torch(x[i:i + some].double(), wide)
            for result, want in zip(results, wants if self.of.residual else [wants]):
                off = (result[i:i + some].double() - want.double()).abs() / (1 + want.abs())
                worst = max(worst, off.max().item())
        return worst

    @staticmethod
    def running(ways: dict, inputs: tuple) -> dict:
        """The ways that take this shape and type."""
        run = {}
        for name, call in ways.items():
            try:
                call(*inputs)
                torch.cuda.synchronize()
                run[name] = call
            except Exception as error:  # each peer has errors of its own
                print(f"{name}: {str(error).splitlines()[0][:120]}", file=sys.stderr)
        return run


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("-shflgen", default="shflgen", help="the command")
    p.add_argument("-folder", type=pathlib.Path, default=pathlib.Path("kernels"), help="where kernels are made")
    p.add_argument("-seed", type=int, default=1)
    p.add_argument("-random", type=int, default=0, help="how many shapes are drawn")
    p.add_argument("-shapes", default="", help="ROWSxCOLS, several by commas")
    p.add_argument("-functions", default=",".join(FUNCTIONS))
    p.add_argument("-types", default="float32,bfloat16")
    p.add_argument("-compiled", action="store_true", help="torch.compile too, which takes seconds a row of the table")
    a = p.parse_args()
    warnings.filterwarnings("ignore")
    torch.manual_seed(a.seed)
    shapes = [tuple(map(int, s.split("x"))) for s in filter(None, a.shapes.split(","))] + drawn(a.seed, a.random)
    cases = [Case(f, *shape, t) for shape in shapes for f in a.functions.split(",") for t in a.types.split(",")]
    arch = "sm_%d%d" % torch.cuda.get_device_capability()
    kernels = ours.kernels(a.shflgen, a.folder, [c.line() for c in cases], arch)
    print(f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, torch {torch.__version__}, "
          f"{datetime.date.today()}, seed {a.seed}\n")
    print("| rows × columns | function, in memory | ours, µs | best peer, µs | which | peer / ours | copy / ours |")
    print("| --- | --- | --: | --: | --- | --: | --: |")
    ratios = []
    for case, kernel in zip(cases, kernels):
        times, off = case.race(kernel, a.compiled)
        mine, copy = times.pop("ours"), times.pop("copy", None)
        best = min(times, key=times.get)
        ratios.append(times[best] / mine)
        wrong = f" **off by {off:.1e}**" if not off <= (3e-2 if case.dtype != "float32" else 1e-4) else ""
        print(f"| {case.rows} × {case.cols} | {case.name}, {case.dtype} | {mine:.2f} | {times[best]:.2f} | {best} | "
              f"{ratios[-1]:.2f} | {'' if copy is None else f'{copy / mine:.2f}'}{wrong} |", flush=True)
    lost = sum(r < 1 for r in ratios)
    print(f"\n{len(ratios)} rows: median {statistics.median(ratios):.2f}, geometric mean "
          f"{math.exp(statistics.fmean(map(math.log, ratios))):.2f}, least {min(ratios):.2f}; {lost} behind.")


if __name__ == "__main__":
    main()
