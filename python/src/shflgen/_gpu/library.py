"""Where the shared libraries and the headers of CUDA are."""

import ctypes
import importlib.util
import os
import pathlib
import sys

_WINDOWS = sys.platform == "win32"


class CudaError(RuntimeError):
    """A call of CUDA failed: the call, its error, and what can be done."""


def driver() -> ctypes.CDLL:
    """The CUDA driver."""
    name = "nvcuda.dll" if _WINDOWS else "libcuda.so.1"
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        raise CudaError(f"{name}: {error}; install the NVIDIA driver") from error


def nvrtc() -> ctypes.CDLL:
    """NVRTC: that of the packages that PyTorch and CuPy install, of CUDA_HOME, or of the system, in this order."""
    pattern = "nvrtc64_*.dll" if _WINDOWS else "libnvrtc.so*"
    looked = []
    for folder in _folders("bin" if _WINDOWS else "lib"):
        looked.append(str(folder))
        for path in sorted(folder.glob(pattern), reverse=True):
            if ".alt." in path.name:
                continue
            try:
                # NVRTC opens its builtins by their name alone, and finds them if they are loaded.
                for builtins in folder.glob("libnvrtc-builtins.so*"):
                    ctypes.CDLL(str(builtins))
                return ctypes.CDLL(str(path))
            except OSError:
                continue
    for name in ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so") if not _WINDOWS else ():
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise CudaError(
        f"no NVRTC ({pattern}) in {', '.join(looked) or 'any package'}; "
        "install nvidia-cuda-nvrtc, or set CUDA_HOME to a CUDA toolkit"
    )


def includes() -> list[pathlib.Path]:
    """Folders that hold cuda_fp16.h and cuda_bf16.h, which kernels of the half types include."""
    return [folder for folder in _folders("include") if (folder / "cuda_bf16.h").is_file()]


def _folders(kind: str) -> list[pathlib.Path]:
    """The folders lib, bin or include that exist in CUDA's packages and toolkits."""
    found = []
    spec = importlib.util.find_spec("nvidia")
    for root in map(pathlib.Path, (spec and spec.submodule_search_locations) or ()):
        # nvidia-cuda-nvrtc of CUDA 12 is in nvidia/cuda_nvrtc, that of CUDA 13 in nvidia/cu13.
        found += [*sorted(root.glob(f"cu[0-9]*/{kind}"), reverse=True), *sorted(root.glob(f"cuda_*/{kind}"))]
        found += sorted(root.glob(f"cu[0-9]*/{kind}/x86_64"))
    torch = importlib.util.find_spec("torch")
    if torch is not None and torch.origin and kind != "include":
        found.append(pathlib.Path(torch.origin).parent / "lib")
    for name in ("CUDA_HOME", "CUDA_PATH"):
        if name in os.environ:
            root = pathlib.Path(os.environ[name])
            found += [root / kind, root / (kind + "64")]
    found += [pathlib.Path("/usr/local/cuda") / kind, pathlib.Path("/usr/local/cuda") / (kind + "64")]
    return [folder for folder in found if folder.is_dir()]
