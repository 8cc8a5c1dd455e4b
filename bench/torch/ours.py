"""Emitted kernels of rows: made by shflgen, compiled by nvcc, launched as the comment above each kernel says."""

import pathlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import cupy
import torch

# The line of a kernel's comment that says how it is launched: name<<<blocks, threads>>>(arguments).
LAUNCH = re.compile(r"^// Launch: .*?(\w+)<<<(.+), (\d+)>>>\((.*)\)\.$", re.M)


class Kernel:
    """One emitted kernel. A call takes its arguments by the names that its signature has."""

    def __init__(self, source: pathlib.Path):
        self.source = source
        name, blocks, threads, arguments = LAUNCH.search(source.read_text()).groups()
        self.name, self.threads, self.arguments = name, int(threads), arguments.split(", ")
        self.blocks = compile(blocks.replace("/", "//"), str(source), "eval")
        self.function = None

    def build(self, arch: str) -> None:
        cubin = self.source.with_suffix(".cubin")
        subprocess.run(["nvcc", f"-arch={arch}", "-cubin", "-o", cubin, self.source], check=True)

    def load(self) -> None:
        self.function = cupy.RawModule(path=str(self.source.with_suffix(".cubin"))).get_function(self.name)

    def __call__(self, rows: int, **named) -> None:
        values = {"rows": cupy.int64(rows)}
        for name, value in named.items():
            if isinstance(value, torch.Tensor):
                values[name] = value.data_ptr()
                values[name + "_pitch"] = cupy.int64(value.stride(0))
            else:
                values[name] = cupy.float32(value)
        values["pitch"] = values.get("in_pitch")
        arguments = tuple(values[name] for name in self.arguments)
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self.function((eval(self.blocks, {"rows": rows}),), (self.threads,), arguments)


def kernels(shflgen: str, folder: pathlib.Path, flags: list[list[str]], arch: str) -> list[Kernel]:
    """The kernels of these command lines, made in a folder and compiled side by side."""
    folder.mkdir(parents=True, exist_ok=True)

    def make(line: list[str]) -> Kernel:
        source = folder / (re.sub(r"\W+", "_", " ".join(line)).strip("_") + ".cu")
        if not source.exists():
            subprocess.run([shflgen, *line, "-o", source], check=True)
        kernel = Kernel(source)
        kernel.build(arch)
        return kernel

    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(make, flags))
    for kernel in made:
        kernel.load()
    return made
