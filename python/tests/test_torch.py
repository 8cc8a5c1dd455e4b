"""shflgen.torch without a GPU: checks, fake kernels, strides, autograd, torch.compile."""

import itertools
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch", reason="no PyTorch is installed")

import simulated  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402

import shflgen.torch as st  # noqa: E402

op = torch.ops.shflgen
FLOATS = (torch.float32, torch.float16, torch.bfloat16)


@pytest.fixture
def cpu(monkeypatch):
    simulated.install(monkeypatch)


def numbers(*shape, dtype=torch.float32, seed=1, grad=False):
    x = torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)
    return x.requires_grad_(grad)


def arguments(shape, dtype, grad=False):
    """Arguments of each operator, for rows of a shape."""

    def rows(seed):
        return numbers(*shape, dtype=dtype, seed=seed, grad=grad)

    def vector(seed):
        return numbers(shape[-1], dtype=dtype, seed=seed, grad=grad)

    label = torch.arange(rows(1).numel() // shape[-1], dtype=torch.int32).reshape(shape[:-1]) * 2 % shape[-1]
    return {
        "softmax": (rows(1),), "log_softmax": (rows(1),), "logsumexp": (rows(1),), "sum": (rows(1),),
        "col_sum": (rows(1),),
        "cross_entropy": (rows(1), label),
        "sum_square": (rows(1),), "row_dot": (rows(1), rows(2)),
        "rms_norm": (rows(1), vector(3), 1e-3), "layer_norm": (rows(1), vector(3), vector(4), 1e-3),
        "residual_rms_norm": (rows(1), rows(2), vector(3), 1e-3),
        "residual_layer_norm": (rows(1), rows(2), vector(3), vector(4), 1e-3),
    }  # fmt: skip


NAMES = tuple(arguments((1, 1), torch.float32))


@pytest.mark.parametrize("name", [*NAMES, "argmax"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(5,), (3, 5), (2, 3, 5), (0, 5)])
def test_fake_kernels(name, dtype, shape):
    with FakeTensorMode():
        given = arguments(shape, dtype)["softmax" if name == "argmax" else name]
        named = {"reduction": "none"} if name == "cross_entropy" else {}
        result = getattr(st, name)(*(y.cuda() if isinstance(y, torch.Tensor) else y for y in given), **named)
        results = result if isinstance(result, tuple) else (result,)
        each = name in ("sum", "sum_square", "row_dot", "logsumexp", "cross_entropy", "argmax")
        kind = torch.int64 if name == "argmax" else torch.float32 if each else dtype
        if name == "col_sum":
            each, kind, shape = True, torch.float32, (shape[-1], None)
        for y in results:
            assert (y.shape, y.dtype, y.device.type) == (shape[:-1] if each else shape, kind, "cuda")
            assert y.is_contiguous()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(7,), (3, 7), (2, 3, 7), (4, 1)])
def test_operators(cpu, name, shape):
    given = arguments(shape, torch.float32, grad=True)[name]
    torch.library.opcheck(getattr(op, name).default, given)


GRADIENTS = ("softmax_grad", "log_softmax_grad", "rms_norm_grad", "layer_norm_grad")


@pytest.mark.parametrize("name", GRADIENTS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(7,), (3, 7), (2, 3, 7), (4, 1), (0, 5)])
def test_gradient_operators(cpu, name, dtype, shape):
    beside = (numbers(shape[-1], dtype=dtype, seed=3), 1e-3) if "norm" in name else ()
    given = (numbers(*shape, dtype=dtype), numbers(*shape, dtype=dtype, seed=2), *beside)
    torch.library.opcheck(getattr(op, name).default, given)


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "rms_norm", "layer_norm", "residual_rms_norm"])
def test_second_derivatives(cpu, name):
    """A backward pass that is differentiated again takes formulas, in place of kernels without a gradient."""
    given = arguments((3, 6), torch.float64, grad=True)[name]
    assert torch.autograd.gradgradcheck(getattr(op, name), given, eps=1e-6, atol=1e-5)


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "rms_norm", "layer_norm"])
def test_a_gradient_is_one_kernel(cpu, name, monkeypatch):
    launched = []
    launch = st._operators._rows.launch

    def noted(flags, *a, **b):
        launched.append(flags)
        launch(flags, *a, **b)

    monkeypatch.setattr(st._operators._rows, "launch", noted)
    x, *beside = arguments((3, 6), torch.float32)[name]
    getattr(op, name)(x.requires_grad_(), *beside).sum().backward()
    assert [flags["f"] for flags in launched] == [name.replace("_", "-"), name.replace("_", "-") + "-grad"]


