"""The Python of docs/python.md runs. A comment above a block says where: on any machine, or with a GPU."""

import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^<!-- python: (any|gpu) -->\n```python\n(.*?)^```$", re.M | re.S)


def blocks(place):
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return [text for where, text in found if where == place]


def test_every_block_is_marked():
    assert PAGE.read_text(encoding="utf-8").count("```python") == len(blocks("any")) + len(blocks("gpu")) == 4


@pytest.mark.parametrize("text", blocks("any"))
def test_blocks(text):
    exec(compile(text, str(PAGE), "exec"), {})


@pytest.mark.gpu
@pytest.mark.parametrize("text", blocks("gpu"))
def test_gpu_blocks(text):
    for package in ("torch", "cupy", "numba"):
        if f"import {package}" in text or f"from {package}" in text:
            pytest.importorskip(package)
    exec(compile(text, str(PAGE), "exec"), {})
