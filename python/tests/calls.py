"""Calls of each function of shflgen.torch beside PyTorch's, for tests on a GPU."""

import dataclasses
from collections.abc import Callable

import torch
from torch.nn import functional

import shflgen.torch as st

EPS = 1e-3
EXP_HALF = 5e-6 * 2**24  # how far off exponentials of half types are, in ulp of float32


@dataclasses.dataclass(frozen=True)
class Call:
    """A function, PyTorch's function of the same arguments, and how its error is measured.

    rows, vectors: how many tensors of rows, and of columns, it takes.
    scale: of the results and the arguments in float64, at which magnitude an ulp is taken.
    bound: ulp for float32; results of the half types are within 1 ulp.
    of_half: more for float32 results of half types.
    """

    ours: Callable
    theirs: Callable
    scale: Callable
    bound: float
    rows: int = 1
    vectors: int = 0
    of_half: float = 0

    def arguments(self, *shape, dtype=torch.float32, seed=1, grad=False):
        generator = torch.Generator("cuda").manual_seed(seed)
        shapes = [shape] * self.rows + [shape[-1:]] * self.vectors
        made = (torch.randn(s, generator=generator, device="cuda").to(dtype) for s in shapes)
        return [x.requires_grad_(grad) for x in made]


def own(y, *_):
    return y


def greatest(y, *_):
    """Of a row: results near zero are differences of greater numbers."""
    return y.abs().amax(-1, keepdim=True).expand(y.shape)


def one(y, *_):
    return y.abs().clamp(min=1)


def rms(x, weight):
    return functional.rms_norm(x, x.shape[-1:], weight, EPS)


def layer(x, weight, bias):
    return functional.layer_norm(x, x.shape[-1:], weight, bias, EPS)


def label(x):
    """A column of each row, by the row's content; the same for each type that holds the row."""
    return (x[..., 0].detach().abs() * 1024).to(torch.int64) % x.shape[-1]


def picked(x):
    return x.gather(-1, label(x).unsqueeze(-1)).squeeze(-1)


CALLS = {
    "softmax": Call(st.softmax, lambda x: torch.softmax(x, -1), own, 12),
    "log_softmax": Call(st.log_softmax, lambda x: torch.log_softmax(x, -1), lambda y, x: one(greatest(y)), 2),
    "logsumexp": Call(st.logsumexp, lambda x: torch.logsumexp(x, -1), one, 2, of_half=EXP_HALF),
    "cross_entropy": Call(
        lambda x: st.cross_entropy(x, label(x), "none"), lambda x: torch.logsumexp(x, -1) - picked(x),
        lambda y, x: one(torch.maximum(torch.logsumexp(x, -1).abs(), x.abs().amax(-1))), 3, of_half=EXP_HALF,
    ),
    "rms_norm": Call(lambda x, w: st.rms_norm(x, w, EPS), rms, own, 4, 1, 1),
    "layer_norm": Call(lambda x, w, b: st.layer_norm(x, w, b, EPS), layer, greatest, 4, 1, 2),
    "sum": Call(st.sum, lambda x: x.sum(-1), lambda y, x: x.abs().sum(-1), 2),
    "sum_square": Call(st.sum_square, lambda x: (x * x).sum(-1), own, 2),
    "row_dot": Call(st.row_dot, lambda a, b: (a * b).sum(-1), lambda y, a, b: (a * b).abs().sum(-1), 2, 2),
}
RESIDUAL = {
    "residual_rms_norm": Call(
        lambda x, r, w: st.residual_rms_norm(x, r, w, EPS), lambda x, r, w: (rms(x + r, w), x + r), own, 5, 2, 1
    ),
    "residual_layer_norm": Call(
        lambda x, r, w, b: st.residual_layer_norm(x, r, w, b, EPS), lambda x, r, w, b: (layer(x + r, w, b), x + r),
        greatest, 4, 2, 2,
    ),
}  # fmt: skip
ALL = CALLS | RESIDUAL
