"""Gradients of the operators: a kernel each of softmax, log_softmax and the norms.

Others are our own operators, and operators of PyTorch that take each element by itself. So the gradient of a row
depends on the row alone. Those of weights and biases are sums over all rows, in an order that depends on their number
alone. All are computed in float32 (of sums of float64: in float64) and rounded to the type of the input once; of a
residual norm, before the gradient of the sum is added, too.

A backward pass that is differentiated again has grad mode enabled. It takes formulas of operators that have gradients
themselves in place of the kernels, which have none.
"""

import torch

from shflgen.torch import _operators as op
from shflgen.torch._rows import accumulator


def _wide(x: torch.Tensor) -> torch.Tensor:
    return x.to(accumulator(x.dtype))


def _over_rows(x: torch.Tensor, to: torch.Tensor, needed: bool) -> torch.Tensor | None:
    """The sum of each column in the type of to; None if it is not needed."""
    return op.col_sum(x).to(to.dtype) if needed else None


def _keep_inputs(ctx, inputs, output):
    """Keeps the tensors among the inputs. The last input of a norm is eps."""
    ctx.eps = inputs[-1]
    ctx.save_for_backward(*(value for value in inputs if isinstance(value, torch.Tensor)))


def _keep_output(ctx, inputs, output):
    ctx.save_for_backward(output)


def _keep_sum(ctx, inputs, output):
    """Of a residual norm: the sum of the inputs, which the norm is of, weight and bias."""
    _, _, *vectors, ctx.eps = inputs
    ctx.save_for_backward(output[1], *vectors)


def _softmax(ctx, grad):
    (y,) = ctx.saved_tensors
    if not torch.is_grad_enabled():
        return op.softmax_grad(y, grad)
    dot = op.row_dot(grad, y).unsqueeze(-1)
    return ((_wide(grad) - dot) * _wide(y)).to(y.dtype)


def _log_softmax(ctx, grad):
    (y,) = ctx.saved_tensors
    if not torch.is_grad_enabled():
        return op.log_softmax_grad(y, grad)
    total = op.sum(grad).unsqueeze(-1)
    return (_wide(grad) - torch.exp(_wide(y)) * total).to(y.dtype)


def _logsumexp(ctx, grad):
    (x,) = ctx.saved_tensors
    return (grad.unsqueeze(-1) * op.softmax(_wide(x))).to(x.dtype)


def _cross_entropy(ctx, grad):
    x, label = ctx.saved_tensors
    columns = torch.arange(x.shape[-1], device=x.device)
    picked = (columns == label.unsqueeze(-1)).to(torch.float32)
    none = ((label < 0) | (label >= x.shape[-1])).unsqueeze(-1)
    return (grad.unsqueeze(-1) * (op.softmax(_wide(x)) - picked).masked_fill(none, torch.nan)).to(x.dtype), None


def _sum(ctx, grad):
    (x,) = ctx.saved_tensors
    return grad.unsqueeze(-1).expand(x.shape).to(x.dtype)


def _col_sum(ctx, grad):
    (x,) = ctx.saved_tensors
    return grad.expand(x.shape).to(x.dtype)


def _sum_square(ctx, grad):
    (x,) = ctx.saved_tensors
    return (2 * grad.unsqueeze(-1) * _wide(x)).to(x.dtype)


def _row_dot(ctx, grad):
    a, b = ctx.saved_tensors
    grad = grad.unsqueeze(-1)
    return (grad * _wide(b)).to(a.dtype), (grad * _wide(a)).to(b.dtype)


def _rms(grad, x, weight, eps, needed):
    """The gradients of an RMS norm with respect to x and weight."""
    if not torch.is_grad_enabled():
        to_weight = op.rms_norm_weight_grad(x, grad, eps).to(weight.dtype) if needed else None
        return op.rms_norm_grad(x, grad, weight, eps), to_weight
    grad, columns = _wide(grad), x.shape[-1]
    scale = torch.rsqrt(op.sum_square(x).unsqueeze(-1) / columns + eps)
    normed = _wide(x) * scale
    scaled = grad * _wide(weight)
    mean = op.row_dot(scaled, normed).unsqueeze(-1) / columns
    return ((scaled - normed * mean) * scale).to(x.dtype), _over_rows(grad * normed, weight, needed)


def _layer(grad, x, weight, bias, eps, needed):
    """The gradients of a layer norm with respect to x, weight and bias."""
    if not torch.is_grad_enabled():
        to_weight = op.layer_norm_weight_grad(x, grad, eps).to(weight.dtype) if needed[0] else None
        return op.layer_norm_grad(x, grad, weight, eps), to_weight, _over_rows(grad, bias, needed[1])
    grad, columns = _wide(grad), x.shape[-1]
    centred = _wide(x) - op.sum(x).unsqueeze(-1) / columns
    scale = torch.rsqrt(op.sum_square(centred).unsqueeze(-1) / columns + eps)
    normed = centred * scale
    scaled = grad * _wide(weight)
    mean = op.sum(scaled).unsqueeze(-1) / columns
    slope = op.row_dot(scaled, normed).unsqueeze(-1) / columns
    to_x = ((scaled - mean - normed * slope) * scale).to(x.dtype)
    return to_x, _over_rows(grad * normed, weight, needed[0]), _over_rows(grad, bias, needed[1])


def _rms_norm(ctx, grad):
    return *_rms(grad, *ctx.saved_tensors, ctx.eps, ctx.needs_input_grad[1]), None


def _layer_norm(ctx, grad):
    return *_layer(grad, *ctx.saved_tensors, ctx.eps, ctx.needs_input_grad[1:3]), None


def _residual_rms_norm(ctx, grad, grad_sum):
    to_x, to_weight = _rms(grad, *ctx.saved_tensors, ctx.eps, ctx.needs_input_grad[2])
    to_x = to_x + grad_sum
    return to_x, to_x, to_weight, None


def _residual_layer_norm(ctx, grad, grad_sum):
    to_x, to_weight, to_bias = _layer(grad, *ctx.saved_tensors, ctx.eps, ctx.needs_input_grad[2:4])
    to_x = to_x + grad_sum
    return to_x, to_x, to_weight, to_bias, None


op.softmax.register_autograd(_softmax, setup_context=_keep_output)
op.log_softmax.register_autograd(_log_softmax, setup_context=_keep_output)
op.logsumexp.register_autograd(_logsumexp, setup_context=_keep_inputs)
op.cross_entropy.register_autograd(_cross_entropy, setup_context=_keep_inputs)
op.col_sum.register_autograd(_col_sum, setup_context=_keep_inputs)
op.sum.register_autograd(_sum, setup_context=_keep_inputs)
op.sum_square.register_autograd(_sum_square, setup_context=_keep_inputs)
op.row_dot.register_autograd(_row_dot, setup_context=_keep_inputs)
op.rms_norm.register_autograd(_rms_norm, setup_context=_keep_inputs)
op.layer_norm.register_autograd(_layer_norm, setup_context=_keep_inputs)
op.residual_rms_norm.register_autograd(_residual_rms_norm, setup_context=_keep_sum)
op.residual_layer_norm.register_autograd(_residual_layer_norm, setup_context=_keep_sum)
