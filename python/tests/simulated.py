"""Kernels without a GPU: rows at an address and a pitch, computed by PyTorch, in place of compiled kernels.

Everything above the driver runs as it does on a GPU: the operators, their strides and pitches, the arguments that the
emitted kernel's signature names, and autograd. Sums are in PyTorch's order, and float64 is accepted.
"""

import ctypes

import torch

from shflgen import generate
from shflgen.torch import _operators, _rows

ELEMENTS = {
    "float": torch.float32, "double": torch.float64, "__half": torch.float16, "__nv_bfloat16": torch.bfloat16,
    "int": torch.int32, "long long": torch.int64, "short": torch.int16, "signed char": torch.int8,
    "unsigned char": torch.uint8,
}  # fmt: skip


def softmax(x):
    return (torch.softmax(x["in"], -1),)


def log_softmax(x):
    return (torch.log_softmax(x["in"], -1),)


def log_sum_exp(x):
    return (torch.logsumexp(x["in"], -1),)


def cross_entropy(x):
    row, label = x["in"], x["label"].long()
    inside = (label >= 0) & (label < row.shape[-1])
    picked = row.gather(-1, label.clamp(0, row.shape[-1] - 1).unsqueeze(-1)).squeeze(-1)
    return (torch.logsumexp(row, -1) - picked.masked_fill(~inside, torch.nan),)


def rms(x, of=None):
    row = x["in"] if of is None else of
    return row / torch.sqrt((row * row).mean(-1, keepdim=True) + x["eps"]) * x["weight"]


def layer(x, of=None):
    row = x["in"] if of is None else of
    centred = row - row.mean(-1, keepdim=True)
    return centred / torch.sqrt((centred * centred).mean(-1, keepdim=True) + x["eps"]) * x["weight"] + x["bias"]


def reduce(x, flags):
    if flags["op"] == "argmax":
        best, column = x["in"].max(-1)
        return best, column
    if flags.get("map") == "product":
        return ((x["a"] * x["b"]).sum(-1),)
    return (x["in"].sum(-1),) if "map" not in flags else ((x["a"] * x["a"]).sum(-1),)


def residual(norm):
    def both(x):
        total = (x["in"] + x["residual"]).to(x["dtype"]).to(x["in"].dtype)
        return norm(x, total), total

    return both


def softmax_grad(x):
    y, grad = x["in"], x["grad"]
    return (y * (grad - (grad * y).sum(-1, keepdim=True)),)


def log_softmax_grad(x):
    return (x["grad"] - x["in"].exp() * x["grad"].sum(-1, keepdim=True),)


def norm_grad(centred):
    def grad(x):
        row = x["in"] - x["in"].mean(-1, keepdim=True) if centred else x["in"]
        scale = torch.rsqrt((row * row).mean(-1, keepdim=True) + x["eps"])
        normed, scaled = row * scale, x["grad"] * x["weight"]
        level = scaled.mean(-1, keepdim=True) if centred else 0
        return ((scaled - level - normed * (scaled * normed).mean(-1, keepdim=True)) * scale,)

    return grad


def inverse_root(centred):
    def scale(x):
        row = x["in"] - x["in"].mean(-1, keepdim=True) if centred else x["in"]
        return (torch.rsqrt((row * row).mean(-1) + x["eps"]),)

    return scale


def columns(x, flags):
    if "map" not in flags:
        return (x["in"].sum(0),)
    normed = (x["b"] - x["mean"].unsqueeze(-1) if "mean" in x else x["b"]) * x["scale"].unsqueeze(-1)
    return ((x["a"] * normed).sum(0),)


ROW_APPLY = {
    "softmax": softmax, "log-softmax": log_softmax, "log-sum-exp": log_sum_exp, "cross-entropy": cross_entropy,
    "rms-norm": lambda x: (rms(x),), "layer-norm": lambda x: (layer(x),),
    "residual-rms-norm": residual(rms), "residual-layer-norm": residual(layer),
    "mean": lambda x: (x["in"].mean(-1),), "inverse-rms": inverse_root(False), "inverse-deviation": inverse_root(True),
    "softmax-grad": softmax_grad, "log-softmax-grad": log_softmax_grad,
    "rms-norm-grad": norm_grad(False), "layer-norm-grad": norm_grad(True),
}  # fmt: skip


class Kernel:
    """A kernel that reads and writes memory by the addresses, pitches and types of an emitted kernel's signature."""

    def __init__(self, flags, device, capability):
        assert (device, capability) == (None, 90)
        self.flags = dict(flags)
        float32_alone = self.flags["pattern"] == "row-apply" or self.flags.get("map", "").endswith("-product")
        self.double = self.flags.get("type") == "float64" and float32_alone
        named = self.flags | ({"type": "float32"} if self.double else {})
        self.launch = generate(arch="sm_90", **named).launch
        self.columns = self.flags["pattern"] == "col-reduce"

    def __call__(self, stream, rows, **named):
        named["rows"] = rows
        x = {}
        for argument in self.launch.arguments:
            if argument.name == "workspace":
                continue
            value = named[argument.name]
            x[argument.name] = self.memory(argument, rows, value, named) if argument.pointer else value
        outs = [x.pop(name) for name in ("out", "sum", "idx") if name in x]
        x["dtype"] = outs[0].dtype
        computed = {name: _wide(value) for name, value in x.items()}
        if self.columns:
            results = columns(computed, self.flags)
        else:
            results = reduce(computed, self.flags) if "op" in self.flags else ROW_APPLY[self.flags["f"]](computed)
        for out, result in zip(outs, results, strict=True):
            out.copy_(result)

    def memory(self, argument, rows, address, named):
        """The tensor at an address: a matrix if it has a pitch, a vector of columns, or a result a row."""
        dtype = torch.float64 if self.double and argument.type == "float" else ELEMENTS[argument.type]
        columns = named["cols"] if self.columns else self.flags["cols"]
        pitch = named.get("pitch" if argument.name == "in" else argument.name + "_pitch")
        if argument.name in ("weight", "bias") or (self.columns and argument.name == "out"):
            shape, strides = (columns,), (1,)
        elif self.columns and argument.name in ("in", "a", "b"):
            shape, strides = (rows, columns), (columns, 1)
        elif pitch is None:
            shape, strides = (rows,), (1,)
        else:
            shape, strides = (rows, columns), (pitch, 1)
        if 0 in shape:
            return torch.empty(shape, dtype=dtype)
        size = sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) + 1
        buffer = (ctypes.c_char * (size * dtype.itemsize)).from_address(address)
        return torch.frombuffer(buffer, dtype=dtype).as_strided(shape, strides)


def _wide(value):
    if isinstance(value, torch.Tensor) and value.dtype in _rows.HALVES:
        return value.float()
    return value


def install(patch) -> None:
    """Makes the operators accept tensors on the CPU, by simulated kernels."""
    patch.setattr(_rows, "kernel", Kernel)
    patch.setattr(_rows, "_capability", lambda device: 90)
    patch.setattr(_rows, "_stream", lambda device: 0)
    for operator in vars(_operators).values():
        if isinstance(operator, torch.library.CustomOpDef) and "cpu" not in operator._backend_fns:
            operator.register_kernel("cpu")(operator._init_fn)
