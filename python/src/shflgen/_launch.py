"""How an emitted kernel is launched, as the comment above it and its signature say."""

import dataclasses
import re

# // Launch: a block of 256 threads for 8 rows, NAME<<<(rows + 7) / 8, 256>>>(in, pitch, out, out_pitch, rows).
_LAUNCH = re.compile(r"^// Launch: .*?(\w+)<<<([^,]+), (\d+)>>>\(([^)]*)\)", re.M)
# // Launch: at least tiles * chunks blocks of 256 threads, where tiles = ceil(cols / 128) and chunks =
# // max(1, ceil(rows / size)) with size = 64 * max(4, min(16, ceil(rows / 512)), ceil(rows / 4096)). More
# // blocks have nothing to do.
# // workspace: tiles * 65664 bytes of global memory, …
_COLUMNS = re.compile(
    r"^// Launch: at least tiles \* chunks blocks of (\d+) threads, where tiles = ceil\(cols / (\d+)\).*\n"
    r"// .* with size = (\d+) \* max\((\d+), min\((\d+), ceil\(rows / (\d+)\)\), ceil\(rows / (\d+)\)\)\..*\n"
    r"// blocks have nothing to do\.\n// workspace: tiles \* (\d+) bytes", re.M,
)  # fmt: skip
_KERNEL = re.compile(r'^extern "C" __global__[^{]*?\b(\w+)\(([^(){}]*)\)\s*\{', re.M)
_SHARED = re.compile(r"^\(rows \+ (\d+)\) / (\d+)$")
_CLUSTER = re.compile(r"^rows \* (\d+)$")


@dataclasses.dataclass(frozen=True)
class Argument:
    """A parameter of a kernel.

    type is that of CUDA C++ without qualifiers: "float", "long long"; of a pointer, that of its elements.
    """

    name: str
    type: str
    pointer: bool


@dataclasses.dataclass(frozen=True)
class Launch:
    """The launch of a kernel.

    threads: threads of a block.
    arguments: the kernel's parameters, in order.
    rows_per_block, blocks_per_row: of a kernel of rows; one of them is 1. Of other kernels both are 0: the comment
    above the kernel says how many blocks it takes.
    """

    name: str
    threads: int
    arguments: tuple[Argument, ...]
    rows_per_block: int
    blocks_per_row: int

    def blocks(self, rows: int, cols: int | None = None) -> int:
        """The number of blocks for a number of rows. ValueError: the kernel is not one of rows."""
        if not self.rows_per_block:
            raise ValueError(f"{self.name} is not a kernel of rows; the comment above it says how many blocks it takes")
        return -(-rows // self.rows_per_block) * self.blocks_per_row


@dataclasses.dataclass(frozen=True)
class ColumnLaunch:
    """The launch of a kernel of columns.

    threads, arguments: as those of Launch.
    tile: columns of a block.
    round, least, most: rows of a round, and the rounds of a chunk.
    few, chunks: rows that so many chunks have in rounds of one.
    tile_bytes: bytes of the workspace of a tile, of which the first 4 are zero.
    """

    name: str
    threads: int
    arguments: tuple[Argument, ...]
    tile: int
    round: int
    least: int
    most: int
    few: int
    chunks: int
    tile_bytes: int

    def tiles(self, cols: int) -> int:
        """The number of tiles of a number of columns."""
        return -(-cols // self.tile)

    def blocks(self, rows: int, cols: int) -> int:
        """The number of blocks for a number of rows and columns: the tiles where the workspace is not used."""
        size = self.round * max(self.least, min(self.most, -(-rows // self.few)), -(-rows // self.chunks))
        return self.tiles(cols) * max(1, -(-rows // size))


def launch_of(text: str) -> Launch | ColumnLaunch | None:
    """The launch of the first kernel of a CUDA text; None if it has none."""
    kernels = {kernel.group(1): kernel.group(2) for kernel in _KERNEL.finditer(text)}
    if columns := _COLUMNS.search(text):
        (name, parameters), *_ = kernels.items()
        threads, *numbers = map(int, columns.groups())
        return ColumnLaunch(name, threads, tuple(map(_argument, parameters.split(", "))), *numbers)
    found = _LAUNCH.search(text)
    if found is None:
        return None
    name, blocks, threads, _ = found.groups()
    parameters = kernels[name]
    rows_per_block, blocks_per_row = 0, 0
    if blocks == "rows":
        rows_per_block, blocks_per_row = 1, 1
    elif shared := _SHARED.match(blocks):
        rows_per_block, blocks_per_row = int(shared.group(2)), 1
    elif cluster := _CLUSTER.match(blocks):
        rows_per_block, blocks_per_row = 1, int(cluster.group(1))
    arguments = tuple(map(_argument, parameters.split(", ")))
    return Launch(name, int(threads), arguments, rows_per_block, blocks_per_row)


def kernels_of(text: str) -> tuple[str, ...]:
    """The names of the kernels of a CUDA text."""
    return tuple(kernel.group(1) for kernel in _KERNEL.finditer(text))


def _argument(text: str) -> Argument:
    words = text.replace("*", " * ").split()
    kind = " ".join(word for word in words[:-1] if word not in ("const", "*", "__restrict__"))
    return Argument(words[-1], kind, "*" in words)
