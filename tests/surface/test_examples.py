"""Every example runs and ends with its check; the file and the Python form are the same mechanism."""

import runpy
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.io import dumps

FOLDER = Path(__file__).parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))


def script_of(path):
    return path.with_name(path.stem.replace("-", "_") + ".py")


def built(path):
    return runpy.run_path(str(script_of(path)))["build"]()


def named(path):
    return path.stem


def test_every_model_file_has_its_script_and_every_script_its_file():
    assert FILES
    assert {script_of(path) for path in FILES} == set(FOLDER.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_script_runs_to_its_last_check(path, capsys):
    runpy.run_path(str(script_of(path)), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.parametrize("path", FILES, ids=named)
def test_script_begins_with_prose_and_has_checks(path):
    text = script_of(path).read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "One idea: " in text
    assert "assert " in text.partition('__name__ == "__main__"')[2]


@pytest.mark.parametrize("path", FILES, ids=named)
def test_file_begins_with_what_it_is_and_what_to_look_at(path):
    text = path.read_text(encoding="utf-8")
    head = text.partition("sarrus: 1")[0].splitlines()
    assert 2 <= len(head) <= 3
    assert all(line.startswith("# ") and len(line) <= 120 for line in head)
    assert any(line.startswith("# Look at: ") for line in head)
    assert f"\nname: {path.stem}\n" in text


@pytest.mark.parametrize("path", FILES, ids=named)
def test_file_and_script_are_the_same_mechanism(path):
    loaded, made = sarrus.load(path), built(path)
    assert dumps(loaded) == dumps(made)
    one, two = loaded.snapshot(), made.snapshot()
    assert one.numbers == two.numbers
    assert one.start_values() == two.start_values()
    assert list(one.coordinates) == list(two.coordinates)
    assert loaded.names() == made.names()


@pytest.mark.parametrize("path", FILES, ids=named)
def test_file_is_sound_and_assembles(path):
    mechanism = sarrus.load(path)
    report = sarrus.check(mechanism)
    assert report.freedoms + report.drivers > 0
    start = sarrus.assemble(mechanism)
    assert start.ok
    assert start.residual < 1e-12
    fixed, _ = mechanism.snapshot().start_values()
    for name, value in fixed.items():
        assert start[name] == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_file_and_script_give_the_same_numbers(path):
    one, two = (sarrus.simulate(m, until=1.0, rows=51) for m in (sarrus.load(path), built(path)))
    assert one.ok
    assert list(one) == list(two)
    for name in one:
        np.testing.assert_array_equal(one[name].values, two[name].values)
    # tolerances are 1e-8; the energies are of the order of 10 J
    assert np.abs(one["energy.balance"].values).max() < 1e-5
