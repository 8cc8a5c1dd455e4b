"""Emitted warp functions as device functions of Numba. Needs numba-cuda."""

import dataclasses
import re

import numba
from numba import cuda

from shflgen._generate import Generated, generate

_TYPES = {
    "int": numba.int32, "unsigned": numba.uint32, "long long": numba.int64, "unsigned long long": numba.uint64,
    "float": numba.float32, "double": numba.float64, "short": numba.int16, "unsigned short": numba.uint16,
    "signed char": numba.int8, "unsigned char": numba.uint8, "bool": numba.boolean,
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Function:
    """An emitted function for kernels of Numba.

    generated: the text. source: what @cuda.jit(link=[source]) links. device: what the kernel calls, with the
    arguments of the emitted function.
    """

    generated: Generated
    source: cuda.CUSource
    device: object


def function(**flags) -> Function:
    """The function of the flags of shflgen.generate.

    Arguments and result are scalars of 8 to 64 bits. ValueError: the flags make a kernel, or a function with pointers
    or arrays.
    """
    generated = generate(**flags)
    kind, parameters = _signature(generated)
    name = generated.name + "_numba"
    signature = _TYPES[kind](*(_TYPES[parameter] for parameter in parameters))
    source = cuda.CUSource(wrapped(generated), name=name + ".cu")
    return Function(generated, source, cuda.declare_device(name, signature))


def wrapped(generated: Generated) -> str:
    """The text, and a function that calls the emitted one as Numba calls: the result through a pointer, status 0."""
    kind, parameters = _signature(generated)
    declared = ", ".join(f"{parameter} a{i}" for i, parameter in enumerate(parameters))
    passed = ", ".join(f"a{i}" for i in range(len(parameters)))
    return generated.text + (
        f'\nextern "C" __device__ int {generated.name}_numba({kind} *result, {declared})\n'
        f"{{\n    *result = {generated.name}({passed});\n    return 0;\n}}\n"
    )


def _signature(generated: Generated) -> tuple[str, list[str]]:
    """The types of the result and of the parameters of the emitted function."""
    found = re.search(rf"__device__ (?:__forceinline__ )?([\w ]+) {generated.name}\(([^()]*)\)\n", generated.text)
    if found is None:
        raise ValueError(f"{generated.name}: want a function whose arguments and result are scalars")
    kind, parameters = found[1], [" ".join(words.replace("*", "* ").split()[:-1]) for words in found[2].split(", ")]
    if not all(name in _TYPES for name in (kind, *parameters)):
        raise ValueError(f"{generated.name}: found {kind}({', '.join(parameters)}); want scalars of 8 to 64 bits")
    return kind, parameters
