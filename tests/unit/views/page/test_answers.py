"""Which panels an answer brings: by its verb, and by what it is where the verb is not known."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import sarrus
from sarrus.results import Outcome, Series
from sarrus.views.page.answers import PAGES, AnswerPage, Shown, Viewed, page_of
from sarrus.views.page.panels import Sheet, tables_panel
from sarrus.views.report import report_data

EXAMPLES = Path(__file__).parents[4] / "examples"
ABOUT = ["parts", "model", "check", "equations", "evidence"]


@pytest.fixture(scope="module")
def run():
    return sarrus.simulate(sarrus.load(EXAMPLES / "pendulum.yaml"), 0.2, rows=5)


def rows_of(run, analysis, *rows):
    picked = {name: Series(name, s.unit, s.values[list(rows)]) for name, s in run.series.items()}
    return replace(run, analysis=analysis, t=np.zeros(len(rows)), series=picked)


def kinds(data):
    return [panel["kind"] for panel in data["panels"]]


def test_run_over_time_brings_its_series_and_a_scene_with_time(run):
    data = report_data(run)
    assert kinds(data) == ["series", *ABOUT]
    assert (data["heading"], data["analysis"], data["format"]) == ("Simulation", "simulate", 2)
    assert data["scene"]["t"] is not None


def test_pose_brings_its_values_and_a_scene_without_time(run):
    data = json.loads(json.dumps(report_data(rows_of(run, "assemble", 3)), allow_nan=False))
    assert kinds(data) == ["pose", *ABOUT]
    assert data["heading"] == "Assembled pose"
    assert data["scene"]["t"] is None
    (pose,) = data["panels"][0]["poses"]
    values = {name: (value, unit) for name, value, unit in pose["values"]["rows"]}
    name = next(iter(values))
    assert values[name] == (run[name].values[3], run[name].unit)
    assert f"{name}_dot" in values
    assert "rows" not in dict(data["panels"][-1]["facts"])


def test_each_row_without_time_is_a_pose_of_its_own(run):
    data = report_data(rows_of(run, "assemble", 0, 4))
    assert [pose["name"] for pose in data["panels"][0]["poses"]] == ["pose 1", "pose 2"]


def test_new_verb_needs_a_function_and_a_line(run, monkeypatch):
    def roots(asked):
        table = Sheet("", ("root",), [(float(len(asked.model.bodies)),)])
        return Shown([tables_panel("Roots", table)])

    monkeypatch.setitem(PAGES, "roots", AnswerPage("Roots", roots))
    data = report_data(replace(run, analysis="roots"))
    assert (data["scene"], data["series"], kinds(data), data["heading"]) == (None, [], ["tables"], "Roots")


def test_answer_of_an_unknown_verb_is_shown_by_what_it_is(run):
    assert kinds(report_data(replace(run, analysis="fly"))) == ["series", *ABOUT]
    answer = SimpleNamespace(
        mechanism="pendulum",
        analysis="fly",
        status=Outcome("ok", "It flies."),
        evidence_facts=lambda: [("height", "3 m")],
        described={},
    )
    page = page_of(answer)
    shown = page.show(Viewed(answer, sarrus.load(EXAMPLES / "pendulum.yaml")))
    assert (page.heading, shown.scene["t"]) == ("fly", None)
    assert [panel["kind"] for panel in shown.panels] == ["evidence", "model", "check", "equations"]
    assert ("height", "3 m") in shown.panels[0]["facts"]
