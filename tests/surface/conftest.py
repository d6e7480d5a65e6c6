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


# The motor turns the crank; where coupler and rocker are stretched it cannot go on.
STUCK = """
sarrus: 1
plane: xy
ground: {points: {D: [1, 0]}}
bodies:
  crank: {rod: {length: 0.6, mass: 1 kg}}
  coupler: {rod: {length: 0.5, mass: 1 kg}}
  rocker: {rod: {length: 0.5, mass: 1 kg}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.end]}
  D: {revolute: [ground.D, rocker.start]}
drivers:
  motor: {motion: A.theta, is: 1 + t}
start:
  guess: {A.theta: 1, D.theta: 100 deg}
"""


@pytest.fixture
def stuck(tmp_path):
    """A linkage that its motor cannot turn to the end."""
    (tmp_path / "stuck.yaml").write_text(STUCK)
    return "stuck.yaml"


@pytest.fixture
def start(child):
    """Start the command line in a process of its own."""
    return lambda *words, **options: child("-m", "sarrus", *words, **options)
