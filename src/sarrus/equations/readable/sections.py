"""The page of a mechanism: what is what, kinematics, constraints, Jacobian, inertia and forces, equations, reactions."""

from __future__ import annotations

from sarrus.equations.readable.balance import inertia, motion, reactions
from sarrus.equations.readable.constraints import constraints, jacobian
from sarrus.equations.readable.cuts import cuts_of
from sarrus.equations.readable.document import Block, Document, Heading
from sarrus.equations.readable.form import Form
from sarrus.equations.readable.instances import joint_kinds
from sarrus.equations.readable.kinematics import kinematics
from sarrus.equations.readable.page import Page
from sarrus.equations.readable.plain import Plain
from sarrus.equations.readable.system import System
from sarrus.equations.readable.what import what_is_what


def write(system: System, form: Form) -> Document:
    """The whole page."""
    cuts = cuts_of(system)
    page = Page(system, form, Plain(cuts))
    rows = (joint_kinds,) if page.by_kinds else (constraints, jacobian)
    blocks: list[Block] = [Heading(1, (system.model.name,)), *what_is_what(page, cuts)]
    for section in (kinematics, *rows, inertia, motion, reactions):
        blocks += section(page)
    return Document(tuple(blocks), cuts)
