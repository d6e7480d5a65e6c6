"""A result knows the mechanism as it was when the run began."""

from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import pytest

import sarrus
from sarrus.analysis.description import Description
from sarrus.io import dumps

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda p: p.stem)
def test_the_model_of_a_result_is_that_of_the_run(path):
    mechanism = sarrus.load(path)
    assert Description(mechanism.snapshot())()["model.yaml"] == dumps(mechanism)


def test_what_is_changed_after_the_run_does_not_show():
    mechanism = sarrus.load(EXAMPLES / "spring-mass-damper.yaml")
    before = dumps(mechanism)
    run = sarrus.simulate(mechanism, 0.1, rows=3)
    mechanism.forces[1].stiffness = 7.0
    mechanism.parameters(k=8.0)
    mechanism.name = "other"
    mechanism.bodies[0].point("new", (1.0, 2.0))
    assert run.model_text == before != dumps(mechanism)


def test_data_files_go_with_the_model_and_give_the_same_run(tmp_path):
    mechanism = sarrus.load(EXAMPLES / "measured-motion.yaml")
    run = sarrus.simulate(mechanism, 0.1, rows=3)
    assert list(run.files) == ["model.yaml", "data/arm-angle.csv"]
    (tmp_path / "data").mkdir()
    for name, text in run.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    again = sarrus.simulate(sarrus.load(tmp_path / "model.yaml"), 0.1, rows=3)
    assert all((again[name].values == run[name].values).all() for name in run)


def test_data_file_with_the_name_of_the_model_does_not_take_its_place(tmp_path):
    text = (EXAMPLES / "measured-motion.yaml").read_text().replace("data/arm-angle.csv", "model.yaml")
    (tmp_path / "arm.yaml").write_text(text)
    (tmp_path / "model.yaml").write_text((EXAMPLES / "data" / "arm-angle.csv").read_text())
    run = sarrus.simulate(sarrus.load(tmp_path / "arm.yaml"), 0.1, rows=3)
    assert list(run.files) == ["_model.yaml", "model.yaml"]
    assert run.model_text.startswith("sarrus: 1")


@pytest.mark.parametrize("save", [None, "run.h5"])
def test_a_result_goes_to_another_process_with_its_model(tmp_path, save):
    mechanism = sarrus.load(EXAMPLES / "pendulum.yaml")
    run = sarrus.simulate(mechanism, 0.1, rows=3, save=save and tmp_path / save)
    there = ForkingPickler.loads(ForkingPickler.dumps(run))
    assert there.model_text == dumps(mechanism)


def test_a_run_that_fails_knows_its_model_too(tmp_path):
    mechanism = sarrus.load(EXAMPLES / "pendulum.yaml")
    with pytest.raises(sarrus.Interrupted) as stopped:
        sarrus.simulate(mechanism, 1e4, progress=_stop, save=tmp_path / "run.h5")
    assert stopped.value.result.model_text == dumps(mechanism)


def _stop(t, until):
    raise KeyboardInterrupt
