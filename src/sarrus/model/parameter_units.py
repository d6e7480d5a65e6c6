"""The SI units of named parameters: a place where a value stands says what unit it has."""

from __future__ import annotations

from sarrus.model.snapshot import Snapshot
from sarrus.model.start_values import start_numbers
from sarrus.scalar.expression import COMPARISONS, Expression, Quantity, Value
from sarrus.scalar.units import si_unit

ANGLES = ("sin", "cos", "tan")
"""Functions of an angle."""
RATIOS = (*ANGLES, "exp", "log", "tanh")
"""Functions whose value is a number without unit."""
ALIKE = ("+", "-", "abs", "min", "max")
"""Signs and functions whose value has the unit of each part."""

Place = tuple[Expression, str]
"""An expression and the unit of its value; an empty one is not known."""


def parameter_units(model: Snapshot) -> dict[str, str]:
    """SI unit of every parameter of which it is known.

    That is one that stands somewhere alone, in a sum, in a sine, or beside numbers, sines and the time t; one that
    such a one is defined by; and one that is written with a unit.
    """
    if not model.parameters:
        return {}
    found: dict[str, str] = {}

    def noted(path: str, value: Value, unit: str) -> float:
        if isinstance(value, Expression):
            # "1" also stands for the units of coefficients, which differ from one to the next
            _learn(model, value, "" if unit == "1" else unit, found)
        return model.resolve(path, value, unit)

    for holder in model.holders.values():
        holder.poses(noted, model.planar)
    for body in model.bodies:
        body.mass_properties(noted, model.planar)
    others = (*model.constraints, *model.forces, *model.drivers, *model.sensors)
    for element in (*model.all_joints, *others):
        element.bind(model.resolver(element, noted), model.planar)
    for name, value in (*model.fixed.items(), *model.guess.items()):
        for number in start_numbers(model, name, value):
            noted(f"start.{number.path}", number.value, number.unit)
    for name, value in model.parameters.items():
        if name not in found and isinstance(value, Quantity) and (unit := si_unit(value.unit)):
            found[name] = unit
    return found


def _learn(model: Snapshot, value: Expression, unit: str, found: dict[str, str]) -> None:
    """Note the units of the parameters in an expression, and of those that they are defined by."""
    waiting = [(value, unit)]
    while waiting:
        value, unit = waiting.pop()
        name = str(value.head)
        if value.parts:
            waiting += _places(value, unit)
        elif unit and name in model.parameters and name not in found:
            found[name] = unit
            definition = model.parameters[name]
            if isinstance(definition, Expression):
                waiting.append((definition, unit))


def _places(value: Expression, unit: str) -> list[Place]:
    """The parts of an expression that has a unit, with their units."""
    head, parts = value.head, value.parts
    if head in ALIKE:
        return [(part, unit) for part in parts]
    if head in ANGLES:
        return [(part, "rad") for part in parts]
    if head == "*":
        left, right = parts
        return [(left, _without(right, unit)), (right, _without(left, unit))]
    if head == "/":
        return [(parts[0], unit if _is_ratio(parts[1]) else ""), (parts[1], "")]
    if head in COMPARISONS:
        left, right, yes, no = parts
        return [(left, _compared(right)), (right, _compared(left)), (yes, unit), (no, unit)]
    return [(part, "") for part in parts]


def _without(factor: Expression, unit: str) -> str:
    """Unit of what gives a product of the unit with the factor."""
    if _is_ratio(factor):
        return unit
    power = _power_of_time(factor)
    if not power or not unit or "/s" in unit:
        return ""
    return f"{unit}/s" if power == 1 else f"{unit}/s^{power}"


def _compared(other: Expression) -> str:
    """Unit of what is compared with another."""
    return "s" if other.head == "t" else ""


def _is_ratio(value: Expression) -> bool:
    """Whether it is a number without unit. Not pi: what stands beside it may be an angle or a number of turns."""
    if isinstance(value.head, float) or value.head in RATIOS:
        return True
    return value.head in ("+", "-", "*", "/") and all(map(_is_ratio, value.parts))


def _power_of_time(value: Expression) -> int:
    """The n of t**n; 0 for anything else."""
    if value.head == "t":
        return 1
    if value.head == "**" and value.parts[0].head == "t":
        exponent = value.parts[1].head
        return int(exponent) if isinstance(exponent, float) and exponent in range(1, 5) else 0
    return 0
