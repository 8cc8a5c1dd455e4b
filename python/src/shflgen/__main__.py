"""python -m shflgen: the command, with its arguments and its exit status."""

import subprocess
import sys

from shflgen._command import executable

sys.exit(subprocess.run([str(executable()), *sys.argv[1:]], check=False).returncode)
