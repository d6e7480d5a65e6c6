"""Words that are no elements: commands, sections of a file, results, and how a computation ends."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from sarrus.cli.explain.element import measured
from sarrus.elements.outside import Shelves

__all__ = [
    "EVIDENCE",
    "RESULTS",
    "command_text",
    "commands",
    "evidence_text",
    "result_text",
    "section_text",
    "sections",
    "status_text",
    "statuses",
]

RESULTS = {
    "COORDINATE": "a coordinate of a joint, from base to follower [rad or m]; over full turns, but for the "
    "angles a1, a2, a3 of a turn in space",
    "COORDINATE_dot": "its rate [rad/s or m/s]; COORDINATE_ddot is its acceleration",
    "reaction": "force that the base exerts on the follower [N], in ground components x, y, z; of a gear or a rack, force "
    "that its first body exerts on the second",
    "contact": "where the bodies of a gear or of a rack and pinion touch [m], in ground components x, y, z",
    "torque": "moment that the base exerts on the follower about the origin of the follower frame [N m], "
    "in ground components x, y, z; without the effort of a driver",
    "effort": "what a driver or a relation needs to keep its coordinate, or friction does along it [N m or N], positive in "
    "its direction",
    "normal": "load across the joint that friction has [N]",
    "power": "power that a driver puts in, or that a force brings into the motion [W]",
    "length": "length of the line between the ends of a force [m]",
    "rate": "rate at which that length grows [m/s]",
    "magnitude": "what a force does [N or N m]: along a line the pull, positive draws the ends together; along a coordinate "
    "the effort, positive in its direction; else the size of the force or moment",
    "x": "position of a body frame, or of a point (crank.end.x), in ground components [m]; likewise y and z",
    "psi": "turn of a planar body against ground [rad]",
    "a1": "first angle of a turn in space [rad], R = Rx(a1) Ry(a2) Rz(a3) (Bryant), or about the axes of the 'sequence' of its joint; "
    "likewise a2 and a3",
    "quaternion": "attitude of a body in space, or turn R_FM of a joint that turns freely, (w, x, y, z) with w >= 0",
    "w": "angular velocity of a body in space [rad/s], in ground components",
    "alpha": "angular acceleration of a body in space [rad/s^2], in ground components",
    "w_B": "angular velocity of a body [rad/s], in its own components",
    "per": "partial velocity, as in slide.s.per.A.theta or rod.w.per.A.theta: rate of a quantity per unit rate of an independent "
    "coordinate, drivers let go; NaN and a note where the coordinates do not determine the motion",
    "advantage": "mechanical advantage, as in slide.s.advantage.A.theta: 1 over the size of the partial velocity",
    "load": "generalised force of all applied forces along a coordinate, as in load.A.theta [N m or N]; load.A.theta.spring is "
    "that of one force",
    "momentum": "of all bodies: momentum.linear [kg m/s], momentum.angular about the origin of ground and momentum.spin about "
    "the common mass centre [kg m^2/s]",
    "reaction_F": "the reaction in components of the base frame F [N]; reaction_M in those of the follower frame M, torque_F "
    "and torque_M likewise",
    "minimum_norm": "as in C.reaction.minimum_norm: the reaction, torque or effort shared evenly between redundant rows, least "
    "sum of squares with lengths in units of the mechanism",
    "energy": "potential energy of a force, as in spring.energy [J]; of everything: energy.potential",
    "dissipation": "power that a force turns into heat [W]",
    "energy.kinetic": "kinetic energy of all bodies [J]",
    "energy.potential": "energy of weights and springs [J]",
    "energy.dissipated": "energy lost in dampers since the start [J]",
    "energy.supplied": "energy put in by drivers and applied forces since the start [J]",
    "energy.balance": "kinetic + potential + dissipated - supplied, less its start value [J]: zero but for the "
    "error of the computation, so it shows how far the numbers can be trusted",
}
"""What the last part of a series' name means."""

DERIVED = ("per", "advantage", "load", "momentum", "minimum_norm")
"""Those that stand inside of longer names."""

