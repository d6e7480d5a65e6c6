"""Restricted Python stays restricted: what a translator to machine code relies on, checked on the syntax tree."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from sarrus.records import Record
from sarrus.solvers import dense, ldl, rank, sparse_lu
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators import base, dop853, dop853_rows, dop853_step, dop853_watch, rk4

FUNCTIONS = [
    *(dense.lu_factor, dense.lu_solve, ldl.factor, ldl.failed_at, ldl.solve),
    *(ldl.factor_independent, ldl.invert),
    *(sparse_lu.factor_nearly_symmetric, sparse_lu.solve_nearly_symmetric),
    *(rank.independent_rows, rank.dot, rank.remove, rank.exchange_rows, rank.unit_row),
    *(base.copy, base.count_bad, base.no_guard, base.smallest_step, base.wants_room),
    *(dop853.integrate, dop853.start, dop853.initial_step, dop853.scaled_norm, dop853.eighth_root),
    *(
        dop853.step_factor,
        dop853.look,
        dop853.land,
        dop853.choose_step,
        dop853.beside,
        dop853.go_on,
        dop853.take_back,
    ),
    *(dop853_rows.check_rows, dop853_rows.write_due, dop853_rows.write_row),
    *(dop853_step.combine, dop853_step.stage, dop853_step.trial, dop853_step.error_norm),
    *(dop853_step.dense_output, dop853_step.interpolate, dop853_step.rhs_at, dop853_step.roughness),
    *(dop853_watch.watch, dop853_watch.is_behind, dop853_watch.go_on_from_kink, dop853_watch.turning_rate),
    *(dop853_watch.first_change, dop853_watch.place, dop853_watch.may_touch, dop853_watch.lowest),
    *(dop853_watch.halve, dop853_watch.has_changed),
    *(rk4.integrate_fixed, rk4.divide, rk4.write_rows, rk4.runge_kutta),
]
TYPES = [
    *(float, int, bool, Floats, Ints, base.Rhs, base.Accept, base.Write, base.Guard),
    *(Record, base.Integration, rk4.RungeKuttaRoom, dop853_step.DormandPrinceRoom),
]
BUILT_IN = {"range", "min", "max", "int", "fabs", "sqrt", "isfinite"}
ALLOWED = (
    *(ast.Assign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Break, ast.Continue, ast.Return, ast.Expr),
    *(
        ast.Name,
        ast.Constant,
        ast.Subscript,
        ast.Attribute,
        ast.Slice,
        ast.Tuple,
        ast.Call,
        ast.Compare,
        ast.BinOp,
        ast.UnaryOp,
    ),
    *(ast.BoolOp, ast.IfExp, ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop),
)


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    node = ast.parse(inspect.getsource(function)).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_function_keeps_to_the_subset(function: Callable[..., Any]) -> None:
    node = tree_of(function)
    parameters = [a.arg for a in node.args.args]
    assert not (node.args.defaults or node.args.kwonlyargs or node.args.vararg or node.args.kwarg)
    assert all(function.__annotations__[p] in TYPES for p in parameters)
    assert function.__annotations__["return"] in (int, float, None)
    assert ast.get_docstring(node)
    for child in (c for statement in node.body[1:] for c in ast.walk(statement)):
        assert isinstance(child, ALLOWED), ast.dump(child)
        if isinstance(child, ast.Constant):
            assert type(child.value) in (int, float, bool)
        if isinstance(child, ast.Compare):
            assert len(child.ops) == 1
        if isinstance(child, ast.BinOp | ast.AugAssign):
            assert not isinstance(child.op, ast.FloorDiv | ast.Mod | ast.Pow)
        if isinstance(child, ast.For):
            assert isinstance(child.iter, ast.Call) and not child.orelse
        if isinstance(child, ast.Call):
            check_call(child, function, parameters)


def check_call(call: ast.Call, function: Callable[..., Any], parameters: list[str]) -> None:
    assert isinstance(call.func, ast.Name) and not call.keywords
    name = call.func.id
    if name in BUILT_IN or name in parameters:
        return
    called = function.__globals__[name]
    assert called in FUNCTIONS
    expected = list(inspect.signature(called).parameters)
    assert len(call.args) == len(expected)
    # A callback is passed on under its own name.
    for argument, parameter in zip(call.args, expected, strict=True):
        names = {argument.id} if isinstance(argument, ast.Name) else set()
        assert not (names | {parameter}) & {"rhs", "accept", "write", "guard"} or names == {parameter}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_loop_variables_are_not_used_after_their_loop(function: Callable[..., Any]) -> None:
    node = tree_of(function)
    loops = [c for c in ast.walk(node) if isinstance(c, ast.For)]
    inside = {
        name: {id(c) for l in loops if named(l) == name for c in ast.walk(l)} for name in map(named, loops)
    }
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and child.id in inside:
            assert id(child) in inside[child.id], f"line {child.lineno}: {child.id}"


def named(loop: ast.For) -> str:
    assert isinstance(loop.target, ast.Name)
    return loop.target.id
