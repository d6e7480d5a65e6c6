"""TRAPS items 12, 18, 20, 21 and 22: what code is made, that its bits depend on nothing else, and what is kept of it."""

from __future__ import annotations

import re

import numpy as np
import pytest

import sarrus
from sarrus import AngleSensor, PointSensor, SpringDamper
from sarrus.mechanics import formulate
from sarrus.scalar import Graph, atan2, linking
from sarrus.scalar.graph import UNARY
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.llvm import print_kernel
from sarrus.scalar.target import Target

PROCESSOR_HAS = {"sqrt", "fabs", "floor"}


def watched(m):
    """The same mechanism with sensors on it: more outputs from the same intermediate results."""
    m.add(PointSensor("tip", "crank.end", "rocker.end"))
    m.add(AngleSensor("lean", "crank", "rocker"))
    return m


def test_motion_keeps_its_bits_when_more_is_computed_from_it(four_bar, formulation):
    """With contraction a*b + c*d changes once a*b is an output too; a sensor would then change the motion."""
    options = {"until": 1.0, "rows": 21, "formulation": formulation}
    plain, more = sarrus.simulate(four_bar(), **options), sarrus.simulate(watched(four_bar()), **options)
    assert set(plain) < set(more)
    for name in plain:
        assert plain[name].values.tobytes() == more[name].values.tobytes(), name


def kernels_of(mechanism):
    return [k for f in ("relative", "absolute") for k in formulate(mechanism.snapshot(), f).kernels.values()]


def test_kernels_use_arithmetic_and_what_processors_have(four_bar, bricard):
    """`llvm.sin` and `llvm.pow` end the process on some targets; nothing may be fused or relaxed."""
    for kernel in (*kernels_of(four_bar()), *kernels_of(bricard())):
        text, needs = print_kernel(kernel)
        text = "\n".join([text, *needs.values()])
        assert set(re.findall(r"@llvm\.(\w+)\.", text)) <= PROCESSOR_HAS
        assert not re.search(r"\b(fast|contract|reassoc|nnan|ninf|nsz|arcp|afn|fma|fmuladd)\b", text)


@pytest.mark.parametrize("lanes", [1, 4])
def test_every_function_of_expressions_has_code_without_intrinsic_mathematics(lanes):
    graph = Graph()
    x, y = graph.symbols("xy")
    nodes = [graph.unary(op, x) for op in UNARY] + [graph.lift(atan2(x, y)), graph.binary("pow", x, y)]
    assert {n.op for n in nodes} >= {"sin", "cos", "tan", "exp", "log", "tanh", "atan2", "pow"}
    text, needs = print_kernel(Kernel("all", (("x", (x, y)),), (("y", tuple(nodes)),)), Target(lanes=lanes))
    used = re.findall(r"@llvm\.(\w+)\.", "\n".join([text, *needs.values()]))
    assert "sqrt" in used and set(used) <= PROCESSOR_HAS


@pytest.mark.parametrize("fact", ["version", "triple", "cpu", "features"])
def test_object_made_for_another_machine_is_not_used(monkeypatch, tmp_path, fact):
    """Nothing is compiled or loaded: the objects stand for the machine they would be made on."""
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "cache"))
    made = []
    monkeypatch.setattr(linking, "compile_object", lambda text: made.append(text) or b"an object")
    monkeypatch.setattr(linking, "_load", lambda data: None)
    graph = Graph()
    (x,) = graph.symbols("x")
    kernel = Kernel("kept", (("x", (x,)),), (("y", (x * 3.0,)),))

    def objects_made():
        linking._object.cache_clear()
        Program([kernel])
        return len(made)

    assert (objects_made(), objects_made()) == (1, 1)
    facts = linking.machine()
    monkeypatch.setattr(linking, "machine", lambda: {**facts, fact: facts[fact] + ",another"})
    assert (objects_made(), objects_made()) == (2, 2)
    linking._object.cache_clear()


def test_state_has_room_for_more_than_positions_and_speeds(four_bar, formulation):
    """x = [q, v, z, quadratures]: work integrals and turns of fitted angles stand last, and hold no step up."""
    m = four_bar()
    m.ground.point("hook", (0.5, 1.0))
    m.add(SpringDamper("damper", "ground.hook", "rocker.end", stiffness=30, damping=2, free_length=0.2))
    e = formulate(m.snapshot(), formulation)
    assert e.size == len(e.coordinates) + len(e.speeds) + len(e.quadratures)
    assert {"energy.dissipated", "energy.supplied"} <= set(e.quadratures)
    (rates,) = e.evaluate(
        "flows", [0.0], np.linspace(0.1, 0.9, e.size).tolist(), [0.0] * len(e.speeds), [0.0] * len(e.rows)
    )
    assert len(rates) == len(e.quadratures)
    assert rates[e.quadratures.index("energy.dissipated")] > 0.0
