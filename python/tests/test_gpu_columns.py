"""Sums of columns and gradients of weights, on a GPU: their values, their order, and what bits do not depend on."""

import random

import pytest

torch = pytest.importorskip("torch", reason="no PyTorch is installed")

from calls import ALL, EPS  # noqa: E402
from measure import same_bits  # noqa: E402

import shflgen.torch as st  # noqa: E402
from shflgen.torch import _rows  # noqa: E402

pytestmark = pytest.mark.gpu

FLOATS = (torch.float32, torch.float16, torch.bfloat16)
# With vectors and without, of one tile and several, of one chunk and several, of more rows than chunks of 16 rounds.
SHAPES = ((0, 3), (1, 1), (7, 128), (64, 5), (257, 132), (1100, 65), (4097, 130), (9000, 8), (70_000, 3))
NORMS = ("rms_norm", "layer_norm")


def tree(a):
    """Neighbours at distance 1, 2, 4, …"""
    while len(a) > 1:
        left = a[::2].clone()
        left[: len(a) // 2] += a[1::2]
        a = left
    return a[0]


def ordered(x):
    """The sum of each column in the order that docs/order.md states."""
    rows, chunks = len(x), []
    if rows == 0:
        return torch.full(x.shape[1:], -0.0, dtype=x.dtype, device="cuda")
    size = 64 * max(4, min(16, -(-rows // 512)), -(-rows // 4096))
    for chunk in x.split(size):
        accumulators = torch.full_like(x[:64], -0.0)
        for part in chunk.split(64):
            accumulators[: len(part)] += part
        chunks.append(tree(accumulators[: len(chunk)]))
    return tree(torch.stack(chunks))


def numbers(*shape, dtype=torch.float32, seed=1):
    return torch.randn(*shape, generator=torch.Generator("cuda").manual_seed(seed), device="cuda").to(dtype)


def wide(x):
    return x.to(_rows.accumulator(x.dtype))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", [*FLOATS, torch.float64])
def test_order(dtype, shape):
    x = numbers(*shape, dtype=dtype)
    got = st.col_sum(x)
    assert got.dtype == _rows.accumulator(dtype)
    assert same_bits(got, ordered(wide(x)))


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_integers(dtype):
    x = torch.randint(-(2**31), 2**31, (1000, 77), device="cuda").to(dtype)
    assert torch.equal(st.col_sum(x), x.sum(0).to(dtype))


@pytest.mark.parametrize("shape", SHAPES[1:])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("norm", NORMS)
def test_order_of_weights(norm, dtype, shape):
    """The gradient of a weight is the sum of grad · ((x - mean) · scale), each operation rounded once."""
    x, grad = numbers(*shape, dtype=dtype), numbers(*shape, dtype=dtype, seed=2)
    mean, scale = torch.zeros(shape[0], device="cuda"), torch.empty(shape[0], device="cuda")
    if norm == "layer_norm":
        _rows.apply("mean", x, out=mean)
    _rows.apply("inverse-rms" if norm == "rms_norm" else "inverse-deviation", x, out=scale, eps=EPS)
    want = ordered(wide(grad) * ((wide(x) - mean[:, None]) * scale[:, None]))
    got = getattr(torch.ops.shflgen, norm + "_weight_grad")(x, grad, EPS)
    assert same_bits(got, want)


@pytest.mark.parametrize("dtype", FLOATS)
def test_other_columns_do_not_matter(dtype):
    """Nor do the place of the matrix, its strides, and the number of columns."""
    generator = random.Random(1)
    x = numbers(2100, 300, dtype=dtype)
    whole = st.col_sum(x)
    for _ in range(50):
        first = generator.randrange(300)
        last = generator.randrange(first, 300) + 1
        assert same_bits(st.col_sum(x[:, first:last]), whole[first:last])
        assert same_bits(st.col_sum(x.reshape(3, 700, 300)[..., first:last]), whole[first:last])


def gradients(norm, x, grad, *vectors):
    given = [y.detach().clone().requires_grad_() for y in (x, *vectors)]
    return torch.autograd.grad(ALL[norm].ours(*given), given, grad)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("norm", NORMS)
def test_gradients_of_weights(norm, dtype):
    x, *vectors = ALL[norm].arguments(3000, 200, dtype=dtype)
    grad = numbers(3000, 200, dtype=dtype, seed=2)
    got = gradients(norm, x, grad, *vectors)
    exact = [y.detach().double().requires_grad_() for y in (x, *vectors)]
    want = torch.autograd.grad(ALL[norm].theirs(*exact), exact, grad.double())
    for mine, theirs in zip(got[1:], want[1:], strict=True):
        assert mine.dtype == dtype
        bound = {torch.float32: 1e-4, torch.float16: 1e-1, torch.bfloat16: 1.0}[dtype]
        torch.testing.assert_close(mine.double(), theirs, rtol=2 * torch.finfo(dtype).eps, atol=bound)
    again = gradients(norm, x.reshape(30, 100, 200), grad.reshape(30, 100, 200), *vectors)
    for mine, same in zip(got[1:], again[1:], strict=True):
        assert same_bits(mine, same)


@pytest.mark.parametrize("norm", NORMS)
def test_compiled(norm):
    x, *vectors = ALL[norm].arguments(1000, 200, grad=True)
    compiled = torch.compile(ALL[norm].ours, fullgraph=True)
    both = [torch.autograd.grad(f(x, *vectors).sum(), [x, *vectors]) for f in (compiled, ALL[norm].ours)]
    for got, want in zip(*both, strict=True):
        assert same_bits(got, want)


def test_graph_and_streams():
    """Several streams at once, and replays of a graph: each launch has a workspace of its own."""
    x = numbers(5000, 300)
    want = st.col_sum(x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        replayed = st.col_sum(x)
    for _ in range(3):
        replayed.zero_()
        graph.replay()
        assert same_bits(replayed, want)
    streams = [torch.cuda.Stream() for _ in range(4)]
    results = []
    torch.cuda.synchronize()
    for _ in range(25):
        for stream in streams:
            with torch.cuda.stream(stream):
                results.append(st.col_sum(x))
    torch.cuda.synchronize()
    assert all(same_bits(y, want) for y in results)
