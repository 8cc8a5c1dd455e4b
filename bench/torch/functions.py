"""The functions of rows that are raced, and who else computes them: one entry each."""

import dataclasses
import functools
import importlib
import pathlib
import sys
from typing import Callable

import torch
import torch.nn.functional as F

import tuned

sys.path.append(str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from shflgen.torch._rows import slower_aligned  # noqa: E402

EPS = 1e-5


@dataclasses.dataclass(frozen=True)
class Operands:
    """What a function takes beside the matrix, and where the tuned kernels and ours put their results."""

    weight: torch.Tensor
    bias: torch.Tensor
    residual: torch.Tensor  # of a gradient, that of the results
    out: torch.Tensor
    sum: torch.Tensor
    idx: torch.Tensor
    label: torch.Tensor  # of each row, int64


@dataclasses.dataclass(frozen=True)
class Function:
    flags: tuple[str, ...]  # of shflgen, but for columns and types
    torch: Callable  # of the matrix and the operands, eager; torch.compile takes it too
    peers: tuple[tuple[str, str, Callable], ...] = ()  # a name, a module, and what its functions make of both
    triton: Callable | None = None
    per_row: bool = False  # the result is one value a row
    residual: bool = False  # a residual is added first, and the sum is a second result
    gradient: bool = False  # a row of gradients is read beside the row
    inputs: Callable | None = None  # the rows, of random ones; None: those
    labeled: bool = False  # the tuned kernels take labels in place of weights
    computed: str | None = "float32"  # the type of our results where memory has another; None: as in memory

    def line(self, cols: int, dtype: str) -> list[str]:
        """Our command line."""
        types = ["-type", dtype] if self.computed is None or dtype == self.computed else [
            "-type", self.computed, "-in", dtype]
        size = {"float64": 8, "float32": 4}.get(dtype, 2)
        aligned = [] if cols * size % 16 or slower_aligned(self.flags[-1], size == 2, cols) else ["-aligned"]
        return [*self.flags, "-cols", str(cols), *types, *aligned]

    def others(self, rows: int, cols: int, compiled: bool) -> dict:
        """Every peer that is there, as functions of the matrix and the operands."""
        ways = {"torch": self.torch}
        if compiled:
            torch.compiler.reset()
            whole = torch.compile(self.torch, mode="max-autotune-no-cudagraphs", dynamic=False)
            ways["torch.compile"] = whole
        for name, module, call in self.peers:
            try:
                of = importlib.import_module(module)
            except ImportError:
                continue
            ways[name] = functools.partial(call, of)
        if self.triton:
            ways |= tuned.ways(self.triton, self.labeled, rows, cols)
        return ways


def apply(f: str) -> tuple[str, ...]:
    return "-pattern", "row-apply", "-f", f


def added_rms_norm(x, o):
    h = x + o.residual.to(x.dtype)
    return F.rms_norm(h, (x.shape[1],), o.weight, EPS), h


def added_layer_norm(x, o):
    h = x + o.residual.to(x.dtype)
    return F.layer_norm(h, (x.shape[1],), o.weight, o.bias, EPS), h


def ready(x, columns=1):
    """What a backward pass has of each row from the forward pass. The numbers do not matter for the time."""
    key = x.shape[0], columns
    if key not in _ready:
        _ready.clear()
        _ready[key] = torch.ones(key, device="cuda")
    return _ready[key]


_ready: dict = {}


def at_least_float32(x):
    return x.float() if x.itemsize < 4 else x


def softmax_grad(x, o):
    y, g = at_least_float32(x), at_least_float32(o.residual)
    return (y * (g - (g * y).sum(1, True))).to(x.dtype)


def log_softmax_grad(x, o):
    y, g = at_least_float32(x), at_least_float32(o.residual)
    return (g - y.exp() * g.sum(1, True)).to(x.dtype)


def rms_norm_grad(x, o):
    wide, g = at_least_float32(x), at_least_float32(o.residual) * at_least_float32(o.weight)
    scale = torch.rsqrt((wide * wide).mean(1, True) + EPS)
    y = wide * scale
    return ((g - y * (g * y).mean(1, True)) * scale).to(x.dtype)


def layer_norm_grad(x, o):
    wide, g = at_least_float32(x), at_least_float32(o.residual) * at_least_float32(o.weight)
    apart = wide - wide.mean(1, True)
    scale = torch.rsqrt((apart * apart).mean(1, True) + EPS)
    y = apart * scale
    return ((g - g.mean(1, True) - y * (g * y).mean(1, True)) * scale).to(x.dtype)


def liger_softmax_grad(of, x, o):
    block, warps = of.calculate_settings(x.shape[1])
    return of._softmax_backward(o.residual, x, block, warps, x.shape[1] > block)


def aten_layer_norm_grad(of, x, o):
    made = ready(x)
    return of.ops.aten.native_layer_norm_backward(
        o.residual, x, [x.shape[1]], made, made, o.weight, o.bias, [True, False, False])[0]


def aten_rms_norm_grad(of, x, o):
    return of.ops.aten._fused_rms_norm_backward(o.residual, x, [x.shape[1]], ready(x), o.weight, [True, False])[0]


FUNCTIONS = {
    "softmax": Function(
        apply("softmax"), lambda x, o: torch.softmax(x, 1),
        (("quack", "quack.softmax", lambda of, x, o: of.softmax_fwd(x)),
         ("liger", "liger_kernel.ops.softmax", lambda of, x, o: of._softmax_forward(x)[0])),
        tuned.softmax),
    "log-softmax": Function(
        apply("log-softmax"), lambda x, o: torch.log_softmax(x, 1), triton=tuned.log_softmax),
    "rms-norm": Function(
        apply("rms-norm"), lambda x, o: F.rms_norm(x, (x.shape[1],), o.weight, EPS),
        (("quack", "quack.rmsnorm", lambda of, x, o: of.rmsnorm_fwd(x, o.weight, eps=EPS)[0]),
         ("liger", "liger_kernel.ops.rms_norm", lambda of, x, o: of.rms_norm_forward(x, o.weight, EPS, 0.0, "llama", None)[0])),
        tuned.rms_norm),
    "layer-norm": Function(
        apply("layer-norm"), lambda x, o: F.layer_norm(x, (x.shape[1],), o.weight, o.bias, EPS),
        # quack wants weights of float32
        (("quack", "quack.rmsnorm", lambda of, x, o: of.layernorm_fwd(x, o.weight, o.bias, eps=EPS)),
         ("liger", "liger_kernel.ops.layer_norm", lambda of, x, o: of.layer_norm_forward(x, o.weight, o.bias, EPS)[0])),
        tuned.layer_norm),
    "residual-rms-norm": Function(
        apply("residual-rms-norm"), added_rms_norm,
        (("quack", "quack.rmsnorm", lambda of, x, o: of.rmsnorm_fwd(x, o.weight, residual=o.residual, eps=EPS)),
         ("liger", "liger_kernel.ops.fused_add_rms_norm",
          lambda of, x, o: of.fused_add_rms_norm_forward(x, o.residual, o.weight, EPS, 0.0, "llama"))),
        tuned.residual_rms_norm, residual=True),
    "residual-layer-norm": Function(
        apply("residual-layer-norm"), added_layer_norm, triton=tuned.residual_layer_norm, residual=True),
    "log-sum-exp": Function(
        apply("log-sum-exp"), lambda x, o: torch.logsumexp(x.float(), 1), triton=tuned.log_sum_exp, per_row=True),
    "cross-entropy": Function(
        apply("cross-entropy"), lambda x, o: F.cross_entropy(x, o.label, reduction="none"),
        (("quack", "quack.cross_entropy", lambda of, x, o: of.cross_entropy_fwd(x, o.label)),
         # an input without a gradient stays as it is
         ("liger", "liger_kernel.ops.cross_entropy",
          lambda of, x, o: of.cross_entropy_forward(x, o.label, None, -100, 0.0, 0.0, "none", None, False)[0])),
        tuned.cross_entropy, per_row=True, labeled=True),
    "softmax-grad": Function(
        apply("softmax-grad"), softmax_grad,
        (("torch's backward", "torch", lambda of, x, o: of._softmax_backward_data(o.residual, x, 1, x.dtype)),
         ("quack", "quack.softmax", lambda of, x, o: of.softmax_bwd(o.residual, x)),
         ("liger", "liger_kernel.ops.softmax", liger_softmax_grad)),
        tuned.softmax_grad, gradient=True, inputs=lambda x: torch.softmax(x, 1)),
    "log-softmax-grad": Function(
        apply("log-softmax-grad"), log_softmax_grad,
        (("torch's backward", "torch", lambda of, x, o: of._log_softmax_backward_data(o.residual, x, 1, x.dtype)),),
        tuned.log_softmax_grad, gradient=True, inputs=lambda x: torch.log_softmax(x, 1)),
    # with the row's mean and root from the forward pass; quack and liger compute the gradient of weights as well
    "rms-norm-grad": Function(
        apply("rms-norm-grad"), rms_norm_grad, (("torch's backward", "torch", aten_rms_norm_grad),),
        tuned.rms_norm_grad, gradient=True),
    "layer-norm-grad": Function(
        apply("layer-norm-grad"), layer_norm_grad, (("torch's backward", "torch", aten_layer_norm_grad),),
        tuned.layer_norm_grad, gradient=True),
    "argmax": Function(
        ("-pattern", "row-reduce", "-op", "argmax"), lambda x, o: torch.max(x, 1).indices, per_row=True, computed=None),
}
