"""What the tests of the command line share."""

import pytest

from sarrus.cli import main


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.delenv("SARRUS_DEBUG", raising=False)

    def call(*words):
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        assert "\x1b" not in said.out + said.err
        return code, said.out, said.err

    return call