EVIDENCE = {
    "freedom": "independent motions that joints and constraints leave; 'left by the drivers' are those that drivers do not "
    "prescribe, 'counted' is what counting rows gives; 'of configurations' is the dimension of the set of poses, which is "
    "larger than that of speeds where something rolls",
    "rows": "scalar conditions that joints, constraints and drivers impose; in relative coordinates only those that "
    "close loops, in absolute coordinates all of them",
    "rank": "how many of the rows say something new; the others are redundant",
    "redundant": "rows that follow from the others; the motion is unaffected, some reactions are then not unique",
    "not unique": "reactions that redundant rows share: how they share is not determined by rigid bodies, so only their "
    "sums mean something",
    "singular": "a pose in which rows repeat each other that do not elsewhere: motions branch there, or a driver cannot "
    "move on",
    "shaky": "a pose that gives way to small motions, though none can be continued: a structure held badly",
    "idle": "a freedom in which a body turns in its place while everything else rests, like a rod between two balls",
    "condition number": "largest over smallest singular value of the rows, lengths in units of the mechanism: how sharply they "
    "fix the pose. Up to thousands is fine, huge means a singular pose is near",
    "gap": "by how much loops stay open after assembly, in units of the mechanism's length, or in radians",
    "residual": "by how much rows, or their rates, are off at the worst output row: rounding when all is well",
    "pivot": "how much the weakest row adds to the others, 1 is best; it nears zero where the mechanism can jam or branch",
    "steps": "steps of the integrator; rejected ones were too long for the tolerance and were taken again, shorter",
    "kink": "a place where a law changes: the end of a pulse, a rope that becomes taut, a stop that is met. A step of the "
    "integrator ends there",
    "steps on the manifold": "steps near a branch point, in which every stage was put back onto the constraints",
    "fixed": "start value that is never moved",
    "guess": "start value from which the search for a closed pose begins; moved if need be, and reported then. It is "
    "of a coordinate (A.theta), of the angle of a planar body (rocker.psi), of a place (foot.p3.x), or a turn (ball.turn)",
}
"""Words of reports and of the evidence behind a result."""


def evidence_text(word: str) -> str:
    """A word of the evidence; empty when it is none."""
    told = EVIDENCE.get(word.lower())
    return f"{word}: {told}" if told else ""


def commands() -> dict[str, str]:
    """The commands, each with its first sentence."""
    return {name: cleandoc(command.help or "").partition("\n\n")[0] for name, command in _commands().items()}


def command_text(word: str) -> str:
    """A command in words; empty when there is none of that name."""
    import sarrus

    command = _commands().get(word)
    if command is None:
        return ""
    text = [f"{word}, a command", cleandoc(command.help or ""), command.epilog or ""]
    if word in sarrus.__all__:
        text.append(f"In Python: sarrus.{word}(mechanism, ...); help(sarrus.{word}) says more.")
    return "\n\n".join(part for part in [*text, f"'sarrus {word} --help' lists its options."] if part)


def _commands() -> dict[str, Any]:
    import typer

    from sarrus.cli.commands import app

    return dict(getattr(typer.main.get_command(app), "commands", {}))


def sections() -> dict[str, str]:
    """The sections of a model file, each in a sentence."""
    from sarrus.io import schema

    return {word: form.get("description", "") for word, form in schema()["properties"].items()}


def section_text(word: str, shelves: Shelves) -> str:
    """A section of a model file in words; empty when there is none of that name."""
    from sarrus.cli.explain import one_liners

    described = sections()
    shelf = word if word in shelves else f"{word}s" if f"{word}s" in shelves else ""
    key = next((name for name in (word, f"{word}s", shelf, _plural(word)) if name in described), "")
    kinds = one_liners(shelves[shelf]) if shelf else ""
    if not (key or shelf):
        return ""
    head = f"{key}, a section of a model file\n\n{described[key]}" if key else f"{shelf}, kinds of bodies"
    return f"{head}\n\n{kinds}".rstrip()


def _plural(word: str) -> str:
    return f"{word[:-1]}ies" if word.endswith("y") else word


def result_text(word: str, shelves: Shelves) -> str:
    """The name of a series in words; empty when it is none."""
    derived = next((part for part in word.split(".") if part in DERIVED), "")
    if derived and word != derived:
        return f"{word}: {RESULTS[derived]}. It is computed when it is asked for."
    owner, _, last = word.rpartition(".")
    base = last.removesuffix("_ddot").removesuffix("_dot")
    order = {"": "", "_dot": "rate of ", "_ddot": "acceleration of "}[last[len(base) :]]
    told = RESULTS.get(f"{owner}.{last}") or (RESULTS.get(base) if owner != "energy" else None)
    lines = [f"{word}: {order}{told}"] if told else []
    for shelf, items in shelves.items():
        homes = [kind.keyword for kind in items if base in [c.name for c in measured(kind)]]
        if homes and owner != "energy":
            units = {c.unit for kind in items for c in measured(kind) if c.name == base}
            what = "quantity" if shelf == "sensors" else "coordinate"
            lines.append(
                f"{word}: {order}the {what} {base} [{' or '.join(sorted(units))}] of {', '.join(homes)}"
            )
    if lines and owner and owner != "energy":
        lines.append(f"'{owner}' is the name of the joint, body, force, driver or sensor it belongs to.")
    return "\n".join(lines)


def statuses() -> dict[str, str]:
    """How a computation can end, by the word that a result carries."""
    from sarrus.solvers.status import Status

    return {status.word: status.text for status in Status}


def status_text(word: str) -> str:
    """A status in words; empty when there is none of that name."""
    name = word.lower().replace("_", " ").replace("-", " ")
    found = statuses().get(name, "")
    return f"{name}, a status of a result\n\n{found}" if found else ""
