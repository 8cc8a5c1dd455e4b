"""Compiles CUDA C++ by NVRTC."""

import ctypes
import functools

from shflgen._gpu import library
from shflgen._gpu.library import CudaError


class Compiler:
    """NVRTC of one version."""

    def __init__(self) -> None:
        self._nvrtc = library.nvrtc()
        self._nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._call("nvrtcVersion", ctypes.byref(major), ctypes.byref(minor))
        self.version = (major.value, minor.value)
        self.name = f"NVRTC {major.value}.{minor.value}"
        self._includes = [f"--include-path={folder}" for folder in library.includes()]

    def architectures(self) -> list[int]:
        """The architectures that it compiles for: 90 is sm_90."""
        count = ctypes.c_int()
        self._call("nvrtcGetNumSupportedArchs", ctypes.byref(count))
        values = (ctypes.c_int * count.value)()
        self._call("nvrtcGetSupportedArchs", values)
        return list(values)

    def target(self, capability: int) -> str:
        """The target for a GPU of a compute capability: its own, or PTX of the newest that NVRTC knows."""
        known = self.architectures()
        if capability in known:
            return f"sm_{capability}"
        older = [arch for arch in known if arch < capability]
        if not older:
            raise CudaError(f"{self.name} compiles for sm_{min(known)} and newer; the GPU is sm_{capability}")
        return f"compute_{max(older)}"

    def compile(self, text: str, target: str) -> bytes:
        """The binary of a text for a target of the form sm_90, or its PTX for compute_90.

        Raises CudaError with the compiler's log.
        """
        program = ctypes.c_void_p()
        self._call("nvrtcCreateProgram", ctypes.byref(program), text.encode(), b"shflgen.cu", 0, None, None)
        try:
            options = [option.encode() for option in (f"--gpu-architecture={target}", "--std=c++17", *self._includes)]
            array = (ctypes.c_char_p * len(options))(*options)
            if self._nvrtc.nvrtcCompileProgram(program, len(options), array) != 0:
                raise CudaError(self._log(program))
            kind = "CUBIN" if target.startswith("sm_") else "PTX"
            size = ctypes.c_size_t()
            self._call(f"nvrtcGet{kind}Size", program, ctypes.byref(size))
            binary = ctypes.create_string_buffer(size.value)
            self._call(f"nvrtcGet{kind}", program, binary)
            return binary.raw
        finally:
            self._nvrtc.nvrtcDestroyProgram(ctypes.byref(program))

    def _log(self, program: ctypes.c_void_p) -> str:
        size = ctypes.c_size_t()
        self._call("nvrtcGetProgramLogSize", program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        self._call("nvrtcGetProgramLog", program, log)
        text = log.value.decode(errors="replace").strip()
        if not self._includes and ("cuda_fp16.h" in text or "cuda_bf16.h" in text):
            text += "\ninstall nvidia-cuda-runtime, or set CUDA_HOME to a CUDA toolkit: half types need its headers"
        return f"{self.name}: {text}"

    def _call(self, name: str, *args) -> None:
        code = getattr(self._nvrtc, name)(*args)
        if code != 0:
            raise CudaError(f"{name}: {self._nvrtc.nvrtcGetErrorString(code).decode()}")


@functools.cache
def compiler() -> Compiler:
    """NVRTC, loaded at the first call."""
    return Compiler()
