"""Compiled kernels on disk.

A kernel's file is named after a hash of all that its bytes depend on: the emitted text, which names the command's
flags; the target; and NVRTC's version. So another text of a new shflgen, another GPU and another spec have files of
their own.
The folder is $SHFLGEN_KERNELS, else shflgen/kernels in the folder of the user's caches; "off" keeps none.
"""

import hashlib
import os
import pathlib
import sys
import tempfile
from collections.abc import Callable


def folder() -> pathlib.Path | None:
    """The folder of compiled kernels; None if none are kept."""
    if named := os.environ.get("SHFLGEN_KERNELS"):
        return None if named == "off" else pathlib.Path(named)
    try:
        home = pathlib.Path.home()
    except RuntimeError:  # a user without a home
        return None
    if sys.platform == "win32":
        caches = pathlib.Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        caches = home / "Library" / "Caches"
    else:
        caches = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return caches / "shflgen" / "kernels"


def binary(text: str, target: str, version: tuple[int, int], make: Callable[[], bytes]) -> bytes:
    """The binary of a text: that of the cache, or what make returns, which is then kept.

    A file that does not have the hash that it begins with is made again. If the folder cannot be written to, nothing
    is kept.
    """
    kept = folder()
    if kept is None:
        return make()
    key = hashlib.sha256("\0".join((text, target, *map(str, version))).encode()).hexdigest()
    path = kept / f"{key}-{target}"
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            return data[32:]
    except OSError:
        pass
    made = make()
    try:
        _write(path, hashlib.sha256(made).digest() + made)
    except OSError:
        pass
    return made


def _write(path: pathlib.Path, data: bytes) -> None:
    """Writes a file completely or not at all: processes of one user may write it at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
