"""The functions of shflgen.torch: checks, then the operator.

Rows are the last dimension. Half types are float16 and bfloat16; kernels widen them to float32 and round a result
once. Every function is differentiable except argmax.
"""

import torch

from shflgen.torch import _checks, _operators
from shflgen.torch import _gradients as _gradients  # registers them


def softmax(x: torch.Tensor) -> torch.Tensor:
    """exp(x - max) / sum(exp(x - max)) of each row.

    x: float32, float16 or bfloat16, of shape (..., columns). Returns a tensor of its shape and type. A row that holds
    a NaN or +inf, or -inf alone, becomes NaN, as torch.softmax's does.
    """
    _checks.rows("softmax", "x", x, _checks.FLOATS)
    return _operators.softmax(x)


def log_softmax(x: torch.Tensor) -> torch.Tensor:
    """x - max - log(sum(exp(x - max))) of each row.

    x: float32, float16 or bfloat16, of shape (..., columns). Returns a tensor of its shape and type.
    """
    _checks.rows("log_softmax", "x", x, _checks.FLOATS)
    return _operators.log_softmax(x)


def logsumexp(x: torch.Tensor) -> torch.Tensor:
    """log(sum(exp(x))) of each row; the greatest element where that is infinite.

    x: float32, float16 or bfloat16, of shape (..., columns). Returns float32, also of the half types, of x's shape
    without the last dimension.
    """
    _checks.rows("logsumexp", "x", x, _checks.FLOATS)
    return _operators.logsumexp(x)


def cross_entropy(input: torch.Tensor, target: torch.Tensor, reduction: str = "mean") -> torch.Tensor:
    """logsumexp(input) - input[target] of each row, NaN where target is not the number of a column.

    input: float32, float16 or bfloat16, of shape (..., columns). target: int32 or int64, of input's shape without the
    last dimension. Returns float32, also of the half types: of target's shape by reduction "none", else the mean or
    the sum, in the order of torch.sum, which depends on the number of rows. No label is ignored, and there are no
    weights of classes.
    """
    _checks.rows("cross_entropy", "input", input, _checks.FLOATS)
    _checks.labels("cross_entropy", "target", target, input)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"cross_entropy: reduction: found {reduction!r}; accepted are 'none', 'mean', 'sum'")
    label = target.clamp(-1, input.shape[-1]).to(torch.int32)
    loss = _operators.cross_entropy(input, label)
    return loss if reduction == "none" else getattr(torch, reduction)(loss)


def rms_norm(x: torch.Tensor, weight: torch.Tensor | None = None, eps: float = 1e-6) -> torch.Tensor:
    """x / sqrt(mean(x * x) + eps) * weight of each row.

    x: float32, float16 or bfloat16, of shape (..., columns). weight: of x's type and shape (columns,); None: ones.
    Returns a tensor of x's shape and type. The gradient of weight is a sum over all rows in the order of col_sum, which
    depends on the number of rows alone.
    """
    _checks.rows("rms_norm", "x", x, _checks.FLOATS)
    weight = _scale("rms_norm", x, weight)
    return _operators.rms_norm(x, weight, eps)


def layer_norm(
    x: torch.Tensor, weight: torch.Tensor | None = None, bias: torch.Tensor | None = None, eps: float = 1e-5
) -> torch.Tensor:
    """(x - mean) / sqrt(variance + eps) * weight + bias of each row. The variance is the mean of (x - mean)².

    x: float32, float16 or bfloat16, of shape (..., columns). weight, bias: of x's type and shape (columns,); None:
    ones, and nothing. Returns a tensor of x's shape and type. The gradients of weight and bias are sums over all rows
    in the order of col_sum, which depends on the number of rows alone.
    """
    _checks.rows("layer_norm", "x", x, _checks.FLOATS)
    weight, bias = _scale("layer_norm", x, weight), _shift("layer_norm", x, bias)
    return _operators.layer_norm(x, weight, bias, eps)


