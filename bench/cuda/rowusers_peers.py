"""Emitted reductions of rows to structs beside a row sum, torch eager and torch.compile, on this GPU.

    rowusers.sh SHFLGEN FOLDER; cd FOLDER; nvcc -cubin each file; rowusers_peers.py FOLDER [warm]

Prints a row of a Markdown table for each case: microseconds of one matrix of 4096 rows, measured as rows_peers.py does.
A struct is checked against torch in float64. warm compiles the peers into their caches, and prints nothing.
"""
import re
import sys

import cupy
import torch

from rows_peers import seconds

ROWS, COLS = 4096, (1000, 4096, 12288)


def moments(out, x):
    count, mean, m2 = out.double().unbind(1)
    assert (count == x.shape[1]).all()
    torch.testing.assert_close(mean, x.double().mean(1), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(m2, x.double().var(1, correction=0) * x.shape[1], rtol=1e-4, atol=1e-4)


def spreads(out, x):
    least, greatest, total = out[:, :3].unbind(1)
    assert (out[:, 3].view(torch.int32) == x.shape[1]).all()
    assert torch.equal(least, x.amin(1)) and torch.equal(greatest, x.amax(1))
    torch.testing.assert_close(total.double(), x.double().sum(1), rtol=1e-4, atol=1e-2)


def softmax(out, x):
    greatest, total = out.unbind(1)
    assert torch.equal(greatest, x.amax(1))
    torch.testing.assert_close(greatest.double() + total.double().log(), x.double().logsumexp(1), rtol=1e-5, atol=1e-5)


# By name: the floats of a struct, the same by torch, and what checks it.
CASES = {
    "moments": (3, lambda x: torch.var_mean(x, 1), moments),
    "spreads": (4, lambda x: (*torch.aminmax(x, dim=1), torch.sum(x, 1)), spreads),
    "softmax": (2, lambda x: torch.logsumexp(x, 1), softmax),
}


def emitted(folder, name, cols, floats):
    """Is a call of the emitted kernel, and what it writes to."""
    name = f"{name}_{cols}"
    text = open(f"{folder}/{name}.cu").read()
    threads = int(re.search(r"__launch_bounds__\((\d+)[,)]", text)[1])
    per = re.search(r"// Launch: a block of \d+ threads for (\d+) rows", text)
    per = int(per[1]) if per else 1
    kernel = cupy.RawModule(path=f"{folder}/{name}.cubin").get_function(name)
    out = torch.full((ROWS, floats), float("nan"), device="cuda")

    def call(x):
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            kernel(((ROWS + per - 1) // per,), (threads,), (x.data_ptr(), cupy.int64(cols), out.data_ptr(), cupy.int64(ROWS)))

    return call, out


def main():
    folder, warm = sys.argv[1], len(sys.argv) > 2
    for cols in COLS:
        size = ROWS * cols * 4
        ring = [torch.randn(ROWS, cols, device="cuda") for _ in range(1 if warm else -(-(512 << 20) // size))]
        launches = max(8, len(ring))
        total = None if warm else emitted(folder, "sum", cols, 1)[0]
        for name, (floats, eager, check) in CASES.items():
            torch._dynamo.reset()
            compiled = torch.compile(eager, dynamic=False)
            if warm:
                compiled(ring[0])
                continue
            ours, out = emitted(folder, name, cols, floats)
            ours(ring[0])
            check(out, ring[0])
            calls = {"ours": ours, "sum": total, "eager": eager, "compile": compiled}
            us = {call: time * 1e6 for call, time in seconds(calls, ring, launches).items()}
            print(f"| {ROWS} × {cols} | {name} | " + " | ".join(f"{us[call]:.1f}" for call in calls) + f" | {min(us['eager'], us['compile']) / us['ours']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
