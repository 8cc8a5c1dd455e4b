"""Loads and launches kernels by the CUDA driver, in the context that PyTorch uses of each device."""

import contextlib
import ctypes
import functools

from shflgen._gpu import library
from shflgen._gpu.library import CudaError

_RELAXED = 2  # CU_STREAM_CAPTURE_MODE_RELAXED


class Driver:
    """The driver and the primary context of one device, by its number among the visible devices."""

    def __init__(self, device: int) -> None:
        self._cuda = library.driver()
        self._context = ctypes.c_void_p()
        handle = ctypes.c_int()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(handle), device)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), handle)

    def function(self, binary: bytes, name: str) -> ctypes.c_void_p:
        """A kernel of a binary, loaded for as long as the process runs. Allowed while a stream is captured."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        with self._current(), self._relaxed():
            self._call("cuModuleLoadData", ctypes.byref(module), binary)
            self._call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return function

    def launch(self, function: ctypes.c_void_p, blocks: int, threads: int, stream: int, values: list) -> None:
        """Launches a kernel on a stream with arguments of ctypes' types, and does not wait."""
        addresses = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        with self._current():
            self._call(
                "cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, 0, ctypes.c_void_p(stream), addresses, None
            )

    @contextlib.contextmanager
    def _current(self):
        """Makes the device's context that of this thread. Threads of PyTorch's autograd start without one."""
        self._call("cuCtxPushCurrent_v2", self._context)
        try:
            yield
        finally:
            self._call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    @contextlib.contextmanager
    def _relaxed(self):
        """Lets this thread load modules while one of its streams is captured into a CUDA graph."""
        mode = ctypes.c_int(_RELAXED)
        self._call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
        try:
            yield
        finally:
            self._call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))

    def _call(self, name: str, *args) -> None:
        code = getattr(self._cuda, name)(*args)
        if code != 0:
            text = ctypes.c_char_p()
            self._cuda.cuGetErrorString(code, ctypes.byref(text))
            raise CudaError(f"{name}: {(text.value or b'error').decode()} ({code})")


@functools.cache
def driver(device: int) -> Driver:
    """The driver for a device, opened at the first call."""
    return Driver(device)
