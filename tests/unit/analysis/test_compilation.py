"""Numbers are run-time values: changing one compiles nothing, with one exception, and a compiled mechanism is found
again on disk."""

import os
import subprocess
import sys

import numpy as np
import pytest

import sarrus
from sarrus import (
    AppliedTorque,
    Body,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    SpringDamper,
)
from sarrus.program import machine
from sarrus.scalar import linking

NUMBERS = {
    "crank": 0.3,
    "coupler": 0.9,
    "mass": 0.5,
    "center": (0.35, 0.0),
    "inertia": 0.03,
    "top": (0.7, 0.0),
    "pin": (1.0, 0.0),
    "turn": 0.0,
    "gravity": (0.0, -9.81),
    "stiffness": 200.0,
    "damping": 0.0,
    "free_length": 0.0,
    "torque": "0.5 * sin(2*t)",
    "drive": "0.3 + 0.5*t - 0.2*t**2",
    "slide": 0.0,
    "start": 1.0,
    "rate": 0.0,
}
CHANGES = {
    "crank": 0.25,
    "coupler": 0.85,
    "mass": 0.0,
    "center": (0.3, 0.1),
    "inertia": 1.0,
    "top": (0.7, 0.05),
    "pin": (0.95, -0.1),
    "turn": 0.4,
    "gravity": (0.0, 0.0),
    "stiffness": 0.0,
    "damping": 3.0,
    "free_length": 0.5,
    "torque": "0.7 * sin(5*t)",
    "drive": "0.1 + 0.0*t - 0.3*t**2",
    "slide": 0.2,
    "start": 1.2,
    "rate": 2.0,
}


def mechanism(**changed):
    """A four-bar with a slider on its rocker, every element of the catalogue that the plane has room for."""
    n = {**NUMBERS, **changed}
    m = Mechanism("four-bar", plane="xy")
    (a,) = m.parameters(a=n["crank"])
    crank = m.add(Body("crank", Rod(length=a, mass=0.3)))
    coupler = m.add(Body("coupler", Rod(length=n["coupler"], mass=0.9)))
    rocker = m.add(Body("rocker", mass=0.7, center=n["center"], inertia=n["inertia"]))
    slider = m.add(Body("slider", mass=n["mass"], inertia=0.01))
    pin = m.ground.point("D", n["pin"])
    m.add(Revolute("A", m.ground.frame("O", turn=n["turn"]), crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", n["top"])))
    m.add(Revolute("D", pin, rocker))
    m.add(Prismatic("P", rocker.frame("rail", at=(0.1, n["slide"]), turn=1.0), slider))
    m.add(Gravity("weight", n["gravity"]))
    m.add(
        SpringDamper(
            "spring",
            pin,
            crank.end,
            stiffness=n["stiffness"],
            damping=n["damping"],
            free_length=n["free_length"],
        )
    )
    m.add(AppliedTorque("couple", m.ground, crank, moment=n["torque"]))
    m.add(Motion("drive", "P.s", function=n["drive"]))
    m.start(fixed={"A.theta": n["start"], "A.theta_dot": n["rate"]}, guess={"D.theta": 1.7, "B.theta": -0.6})
    return m


@pytest.fixture
def compilations(monkeypatch, tmp_path):
    """Counts compilations, with an empty cache on disk and an empty one in memory."""
    texts = []
    real = linking.compile_object

    def counted(text):
        texts.append(text)
        return real(text)

    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path))
    monkeypatch.setattr(linking, "compile_object", counted)
    forget()
    yield texts
    forget()


def forget():
    """As in a fresh process: nothing is in memory."""
    linking._object.cache_clear()
    linking._keyed_object.cache_clear()


def loops(texts):
    """Those among compiled modules that are loops."""
    return [text for text in texts if "@begin(" in text]


def run(m, **settings):
    return sarrus.simulate(m, until=0.05, rows=3, **settings)


def test_changing_any_number_compiles_nothing(compilations):
    """Zeros as well, and literals inside expressions of time; the numbers must arrive all the same."""
    first = run(mechanism())
    count = len(compilations)
    assert count
    for name, value in CHANGES.items():
        changed = run(mechanism(**{name: value}))
        assert len(compilations) == count, f"changing {name} to {value} compiled again"
        quantities = ("crank.x_ddot", "crank.psi_ddot", "slider.x", "C.reaction", "drive.effort")
        assert any(not np.array_equal(changed[q], first[q]) for q in quantities), f"{name} had no effect"


def test_zeros_in_the_first_model_are_no_shortcut(compilations):
    """Compiled with every zero there is, the code serves the numbers that are not zero, and gives the same values as
    code compiled for these."""
    run(mechanism())
    through_zeros = run(mechanism(**CHANGES | {"mass": 0.4}))
    count = len(compilations)
    forget()
    for file in os.scandir(os.environ["SARRUS_CACHE"]):
        os.unlink(file)
    fresh = run(mechanism(**CHANGES | {"mass": 0.4}))
    assert len(compilations) == 2 * count
    assert compilations[:count] == compilations[count:]
    for name in fresh:
        assert np.array_equal(fresh[name], through_zeros[name]), name


def chain(aside):
    """Twelve hinged links, the last with its centre beside its axis."""
    m = Mechanism("chain")
    base = m.ground.frame("start")
    for k in range(12):
        center = (0.5, aside if k == 11 else 0.0, 0.0)
        link = m.add(Body(f"b{k}", mass=1, center=center, inertia=(1e-4, 0.08, 0.08)))
        m.add(Revolute(f"j{k}", base, link))
        base = link.frame("end", (1, 0, 0), turn=("90 deg", 0, 0))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def test_number_of_a_tree_that_stops_being_zero_is_compiled_for_once(compilations):
    """The exception: in loops over tables a zero or a one may be structure (decision 0009)."""
    run(chain(0.0))
    count = len(compilations)
    for aside in (0.001, 0.002, -0.3, 0.0):
        run(chain(aside))
        assert len(compilations) == count + 2  # the kernels, and those of their cells that are new


