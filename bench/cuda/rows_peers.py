"""Emitted reductions of rows beside torch eager, torch.compile and Triton, on this GPU.

    rows.sh SHFLGEN FOLDER; cd FOLDER; nvcc -cubin each file; rows_peers.py FOLDER DTYPE [warm PART PARTS]

Prints a row of a Markdown table for each case: GB/s of the matrix that is read. Launches read matrices of 512 MB in turn,
in a CUDA graph, so that none is found in the cache; a figure is the median of nine replays, in turn with the others. warm
compiles the peers of a part of the cases into their caches, and prints nothing.
"""
import re
import statistics
import sys
import warnings

import cupy
import torch
import triton
import triton.language as tl

warnings.filterwarnings("ignore", category=DeprecationWarning)

SHAPES = [(4096, 32), (4096, 100), (4096, 768), (4096, 1000), (4096, 4096), (4096, 12288), (4096, 65536), (16, 1000000)]
CONFIGS = [(1024, 4), (4096, 8), (8192, 16)]


@triton.jit
def triton_sum(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    a = tl.zeros([BLOCK], tl.float32)
    for i in range(0, n, BLOCK):
        a += tl.load(x + row * n + i + at, i + at < n, 0.0).to(tl.float32)
    tl.store(out + row, tl.sum(a, 0))


@triton.jit
def triton_max(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    a = tl.full([BLOCK], float("-inf"), tl.float32)
    for i in range(0, n, BLOCK):
        a = tl.maximum(a, tl.load(x + row * n + i + at, i + at < n, float("-inf")).to(tl.float32))
    tl.store(out + row, tl.max(a, 0))


@triton.jit
def triton_argmax(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    a = tl.full([BLOCK], float("-inf"), tl.float32)
    k = tl.zeros([BLOCK], tl.int32)
    for i in range(0, n, BLOCK):
        v = tl.load(x + row * n + i + at, i + at < n, float("-inf")).to(tl.float32)
        k = tl.where(v > a, i + at, k)
        a = tl.maximum(a, v)
    best = tl.max(a, 0)
    tl.store(out + row, tl.min(tl.where(a == best, k, 2147483647), 0).to(tl.float32))


EAGER = {
    "sum": lambda x: torch.sum(x, 1, dtype=torch.float32),
    "max": lambda x: torch.amax(x, 1),
    "argmax": lambda x: torch.argmax(x, 1),
}
TRITON = {"sum": triton_sum, "max": triton_max, "argmax": triton_argmax}


def captured(call, ring, launches):
    """Is a CUDA graph of some launches, on the matrices of a ring in turn."""
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for x in ring[:2]:
            call(x)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for i in range(launches):
            call(ring[i % len(ring)])
    return graph


def seconds(calls, ring, launches):
    """Is the time of one launch of each call, by name. All graphs are replayed in turn: a GPU that was idle is slower at first."""
    graphs = {name: captured(call, ring, launches) for name, call in calls.items()}
    times = {name: [] for name in calls}
    for turn in range(-1, 9):
        for name, graph in graphs.items():
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            graph.replay()
            end.record()
            torch.cuda.synchronize()
            if turn >= 0:
                times[name].append(start.elapsed_time(end) / 1e3 / launches)
    return {name: statistics.median(all) for name, all in times.items()}


def emitted(folder, op, dtype, cols, rows):
    """Is a call of the emitted kernel."""
    stored = "_in_bfloat16" if dtype == torch.bfloat16 else ""
    name = f"row_reduce_{op}_float32{stored}_c{cols}"
    text = open(f"{folder}/{name}.cu").read()
    threads = int(re.search(r"__launch_bounds__\((\d+)[,)]", text)[1])
    per = re.search(r"// Launch: a block of \d+ threads for (\d+) rows", text)
    per = int(per[1]) if per else 1
    shared = re.search(r"// Launch: a cluster of (\d+) blocks", text)
    blocks = int(shared[1]) if shared else 1
    kernel = cupy.RawModule(path=f"{folder}/{name}.cubin").get_function(name)
    out = torch.empty(rows, device="cuda")
    idx = torch.empty(rows, dtype=torch.int32, device="cuda")

    def call(x):
        args = [x.data_ptr(), cupy.int64(cols), out.data_ptr()]
        if op == "argmax":
            args.append(idx.data_ptr())
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            kernel(((rows + per - 1) // per * blocks,), (threads,), (*args, cupy.int64(rows)))

    return call, (idx if op == "argmax" else out)


def main():
    folder, dtype = sys.argv[1], getattr(torch, sys.argv[2])
    part, parts = (int(sys.argv[4]), int(sys.argv[5])) if len(sys.argv) > 3 else (0, 0)
    cases = [(op, rows, cols) for op in EAGER for rows, cols in SHAPES]
    for number, (op, rows, cols) in enumerate(cases):
        if parts and number % parts != part:
            continue
        size = rows * cols * dtype.itemsize
        count = 1 if parts else min(64, max(1, -(-(512 << 20) // size)))
        ring = [torch.randn(rows, cols, device="cuda").to(dtype) for _ in range(count)]
        torch._dynamo.reset()
        compiled = torch.compile(EAGER[op], dynamic=False)
        out = torch.empty(rows, device="cuda")
        calls = {"eager": EAGER[op], "compile": compiled}
        for block, warps in CONFIGS:
            block = min(block, triton.next_power_of_2(cols))
            calls[f"triton {block} {warps}"] = lambda x, block=block, warps=warps: TRITON[op][(rows,)](x, out, cols, BLOCK=block, num_warps=warps)
        if parts:
            for call in calls.values():
                call(ring[0])
            torch.cuda.synchronize()
            continue
        ours, result = emitted(folder, op, dtype, cols, rows)
        ours(ring[0])
        want = EAGER[op](ring[0].float())
        if op == "sum":
            assert torch.allclose(result, want, rtol=1e-3, atol=1e-1), (op, rows, cols)
        elif op == "max":
            assert torch.equal(result, want), (op, rows, cols)
        else:  # torch takes any of equal elements
            assert torch.equal(ring[0].gather(1, result.long()[:, None]), ring[0].gather(1, want[:, None])), (op, rows, cols)
        launches = max(8, min(24, count))
        rate = {name: size / time / 1e9 for name, time in seconds({"ours": ours, **calls}, ring, launches).items()}
        best = max(v for k, v in rate.items() if k.startswith("triton"))
        peer = max(rate["eager"], rate["compile"], best)
        print(f"| {rows} × {cols} | {op}, {sys.argv[2]} | {rate['ours']:.0f} | {rate['eager']:.0f} | {rate['compile']:.0f} | {best:.0f} | {rate['ours'] / peer:.2f} |", flush=True)


if __name__ == "__main__":
    main()