def residual_rms_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor | None = None, eps: float = 1e-6
) -> tuple[torch.Tensor, torch.Tensor]:
    """The RMS norm of s = x + residual, and s, by one kernel that reads both once.

    Types, shapes and gradients are those of rms_norm; residual is like x. s is rounded to x's type, and the norm is
    that of the rounded s. Returns (norm, s).
    """
    _checks.rows("residual_rms_norm", "x", x, _checks.FLOATS)
    _checks.same("residual_rms_norm", "residual", residual, x)
    weight = _scale("residual_rms_norm", x, weight)
    return _operators.residual_rms_norm(x, residual, weight, eps)


def residual_layer_norm(
    x: torch.Tensor,
    residual: torch.Tensor,
    weight: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    eps: float = 1e-5,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The layer norm of s = x + residual, and s, by one kernel that reads both once.

    Types, shapes and gradients are those of layer_norm; residual is like x. s is rounded to x's type, and the norm is
    that of the rounded s. Returns (norm, s).
    """
    _checks.rows("residual_layer_norm", "x", x, _checks.FLOATS)
    _checks.same("residual_layer_norm", "residual", residual, x)
    weight, bias = _scale("residual_layer_norm", x, weight), _shift("residual_layer_norm", x, bias)
    return _operators.residual_layer_norm(x, residual, weight, bias, eps)


def col_sum(x: torch.Tensor) -> torch.Tensor:
    """The sum of each column over all rows, in the order that docs/order.md defines.

    x: float32, float16, bfloat16, float64, int32 or int64, of shape (..., columns). Returns shape (columns,), of
    float32 for the half types, else of x's type. The order depends on the number of rows alone: not on the columns, the
    device or the launch. Integers wrap around: an int32 sum stays int32. No rows give -0, or 0 of integers.
    """
    _checks.rows("col_sum", "x", x, _checks.SUMS)
    return _operators.col_sum(x)


def sum(x: torch.Tensor) -> torch.Tensor:
    """The sum of each row, in the order that docs/order.md defines.

    x: float32, float16, bfloat16, float64, int32 or int64, of shape (..., columns). Returns x's shape without the last
    dimension, of float32 for the half types, else of x's type. Integers wrap around: an int32 sum stays int32.
    """
    _checks.rows("sum", "x", x, _checks.SUMS)
    return _operators.sum(x)


def sum_square(x: torch.Tensor) -> torch.Tensor:
    """The sum of x * x of each row. Types and shapes are those of sum, integers excepted."""
    _checks.rows("sum_square", "x", x, (*_checks.FLOATS, torch.float64))
    return _operators.sum_square(x)


def row_dot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The sum of a * b of each row. Types and shapes are those of sum, integers excepted; b is like a."""
    _checks.rows("row_dot", "a", a, (*_checks.FLOATS, torch.float64))
    _checks.same("row_dot", "b", b, a)
    return _operators.row_dot(a, b)


def argmax(x: torch.Tensor) -> torch.Tensor:
    """The column of the greatest element of each row; of equal elements, the first.

    x: a float or an integer type of 8 to 64 bits, of shape (..., columns). Returns int64, of x's shape without the
    last dimension. -0 is below +0. A NaN is below all numbers; torch.argmax takes the first NaN instead.
    """
    _checks.rows("argmax", "x", x, _checks.ORDERED)
    return _operators.argmax(x.detach())


def _scale(function: str, x: torch.Tensor, weight: torch.Tensor | None) -> torch.Tensor:
    """The weight, checked; ones, by which a product is exact, if there is none."""
    if weight is None:
        return torch.ones(x.shape[-1:], dtype=x.dtype, device=x.device)
    _checks.vector(function, "weight", weight, x)
    return weight


def _shift(function: str, x: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    """The bias, checked; -0, which changes no sum, if there is none."""
    if bias is None:
        return torch.full(x.shape[-1:], -0.0, dtype=x.dtype, device=x.device)
    _checks.vector(function, "bias", bias, x)
    return bias
