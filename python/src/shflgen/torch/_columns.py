"""Launches kernels of columns on tensors."""

import torch

from shflgen.torch import _rows


def launch(flags: dict[str, object], matrices: dict[str, torch.Tensor], out: torch.Tensor, **of_rows) -> None:
    """Launches col-reduce on the current stream of the first matrix's device.

    matrices are tensors of one shape, whose rows are their last dimension, by the names of the kernel's parameters. out
    has an element a column, and of_rows are tensors with an element a row.
    """
    first = next(iter(matrices.values()))
    device, cols = first.device.index, first.shape[-1]
    rows = first.numel() // cols
    run = _rows.kernel((("pattern", "col-reduce"), *flags.items()), device, _rows._capability(device))
    inputs = {name: x.contiguous() for name, x in (matrices | of_rows).items()}
    tiles = run.launch.tiles(cols)
    workspace = torch.empty(tiles, run.launch.tile_bytes // 4, dtype=torch.int32, device=first.device)
    if run.launch.blocks(rows, cols) > tiles:
        workspace[:, 0].zero_()
    addresses = {name: x.data_ptr() for name, x in (inputs | {"out": out, "workspace": workspace}).items()}
    run(_rows._stream(device), rows, cols=cols, **addresses)
