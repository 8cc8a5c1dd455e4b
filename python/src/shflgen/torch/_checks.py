"""Checks of arguments. Errors name the function, the argument, what was found and what is accepted."""

import torch

from shflgen.torch._rows import NAMES

MOST_COLUMNS = 2**24
FIRST = "the first argument"

FLOATS = (torch.float32, torch.float16, torch.bfloat16)
SUMS = (*FLOATS, torch.float64, torch.int32, torch.int64)
ORDERED = tuple(NAMES)


def rows(function: str, name: str, x: torch.Tensor, dtypes: tuple[torch.dtype, ...]) -> None:
    """Checks the tensor of rows. Raises TypeError of a type, ValueError of a device or a shape."""
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"{function}: {name}: found {type(x).__name__}; want a tensor")
    if x.device.type != "cuda":
        raise ValueError(f"{function}: {name}: found a tensor on {x.device}; CUDA is needed: want one on a CUDA device")
    if x.dtype not in dtypes:
        raise TypeError(f"{function}: {name}: found {x.dtype}; accepted are {', '.join(map(str, dtypes))}")
    if x.dim() == 0:
        raise ValueError(
            f"{function}: {name}: found a tensor without dimensions; want at least one, that of the columns"
        )
    if not 1 <= x.shape[-1] <= MOST_COLUMNS:
        raise ValueError(f"{function}: {name}: found {x.shape[-1]} columns; accepted are 1 to {MOST_COLUMNS}")


def same(function: str, name: str, y: torch.Tensor, x: torch.Tensor) -> None:
    """Checks a second tensor of rows, which has the device, the type and the shape of the first."""
    _alike(function, name, y, x)
    if y.shape != x.shape:
        raise ValueError(f"{function}: {name}: found shape {tuple(y.shape)}; want {tuple(x.shape)}, that of {FIRST}")


def vector(function: str, name: str, y: torch.Tensor, x: torch.Tensor) -> None:
    """Checks a tensor with an element a column, which has the device and the type of the rows."""
    _alike(function, name, y, x)
    if y.shape != x.shape[-1:]:
        columns = tuple(x.shape[-1:])
        raise ValueError(f"{function}: {name}: found shape {tuple(y.shape)}; want {columns}, an element a column")


def labels(function: str, name: str, y: torch.Tensor, x: torch.Tensor) -> None:
    """Checks a tensor with the number of a column a row, which has the device of the rows."""
    if not isinstance(y, torch.Tensor):
        raise TypeError(f"{function}: {name}: found {type(y).__name__}; want a tensor")
    if y.device != x.device:
        raise ValueError(f"{function}: {name}: found a tensor on {y.device}; want {x.device}, that of {FIRST}")
    if y.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"{function}: {name}: found {y.dtype}; accepted are torch.int32, torch.int64")
    if y.shape != x.shape[:-1]:
        each = tuple(x.shape[:-1])
        raise ValueError(f"{function}: {name}: found shape {tuple(y.shape)}; want {each}, a column's number a row")


def _alike(function: str, name: str, y: torch.Tensor, x: torch.Tensor) -> None:
    if not isinstance(y, torch.Tensor):
        raise TypeError(f"{function}: {name}: found {type(y).__name__}; want a tensor")
    if y.device != x.device:
        raise ValueError(f"{function}: {name}: found a tensor on {y.device}; want {x.device}, that of {FIRST}")
    if y.dtype != x.dtype:
        raise TypeError(f"{function}: {name}: found {y.dtype}; want {x.dtype}, that of {FIRST}")
