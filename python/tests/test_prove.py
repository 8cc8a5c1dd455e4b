"""prove, its objects and its errors."""

import pytest

import shflgen


def test_an_emitted_file():
    report = shflgen.prove(shflgen.generate(pattern="reduce", width=16, lang="go"))
    assert report and report.proved
    (verdict,) = report
    assert (verdict.function, verdict.verdict, verdict.why) == ("ReduceSumInt32W16", "proved", "")
    assert verdict.spec == "-pattern reduce -width 16"
    assert verdict.fields["laws"] == ["associativity", "identity"]


def test_a_wrong_text():
    text = shflgen.generate(pattern="reduce", width=16, lang="go").text
    wrong = text.replace("a += b", "a -= b") if "a += b" in text else text.replace(" + ", " - ", 1)
    assert wrong != text
    report = shflgen.prove(wrong, lang="go")
    assert not report and not report.proved
    assert report[0].verdict == "refuted"
    assert report[0].fields["counterexample"]


def test_a_path_and_a_spec(tmp_path):
    path = tmp_path / "mine.go"
    path.write_text("package mine\n\nfunc Same(v *[32]int32) {\n}\n")
    assert shflgen.prove(path, spec="-pattern reduce -width 1 -mask full -name Same").proved
    assert not shflgen.prove(path, spec="-pattern reduce -width 2 -mask full -name Same").proved


def test_errors_are_the_commands(tmp_path):
    with pytest.raises(shflgen.ShflgenError, match="no such file"):
        shflgen.prove(tmp_path / "none.cu")
    with pytest.raises(shflgen.ShflgenError, match="-lengths some"):
        shflgen.prove(tmp_path, lengths="some")


def test_no_verdict_is_no_proof():
    assert not shflgen.prove.__globals__["Report"](())
