"""Ports of one's own: what they must say, and who is told where they do not."""

import pytest

from sarrus.element import Force, Port, Reach


def force_on(given, name="Fan"):
    return type(name, (Force,), {"port": given, "ends": ("P",), "power": lambda self, port, virtual: 0.0})


@pytest.mark.parametrize(
    ("members", "lacking"),
    [
        ({}, "'size' and 'made' and 'measure'"),
        ({"size": (0, 3)}, "'made' and 'measure'"),
        ({"size": (0, 3), "made": classmethod(lambda cls, *a: cls())}, "'measure'"),
        ({"size": (0, 3), "measure": classmethod(lambda cls, *frames: ((), frames[0].v))}, "'made'"),
        ({"size": (1, 1), "reach": Reach.COORDINATE}, "'made'"),
    ],
)
def test_a_force_on_a_port_that_lacks_something_is_refused_with_both_names(members, lacking):
    airflow = type("Airflow", (Port,), members)
    with pytest.raises(TypeError, match=f"Fan acts through the port Airflow, which lacks {lacking}:"):
        force_on(airflow)


def test_a_port_may_take_what_it_needs_from_another():
    base = type("Base", (Port,), {"size": (0, 3), "made": classmethod(lambda cls, *a: cls())})
    whole = type("Whole", (base,), {"measure": classmethod(lambda cls, *frames: ((), frames[0].v))})
    assert force_on(whole).ports == (whole,)
