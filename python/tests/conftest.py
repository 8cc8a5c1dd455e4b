"""What all tests of the installed package share: a cache of kernels, and whether there are PyTorch and a GPU."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def kernels(tmp_path_factory):
    """An empty folder of compiled kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHFLGEN_KERNELS", str(tmp_path_factory.mktemp("kernels")))
        yield


def pytest_collection_modifyitems(items):
    """GPU tests are skipped without a GPU, with the reason."""
    reason = _no_gpu() if any(item.get_closest_marker("gpu") for item in items) else None
    for item in items:
        if reason and item.get_closest_marker("gpu"):
            item.add_marker(pytest.mark.skip(reason=reason))


def _no_gpu() -> str | None:
    try:
        import torch
    except ImportError:
        return "no PyTorch is installed"
    return None if torch.cuda.is_available() else "there is no CUDA GPU"


def pytest_terminal_summary(terminalreporter):
    """The greatest errors that GPU tests have seen."""
    try:
        import measure
    except ImportError:
        return
    if measure.seen:
        terminalreporter.section("greatest errors in ulp: ours, PyTorch's")
        for line in measure.table():
            terminalreporter.write_line(line)
