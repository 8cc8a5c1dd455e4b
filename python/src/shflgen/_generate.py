"""generate: emitted CUDA and Go as objects."""

import dataclasses
import re

from shflgen import _command
from shflgen._launch import ColumnLaunch, Launch, kernels_of, launch_of

_GUARD = re.compile(r"^#ifndef SHFLGEN_(\w+)_[0-9A-F]{8}$", re.M)
_GO = re.compile(r"^func ([A-Z]\w*)[(\[]", re.M)


@dataclasses.dataclass(frozen=True)
class Generated:
    """An emitted file.

    text: the file.
    lang: "cuda" or "go".
    flags: the flags that made it, as the command takes them.
    names: the names of its entries: kernels if it has any, else the function that the flags ask for.
    launch: how its kernel is launched; None of functions.
    """

    text: str
    lang: str
    flags: tuple[str, ...]
    names: tuple[str, ...]
    launch: Launch | ColumnLaunch | None

    @property
    def name(self) -> str:
        """The first of the names."""
        return self.names[0]


def generate(*, lang: str = "cuda", **flags) -> Generated:
    """Generates a function or a kernel, and writes no file.

    lang is "cuda" or "go". The other arguments are the flags of the command, a hyphen spelled as an underscore; one
    that is a keyword of Python ends in an underscore:

        generate(pattern="row-apply", f="softmax", cols=4096, type="float32", in_="bfloat16")

    Raises ShflgenError with the command's message if it rejects the flags.
    """
    if lang not in ("cuda", "go"):
        raise _command.ShflgenError(f"lang: found {lang!r}; accepted are 'cuda' and 'go'")
    args = _command.flags(flags)
    text = _command.output([*args, "-lang", lang, "-o", "-"])
    if lang == "go":
        return Generated(text, lang, tuple(args), tuple(_GO.findall(text)), None)
    names = kernels_of(text) or tuple(name.lower() for name in _GUARD.findall(text))
    return Generated(text, lang, tuple(args), names, launch_of(text))
