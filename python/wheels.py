"""Builds the wheels of all platforms, or of those that are named, into a folder.

    python wheels.py [-version v1.2.0] [-o DIR] [host | linux/amd64 ...]

host is the platform of this machine. The same source, version, Go and hatchling give the same bytes. Needs hatchling
and Go.
"""

import argparse
import os
import pathlib
import subprocess
import sys

import hatch_build

HERE = pathlib.Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-version", default=hatch_build.version())
    parser.add_argument("-o", default=HERE / "dist", metavar="DIR")
    parser.add_argument("platforms", nargs="*", default=list(hatch_build.TAGS))
    args = parser.parse_args()
    for platform in args.platforms:
        # Times of files in the wheel: hatchling takes them from SOURCE_DATE_EPOCH, here the earliest that a zip holds.
        environment = os.environ | {
            "SHFLGEN_VERSION": args.version, "SOURCE_DATE_EPOCH": "315532800",
            "SHFLGEN_PLATFORM": "" if platform == "host" else platform,
        }  # fmt: skip
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", os.path.abspath(args.o)]
        subprocess.run(command, cwd=HERE, env=environment, check=True)


if __name__ == "__main__":
    main()
