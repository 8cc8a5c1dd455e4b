"""Values and gradients on a GPU, against PyTorch's in float64."""

import pytest

torch = pytest.importorskip("torch", reason="no PyTorch is installed")

from calls import ALL, CALLS, RESIDUAL  # noqa: E402
from measure import compare, same_bits  # noqa: E402

import shflgen.torch as st  # noqa: E402

pytestmark = pytest.mark.gpu

FLOATS = (torch.float32, torch.float16, torch.bfloat16)
ORDERED = (*FLOATS, torch.float64, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
# A row a thread, a row of lanes that no power of two fits, warps, blocks, odd rows, and clusters of blocks.
COLUMNS = (1, 7, 100, 1024, 4099, 50257)


def exactly(x):
    return x.double() if isinstance(x, torch.Tensor) else x


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", CALLS)
def test_values(name, dtype, columns):
    call = CALLS[name]
    for rows in (1, 37):
        given = call.arguments(rows, columns, dtype=dtype, seed=rows)
        exact = [x.double() for x in given]
        ours, want = call.ours(*given), call.theirs(*exact)
        bound = call.bound if ours.dtype == torch.float32 else 1
        if ours.dtype != dtype:
            bound += call.of_half
        compare(name, dtype, ours, call.theirs(*given), want, call.scale(want, *exact), bound)


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", RESIDUAL)
def test_residual_values(name, dtype, columns):
    call = RESIDUAL[name]
    x, residual, *vectors = call.arguments(37, columns, dtype=dtype)
    norm, total = call.ours(x, residual, *vectors)
    assert same_bits(total, x + residual)
    zero = torch.zeros_like(total).double()
    want, _ = call.theirs(total.double(), zero, *map(exactly, vectors))
    bound = call.bound if dtype == torch.float32 else 1
    compare(name, dtype, norm, call.theirs(x, residual, *vectors)[0], want, call.scale(want), bound)


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("dtype", [torch.float64, torch.int32, torch.int64])
def test_sums_of_other_types(dtype, columns):
    x = torch.randint(-1000, 1000, (37, columns), device="cuda").to(dtype)
    assert torch.equal(st.sum(x), x.sum(-1).to(dtype))


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("dtype", ORDERED)
def test_argmax(dtype, columns):
    x = torch.randint(0, 100, (37, columns), device="cuda").to(dtype)  # with ties
    column = torch.arange(columns, device="cuda").expand(x.shape)
    got = st.argmax(x)
    assert got.dtype == torch.int64
    assert torch.equal(got, column.masked_fill(x != x.amax(-1, keepdim=True), columns).amin(-1))


def test_argmax_of_nan():
    x = torch.tensor([[torch.nan, 1, 2, torch.nan], [torch.nan] * 4], device="cuda")
    assert st.argmax(x).tolist() == [2, 0]


def test_special_rows():
    inf = torch.inf
    rows = [[1, 2, torch.nan], [-inf, -inf, -inf], [inf, 0, 1], [-inf, 0, 0], [1000, 1000, 1000]]
    x = torch.tensor(rows, device="cuda")
    for ours, theirs in ((st.softmax, torch.softmax), (st.log_softmax, torch.log_softmax),
                         (st.logsumexp, torch.logsumexp)):
        torch.testing.assert_close(ours(x), theirs(x, -1), equal_nan=True)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("columns", [7, 1000])
def test_gradients(name, dtype, columns):
    """Against gradients of PyTorch's functions in float64."""
    call = ALL[name]
    given = call.arguments(5, columns, dtype=dtype, grad=True)
    exact = [x.detach().double().requires_grad_() for x in given]
    for function, args in ((call.ours, given), (call.theirs, exact)):
        results = function(*args)
        total = 0
        for k, y in enumerate(results if isinstance(results, tuple) else (results,)):
            slope = torch.arange(y.numel(), dtype=torch.float64, device="cuda").reshape(y.shape).sin() + k
            total = total + (y * slope.to(y.dtype)).double().sum()
        total.backward()
    bound = {torch.float32: 1e-4, torch.float16: 2e-2, torch.bfloat16: 2e-1}[dtype]
    for got, want in zip(given, exact, strict=True):
        assert got.grad.dtype == dtype
        torch.testing.assert_close(got.grad.double(), want.grad, rtol=bound, atol=bound)


@pytest.mark.parametrize("name", ["sum", "sum_square", "row_dot"])
def test_gradcheck(name):
    """By finite differences, in float64, of the functions that have kernels of it; second derivatives, too."""
    call = CALLS[name]
    given = call.arguments(3, 7, dtype=torch.float64, grad=True)
    assert torch.autograd.gradcheck(call.ours, given)
    assert torch.autograd.gradgradcheck(call.ours, given)


@pytest.mark.filterwarnings("ignore:Input .* is not a double precision")
@pytest.mark.parametrize("name", sorted(set(ALL) - {"sum", "sum_square", "row_dot"}))
def test_finite_differences(name):
    """In float32, of the functions that have no kernels of float64."""
    call = ALL[name]
    given = call.arguments(2, 5, grad=True)
    assert torch.autograd.gradcheck(call.ours, given, eps=1e-2, atol=2e-2, rtol=2e-2)


def test_a_batch_of_gigabytes():
    """Addresses beyond 2^32 bytes, and more elements than an int counts."""
    rows, columns = 50_000, 50_257
    x = torch.randn(rows, columns, device="cuda", dtype=torch.bfloat16)
    y = st.softmax(x)
    for row in (0, rows // 2, rows - 1):
        assert same_bits(y[row], st.softmax(x[row]))
    assert torch.equal(st.argmax(x)[-100:], st.argmax(x[-100:]))
