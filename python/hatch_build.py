"""Hooks of the build backend: the version of the package, and the command that a wheel carries.

Environment:
    SHFLGEN_VERSION   version of the package and of the command, such as 1.2.0 (default 0.0.0.dev0)
    SHFLGEN_PLATFORM  target as GOOS/GOARCH, such as linux/arm64 (default: this machine)
    SHFLGEN_COMMAND   path of a statically linked command of that target, which is carried instead of a new one
"""

import os
import pathlib
import subprocess
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# Platform tags of each target. The command is statically linked: it runs with glibc and with musl. macOS 12 is the
# oldest release that Go's current toolchain supports.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
}


def version() -> str:
    return os.environ.get("SHFLGEN_VERSION", "0.0.0.dev0").removeprefix("v")


def go(root: pathlib.Path, *args: str, **environment: str) -> str:
    """Runs the go command in the module's root and returns its output."""
    return subprocess.run(
        ["go", *args], cwd=root, env=os.environ | environment, check=True, text=True, stdout=subprocess.PIPE
    ).stdout.strip()


class VersionHook(MetadataHookInterface):
    """Sets the version."""

    def update(self, metadata: dict) -> None:
        metadata["version"] = version()


class CommandHook(BuildHookInterface):
    """Compiles the command and adds it to the scripts of the wheel."""

    def initialize(self, _version: str, build_data: dict) -> None:
        module = pathlib.Path(self.root).parent
        platform = os.environ.get("SHFLGEN_PLATFORM") or "/".join(go(module, "env", "GOHOSTOS", "GOHOSTARCH").split())
        if platform not in TAGS:
            raise ValueError(f"SHFLGEN_PLATFORM={platform}: want one of {', '.join(TAGS)}")
        self.folder = tempfile.TemporaryDirectory(prefix="shflgen-wheel-")
        binary = os.environ.get("SHFLGEN_COMMAND") or compiled(module, platform, self.folder.name)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[platform]}"
        build_data["shared_scripts"][binary] = "shflgen.exe" if platform.startswith("windows") else "shflgen"

    def finalize(self, _version: str, _build_data: dict, _artifact: str) -> None:
        self.folder.cleanup()


def compiled(module: pathlib.Path, platform: str, folder: str) -> str:
    """The path of the command, compiled for a platform. Neither the folder nor the state of a checkout is in it."""
    goos, goarch = platform.split("/")
    binary = os.path.join(folder, "shflgen")
    go(
        module, "build", "-trimpath", "-buildvcs=false", f"-ldflags=-s -w -buildid= -X main.released=v{version()}",
        "-o", binary, "./cmd/shflgen",
        CGO_ENABLED="0", GOFLAGS="", GOWORK="off", GOOS=goos, GOARCH=goarch, GOAMD64="v1", GOARM64="v8.0",
    )  # fmt: skip
    return binary
