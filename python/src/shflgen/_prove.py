"""prove: verdicts of the command as objects."""

import dataclasses
import json
import os
import pathlib
import tempfile

from shflgen import _command
from shflgen._generate import Generated


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The verdict on one function. docs/ci.md describes the fields.

    verdict is "proved", "shown for listed lengths", "refuted", "not proved", "refused" or "left out".
    fields holds all fields of the command's output, with counterexample, builds, limits and others.
    """

    file: str
    function: str
    spec: str
    verdict: str
    why: str
    fields: dict = dataclasses.field(repr=False)

    @property
    def proved(self) -> bool:
        """Whether the function is proved for all masks and inputs."""
        return self.verdict == "proved"


class Report(tuple):
    """The verdicts of a call of prove, in the order of the files. It is true if all functions are proved."""

    @property
    def proved(self) -> bool:
        """Whether there are verdicts, and all are "proved"."""
        return len(self) > 0 and all(verdict.proved for verdict in self)

    def __bool__(self) -> bool:
        return self.proved


def prove(source: "Generated | str | os.PathLike", *, spec: str | None = None, lang: str = "cuda", **flags) -> Report:
    """Proves that functions compute what their file's header, or spec, says, for every mask and every input.

    source is the path of a file or a folder, a Generated, or a text: a str of several lines, whose language lang
    names. spec holds the flags that say what the function computes, such as "-pattern reduce -width 16". The other
    arguments are the flags of shflgen prove: compiler, arch, timeout, lengths, call, ...

    CUDA needs clang 19 or newer, or nvcc. A refuted or refused function is a verdict. Raises ShflgenError if a file
    cannot be read or a flag is not accepted.
    """
    if isinstance(source, Generated):
        source, lang = source.text, source.lang
    if isinstance(source, str) and "\n" in source:
        with tempfile.TemporaryDirectory(prefix="shflgen-") as folder:
            path = pathlib.Path(folder) / ("source.go" if lang == "go" else "source.cu")
            path.write_text(source, encoding="utf-8")
            return prove(path, spec=spec, **flags)
    done = _command.run(["prove", "-json", *_command.flags({"spec": spec, **flags}), os.fspath(source)])
    verdicts = []
    for line in done.stdout.splitlines():
        fields = json.loads(line)
        if "error" in fields:
            raise _command.ShflgenError(fields["error"])
        texts = (fields.get(name, "") for name in ("file", "function", "spec", "verdict", "why"))
        verdicts.append(Verdict(*texts, fields))
    if done.returncode not in (0, 1) or not verdicts:
        raise _command.ShflgenError(_command.message(done))
    return Report(verdicts)
