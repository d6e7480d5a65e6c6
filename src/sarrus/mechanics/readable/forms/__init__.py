"""The shelf of forms: which equations are derived of a mechanism, a file each."""

from __future__ import annotations

from sarrus.errors import UsageError, suggest
from sarrus.mechanics.readable.forms.base import Form
from sarrus.mechanics.readable.forms.boltzmann_hamel import BoltzmannHamel
from sarrus.mechanics.readable.forms.hamilton import Hamilton
from sarrus.mechanics.readable.forms.kane import Kane
from sarrus.mechanics.readable.forms.lagrange import Lagrange
from sarrus.mechanics.readable.forms.newton_euler import NewtonEuler
from sarrus.mechanics.readable.forms.newton_euler_body import NewtonEulerBody
from sarrus.mechanics.readable.forms.newton_euler_ground import NewtonEulerGround
from sarrus.mechanics.readable.forms.ode import Ode
from sarrus.mechanics.readable.forms.second_order import SecondOrder
from sarrus.mechanics.readable.forms.state_space import StateSpaceForm

__all__ = ["FORMS", "WORDS", "form_of"]

FORMS: tuple[Form, ...] = (
    NewtonEuler(),
    NewtonEulerGround(),
    NewtonEulerBody(),
    Lagrange(),
    BoltzmannHamel(),
    SecondOrder(),
    Hamilton(),
    Kane(),
    Ode(),
    StateSpaceForm(),
)
"""All forms, in the order in which they are offered."""
WORDS: tuple[str, ...] = tuple(word for form in FORMS for word in (form.keyword, *form.also))
"""All words that mean one."""


def form_of(word: str) -> Form:
    """The form that a word means."""
    for form in FORMS:
        if word in (form.keyword, *form.also):
            return form
    allowed = ", ".join(form.keyword for form in FORMS)
    raise UsageError(
        " ".join((f"form '{word}' is unknown. Allowed: {allowed}.", suggest(word, WORDS))).rstrip()
    )
