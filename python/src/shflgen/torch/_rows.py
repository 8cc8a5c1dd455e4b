"""Launches kernels of rows on tensors."""

import functools

import torch

from shflgen._gpu.kernel import kernel

# Element types by their names in -type and -in.
NAMES = {
    torch.float32: "float32",
    torch.float16: "float16",
    torch.bfloat16: "bfloat16",
    torch.float64: "float64",
    torch.int8: "int8",
    torch.int16: "int16",
    torch.int32: "int32",
    torch.int64: "int64",
    torch.uint8: "uint8",
}
HALVES = (torch.float16, torch.bfloat16)


def accumulator(dtype: torch.dtype) -> torch.dtype:
    """The type in which elements of a type are summed: float32 of the half types, else the type itself."""
    return torch.float32 if dtype in HALVES else dtype


def matrix(x: torch.Tensor) -> torch.Tensor:
    """x as rows of its last dimension, each contiguous: a view if the strides allow it, else a copy."""
    rows = x.reshape(-1, x.shape[-1])
    return rows if rows.stride(1) == 1 or rows.shape[1] == 1 else rows.contiguous()


def wide(dtype: torch.dtype) -> dict[str, str]:
    """The flags -type and -in of a kernel that reads elements of a type and computes in its accumulator."""
    flags = {"type": NAMES[accumulator(dtype)]}
    if dtype in HALVES:
        flags["in_"] = NAMES[dtype]
    return flags


def apply(f: str, x: torch.Tensor, **arguments) -> None:
    """Launches row-apply -f on the rows of x. The other arguments are those of launch."""
    launch({"pattern": "row-apply", "f": f, **wide(x.dtype)}, {"in": x}, **arguments)


def launch(flags: dict[str, object], inputs: dict[str, torch.Tensor], **arguments) -> None:
    """Launches a kernel of rows on the current stream of the first input's device.

    inputs are tensors of rows, of one shape, by the names of the kernel's parameters. arguments are its other
    parameters: a tensor of that shape has rows, too, and the distance of its rows is passed; of others, such as a
    weight or a result a row, only the address is passed.
    """
    first = next(iter(inputs.values()))
    device, columns = first.device.index, first.shape[-1]
    rows = first.numel() // columns
    if rows == 0:
        return
    aligned = True
    values, alive = {}, []  # copies live until the launch; later work of the stream may then take their memory
    for name, value in (inputs | arguments).items():
        values[name] = value
        if isinstance(value, torch.Tensor):
            alive.append(matrix(value) if value.shape == first.shape else value)
            values[name] = alive[-1].data_ptr()
            if value.shape == first.shape:
                values[_pitch(name)] = alive[-1].stride(0)
            if value.shape[-1:] == first.shape[-1:]:
                aligned = aligned and _aligned(alive[-1])
    if aligned and not slower_aligned(flags.get("f"), "in_" in flags, columns):
        flags = flags | {"aligned": True}
    run = kernel((*flags.items(), ("cols", columns)), device, _capability(device))
    run(_stream(device), rows, **values)


def _aligned(x: torch.Tensor) -> bool:
    """Whether every row begins at a multiple of 16 bytes, as -aligned promises."""
    distance = x.stride(0) * x.element_size() if x.dim() > 1 and x.shape[0] > 1 else 0
    return x.data_ptr() % 16 == 0 and distance % 16 == 0


def slower_aligned(f: object, half: bool, columns: int) -> bool:
    """Whether -aligned makes a kernel of -f slower, where half is that it reads a half type.

    One value a row of float32 takes up to 1.16 of the time on an H200, a gradient of half types in clusters 1.28.
    """
    if half:
        return str(f).endswith("-grad") and columns > 8192
    return f in ("log-sum-exp", "cross-entropy")


@functools.cache
def _capability(device: int) -> int:
    """The compute capability of a device: 90 is sm_90."""
    major, minor = torch.cuda.get_device_capability(device)
    return 10 * major + minor


def _stream(device: int) -> int:
    """The current stream of a device, as the driver takes it."""
    return torch.cuda.current_stream(device).cuda_stream


def _pitch(name: str) -> str:
    """The name of the parameter that is the distance of a matrix's rows, in elements."""
    return "pitch" if name == "in" else name + "_pitch"
