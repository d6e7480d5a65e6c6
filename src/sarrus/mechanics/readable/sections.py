"""The page of a mechanism: what is what, kinematics, constraints, Jacobian, inertia and forces, equations, reactions."""

from __future__ import annotations

from sarrus.mechanics.readable.balance import inertia, motion, reactions
from sarrus.mechanics.readable.constraints import constraints, jacobian
from sarrus.mechanics.readable.cuts import cuts_of
from sarrus.mechanics.readable.document import Block, Document, Heading
from sarrus.mechanics.readable.form import Form
from sarrus.mechanics.readable.instances import joint_kinds
from sarrus.mechanics.readable.kinematics import kinematics
from sarrus.mechanics.readable.page import Page
from sarrus.mechanics.readable.plain import Plain
from sarrus.mechanics.readable.system import System
from sarrus.mechanics.readable.what import what_is_what


def write(system: System, form: Form) -> Document:
    """The whole page."""
    cuts = cuts_of(system)
    page = Page(system, form, Plain(cuts))
    rows = (joint_kinds,) if page.by_kinds else (constraints, jacobian)
    blocks: list[Block] = [Heading(1, (system.model.name,)), *what_is_what(page, cuts)]
    for section in (kinematics, *rows, inertia, motion, reactions):
        blocks += section(page)
    return Document(tuple(blocks), cuts)
