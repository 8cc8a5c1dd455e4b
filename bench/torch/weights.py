"""Races gradients of the weights and biases of norms: the whole backward pass of each way, and ours alone.

    python weights.py [-shapes 8192x4096,...] [-types float32,bfloat16] [-compiled]

SHFLGEN names the command. Ours are the operators of shflgen.torch; PyTorch, torch.compile, liger and quack compute the
gradient of the input, too, so that ours are timed with it as well. Sums of columns are in float64 for the check.
"""

import argparse
import datetime
import importlib

import torch
import torch.nn.functional as F

import shflgen.torch  # noqa: F401  registers the operators
from timing import microseconds

EPS = 1e-5
RING = 512 << 20  # bytes of all inputs together: more than any cache holds
op = torch.ops.shflgen


def rms(x, weight):
    return F.rms_norm(x, x.shape[1:], weight, EPS)


def layer(x, weight, bias):
    return F.layer_norm(x, x.shape[1:], weight, bias, EPS)


def root(x):
    return torch.rsqrt(x.float().square().mean(1, keepdim=True) + EPS)


def ours_rms(x, grad, weight):
    return op.rms_norm_grad(x, grad, weight, EPS), op.rms_norm_weight_grad(x, grad, EPS)


def ours_layer(x, grad, weight):
    return op.layer_norm_grad(x, grad, weight, EPS), op.layer_norm_weight_grad(x, grad, EPS), op.col_sum(grad)


def formula_rms(x, grad, weight):
    """What PyTorch's own kernels compute, as torch.compile fuses it."""
    x, grad, scale = x.float(), grad.float(), root(x)
    normed, scaled = x * scale, grad * weight.float()
    to_x = (scaled - normed * (scaled * normed).mean(1, keepdim=True)) * scale
    return to_x.to(weight.dtype), (grad * normed).sum(0).to(weight.dtype)


def formula_layer(x, grad, weight):
    x, grad = x.float(), grad.float()
    centred = x - x.mean(1, keepdim=True)
    scale = torch.rsqrt(centred.square().mean(1, keepdim=True) + EPS)
    normed, scaled = centred * scale, grad * weight.float()
    level, slope = scaled.mean(1, keepdim=True), (scaled * normed).mean(1, keepdim=True)
    to_x = (scaled - level - normed * slope) * scale
    return to_x.to(weight.dtype), (grad * normed).sum(0).to(weight.dtype), grad.sum(0).to(weight.dtype)


def others(norm: str, x, weight, bias, compiled: bool) -> dict:
    """The backward passes of others, as functions of (x, grad): with the rows' statistics, where they keep them."""
    shape = [x.shape[1]]
    ways = {}
    if norm == "rms-norm":
        scale = root(x)
        ways["torch"] = lambda x, g: torch.ops.aten._fused_rms_norm_backward(g, x, shape, scale, weight, [True, True])
    else:
        mean, made = x.float().mean(1, keepdim=True), torch.rsqrt(x.float().var(1, False, keepdim=True) + EPS)
        ways["torch"] = lambda x, g: torch.ops.aten.native_layer_norm_backward(
            g, x, shape, mean, made, weight, bias, [True, True, True])
    if compiled:
        torch.compiler.reset()
        formula = {"rms-norm": formula_rms, "layer-norm": formula_layer}[norm]
        whole = torch.compile(formula, mode="max-autotune-no-cudagraphs", dynamic=False)
        ways["torch.compile"] = lambda x, g: whole(x, g, weight)
    for name, module in (("liger", "liger_kernel.ops." + norm.replace("-", "_")), ("quack", "quack.rmsnorm")):
        try:
            of = importlib.import_module(module)
        except ImportError:
            continue
        if way := peer(name, norm, of, x, weight, bias):
            ways[name] = way
    running = {}
    for name, way in ways.items():
        try:
            way(x, x)
            running[name] = way
        except Exception as error:  # a peer of another version, or one that does not take the shape
            print(f"{name} does not run: {error}")
    return running


def peer(name: str, norm: str, of, x, weight, bias):
    """A peer's backward pass, with what its forward pass keeps; None: it has none."""
    if name == "quack":
        scale = root(x).reshape(-1)
        return (lambda x, g: of.rmsnorm_bwd(x, weight, g, scale)) if norm == "rms-norm" else None
    if norm == "rms-norm":
        _, x2, kept, block, warps, mode = of.rms_norm_forward(x, weight, EPS, 0.0, "llama", None)
        return lambda x, g: of.rms_norm_backward(g, x, weight, kept, 0.0, mode, block, warps, False, None)[:2]
    _, x2, mean, scale, block, warps = of.layer_norm_forward(x, weight, bias, EPS)
    return lambda x, g: of.layer_norm_backward(g, x, weight, bias, mean, scale)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("-shapes", default="8192x4096,65536x768,16384x1024,4096x8192", help="ROWSxCOLS, several by commas")
    p.add_argument("-types", default="float32,bfloat16")
    p.add_argument("-compiled", action="store_true", help="torch.compile too, which takes seconds a row of the table")
    a = p.parse_args()
    torch.manual_seed(1)
    print(f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, torch {torch.__version__}, {datetime.date.today()}\n")
    print("| norm | rows × columns | type | our weights, µs | with the input, µs | others, µs | best / ours |")
    print("| --- | --- | --- | --: | --: | --- | --: |")
    for norm in ("rms-norm", "layer-norm"):
        for dtype in a.types.split(","):
            for rows, cols in (map(int, s.split("x")) for s in a.shapes.split(",")):
                race(norm, getattr(torch, dtype), rows, cols, a.compiled)


def race(norm: str, dtype: torch.dtype, rows: int, cols: int, compiled: bool) -> None:
    count = min(32, max(2, -(-RING // (2 * rows * cols * dtype.itemsize))))
    ring = [tuple(torch.randn(rows, cols, device="cuda").to(dtype) for _ in range(2)) for _ in range(count)]
    weight, bias = (torch.rand(cols, device="cuda").to(dtype) for _ in range(2))
    ours = ours_rms if norm == "rms-norm" else ours_layer
    ways = others(norm, ring[0][0], weight, bias, compiled)
    ways["ours"] = lambda x, g: ours(x, g, weight)
    if norm == "rms-norm":
        ways["weights"] = lambda x, g: op.rms_norm_weight_grad(x, g, EPS)
    else:
        ways["weights"] = lambda x, g: (op.layer_norm_weight_grad(x, g, EPS), op.col_sum(g))
    exact = [weight.double().requires_grad_(), bias.double().requires_grad_()][: 1 if norm == "rms-norm" else 2]
    x, grad = (y.double() for y in ring[0])
    (rms if norm == "rms-norm" else layer)(x, *exact).backward(grad)
    normed = x.square().mean(1, keepdim=True).add(EPS).rsqrt() * x
    size = (1 + (normed * grad).abs().sum(0))
    off = ((ours(*ring[0], weight)[1].double() - exact[0].grad).abs() / size).max().item()
    times = microseconds(ways, ring, max(4, min(16, count)))
    mine, alone = times.pop("ours"), times.pop("weights")
    wrong = "" if off < 1e-5 else f" **off by {off:.1e}**"
    listed = ", ".join(f"{name} {time:.1f}" for name, time in times.items())
    print(f"| {norm} | {rows} × {cols} | {str(dtype)[6:]} | {alone:.1f} | {mine:.1f} | {listed} | "
          f"{min(times.values()) / mine:.2f}{wrong} |", flush=True)


if __name__ == "__main__":
    main()
