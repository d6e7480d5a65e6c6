"""Statements: control flow, assignment, and what is assigned where."""

from __future__ import annotations

import ast
import builtins
from functools import reduce

from sarrus.scalar.subset import fields
from sarrus.scalar.subset.expressions import binary, branch, call, element, evaluate
from sarrus.scalar.subset.frame import Assigned, FunctionFrame, Loop, Value, merge
from sarrus.scalar.subset.types import TypeKind


def execute(frame: FunctionFrame, body: list[ast.stmt]) -> None:
    """Emit statements in order."""
    for node in body:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.Expr(value=ast.Call() as expression):
                call(frame, expression)
            case ast.Assign():
                _assign(frame, node)
            case ast.AugAssign():
                _augment(frame, node)
            case ast.If():
                _if(frame, node)
            case ast.While(orelse=[]):
                _while(frame, node)
            case ast.For(orelse=[]):
                _for(frame, node)
            case ast.While() | ast.For():
                frame.source.fail(node, "'else' after a loop is not in the subset", "use a flag")
            case ast.Break():
                frame.loops[-1].exits.append(frame.assigned)
                frame.jump(frame.loops[-1].exit)
                frame.abandon()
            case ast.Continue():
                frame.jump(frame.loops[-1].next)
                frame.abandon()
            case ast.Return():
                _return(frame, node)
            case ast.Expr():
                frame.source.fail(
                    node, "an expression without effect", "only calls stand on a line of their own"
                )
            case _:
                frame.source.reject(node)


def _assign(frame: FunctionFrame, node: ast.Assign) -> None:
    pairs: list[tuple[ast.expr, Value]]
    match node.targets, node.value:
        case [ast.Tuple(elts=targets)], ast.Tuple(elts=sources) if len(targets) == len(sources):
            # The whole right side first: a, b = b, a exchanges.
            pairs = list(zip(targets, [evaluate(frame, source) for source in sources], strict=True))
        case targets, source:
            value = evaluate(frame, source)
            pairs = [(target, value) for target in targets]
    for target, value in pairs:
        _store(frame, target, value)


def _store(frame: FunctionFrame, target: ast.expr, value: Value) -> None:
    match target:
        case ast.Name(id=name):
            frame.assign(target, name, value)
        case ast.Subscript(slice=ast.Slice()):
            frame.source.fail(target, "assignment to a slice is not in the subset", "write a for loop")
        case ast.Subscript():
            kind, address = element(frame, target)
            frame.store(frame.convert(target, value, kind, "an element"), address)
        case ast.Attribute(value=record, attr=name):
            kind, address = fields.assigned(frame, target, evaluate(frame, record))
            frame.store(frame.convert(target, value, kind, f"field '{name}'"), address)
        case _:
            frame.source.reject(target)


def _augment(frame: FunctionFrame, node: ast.AugAssign) -> None:
    match node.target:
        case ast.Name(id=name) as target:
            left = frame.fetch(target)
            frame.assign(node, name, binary(frame, node, node.op, left, node.value))
        case ast.Subscript(slice=ast.Slice()):
            frame.source.fail(node, "assignment to a slice is not in the subset", "write a for loop")
        case ast.Subscript() as target:
            # The subscript is evaluated once, and the element is read before the right side, as in Python.
            kind, address = element(frame, target)
            value = binary(frame, node, node.op, frame.load(kind, address), node.value)
            frame.store(frame.convert(node, value, kind, "an element"), address)
        case ast.Attribute(value=record, attr=name) as target:
            kind, address = fields.assigned(frame, target, evaluate(frame, record))
            value = binary(frame, node, node.op, frame.load(kind, address), node.value)
            frame.store(frame.convert(node, value, kind, f"field '{name}'"), address)
        case target:
            frame.source.reject(target)


