"""Emitted functions of rows beside torch eager, torch.compile and Triton, on this GPU.

    rowapply.sh SHFLGEN FOLDER; cd FOLDER; nvcc -cubin each file; rowapply_peers.py FOLDER [warm PART PARTS]

Prints a row of a Markdown table for each case: microseconds of a launch that reads and writes a matrix, in a CUDA graph.
Launches work on matrices of 512 MB in turn, so that none is found in the cache; a figure is the median of nine replays, in
turn with the others. copy is a device copy of the matrix. warm compiles the peers of a part of the cases into their caches,
and prints nothing.
"""
import re
import sys
import warnings

import cupy
import torch
import triton
import triton.language as tl

from rows_peers import seconds

warnings.filterwarnings("ignore", category=DeprecationWarning)
SHAPES = [(4096, 768), (8192, 4096), (8192, 50257)]
EPS = 1e-5


@triton.jit
def triton_softmax(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, at < n, float("-inf")).to(tl.float32)
    power = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * n + at, (power / tl.sum(power, 0)).to(out.dtype.element_ty), at < n)


EAGER = {
    "softmax": lambda x, w, b: torch.softmax(x, 1),
    "layer_norm": lambda x, w, b: torch.nn.functional.layer_norm(x, (x.shape[1],), w, b, EPS),
    "rms_norm": lambda x, w, b: torch.nn.functional.rms_norm(x, (x.shape[1],), w, EPS),
}


def emitted(folder, f, dtype, w, b, out):
    """Is a call of the emitted kernel."""
    rows, cols = out.shape
    stored = "_in_bfloat16" if dtype == torch.bfloat16 else ""
    name = f"row_apply_{f}_float32{stored}_c{cols}"
    text = open(f"{folder}/{name}.cu").read()
    threads = int(re.search(r"__launch_bounds__\((\d+)[,)]", text)[1])
    per = re.search(r"// Launch: a block of \d+ threads for (\d+) rows", text)
    per = int(per[1]) if per else 1
    shared = re.search(r"// Launch: a cluster of (\d+) blocks", text)
    blocks = int(shared[1]) if shared else 1
    kernel = cupy.RawModule(path=f"{folder}/{name}.cubin").get_function(name)
    beside = {"softmax": [], "rms_norm": [w.data_ptr(), cupy.float32(EPS)], "layer_norm": [w.data_ptr(), b.data_ptr(), cupy.float32(EPS)]}[f]

    def call(x):
        args = [x.data_ptr(), cupy.int64(cols), out.data_ptr(), cupy.int64(cols), *beside, cupy.int64(rows)]
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            kernel(((rows + per - 1) // per * blocks,), (threads,), tuple(args))

    return call


def main():
    folder = sys.argv[1]
    part, parts = (int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 2 else (0, 0)
    cases = [(f, shape, dtype) for shape in SHAPES for f in EAGER for dtype in (torch.float32, torch.bfloat16)]
    for number, (f, (rows, cols), dtype) in enumerate(cases):
        if parts and number % parts != part:
            continue
        size = rows * cols * dtype.itemsize
        count = 1 if parts else min(64, max(1, -(-(512 << 20) // size)))
        ring = [torch.randn(rows, cols, device="cuda").to(dtype) for _ in range(count)]
        w, b = torch.randn(cols, device="cuda").to(dtype), torch.randn(cols, device="cuda").to(dtype)
        out = torch.empty_like(ring[0])
        torch._dynamo.reset()
        compiled = torch.compile(EAGER[f], dynamic=False)
        calls = {"eager": lambda x: EAGER[f](x, w, b), "compile": lambda x: compiled(x, w, b)}
        if f == "softmax":
            for warps in (8, 16, 32):
                calls[f"triton {warps}"] = lambda x, warps=warps: triton_softmax[(rows,)](x, out, cols, BLOCK=triton.next_power_of_2(cols), num_warps=warps)
        if parts:
            for call in calls.values():
                call(ring[0])
            torch.cuda.synchronize()
            continue
        ours = emitted(folder, f, dtype, w, b, out)
        ours(ring[0])
        near = {"rtol": 2e-2, "atol": 2e-2} if dtype == torch.bfloat16 else {"rtol": 1e-4, "atol": 1e-5}
        assert torch.allclose(out.float(), EAGER[f](ring[0], w, b).float(), **near), (f, rows, cols, dtype)
        launches = max(8, min(24, count))
        time = {name: time * 1e6 for name, time in seconds({"copy": out.copy_, "ours": ours, **calls}, ring, launches).items()}
        best = min((v for k, v in time.items() if k.startswith("triton")), default=float("inf"))
        peer = min(time["eager"], time["compile"], best)
        shown = f"{best:.1f}" if best < float("inf") else ""
        memory = str(dtype).removeprefix("torch.")
        print(f"| {rows} × {cols} | {f.replace('_', '-')}, {memory} | {time['ours']:.1f} | {time['copy']:.1f} | {time['eager']:.1f} | {time['compile']:.1f} | {shown} | {peer / time['ours']:.2f} |", flush=True)


main()
