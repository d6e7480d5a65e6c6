"""Whatever the catalogue declares survives the way through a file, in YAML and in JSON."""

import os
from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sarrus.elements import SHELVES
from sarrus.elements.base import Shape
from sarrus.elements.body import Body
from sarrus.elements.constraints.base import FrameConstraint, Mesh
from sarrus.elements.sensors.base import LoadSensor
from sarrus.errors import ModelError
from sarrus.io import dumps, loads
from sarrus.io.element_form import SECTIONS
from sarrus.model import Mechanism
from sarrus.scalar.expression import symbol
from sarrus.testing.formulations import chain
from sarrus.testing.samples import give_signals, reads_signals
from sarrus.testing.samples import settings as coordinate_settings


def content(mechanism):
    """Everything a mechanism holds, but not where it was written."""
    kept = {
        key: value
        for key, value in vars(mechanism).items()
        if key not in ("sources", "folder", "ground", "bodies")
    }
    return kept, vars(mechanism.ground), [vars(body) for body in mechanism.bodies]


# Random mechanisms, built from the declarations alone.

NAMES = st.text("abAB01-_", min_size=1, max_size=4)
NUMBERS = st.floats(1e-3, 1e3)


@st.composite
def values(draw, unit):
    """A positive value with a unit, as a number, a quantity or an expression of the parameter p."""
    number = draw(NUMBERS)
    forms = [
        number,
        f"{number!r} {unit}",
        2 * symbol("p") + number,
        f"abs(p)**2 + {number!r} if p < 1 else e",
    ]
    return draw(
        st.sampled_from(forms if unit not in ("1", "coordinate", "effort") else [number, f"{number!r} + p"])
    )


@st.composite
def parameters(draw, element, planar, unit="rad"):
    given = dict(element.sample(unit, draw(st.integers(0, 5))))
    for key, p in element.params.items() if not given else ():
        if p.default != () and (p.required or draw(st.booleans())):
            given[key] = draw(shaped(p, planar))
    if issubclass(element, FrameConstraint) and element.choices:
        words = product(*(choice.words for choice in element.choices.values()))
        chosen = [dict(zip(element.choices, each, strict=True)) for each in words]
        given |= draw(st.sampled_from([each for each in chosen if not planar or stands(element, each)]))
    return given


def stands(element, chosen):
    """Whether a constraint fits between planar bodies with what is chosen."""
    numbers = dict.fromkeys(element.params, 1.0)
    return element("x", *element.ends, **numbers, **chosen).misfit_in_plane() is None


@st.composite
def shaped(draw, p, planar):
    """A value of the shape that a parameter has."""
    units = [unit.strip() for unit in p.unit.split(",")]
    if p.shape is Shape.NUMBER:
        return draw(values(p.unit))
    if p.shape is Shape.TABLE:
        return tuple((float(i), *(draw(values(unit)) for unit in units[1:])) for i in range(3))
    if p.shape is Shape.POINTS:
        point = st.tuples(*[values(p.unit)] * (2 if planar else 3))
        return tuple(draw(st.lists(point, min_size=3, max_size=3)))
    return tuple(draw(values(p.unit)) for _ in range(p.shape.size(planar) or 3))


def needs_a_file(element):
    return any(p.shape is Shape.FILE for p in element.params.values())


def sample(element, planar):
    """Plain values for all parameters, also those with a default."""

    def value(p):
        units = p.unit.split(",")
        match p.shape:
            case Shape.NUMBER:
                return 1.5
            case Shape.TABLE:
                return ((0.0, *[1.5] * (len(units) - 1)), (1.0, *[2.5] * (len(units) - 1)))
            case Shape.POINTS:
                corners = ((1.0, 0.0), (0.0, 1.0), (-1.0, -1.0))
                return corners if planar else tuple((*corner, 0.0) for corner in corners)
        return (1.5,) * (p.shape.size(planar) or 3)

    words = {key: c.sample() for key, c in element.choices.items() if c.required}
    if reads_signals(element):
        return {element.primary: "c1 - 2*sin(c2)", **words}
    # what may be left out altogether depends on what was chosen
    return {key: value(p) for key, p in element.params.items() if p.default != ()} | words


def fits(joint, planar):
    m = Mechanism("m", plane="xy" if planar else None)
    m.add(Body("b", mass=1, inertia=1 if planar else (1, 1, 1)))
    m.add(joint("j", "ground", "b", **sample(joint, planar)))
    try:
        m.snapshot()
    except ModelError:
        return False
    return True


JOINTS = {planar: [j for j in SHELVES["joints"] if fits(j, planar)] for planar in (True, False)}


def add_body(draw, m, name):
    planar, size = m.plane is not None, 2 if m.plane else 3
    if draw(st.booleans()):
        solid = draw(st.sampled_from(SHELVES["solids"]))
        body = Body(name, solid(**draw(parameters(solid, planar))))
    else:
        moment = draw(values("kg m^2"))
        body = Body(
            name,
            mass=draw(values("kg")),
            center=draw(st.none() | st.tuples(*[values("m")] * size)),
            inertia=moment if planar else (moment, moment, moment),
            products=None if planar else draw(st.none() | st.just(("0 kg m^2", 0, "p - p"))),
        )
    m.add(body)


