"""The command shflgen: where it is, and how its flags are spelled from Python."""

import functools
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig


class ShflgenError(RuntimeError):
    """The command failed or is missing. The text is the command's message."""


@functools.cache
def executable() -> pathlib.Path:
    """The path of the command: $SHFLGEN if set, else the one that this package installed, else that of PATH."""
    if named := os.environ.get("SHFLGEN"):
        return pathlib.Path(named)
    name = "shflgen.exe" if sys.platform == "win32" else "shflgen"
    user = sysconfig.get_preferred_scheme("user")
    folders = [
        pathlib.Path(__file__).parents[1] / "bin",  # of pip install --target
        pathlib.Path(sysconfig.get_path("scripts")),
        pathlib.Path(sysconfig.get_path("scripts", scheme=user)),
    ]
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    if found := shutil.which(name):
        return pathlib.Path(found)
    looked = ", ".join(map(str, folders))
    raise ShflgenError(f"{name} is not in {looked} or on the PATH; set SHFLGEN to its path")


def run(args: list[str]) -> subprocess.CompletedProcess:
    """Runs the command and returns its exit status and output, whatever the status is."""
    try:
        return subprocess.run([str(executable()), *args], capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise ShflgenError(f"{executable()}: {error.strerror}") from error


def output(args: list[str]) -> str:
    """The output of the command. Raises ShflgenError with its message if it fails."""
    done = run(args)
    if done.returncode != 0:
        raise ShflgenError(message(done))
    return done.stdout


def message(done: subprocess.CompletedProcess) -> str:
    """The message of a command that failed, without the command's name before each line."""
    lines = [line.removeprefix("shflgen: ") for line in done.stderr.strip().splitlines()]
    return "\n".join(lines) or f"shflgen: exit status {done.returncode}"


def version() -> str:
    """The version of the command, such as v1.2.0."""
    return output(["version"]).split()[1]


def flags(named: dict) -> list[str]:
    """Flags of the command from keyword arguments.

    An underscore stands for a hyphen, and one at the end is dropped: in_="bfloat16" is -in bfloat16. True is a flag
    without a value; None and False leave the flag out; a list or a tuple is joined by commas.
    """
    args = []
    for name, value in named.items():
        flag = "-" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            args.append(flag)
        elif isinstance(value, (list, tuple)):
            args += [flag, ",".join(map(str, value))]
        else:
            args += [flag, str(value)]
    return args
