"""An emitted kernel on a device: generated, compiled, loaded and launched."""

import ctypes
import functools

from shflgen._generate import Generated, generate
from shflgen._gpu import cache
from shflgen._gpu.compiler import compiler
from shflgen._gpu.driver import driver
from shflgen._gpu.library import CudaError

_SCALARS = {
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "int": ctypes.c_int,
    "unsigned": ctypes.c_uint,
    "long long": ctypes.c_longlong,
    "unsigned long long": ctypes.c_ulonglong,
}
# The architectures that -arch distinguishes.
_ARCHITECTURES = (100, 90, 80, 70)
_MOST_BLOCKS = 2**31 - 1


class Kernel:
    """A kernel of rows or columns, loaded on one device."""

    def __init__(self, generated: Generated, device: int, capability: int) -> None:
        self.launch = generated.launch
        self._driver = driver(device)
        self._function = self._driver.function(build(generated, capability), generated.name)
        self._types = [
            ctypes.c_void_p if argument.pointer else _SCALARS[argument.type] for argument in self.launch.arguments
        ]
        self._names = [argument.name for argument in self.launch.arguments]

    def __call__(self, stream: int, rows: int, **named) -> None:
        """Launches the kernel for some rows, with its other arguments by their names; pointers are addresses.

        A kernel of rows takes at least one.
        """
        blocks = self.launch.blocks(rows, named.get("cols"))
        if blocks > _MOST_BLOCKS:
            raise CudaError(f"{rows} rows take {blocks} blocks; a launch has at most {_MOST_BLOCKS}")
        named["rows"] = rows
        values = [kind(named[name]) for kind, name in zip(self._types, self._names, strict=True)]
        self._driver.launch(self._function, blocks, self.launch.threads, stream, values)


def build(generated: Generated, capability: int) -> bytes:
    """The binary of an emitted text for a GPU, from the cache or by NVRTC."""
    nvrtc = compiler()
    target = nvrtc.target(capability)
    return cache.binary(generated.text, target, nvrtc.version, lambda: nvrtc.compile(generated.text, target))


def arch(capability: int) -> str:
    """The flag -arch for a GPU of a compute capability. ValueError: it is older than sm_70."""
    for known in _ARCHITECTURES:
        if capability >= known:
            return f"sm_{known}"
    raise ValueError(f"the GPU is sm_{capability}; emitted kernels need sm_70 or newer")


@functools.cache
def kernel(flags: tuple[tuple[str, object], ...], device: int, capability: int) -> Kernel:
    """The kernel of a spec on a device. The first call in a process takes milliseconds, or a second to compile."""
    return Kernel(generate(arch=arch(capability), **dict(flags)), device, capability)