@pytest.mark.parametrize(
    ("x", "aligned"),
    [
        (numbers(4, 8), True),
        (numbers(4, 9), False),
        (numbers(4, 9)[:, 1:], False),
        (numbers(4, 12)[:, 4:], True),
        (numbers(1, 9), True),
        (numbers(4, 8, dtype=torch.float16), True),
        (numbers(4, 12, dtype=torch.float16), False),
    ],
)
def test_alignment_is_promised_where_it_holds(cpu, x, aligned, monkeypatch):
    made = []

    def noted(flags, *a):
        made.append(dict(flags).get("aligned", False))
        return simulated.Kernel(flags, *a)

    monkeypatch.setattr(st._operators._rows, "kernel", noted)
    op.softmax(x)
    op.logsumexp(x)
    assert made == [aligned, aligned and x.dtype != torch.float32]


@pytest.mark.parametrize("name", ["rms_norm_weight_grad", "layer_norm_weight_grad"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(7,), (3, 7), (2, 3, 7), (4, 1), (0, 5)])
def test_weight_gradient_operators(cpu, name, dtype, shape):
    x, grad = numbers(*shape, dtype=dtype), numbers(*shape, dtype=dtype, seed=2)
    torch.library.opcheck(getattr(op, name).default, (x, grad, 1e-3))


@pytest.mark.parametrize("name", ["rms_norm", "layer_norm"])
def test_weights_of_gradients_are_sums_of_columns(cpu, name, monkeypatch):
    """Gradients of weight and bias take our own kernels: a pass over both matrices, and one over the gradients."""
    launched = []
    launch = st._operators._columns.launch

    def noted(flags, *a, **b):
        launched.append(flags.get("map"))
        launch(flags, *a, **b)

    monkeypatch.setattr(st._operators._columns, "launch", noted)
    given = arguments((3, 6), torch.float32, grad=True)[name]
    getattr(op, name)(*given).sum().backward()
    assert launched == (["scaled-product"] if name == "rms_norm" else ["normed-product", None])


def test_argmax_operator(cpu):
    torch.library.opcheck(op.argmax.default, (numbers(3, 7),))


@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_right(cpu, name):
    """By gradcheck, in float64, of the formulas; the kernels are simulated."""
    given = arguments((3, 6), torch.float64, grad=True)[name]
    if name in ("logsumexp", "cross_entropy"):
        pytest.skip("its result is float32; test_gradients_of_types compares it")
    assert torch.autograd.gradcheck(getattr(op, name), given, eps=1e-6, atol=1e-5)


def rms(x, weight, eps):
    return torch.nn.functional.rms_norm(x, x.shape[-1:], weight, eps)


def layer(x, weight, bias, eps):
    return torch.nn.functional.layer_norm(x, x.shape[-1:], weight, bias, eps)


def differentiable(y):
    return isinstance(y, torch.Tensor) and y.is_floating_point()


