"""The operators torch.ops.shflgen.*: kernels, and fake kernels, which give shapes and types alone.

They check nothing: shflgen.torch's functions do.
"""

import torch

from shflgen.torch import _columns, _rows
from shflgen.torch._rows import accumulator


def _operator(kernel):
    """Makes a custom operator of a function for CUDA, by the function's name."""
    return torch.library.custom_op(f"shflgen::{kernel.__name__}", kernel, mutates_args=(), device_types="cuda")


def _like(x: torch.Tensor) -> torch.Tensor:
    """A contiguous result of x's shape and type."""
    return torch.empty(x.shape, dtype=x.dtype, device=x.device)


def _each(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """A result a row of x."""
    return torch.empty(x.shape[:-1], dtype=dtype, device=x.device)


def _columns_of(x: torch.Tensor) -> torch.Tensor:
    """A result a column of x, of the type in which elements are summed."""
    return torch.empty(x.shape[-1:], dtype=accumulator(x.dtype), device=x.device)


@_operator
def softmax(x: torch.Tensor) -> torch.Tensor:
    out = _like(x)
    _rows.apply("softmax", x, out=out)
    return out


@_operator
def log_softmax(x: torch.Tensor) -> torch.Tensor:
    out = _like(x)
    _rows.apply("log-softmax", x, out=out)
    return out


@_operator
def logsumexp(x: torch.Tensor) -> torch.Tensor:
    out = _each(x, torch.float32)
    _rows.apply("log-sum-exp", x, out=out)
    return out


@_operator
def cross_entropy(x: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    out = _each(x, torch.float32)
    _rows.apply("cross-entropy", x, out=out, label=label.contiguous())
    return out


@_operator
def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    out = _like(x)
    _rows.apply("rms-norm", x, out=out, weight=weight.contiguous(), eps=eps)
    return out


@_operator
def layer_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, eps: float) -> torch.Tensor:
    out = _like(x)
    _rows.apply("layer-norm", x, out=out, weight=weight.contiguous(), bias=bias.contiguous(), eps=eps)
    return out


@_operator
def residual_rms_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, eps: float
) -> tuple[torch.Tensor, torch.Tensor]:
    out, sum = _like(x), _like(x)
    _rows.apply("residual-rms-norm", x, residual=residual, out=out, sum=sum, weight=weight.contiguous(), eps=eps)
    return out, sum


@_operator
def residual_layer_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, eps: float
) -> tuple[torch.Tensor, torch.Tensor]:
    out, sum = _like(x), _like(x)
    vectors = {"weight": weight.contiguous(), "bias": bias.contiguous()}
    _rows.apply("residual-layer-norm", x, residual=residual, out=out, sum=sum, eps=eps, **vectors)
    return out, sum


@_operator
def softmax_grad(y: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    out = _like(y)
    _rows.apply("softmax-grad", y, grad=grad, out=out)
    return out


@_operator
def log_softmax_grad(y: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    out = _like(y)
    _rows.apply("log-softmax-grad", y, grad=grad, out=out)
    return out


@_operator
def rms_norm_grad(x: torch.Tensor, grad: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    out = _like(x)
    _rows.apply("rms-norm-grad", x, grad=grad, out=out, weight=weight.contiguous(), eps=eps)
    return out


@_operator
def layer_norm_grad(x: torch.Tensor, grad: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    out = _like(x)
    _rows.apply("layer-norm-grad", x, grad=grad, out=out, weight=weight.contiguous(), eps=eps)
    return out


@_operator
def rms_norm_weight_grad(x: torch.Tensor, grad: torch.Tensor, eps: float) -> torch.Tensor:
    out, scale = _columns_of(x), _each(x, torch.float32)
    _rows.apply("inverse-rms", x, out=scale, eps=eps)
    _columns.launch({"map": "scaled-product", **_rows.wide(x.dtype)}, {"a": grad, "b": x}, out, scale=scale)
    return out


@_operator
def layer_norm_weight_grad(x: torch.Tensor, grad: torch.Tensor, eps: float) -> torch.Tensor:
    out, mean, scale = _columns_of(x), _each(x, torch.float32), _each(x, torch.float32)
    _rows.apply("mean", x, out=mean)
    _rows.apply("inverse-deviation", x, out=scale, eps=eps)
    matrices = {"a": grad, "b": x}
    _columns.launch({"map": "normed-product", **_rows.wide(x.dtype)}, matrices, out, mean=mean, scale=scale)
    return out


@_operator
def col_sum(x: torch.Tensor) -> torch.Tensor:
    out = _columns_of(x)
    _columns.launch(_rows.wide(x.dtype), {"in": x}, out)
    return out


@_operator
def sum(x: torch.Tensor) -> torch.Tensor:
    out = _each(x, accumulator(x.dtype))
    _rows.launch({"pattern": "row-reduce", "op": "sum", **_rows.wide(x.dtype)}, {"in": x}, out=out)
    return out


@_operator
def sum_square(x: torch.Tensor) -> torch.Tensor:
    out = _each(x, accumulator(x.dtype))
    flags = {"pattern": "row-reduce", "op": "sum", "map": "square", **_rows.wide(x.dtype)}
    _rows.launch(flags, {"a": x}, out=out)
    return out


@_operator
def row_dot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    out = _each(a, accumulator(a.dtype))
    flags = {"pattern": "row-reduce", "op": "sum", "map": "product", **_rows.wide(a.dtype)}
    _rows.launch(flags, {"a": a, "b": b}, out=out)
    return out


@_operator
def argmax(x: torch.Tensor) -> torch.Tensor:
    best, column = _each(x, x.dtype), _each(x, torch.int32)
    flags = {"pattern": "row-reduce", "op": "argmax", "type": _rows.NAMES[x.dtype]}
    _rows.launch(flags, {"in": x}, out=best, idx=column)
    return column.to(torch.int64)


_gradients = (softmax_grad, log_softmax_grad, rms_norm_grad, layer_norm_grad)
for _elementwise in (softmax, log_softmax, rms_norm, layer_norm, *_gradients):
    _elementwise.register_fake(lambda x, *_: _like(x))
for _residual in (residual_rms_norm, residual_layer_norm):
    _residual.register_fake(lambda x, *_: (_like(x), _like(x)))
for _reduction in (sum, sum_square, row_dot):
    _reduction.register_fake(lambda x, *_: _each(x, accumulator(x.dtype)))
for _sum_of_columns in (rms_norm_weight_grad, layer_norm_weight_grad, col_sum):
    _sum_of_columns.register_fake(lambda x, *_: _columns_of(x))
logsumexp.register_fake(lambda x: _each(x, torch.float32))
cross_entropy.register_fake(lambda x, label: _each(x, torch.float32))
argmax.register_fake(lambda x: _each(x, torch.int64))
