"""The same bits in every batch, on a GPU."""

import random

import pytest

torch = pytest.importorskip("torch", reason="no PyTorch is installed")

from calls import ALL  # noqa: E402
from measure import same_bits  # noqa: E402

import shflgen.torch as st  # noqa: E402

pytestmark = pytest.mark.gpu

SPLITS = 1000
ROWS = 64


def cut(generator):
    """Rows 0 to ROWS - 1 in a random number of parts, as ends of ranges."""
    inner = sorted(generator.sample(range(1, ROWS), generator.randrange(6)))
    return zip([0, *inner], [*inner, ROWS], strict=True)


def placed(x, generator):
    """The same rows elsewhere: another alignment, another distance of rows."""
    before, after = generator.randrange(4), generator.randrange(4)
    room = torch.empty(x.shape[0], before + x.shape[1] + after, dtype=x.dtype, device="cuda")
    view = room[:, before : before + x.shape[1]]
    return view.copy_(x)


def slope(y):
    """A gradient like y whose rows are equal."""
    row = torch.arange(y[:1].numel(), device="cuda").reshape(y.shape[1:]).sin()
    return row.expand(y.shape).to(y.dtype)


def results(call, *given):
    made = call(*given)
    return made if isinstance(made, tuple) else (made,)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("columns", [100, 1000])
@pytest.mark.parametrize("name", [*ALL, "argmax"])
def test_splits_of_a_batch(name, columns, dtype):
    """Random splits of a batch, at other addresses and pitches: 1000 of a function and a type, over two lengths."""
    generator = random.Random(columns)
    if name == "argmax":
        rows, vectors, call = ALL["sum"].arguments(ROWS, columns, dtype=dtype), [], st.argmax
    else:
        given = ALL[name].arguments(ROWS, columns, dtype=dtype)
        rows, vectors, call = given[: ALL[name].rows], given[ALL[name].rows :], ALL[name].ours
    whole = results(call, *rows, *vectors)
    for _ in range(SPLITS // 2):
        for start, end in cut(generator):
            part = results(call, *(placed(x[start:end], generator) for x in rows), *vectors)
            for got, want in zip(part, whole, strict=True):
                assert same_bits(got, want[start:end]), f"rows {start} to {end - 1}"


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("name", ALL)
def test_gradients_of_splits(name, dtype):
    """The gradient of a row depends on the row alone."""
    generator = random.Random(1)
    call = ALL[name]
    given = call.arguments(ROWS, 1000, dtype=dtype)
    rows, vectors = given[: call.rows], given[call.rows :]

    def gradients(*parts):
        parts = [x.detach().clone().requires_grad_() for x in parts]
        made = results(call.ours, *parts, *vectors)
        return torch.autograd.grad(made, parts, [slope(y) for y in made])

    whole = gradients(*rows)
    for _ in range(50):
        for start, end in cut(generator):
            for got, want in zip(gradients(*(x[start:end] for x in rows)), whole, strict=True):
                assert same_bits(got, want[start:end]), f"rows {start} to {end - 1}"


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "layer_norm", "sum"])
def test_long_rows(name):
    """Rows that a cluster of blocks shares."""
    call = ALL[name]
    for columns in (50257, 200_000):
        given = call.arguments(7, columns)
        whole = call.ours(*given)
        for row in range(7):
            assert same_bits(call.ours(given[0][row : row + 1], *given[1:]), whole[row : row + 1])
