"""Functions of rows in Triton: one program has some whole rows. The best of several shapes is the peer."""

import triton
import triton.language as tl

# Rows of a program and its warps.
SHORT = [(1, 1), (2, 2), (4, 4), (8, 4), (8, 8), (16, 8), (16, 4)]
LONG = [(1, 4), (1, 8), (1, 16)]
LONGEST = 65536  # columns that a program holds


def shapes(cols: int) -> list[tuple[int, int]]:
    return SHORT if cols <= 1024 else LONG if cols <= LONGEST else []


@triton.jit
def softmax(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, float("-inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, 1)[:, None])
    tl.store(out + r * n + c, (e / tl.sum(e, 1)[:, None]).to(out.dtype.element_ty), there)


@triton.jit
def log_softmax(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, float("-inf")).to(tl.float32)
    v = v - tl.max(v, 1)[:, None]
    tl.store(out + r * n + c, (v - tl.log(tl.sum(tl.exp(v), 1)[:, None])).to(out.dtype.element_ty), there)


@triton.jit
def log_sum_exp(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    v = tl.load(x + r * n + c, (r < rows) & (c < n), float("-inf")).to(tl.float32)
    peak = tl.max(v, 1)[:, None]
    tl.store(out + r, peak + tl.log(tl.sum(tl.exp(v - peak), 1)[:, None]), r < rows)


@triton.jit
def cross_entropy(x, out, label, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    named = tl.load(label + r, r < rows, 0)
    picked = tl.load(x + r * n + named, (r < rows) & (named >= 0) & (named < n), float("nan")).to(tl.float32)
    v = tl.load(x + r * n + c, (r < rows) & (c < n), float("-inf")).to(tl.float32)
    peak = tl.max(v, 1)[:, None]
    tl.store(out + r, peak + tl.log(tl.sum(tl.exp(v - peak), 1)[:, None]) - picked, r < rows)


@triton.jit
def rms_norm(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32)
    w = tl.load(weight + c, c < n, 0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, 1)[:, None] / n + 1e-5)
    tl.store(out + r * n + c, (v * scale * w).to(out.dtype.element_ty), there)


@triton.jit
def layer_norm(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32)
    w = tl.load(weight + c, c < n, 0.0).to(tl.float32)
    b = tl.load(bias + c, c < n, 0.0).to(tl.float32)
    d = tl.where(c < n, v - tl.sum(v, 1)[:, None] / n, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, 1)[:, None] / n + 1e-5)
    tl.store(out + r * n + c, (d * scale * w + b).to(out.dtype.element_ty), there)


@triton.jit
def residual_rms_norm(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32) + tl.load(residual + r * n + c, there, 0.0).to(tl.float32)
    h = v.to(sums.dtype.element_ty)
    tl.store(sums + r * n + c, h, there)
    v = h.to(tl.float32)
    w = tl.load(weight + c, c < n, 0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, 1)[:, None] / n + 1e-5)
    tl.store(out + r * n + c, (v * scale * w).to(out.dtype.element_ty), there)


@triton.jit
def residual_layer_norm(x, out, weight, bias, residual, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32) + tl.load(residual + r * n + c, there, 0.0).to(tl.float32)
    h = v.to(sums.dtype.element_ty)
    tl.store(sums + r * n + c, h, there)
    v = h.to(tl.float32)
    w = tl.load(weight + c, c < n, 0.0).to(tl.float32)
    b = tl.load(bias + c, c < n, 0.0).to(tl.float32)
    d = tl.where(c < n, v - tl.sum(v, 1)[:, None] / n, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, 1)[:, None] / n + 1e-5)
    tl.store(out + r * n + c, (d * scale * w + b).to(out.dtype.element_ty), there)


@triton.jit
def softmax_grad(x, out, weight, bias, grad, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32)
    g = tl.load(grad + r * n + c, there, 0.0).to(tl.float32)
    dot = tl.sum(g * v, 1)[:, None]
    tl.store(out + r * n + c, (v * (g - dot)).to(out.dtype.element_ty), there)


@triton.jit
def log_softmax_grad(x, out, weight, bias, grad, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32)
    g = tl.load(grad + r * n + c, there, 0.0).to(tl.float32)
    total = tl.sum(g, 1)[:, None]
    tl.store(out + r * n + c, (g - tl.exp(v) * total).to(out.dtype.element_ty), there)


@triton.jit
def rms_norm_grad(x, out, weight, bias, grad, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32)
    g = tl.load(grad + r * n + c, there, 0.0).to(tl.float32)
    g = g * tl.load(weight + c, c < n, 0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, 1)[:, None] / n + 1e-5)
    y = v * scale
    slope = tl.sum(g * y, 1)[:, None] / n
    tl.store(out + r * n + c, ((g - y * slope) * scale).to(out.dtype.element_ty), there)


@triton.jit
def layer_norm_grad(x, out, weight, bias, grad, sums, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)[:, None]
    c = tl.arange(0, B)[None, :]
    there = (r < rows) & (c < n)
    v = tl.load(x + r * n + c, there, 0.0).to(tl.float32)
    g = tl.load(grad + r * n + c, there, 0.0).to(tl.float32)
    g = g * tl.load(weight + c, c < n, 0.0).to(tl.float32)
    d = tl.where(c < n, v - tl.sum(v, 1)[:, None] / n, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, 1)[:, None] / n + 1e-5)
    y = d * scale
    level, slope = tl.sum(g, 1)[:, None] / n, tl.sum(g * y, 1)[:, None] / n
    tl.store(out + r * n + c, ((g - level - y * slope) * scale).to(out.dtype.element_ty), there)


def ways(kernel, labeled: bool, rows: int, cols: int) -> dict:
    """The kernel in each shape, as functions of the matrix and the operands; of labels in place of weights."""
    block = triton.next_power_of_2(cols)

    def way(group: int, warps: int):
        return lambda x, o: kernel[((rows + group - 1) // group,)](
            x, o.out, o.label if labeled else o.weight, o.bias, o.residual, o.sum, rows, cols, R=group, B=block,
            num_warps=warps)

    return {f"Triton {group}x{warps}": way(group, warps) for group, warps in shapes(cols)}
