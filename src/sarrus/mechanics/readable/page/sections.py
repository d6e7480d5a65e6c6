"""The page of a mechanism: what is what, kinematics, constraints, Jacobian, inertia and forces, equations, reactions."""

from __future__ import annotations

from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.balance import inertia, motion, reactions
from sarrus.mechanics.readable.page.constraints import constraints, jacobian
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.page.instances import joint_kinds
from sarrus.mechanics.readable.page.kinematics import kinematics
from sarrus.mechanics.readable.page.page import Page
from sarrus.mechanics.readable.page.what import what_is_what
from sarrus.mechanics.readable.print.document import Block, Document, Heading
from sarrus.mechanics.readable.print.plain import Plain


def write(system: System, asked: PageRequest) -> Document:
    """The whole page."""
    cuts = cuts_of(system)
    page = Page(system, asked, Plain(cuts))
    rows = (joint_kinds,) if page.by_kinds else (constraints, jacobian)
    blocks: list[Block] = [Heading(1, (system.model.name,)), *what_is_what(page, cuts)]
    for section in (kinematics, *rows, inertia, motion, reactions):
        blocks += section(page)
    return Document(tuple(blocks), cuts)
