"""Emitted kernels as kernels of CuPy. Needs cupy."""

import cupy

from shflgen._generate import Generated, generate
from shflgen._gpu import library
from shflgen._launch import Launch

_SCALARS = {
    "float": cupy.float32, "double": cupy.float64, "int": cupy.int32, "unsigned": cupy.uint32, "long long": cupy.int64,
    "unsigned long long": cupy.uint64,
}  # fmt: skip


class Kernel:
    """An emitted kernel, compiled by NVRTC when it is first launched.

    generated: the text, the name and the launch. raw: a cupy.RawKernel.
    """

    def __init__(self, generated: Generated) -> None:
        self.generated = generated
        options = ("--std=c++17", *(f"-I{folder}" for folder in library.includes()))
        self.raw = cupy.RawModule(code=generated.text, options=options).get_function(generated.name)

    @property
    def launch(self) -> Launch:
        """The threads of a block, the number of blocks for a number of rows, and the arguments."""
        return self.generated.launch

    def __call__(self, rows: int, **named) -> None:
        """Launches a kernel of rows on CuPy's current stream, with its arguments by the names of its signature.

        An array of two dimensions, each row contiguous, also gives the distance of its rows: pitch of in, else
        NAME_pitch. ValueError: the kernel is not one of rows, or a row is not contiguous.
        """
        if rows == 0:
            return
        values = {"rows": rows}
        for name, value in named.items():
            values[name] = value
            if isinstance(value, cupy.ndarray) and value.ndim == 2:
                if value.shape[1] > 1 and value.strides[1] != value.itemsize:
                    raise ValueError(f"{name}: found rows with {value.strides[1]} bytes a step; want contiguous rows")
                values["pitch" if name == "in" else name + "_pitch"] = value.strides[0] // value.itemsize
        arguments = tuple(
            values[a.name] if a.pointer else _SCALARS[a.type](values[a.name]) for a in self.launch.arguments
        )
        self.raw((self.launch.blocks(rows),), (self.launch.threads,), arguments)


def kernel(**flags) -> Kernel:
    """The kernel of the flags of shflgen.generate, for the current device.

    ValueError: the flags make no kernel, but a function.
    """
    capability = int(cupy.cuda.Device().compute_capability)
    if "arch" not in flags:
        flags["arch"] = f"sm_{max(arch for arch in (70, 80, 90, 100) if arch <= capability)}"
    generated = generate(**flags)
    if generated.launch is None:
        raise ValueError(f"{generated.name} is a function, which kernels call; want the flags of a kernel")
    return Kernel(generated)