def _if(frame: FunctionFrame, node: ast.If) -> None:
    yes, no, join = frame.block(), frame.block(), frame.block()
    branch(frame, node.test, yes, no)
    before = frame.assigned
    ends: list[Assigned] = []
    for block, body in ((yes, node.body), (no, node.orelse)):
        frame.begin(block)
        frame.assigned = before
        execute(frame, body)
        frame.jump(join)
        ends.append(frame.assigned)
    frame.begin(join)
    frame.assigned = merge(*ends)


def _while(frame: FunctionFrame, node: ast.While) -> None:
    head, body, after = frame.block(), frame.block(), frame.block()
    frame.jump(head)
    frame.begin(head)
    is_endless = isinstance(node.test, ast.Constant) and node.test.value is True
    if is_endless:
        frame.jump(body)
    else:
        branch(frame, node.test, body, after)
    # An endless loop is left by `break` alone, so what every break has assigned holds after it.
    loop = Loop(head, after, [] if is_endless else [frame.assigned])
    frame.begin(body)
    _iterate(frame, node.body, loop)
    _close(frame, loop)


def _for(frame: FunctionFrame, node: ast.For) -> None:
    if not isinstance(node.target, ast.Name):
        frame.source.fail(node, "the loop variable must be a plain name", "write for i in range(...)")
    start, stop, step = _range(frame, node.iter)
    # A hidden counter: assigning to the loop variable does not change the loop, and it keeps its last value.
    counter = frame.counter()
    frame.store(start, counter)
    head, body, step_block, after = frame.block(), frame.block(), frame.block(), frame.block()
    frame.jump(head)
    frame.begin(head)
    i = frame.load(TypeKind.INT, counter)
    predicate = "slt" if step > 0 else "sgt"
    frame.fork(frame.emit(f"icmp {predicate} {i.kind.llvm} {i.text}, {stop.text}"), body, after)
    loop = Loop(step_block, after, [frame.assigned])
    frame.begin(body)
    frame.assign(node, node.target.id, i)
    _iterate(frame, node.body, loop)
    frame.begin(step_block)
    frame.store(Value(TypeKind.INT, frame.emit(f"add {i.kind.llvm} {i.text}, {step}")), counter)
    frame.jump(head)
    _close(frame, loop)


def _iterate(frame: FunctionFrame, body: list[ast.stmt], loop: Loop) -> None:
    frame.loops.append(loop)
    execute(frame, body)
    frame.loops.pop()
    frame.jump(loop.next)


def _close(frame: FunctionFrame, loop: Loop) -> None:
    frame.begin(loop.exit)
    frame.assigned = reduce(merge, loop.exits, None)


def _range(frame: FunctionFrame, node: ast.expr) -> tuple[Value, Value, int]:
    """Start, stop and step; each bound is evaluated once, before the loop."""
    match node:
        case ast.Call(func=ast.Name(id=name) as function, args=[_, *_] as args, keywords=[]) if (
            len(args) <= 3 and name not in frame.source.locals and frame.outer(function) is builtins.range
        ):
            step = frame.constant(args[2]) if len(args) == 3 else 1
            if not step:
                frame.source.fail(node, "the step of a range must be a nonzero integer literal", "use while")
            bounds = [
                frame.convert(node, evaluate(frame, bound), TypeKind.INT, "a bound of range")
                for bound in args[:2]
            ]
            start, stop = bounds if len(bounds) == 2 else (Value(TypeKind.INT, "0"), bounds[0])
            return start, stop, step
        case _:
            frame.source.fail(node, "a for loop runs over range(...) only", "write for i in range(n)")


def _return(frame: FunctionFrame, node: ast.Return) -> None:
    result = frame.source.prototype.result
    if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
        if result is not None:
            frame.source.fail(node, "'return' without a value", f"return {result.words}, as annotated")
        frame.do("ret void")
    else:
        value = evaluate(frame, node.value)
        if result is None:
            frame.source.fail(node, "a value is returned where None is annotated", "annotate the result")
        value = frame.convert(node, value, result, "the result")
        frame.do(f"ret {result.llvm} {value.text}")
    frame.abandon()