def mixed(*kinds):
    """Bodies hung one on the other by joints of several kinds, in this order, then once more."""
    m = Mechanism("mixed")
    base = m.ground.frame("start", (0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
    for k, kind in enumerate(2 * kinds):
        link = m.add(Body(f"b{k}", mass=1 + k, center=(0.5, 0.1, 0.2), inertia=(0.2, 0.21, 0.22)))
        m.add(kind(f"j{k}", base, link.frame("start", (0.3, 0.2, 0.1), (0.3, 0.2, 0.1))))
        base = link.frame("end", (1, 0.3, 0.2), (0.1, 0.2, 0.3 + k))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def test_mechanism_of_known_kinds_compiles_no_cells(compilations):
    """Its kernels call the cells in another order; the cells are those of the mechanism before."""
    run(mixed(Revolute, Prismatic, Spherical, Revolute, Spherical))
    cells = [text for text in compilations if "define ptr @cell" in text]
    assert cells
    count = len(compilations)
    run(mixed(Revolute, Spherical, Revolute, Prismatic, Spherical))
    more = compilations[count:]
    assert more
    assert not [text for text in more if "define ptr @cell" in text]


def test_the_same_mechanism_again_compiles_nothing(compilations):
    one = run(mechanism())
    count = len(compilations)
    two = run(mechanism())
    assert len(compilations) == count
    assert all(np.array_equal(one[n], two[n]) for n in one)


def test_each_formulation_and_method_compiles_once(compilations):
    """Formulations have kernels of their own, methods have loops of their own."""

    def all_of_them():
        run(mechanism())
        run(mechanism(), formulation="absolute")
        run(mechanism(), method="rk4", step=0.01)

    all_of_them()
    count = len(compilations)
    assert len(loops(compilations)) == 2
    all_of_them()
    assert len(compilations) == count
    assert len(set(compilations)) == count


def test_another_mechanism_compiles_its_kernels_only(compilations):
    run(mechanism())
    before = len(compilations)
    other = mechanism()
    other.add(SpringDamper("second", "ground.D", "coupler.end", stiffness=1.0, free_length=0.0))
    other.add(Prismatic("Q", "rocker", other.add(Body("block", mass=1.0, inertia=1.0))))
    run(other)
    assert len(compilations) > before
    assert loops(compilations[before:]) == []


def test_objects_on_disk_serve_a_memory_that_was_cleared(compilations):
    first = run(mechanism())
    count = len(compilations)
    forget()
    second = run(mechanism())
    assert len(compilations) == count
    assert all(np.array_equal(first[n], second[n]) for n in first)


PROCESS = """
import sarrus
from sarrus.program import machine
from sarrus.scalar import linking

count, real = 0, linking.compile_object


def counted(text):
    global count
    count += 1
    return real(text)


linking.compile_object = counted
m = sarrus.Mechanism("pendulum", plane="xy")
bar = m.add(sarrus.Body("bar", sarrus.Rod(length=1.0, mass={mass})))
m.add(sarrus.Revolute("pin", m.ground, bar.start))
m.add(sarrus.Gravity("weight", (0, -9.81)))
run = sarrus.simulate(m, until=1.0, rows=2)
print(count, run["pin.theta"][-1].hex())
"""


def test_second_process_uses_the_cache(tmp_path):
    """Also with another number in the model."""

    def process(mass):
        found = subprocess.run(
            [sys.executable, "-c", PROCESS.format(mass=mass)],
            env={**os.environ, "SARRUS_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        count, value = found.stdout.split()
        return int(count), value

    first, second, other = process(1.0), process(1.0), process(2.5)
    assert first[0] > 0
    assert (second[0], other[0]) == (0, 0)
    assert first[1] == second[1]


def swinging(count):
    """A chain of balls and hinges in turn, as loops over tables."""
    m = Mechanism("chain of two kinds")
    inner = m.ground
    for k in range(count):
        body = m.add(Body(f"b{k}", mass=1.0, center=(0.15, 0.0, 0.0), inertia=(0.001, 0.01, 0.01)))
        m.add((Spherical, Revolute)[k % 2](f"j{k}", inner, body))
        inner = body.point("end", (0.3, 0.0, 0.0))
    m.add(Gravity("weight", (0.0, -9.81, 0.0)))
    return m


def test_run_whose_code_is_replaced_on_the_way_keeps_its_bits(compilations, monkeypatch):
    meant = sarrus.simulate(swinging(10), until=4.0, rows=5)
    good = len([text for text in compilations if '"cells"' in text[:40]])
    assert good == 1
    monkeypatch.setenv("SARRUS_CACHE", os.environ["SARRUS_CACHE"] + "/other")
    forget()
    del compilations[:]
    monkeypatch.setattr(linking, "VARIETY", 0)
    monkeypatch.setattr(machine, "REFINED", 0.0)
    found = sarrus.simulate(swinging(10), until=4.0, rows=5)
    hows = [text.split('"')[1] for text in compilations if "define ptr @cell" in text]
    assert hows == ["cells in haste", "cells"]
    assert found.evidence == meant.evidence
    for name in meant:
        assert np.array_equal(found[name], meant[name])
