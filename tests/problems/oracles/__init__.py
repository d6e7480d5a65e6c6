"""Every oracle of the specifications that the elements of today can express; importing a module puts its problems on the list."""

from importlib import import_module

from oracles.registry import PROBLEMS, Answer, Problem, Row, answers

# The order is that of the page.
for module in (
    *("two_bars", "two_bodies", "rows_planar", "rows_spatial", "mobility", "force_elements", "kamman"),
    "small_motions",
    *("pendulum", "windows", "planar_benchmarks", "spatial_benchmarks", "closed_forms", "linkages"),
):
    import_module(f"oracles.{module}")

REMARKS = (
    "P5: absolute coordinates are run in the deep profile only (`make test-deep`).",
    "spec 07: rows L1 to L36, S1 to S12 and I1 to I9 are tests of their own, whose names say which row they prove "
    "(tests/problems/linear, tests/problems/statics, tests/problems/test_inverse_spec07.py); two problems stand here, too.",
)
NOT_EXPRESSIBLE = (
    "spec 04, 11.3: the general universal joint with skew axes (it would be an element of its own; its rows at state S "
    "are tested, g4' with an element stated in the test).",
    "spec 04, 11.2: derivatives of Kamman's hinge rows, which are rows of velocities alone; their values are tested.",
    "spec 04, section 6: the shortest distance between two lines, for which there is no function.",
    "spec 05, 8.4: identification, for which there is no analysis.",
)

__all__ = ["NOT_EXPRESSIBLE", "PROBLEMS", "REMARKS", "Answer", "Problem", "Row", "answers"]
