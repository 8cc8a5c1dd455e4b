"""torch.compile, CUDA graphs, streams, threads and the cache of kernels, on a GPU."""

import pathlib
import subprocess
import sys
import threading

import pytest

torch = pytest.importorskip("torch", reason="no PyTorch is installed")

from measure import same_bits  # noqa: E402

import shflgen.torch as st  # noqa: E402
from shflgen._gpu import cache, compiler, kernel  # noqa: E402

pytestmark = pytest.mark.gpu


def model(x, w):
    norm, total = st.residual_rms_norm(x, 2 * x, w)
    return st.log_softmax(norm * 2) + st.logsumexp(total).unsqueeze(-1)


@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_compile(mode):
    compiled = torch.compile(model, fullgraph=True, mode=mode)
    w = torch.rand(300, device="cuda", requires_grad=True)
    for rows in (8, 8, 8, 16, 16):
        x = torch.randn(rows, 300, device="cuda", requires_grad=True)
        torch.compiler.cudagraph_mark_step_begin()
        got = compiled(x, w)
        want = model(x, w)
        torch.testing.assert_close(got, want)
        (to_x,) = torch.autograd.grad(got.square().sum(), x)
        torch.testing.assert_close(to_x, torch.autograd.grad(want.square().sum(), x)[0], rtol=1e-4, atol=1e-4)


def test_opcheck():
    x = torch.randn(3, 40, device="cuda", requires_grad=True)
    w = torch.rand(40, device="cuda", requires_grad=True)
    torch.library.opcheck(torch.ops.shflgen.softmax.default, (x,))
    torch.library.opcheck(torch.ops.shflgen.layer_norm.default, (x, w, w.detach().clone(), 1e-5))
    torch.library.opcheck(torch.ops.shflgen.residual_rms_norm.default, (x, x.detach().clone(), w, 1e-5))
    torch.library.opcheck(torch.ops.shflgen.argmax.default, (x.detach(),))


def test_graph():
    x, w = torch.randn(9, 300, device="cuda"), torch.rand(300, device="cuda")
    model(x, w)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(x, w)
    for seed in range(3):
        x.copy_(torch.randn(9, 300, device="cuda", generator=torch.Generator("cuda").manual_seed(seed)))
        graph.replay()
        assert same_bits(y, model(x, w))


def test_first_call_within_a_graph():
    """A kernel is compiled and loaded while a graph is captured."""
    x = torch.randn(9, 301, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = st.softmax(x)
    graph.replay()
    assert same_bits(y, st.softmax(x))


def test_stream():
    """Launched on the current stream: it reads what earlier work of that stream writes after a while."""
    x = torch.zeros(64, 1000, device="cuda")
    st.sum(x)
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(200_000_000)  # cycles: a tenth of a second
        x.fill_(1)
        y = st.sum(x)
        assert not stream.query(), "a launch does not wait"
    stream.synchronize()
    assert torch.equal(y, torch.full((64,), 1000.0, device="cuda"))


def test_threads():
    """A thread that has used no CUDA before."""
    x, results = torch.randn(5, 77, device="cuda"), []
    thread = threading.Thread(target=lambda: results.append(st.softmax(x)))
    thread.start()
    thread.join()
    assert same_bits(results[0], st.softmax(x))


def test_kernels_are_kept(monkeypatch):
    """The second process does not compile; a file that was damaged is compiled again."""
    x = torch.randn(5, 123, device="cuda")
    want = st.softmax(x)
    kernel.kernel.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(compiler.Compiler, "compile", lambda *_: pytest.fail("compiled"))
        assert same_bits(st.softmax(x), want)
    kernel.kernel.cache_clear()
    newest = max(cache.folder().iterdir(), key=lambda path: path.stat().st_mtime)
    newest.write_bytes(newest.read_bytes()[:-1] + b"?")
    assert same_bits(st.softmax(x), want)


def test_too_many_blocks():
    x = torch.empty(1, 50257, device="cuda").expand(2**29, 50257)
    with pytest.raises(RuntimeError, match="536870912 rows take 4294967296 blocks; a launch has at most 2147483647"):
        torch.ops.shflgen.logsumexp(x)


def test_example():
    """The example prints that its bits are the same in every batch."""
    example = pathlib.Path(__file__).parents[1] / "examples" / "transformer.py"
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "batch 64: the same bits" in done.stdout
