"""shflgen.cupy and shflgen.numba, on a GPU."""

import pytest

pytestmark = pytest.mark.gpu


def test_cupy():
    cupy = pytest.importorskip("cupy", reason="no CuPy is installed")
    import shflgen.cupy

    softmax = shflgen.cupy.kernel(pattern="row-apply", f="softmax", cols=100, type="float32")
    x = cupy.random.standard_normal((37, 120), dtype=cupy.float32)[:, 3:103]
    out = cupy.empty((37, 100), cupy.float32)
    softmax(37, **{"in": x}, out=out)
    want = cupy.exp(x - x.max(-1, keepdims=True))
    cupy.testing.assert_allclose(out, want / want.sum(-1, keepdims=True), rtol=1e-5)
    stream = cupy.cuda.Stream()
    with stream:
        softmax(37, **{"in": 2 * x}, out=out)
    stream.synchronize()
    want = cupy.exp(2 * (x - x.max(-1, keepdims=True)))
    cupy.testing.assert_allclose(out, want / want.sum(-1, keepdims=True), rtol=1e-5)


def test_cupy_half():
    cupy = pytest.importorskip("cupy", reason="no CuPy is installed")
    import shflgen.cupy

    norm = shflgen.cupy.kernel(pattern="row-apply", f="rms-norm", cols=8, type="float32", in_="float16")
    x, weight = cupy.full((3, 8), 2, cupy.float16), cupy.full(8, 3, cupy.float16)
    out = cupy.empty_like(x)
    norm(3, **{"in": x}, out=out, weight=weight, eps=0)
    assert (out == 3).all()


def test_cupy_arrays():
    cupy = pytest.importorskip("cupy", reason="no CuPy is installed")
    import shflgen.cupy

    total = shflgen.cupy.kernel(pattern="grid-reduce", type="float32")
    x, out = cupy.ones(100_003, cupy.float32), cupy.empty(1, cupy.float32)
    workspace = cupy.zeros(2176 // 8, cupy.uint64)
    total.raw((64,), (total.launch.threads,), (x, cupy.uint64(x.size), out, workspace))
    assert float(out[0]) == 100_003


def test_numba():
    numba = pytest.importorskip("numba", reason="no Numba is installed")
    pytest.importorskip("numba.cuda", reason="no numba-cuda is installed")
    import numpy
    from numba import cuda

    import shflgen.numba

    try:
        cuda.jit("void()")(lambda: None)
    except AttributeError as fault:
        pytest.skip(f"this numba-cuda compiles nothing with NumPy {numpy.__version__}: {fault}")

    reduce = shflgen.numba.function(pattern="reduce", width=16, type="float32")
    call = reduce.device

    @cuda.jit(link=[reduce.source])
    def kernel(x):
        i = cuda.threadIdx.x
        x[i] = call(numba.uint32(0xFFFFFFFF), x[i])

    x = cuda.to_device(numpy.arange(32, dtype=numpy.float32))
    kernel[1, 32](x)
    assert x.copy_to_host().tolist() == [120.0] * 16 + [376.0] * 16
