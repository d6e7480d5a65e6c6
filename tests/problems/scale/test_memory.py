"""Memory of the compiled loops and the work of laying it out grow with the mechanism and no faster: no dense n x n array."""

import pytest
from patterns import chain, ladder, ring, star

from sarrus.program.memory import lay_out
from sarrus.records import FieldKind

SHAPES = [chain, ring, star, ladder]


def sizes(make, bodies):
    """Floats, ints, and the entries of the constrained system."""
    memory = lay_out(make(bodies))
    found = {FieldKind.FLOATS: 0, FieldKind.INTS: 0}
    for record in (memory, *memory.blocks):
        for name, field in record.record_fields.items():
            if field.kind in found:
                found[field.kind] += len(getattr(record, name))
    return *found.values(), memory.nkkt


@pytest.mark.parametrize("make", SHAPES, ids=lambda make: make.__name__)
def test_memory_of_a_thousand_bodies_is_four_times_that_of_a_quarter_of_them(make):
    """The ends of a chain weigh less than its middle: 2 % allow for them, and for an order found by other ties."""
    for small, large in zip(sizes(make, 250), sizes(make, 1000), strict=True):
        assert 3.9 * small < large < 4.08 * small


@pytest.mark.parametrize("make", SHAPES, ids=lambda make: make.__name__)
def test_memory_per_body_is_a_few_kilobytes(make):
    """Measured: 2.6 kB of numbers for a hinged body on a chain, 4.8 kB on a ring, 3.2 kB for a cell of a ladder."""
    assert 8 * sizes(make, 1000)[0] < 1000 * 6000


@pytest.mark.parametrize("make", [chain, star], ids=lambda make: make.__name__)
def test_laying_out_a_thousand_spatial_bodies_takes_four_times_the_work_of_a_quarter_of_them(make, calls):
    """10 % allow for sorting and for an order found by other ties."""
    small, large = make(250), make(1000)
    assert calls(lambda: lay_out(large)) < 4.4 * calls(lambda: lay_out(small))