def add_frames(draw, holder, planar):
    size, turns = (2, 1) if planar else (3, 3)
    for name in draw(st.lists(NAMES, max_size=3, unique=True)):
        assume(name not in holder.frame_names() and name != holder.name)
        at = draw(st.just(()) | st.tuples(*[values("m")] * size))
        turn = draw(st.just(()) | st.tuples(*[values("rad")] * turns))
        holder.frame(name, at, turn, on=draw(st.sampled_from(["", *holder.frame_names()])))


@st.composite
def mechanisms(draw):
    planar = draw(st.booleans())
    m = Mechanism(draw(NAMES), plane="xy" if planar else None)
    m.parameters(p=draw(NUMBERS), q="2*p")
    names = iter(draw(st.lists(NAMES, min_size=16, max_size=16, unique=True)))
    for _ in range(draw(st.integers(1, 3))):
        add_body(draw, m, next(names))
    ends = []
    for holder in (m.ground, *m.bodies):
        add_frames(draw, holder, planar)
        ends += [
            (holder, holder.name),
            *((holder, f"{holder.name}.{frame}") for frame in holder.frame_names()),
        ]
    for _ in range(draw(st.integers(0, 3))):
        one, two = draw(st.sampled_from(ends)), draw(st.sampled_from(ends))
        if one[0] is not two[0]:
            joint = draw(st.sampled_from(JOINTS[planar]))
            m.add(joint(next(names), one[1], two[1], **draw(parameters(joint, planar))))
    try:
        coordinates = m.snapshot().coordinates
    except ModelError as error:
        assume("its points coincide" not in str(error))  # a link may be drawn with no length
        raise
    driven = set()
    for shelf in SECTIONS[1:]:
        for _ in range(draw(st.integers(0, 2))):
            # joints anywhere do not carry a mesh; the test below has one
            able = [e for e in SHELVES[shelf] if not needs_a_file(e) and not issubclass(e, Mesh)]
            able = [e for e in able if not (reads_signals(e) or issubclass(e, LoadSensor))]
            element = draw(st.sampled_from(able))
            places = sorted(coordinates.keys() - driven) if element.on_coordinates else ends
            at = [draw(st.sampled_from(places)) for _ in element.ends] if places else []
            holders = [end[0] for end in at if isinstance(end, tuple)]
            if len(at) < len(element.ends) or len({id(holder) for holder in holders}) < len(holders):
                continue
            if shelf == "drivers":  # a coordinate has one driver at most
                driven |= set(at)
            paths = [end[1] if isinstance(end, tuple) else end for end in at]
            unit = coordinates[paths[0]][2].unit if element.on_coordinates else "1"
            found = element(next(names), *paths, **draw(parameters(element, planar, unit)))
            if getattr(found, "reads_load", False):
                joint, _, coordinate = coordinates[paths[0]]
                assume(joint.carried(coordinate.name, planar) in found.feels)
            m.add(found)
    for name in coordinates:
        given = {name: draw(values(coordinates[name][2].unit))}
        m.start(**{draw(st.sampled_from(["fixed", "guess"])): given})
    return m


@settings(
    max_examples=1000 if os.environ.get("SARRUS_DEEP") else 60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(mechanisms())
def test_any_mechanism_survives_the_round_trip(m):
    text, twin = dumps(m), dumps(m, "m.json")
    again, read = loads(text), loads(twin, "m.json")
    assert (dumps(again), dumps(read, "m.json"), dumps(read)) == (text, twin, text)
    assert content(again) == content(m)
    assert content(read) == content(m)


@pytest.mark.parametrize(
    ("shelf", "element"),
    # elements that read a file beside the model are covered by the examples
    [(shelf, element) for shelf, items in SHELVES.items() for element in items if not needs_a_file(element)],
    ids=lambda item: getattr(item, "keyword", item),
)
def test_every_element_of_the_catalogue_survives_the_round_trip(shelf, element):
    if issubclass(element, Mesh):
        setting = coordinate_settings(element, planar=False)[0]
        m = chain(setting.joints, planar=False, seed=0, level=setting.level)
        m.add(element("x", *setting.ends, **sample(element, planar=False)))
        assert content(loads(dumps(m))) == content(m)
        assert content(loads(dumps(m, "m.json"), "m.json")) == content(m)
        return
    m = Mechanism("m")
    solid = element if shelf == "solids" else SHELVES["solids"][0]
    body = m.add(Body("b", solid(**sample(solid, planar=False))))
    if shelf not in ("joints", "solids"):
        hinge = next(joint for joint in SHELVES["joints"] if len(joint.coordinates) > 1)
        m.add(hinge("j", m.ground, body, **sample(hinge, planar=False)))
    if shelf != "solids":
        ends = list(m.snapshot().coordinates) if element.on_coordinates else [m.ground, body]
        give_signals(m, element, *m.snapshot().coordinates)
        unit = m.snapshot().coordinates[ends[0]][2].unit if element.on_coordinates else "1"
        given = element.sample(unit, 0) or sample(element, planar=False)
        given |= {"joint": "j"} if issubclass(element, LoadSensor) else {}
        m.add(element("x", *ends[: len(element.ends)], **given))
    assert content(loads(dumps(m))) == content(m)
    assert content(loads(dumps(m, "m.json"), "m.json")) == content(m)