REFERENCES = {
    "softmax": lambda x: torch.softmax(x, -1),
    "log_softmax": lambda x: torch.log_softmax(x, -1),
    "logsumexp": lambda x: torch.logsumexp(x, -1),
    "cross_entropy": lambda x, label: torch.nn.functional.cross_entropy(x, label.long(), reduction="none"),
    "sum": lambda x: x.sum(-1),
    "col_sum": lambda x: x.reshape(-1, x.shape[-1]).sum(0),
    "sum_square": lambda x: (x * x).sum(-1),
    "row_dot": lambda a, b: (a * b).sum(-1),
    "rms_norm": rms,
    "layer_norm": layer,
    "residual_rms_norm": lambda x, r, w, eps: (rms(x + r, w, eps), x + r),
    "residual_layer_norm": lambda x, r, w, b, eps: (layer(x + r, w, b, eps), x + r),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_gradients_of_types(cpu, name, dtype):
    """Gradients of PyTorch's own functions in float64; a gradient has its input's type."""
    given = arguments((3, 6), dtype, grad=True)[name]
    exact = [y.detach().double().requires_grad_() if differentiable(y) else y for y in given]
    for function, args in ((getattr(op, name), given), (REFERENCES[name], exact)):
        results = function(*args)
        for k, y in enumerate(results if isinstance(results, tuple) else (results,)):
            slope = torch.arange(y.numel(), dtype=torch.float64).reshape(y.shape).sin() + k
            (y * slope.to(y.dtype)).sum().backward(retain_graph=True)
    bound = {torch.float32: 1e-4, torch.float16: 2e-2, torch.bfloat16: 2e-1}[dtype]
    for got, want in zip(given, exact, strict=True):
        if differentiable(got):
            assert got.grad.dtype == dtype
            torch.testing.assert_close(got.grad.double(), want.grad, rtol=bound, atol=bound)


def layouts():
    """Tensors of 6 rows of 5 columns of every layout, and whether they are read in place."""
    base = numbers(12, 16)
    return {
        "contiguous": (base[:6, :5].contiguous(), True),
        "pitch": (base[:6, 3:8], True),
        "every second row": (base[::2, :5], True),
        "of three dimensions": (numbers(2, 3, 16)[:, :, 2:7], True),
        "one row for all": (base[:1, :5].expand(6, 5), True),
        "transposed": (numbers(5, 6).t(), False),
        "every second column": (base[:6, :10:2], False),
        "no common stride": (numbers(2, 4, 5)[:, :3], False),
        "one element for all": (numbers(1).expand(6, 5), False),
        "one column": (base[:6, 4:5], True),
        "one row": (base[4], True),
    }


@pytest.mark.parametrize("layout", layouts())
def test_layouts(cpu, layout):
    from shflgen.torch._rows import matrix

    x, in_place = layouts()[layout]
    assert (matrix(x).data_ptr() == x.data_ptr()) == in_place
    torch.testing.assert_close(op.softmax(x), torch.softmax(x, -1))
    torch.testing.assert_close(op.sum(x), x.sum(-1))
    torch.testing.assert_close(op.row_dot(x, x), (x * x).sum(-1))
    weight = numbers(2 * x.shape[-1])[::2]
    want = torch.nn.functional.rms_norm(x + 2 * x, x.shape[-1:], weight, 1e-3)
    torch.testing.assert_close(op.residual_rms_norm(x, 2 * x, weight, 1e-3)[0], want)


def test_no_rows(cpu):
    assert op.softmax(torch.empty(0, 5)).shape == (0, 5)
    assert op.sum(torch.empty(2, 0, 5)).shape == (2, 0)


def test_compile(cpu):
    def model(x, w):
        norm, total = op.residual_rms_norm(x, 2 * x, w, 1e-3)
        return op.log_softmax(norm) + op.sum(total).unsqueeze(-1)

    compiled = torch.compile(model, backend="aot_eager", fullgraph=True, dynamic=True)
    for rows, columns in itertools.product((1, 4), (3, 5)):
        x, w = numbers(rows, columns, grad=True), numbers(columns, grad=True)
        y, z = x.detach().clone().requires_grad_(), w.detach().clone().requires_grad_()
        got, want = compiled(x, w), model(y, z)
        assert torch.equal(got, want)
        got.square().sum().backward()
        want.square().sum().backward()
        assert torch.equal(x.grad, y.grad) and torch.equal(w.grad, z.grad)


def test_labels(cpu, monkeypatch):
    """A label that is no column, also one of 64 bits, gives NaN to its row and the row's gradient alone."""
    monkeypatch.setattr(st._functions._checks, "rows", lambda *_: None)
    x, label = numbers(5, 3, grad=True), torch.tensor([2, -1, 3, 2**32, 0])
    loss = st.cross_entropy(x, label, reduction="none")
    want = torch.nn.functional.cross_entropy(x.detach()[[0, 4]], label[[0, 4]], reduction="none")
    torch.testing.assert_close(loss.detach()[[0, 4]], want)
    loss.sum().backward()
    for y in (loss, x.grad):
        assert y[1:4].isnan().all() and not y[[0, 4]].isnan().any()
    for reduction in ("mean", "sum"):
        want = torch.nn.functional.cross_entropy(x[[0, 4]], label[[0, 4]], reduction=reduction)
        torch.testing.assert_close(st.cross_entropy(x[[0, 4]], label[[0, 4]], reduction), want)


def test_frozen_weight(cpu):
    x, w = numbers(3, 5, grad=True), numbers(5)
    op.layer_norm(x, w, w, 1e-5).sum().backward()
    assert x.grad is not None and w.grad is None


def fake(*shape, dtype=torch.float32, device="cuda"):
    return torch.empty(shape, dtype=dtype, device=device)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: st.softmax(fake(2, 3, device="cpu")), ValueError, "softmax: x: found a tensor on cpu; CUDA is needed"),
        (lambda: st.softmax([1.0]), TypeError, "softmax: x: found list; want a tensor"),
        (lambda: st.softmax(fake(2, 3, dtype=torch.float64)), TypeError,
         "softmax: x: found torch.float64; accepted are torch.float32, torch.float16, torch.bfloat16"),
        (lambda: st.sum(fake(3, dtype=torch.bool)), TypeError, "sum: x: found torch.bool; accepted are torch.float32"),
        (lambda: st.sum(fake()), ValueError, "sum: x: found a tensor without dimensions"),
        (lambda: st.argmax(fake(3, 0)), ValueError, "argmax: x: found 0 columns; accepted are 1 to 16777216"),
        (lambda: st.argmax(fake(1, 2**24 + 1)), ValueError, "found 16777217 columns"),
        (lambda: st.rms_norm(fake(2, 3), fake(2)), ValueError, r"rms_norm: weight: found shape \(2,\); want \(3,\)"),
        (lambda: st.rms_norm(fake(2, 3), fake(3, dtype=torch.float16)), TypeError,
         "rms_norm: weight: found torch.float16; want torch.float32, that of the first argument"),
        (lambda: st.layer_norm(fake(2, 3), fake(3), fake(3, device="cpu")), ValueError,
         "layer_norm: bias: found a tensor on cpu; want cuda:0"),
        (lambda: st.residual_rms_norm(fake(2, 3), fake(3, 2)), ValueError,
         r"residual_rms_norm: residual: found shape \(3, 2\); want \(2, 3\)"),
        (lambda: st.residual_layer_norm(fake(2, 3), 1.0), TypeError, "residual_layer_norm: residual: found float"),
        (lambda: st.row_dot(fake(2, 3), fake(2, 3, dtype=torch.bfloat16)), TypeError,
         "row_dot: b: found torch.bfloat16"),
        (lambda: st.cross_entropy(fake(2, 3), fake(2)), TypeError,
         "cross_entropy: target: found torch.float32; accepted are torch.int32, torch.int64"),
        (lambda: st.cross_entropy(fake(2, 3), fake(3, dtype=torch.int64)), ValueError,
         r"cross_entropy: target: found shape \(3,\); want \(2,\), a column's number a row"),
        (lambda: st.cross_entropy(fake(2, 3), fake(2, dtype=torch.int32), "max"), ValueError,
         "cross_entropy: reduction: found 'max'; accepted are 'none', 'mean', 'sum'"),
    ],
)  # fmt: skip
def test_errors(call, error, message):
    with FakeTensorMode(), pytest.raises(error, match=message):
        call()


def test_no_kernel_for_the_cpu():
    """In a process of its own: the simulated kernels of this one stay."""
    code = "import torch, shflgen.torch; torch.ops.shflgen.softmax(torch.ones(3))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "NotImplementedError" in done.stderr and "CPU" in done.stderr
