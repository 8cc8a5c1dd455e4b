"""Compiling and keeping kernels: needs NVRTC, no GPU."""

import subprocess
import sys

import pytest

from shflgen import generate
from shflgen._gpu import cache, kernel
from shflgen._gpu.compiler import compiler
from shflgen._gpu.library import CudaError


@pytest.fixture(scope="module")
def nvrtc():
    try:
        return compiler()
    except CudaError as error:
        pytest.skip(str(error))


SPECS = [
    {"pattern": "row-apply", "f": "softmax", "type": "float32"},
    {"pattern": "row-apply", "f": "log-softmax", "type": "float32", "in_": "bfloat16"},
    {"pattern": "row-apply", "f": "residual-layer-norm", "type": "float32", "in_": "float16"},
    {"pattern": "row-reduce", "op": "sum", "type": "float64"},
    {"pattern": "row-reduce", "op": "sum", "map": "product", "type": "float32", "in_": "float16"},
    {"pattern": "row-reduce", "op": "argmax", "type": "int8"},
]


@pytest.mark.parametrize("spec", SPECS)
def test_compiles(nvrtc, spec):
    for columns, capability in ((7, 80), (50257, 90), (1000, 120)):
        assert kernel.build(generate(arch=kernel.arch(capability), cols=columns, **spec), capability)[:4] == b"\x7fELF"


def test_targets(nvrtc):
    assert nvrtc.target(90) == "sm_90"
    assert nvrtc.target(999) == f"compute_{max(nvrtc.architectures())}"
    text = generate(**SPECS[0], cols=7).text
    assert b".target sm_" in nvrtc.compile(text, nvrtc.target(999))
    with pytest.raises(CudaError, match="the GPU is sm_20"):
        nvrtc.target(20)


def test_errors_have_the_log(nvrtc):
    with pytest.raises(CudaError, match=r"(?s)NVRTC \d+\.\d+: shflgen.cu\(1\): error: .*nonsense"):
        nvrtc.compile("nonsense", "sm_90")


def test_architectures():
    assert [kernel.arch(n) for n in (70, 75, 86, 89, 90, 100, 121)] == [
        "sm_70", "sm_70", "sm_80", "sm_80", "sm_90", "sm_100", "sm_100",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="the GPU is sm_61"):
        kernel.arch(61)


def test_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SHFLGEN_KERNELS", str(tmp_path / "kernels"))
    made = []

    def make():
        made.append(1)
        return b"binary %d" % len(made)

    assert cache.binary("text", "sm_90", (13, 0), make) == b"binary 1"
    assert cache.binary("text", "sm_90", (13, 0), make) == b"binary 1"
    for other in (("text ", "sm_90", (13, 0)), ("text", "sm_100", (13, 0)), ("text", "sm_90", (13, 1))):
        assert cache.binary(*other, make) == b"binary %d" % len(made)
    assert len(made) == 4 and len(list(cache.folder().iterdir())) == 4
    for path in cache.folder().iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    assert cache.binary("text", "sm_90", (13, 0), make) == b"binary 5"
    monkeypatch.setenv("SHFLGEN_KERNELS", "off")
    assert cache.binary("text", "sm_90", (13, 0), make) == b"binary 6"


def test_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SHFLGEN_KERNELS", str(tmp_path / "file" / "kernels"))
    assert cache.binary("text", "sm_90", (13, 0), lambda: b"binary") == b"binary"


def test_the_package_imports_nothing():
    """import shflgen loads neither PyTorch nor CUDA."""
    code = "import shflgen, sys; sys.exit(not {'torch', 'cupy', 'numba', 'ctypes'}.isdisjoint(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_numba_wrapper(nvrtc):
    """The text that Numba links has the emitted function behind Numba's own calling convention."""
    pytest.importorskip("numba.cuda", reason="no Numba is installed")
    from shflgen import numba

    for flags in ({"pattern": "reduce", "type": "float32"}, {"pattern": "block-reduce", "block": 64}):
        generated = generate(**flags)
        assert nvrtc.compile(numba.wrapped(generated), "sm_90")[:4] == b"\x7fELF"
        assert f"{generated.name}_numba" in numba.wrapped(generated)
    with pytest.raises(ValueError, match="want a function|want scalars"):
        numba.wrapped(generate(pattern="reduce", op="argmax"))
    with pytest.raises(ValueError, match="want a function"):
        numba.wrapped(generate(pattern="row-reduce", cols=8))
