"""Errors of results in ulp, against float64, and a table of the greatest that a run has seen."""

import torch

BITS = {torch.float32: 24, torch.float16: 11, torch.bfloat16: 8}
LEAST = {torch.float32: -126, torch.float16: -14, torch.bfloat16: -126}  # exponents of the least normal numbers
SIGNED = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}

seen: dict[tuple[str, str], list[float]] = {}


def ulp(scale, dtype):
    """The distance of neighbouring numbers of a type, at numbers of float64."""
    exponent = torch.frexp(scale.abs())[1] - 1
    return torch.exp2((exponent.clamp(min=LEAST[dtype]) - BITS[dtype] + 1).double())


def error(got, want, scale):
    """The greatest error of a result against float64, in ulp of its type at the scale."""
    return float(((got.double() - want).abs() / ulp(scale, got.dtype)).max())


def compare(name, dtype, ours, theirs, want, scale, bound):
    """Compares a result of rows of a type with float64, and notes our error and PyTorch's, in ulp of our result."""
    worst = seen.setdefault((name, str(dtype).removeprefix("torch.")), [0.0, 0.0])
    errors = error(ours, want, scale), error(theirs.to(ours.dtype), want, scale)
    worst[:] = (max(pair) for pair in zip(worst, errors, strict=True))
    assert errors[0] <= bound, f"{errors[0]:.2f} ulp; the bound is {bound}, PyTorch's error {errors[1]:.2f}"


def same_bits(a, b) -> bool:
    kind = SIGNED[a.dtype.itemsize]
    return a.dtype == b.dtype and torch.equal(a.contiguous().view(kind), b.contiguous().view(kind))


def table() -> list[str]:
    return [f"{name:20} {dtype:9} {ours:6.2f} {theirs:8.2f}" for (name, dtype), (ours, theirs) in sorted(seen.items())]
