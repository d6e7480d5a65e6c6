"""The state space form: xdot = a(x) + b(x) u, y = c(x), for control.

The minimal form is solved for its accelerations. States are the chosen coordinates, their rates, and states that forces
have of their own; u are the inputs of the model, y its signals. Drivers say coordinates as functions of time and have no
place here: a motor that a controller commands is a force with an input.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sarrus.errors import ModelError
from sarrus.mechanics.readable.derive.tree.minimal import Minimal
from sarrus.mechanics.readable.derive.tree.state import StateSpaceSystem, state_space_of
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.kane import STATEMENTS
from sarrus.mechanics.readable.forms.ode import derived, written_minimal
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.state_space import write_state_space
from sarrus.model import Snapshot

__all__ = ["StateSpaceForm"]


@dataclass(frozen=True)
class StateSpaceForm(Form):
    """The nonlinear state space form.

        xdot = a(x) + b(x) u        y = c(x)

    x holds the chosen coordinates, their rates and states of forces; u the inputs of the model; y its signals of joint
    coordinates and rates.

    Attributes:
        coordinates: published names; the program chooses where none are given.
    """

    coordinates: tuple[str, ...] = ()

    keyword = "state-space"
    says = "x' = a(x) + b(x) u, y = c(x) in chosen coordinates and their rates"
    knows = frozenset(STATEMENTS)
    takes = frozenset(("coordinates",))

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """Derive the equations of a checked mechanism."""
        minimal = derived(self, model, asked, self.coordinates or asked.coordinates)
        _refuse_drivers(minimal)
        system: StateSpaceSystem = state_space_of(minimal)
        whole = written_minimal(minimal, asked)
        return replace(
            whole,
            document=write_state_space(system, asked),
            definitions=(*whole.definitions, *system.definitions),
            equations=(*system.equations, *whole.equations[len(minimal.equations) :]),
        )


def _refuse_drivers(minimal: Minimal) -> None:
    for driver in minimal.tree.model.drivers:
        raise ModelError.one(
            minimal.tree.model.at(driver.name),
            f"the state space form cannot print driver {driver.name}: it says a coordinate as a function of time",
            "It prints mechanisms that forces and inputs move",
            f"Leave '{driver.name}' out, or ask for ode.",
        )
