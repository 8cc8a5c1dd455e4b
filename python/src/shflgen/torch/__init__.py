"""Softmax, norms, sums and argmax of rows as operators of PyTorch: the same bits in every batch.

A row is the last dimension of a tensor. What a row receives depends on the row alone: not on the number of rows, on
their strides, on the alignment of addresses, or on the GPU. Gradients with respect to rows have the same property;
gradients of weights and biases are sums over all rows, in an order that depends on the number of rows alone.

Every function takes tensors on one CUDA device, of any shape whose last dimension has 1 to 16,777,216 elements, and
returns contiguous tensors. It launches on the current stream and does not wait. A tensor whose last dimension is not
contiguous, or whose other dimensions have no common stride, is copied first. The first call for a number of columns
compiles a kernel, which is kept on disk. There is no other implementation behind these functions: without a CUDA
device they raise ValueError.

The operators are torch.ops.shflgen.*, with fake kernels for torch.compile, and formulas for autograd.
"""

from shflgen.torch._functions import (
    argmax,
    col_sum,
    cross_entropy,
    layer_norm,
    log_softmax,
    logsumexp,
    residual_layer_norm,
    residual_rms_norm,
    rms_norm,
    row_dot,
    softmax,
    sum,
    sum_square,
)

__all__ = [
    "argmax", "col_sum", "cross_entropy", "layer_norm", "log_softmax", "logsumexp", "residual_layer_norm",
    "residual_rms_norm", "rms_norm", "row_dot", "softmax", "sum", "sum_square",
]  # fmt: skip
