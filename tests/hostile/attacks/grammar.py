"""Model files that have the right shape: random elements of the catalogue, some with wrong ends, values or keys.

About half of the texts are sound. In the others a value here and there is wrong in one of the ways of `WRONG`.
"""

import json
import random

from sarrus.elements import SHELVES
from sarrus.elements.base import Shape
from sarrus.io.layout import write_json, write_yaml
from sarrus.testing.samples import reads_signals

SECTIONS = [shelf for shelf in SHELVES if shelf != "solids"]
WRONG = (
    "-1e-3",
    "1 parsec",
    "1,5",
    "zzz",
    "1/0",
    "a.b",
    "f(1)",
    "lambda: 1",
    "__class__",
    "t*t",
    "",
    " ",
    "x" * 2500,
    "sin(" * 60 + "1" + ")" * 60,
    None,
    True,
    [],
    {},
    [1.0],
    [[1.0, 2.0], [1.0]],
    {"at": [1.0]},
    1e308,
    -1e308,
    5e-324,
    -0.0,
    "1e400",
    "nan",
)


def _reads_a_file(kind):
    return any(p.shape is Shape.FILE for p in kind.params.values())


class Writer:
    """Makes one model; `wrong` is the chance that a value is not what it should be."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.wrong = self.rng.choice((0.0, 0.0, 0.0, 0.01, 0.05, 0.2))
        self.planar = self.rng.random() < 0.6
        self.parameters = {}
        self.signals = {}
        self.bodies = {}
        self.joints = {}
        self.kinds = {}

    def pick(self, right):
        """The right value, or now and then a wrong one."""
        return self.rng.choice(WRONG) if self.rng.random() < self.wrong else right

    def number(self, unit):
        size = round(self.rng.uniform(0.1, 3.0), self.rng.randrange(1, 6))
        forms = [
            size,
            size,
            f"{size} + p0*0",
            f"2*{size} - {size}",
            f"{size} if p0 < 1e9 else 0",
            f"max({size}, 1)",
        ]
        if unit not in ("1", "coordinate", "effort"):
            forms.append(f"{size} {unit}")
        return self.pick(self.rng.choice(forms))

    def vector(self, unit, size):
        return self.pick([self.number(unit) for _ in range(size)])

    def value(self, p):
        """What a declared parameter may be."""
        units = [unit.strip() for unit in p.unit.split(",")]
        match p.shape:
            case Shape.NUMBER:
                return self.number(p.unit)
            case Shape.FILE:
                return self.pick(self.rng.choice(("table.csv", "../x.csv", "/dev/zero")))
            case Shape.TABLE:
                rows = [
                    [float(i), *(self.number(unit) for unit in units[1:])]
                    for i in range(self.rng.randint(2, 4))
                ]
                return self.pick(rows)
            case Shape.POINTS:
                return self.pick([self.vector(p.unit, 2 if self.planar else 3) for _ in range(3)])
        size = p.shape.size(self.planar) or self.rng.randint(1, 4)
        is_one = size == 1 and p.shape is Shape.AXIAL
        return self.number(p.unit) if is_one else self.vector(p.unit, size)

    def values(self, element, without=""):
        given = {}
        for word, p in element.params.items():
            if word != without and (p.required or self.rng.random() < 0.5):
                given[self.key(p.key or word)] = self.value(p)
        chosen = {word: c for word, c in element.choices.items() if c.required and word != without}
        return given | {word: self.pick(c.sample()) for word, c in chosen.items()}

    def key(self, word):
        return str(self.pick(word)) if self.rng.random() < 0.1 else word

    def placed(self, others):
        found = {}
        if self.rng.random() < 0.8:
            found["at"] = self.vector("m", 2 if self.planar else 3)
        if self.rng.random() < 0.5:
            found["turn"] = self.number("rad") if self.planar else self.vector("rad", 3)
        if others and self.rng.random() < 0.3:
            found["on"] = self.pick(self.rng.choice(others))
        return found

    def frames(self):
        points = {f"P{i}": self.vector("m", 2 if self.planar else 3) for i in range(self.rng.randrange(3))}
        names = list(points)
        frames = {}
        for i in range(self.rng.randrange(3)):
            frames[f"F{i}"] = self.placed(names)
            names.append(f"F{i}")
        return {"points": points, "frames": frames}

    def body(self):
        rng = self.rng
        if rng.random() < 0.6:
            solid = rng.choice(SHELVES["solids"])
            content = {solid.keyword: self.pick(self.values(solid))}
        elif rng.random() < 0.3:
            solids = [rng.choice(SHELVES["solids"]) for _ in range(2)]
            content = {
                "parts": {
                    f"part{i}": {s.keyword: self.values(s), **self.placed([])} for i, s in enumerate(solids)
                }
            }
        else:
            moment = self.number("kg m^2")
            content = {"mass": self.number("kg"), "inertia": moment if self.planar else [moment] * 3}
        return {**content, **self.frames()}

    def end(self, name):
        """A frame on the ground or on a body."""
        on = self.bodies.get(name, {})
        frames = [*on.get("points", {}), *on.get("frames", {})] if isinstance(on, dict) else []
        return self.pick(f"{name}.{self.rng.choice(frames)}" if frames and self.rng.random() < 0.5 else name)

    def coordinate(self):
        """A coordinate of a joint, with its unit."""
        name, kind = self.rng.choice(sorted(self.kinds.items(), key=lambda item: item[0]))
        if not kind.coordinates:
            return "none.theta", "rad"
        found = self.rng.choice(kind.coordinates)
        return self.pick(f"{name}.{found.name}"), found.unit

    def element(self, kind):
        if kind.on_coordinates:
            ends = [self.coordinate()[0] for _ in kind.ends]
        else:
            names = self.rng.sample(["ground", *self.bodies], min(len(kind.ends), 1 + len(self.bodies)))
            ends = [self.end(name) for name in names]
        if not kind.ends and kind.primary:
            reading = reads_signals(kind)
            first = self.pick("s0 - 0.5*u0") if reading else self.behind(kind)
            return {kind.keyword: first, **self.values(kind, without=kind.primary)}
        return {kind.keyword: self.pick(ends[0] if len(ends) == 1 else ends), **self.values(kind)}

    def behind(self, kind):
        """What stands behind the keyword of an element without ends."""
        if kind.primary in kind.params:
            return self.value(kind.params[kind.primary])
        return self.pick(self.rng.choice(sorted(self.kinds)))

    def model(self):
        """The whole model as plain data."""
        rng = self.rng
        self.parameters = {
            f"p{i}": self.pick(rng.choice((1.0, "2 m", "2*p0" if i else 3.0))) for i in range(3)
        }
        if rng.random() < self.wrong:
            self.parameters |= {"q0": "q1", "q1": "q0"}
        self.bodies = {f"b{i}": self.body() for i in range(rng.randint(1, 4))}
        self.joints = self.chain()
        data = {"sarrus": self.pick(1.0), "name": self.pick("random"), "parameters": self.parameters}
        if self.planar:
            data["plane"] = "xy"
        if any(kind.coordinates for kind in self.kinds.values()) and rng.random() < 0.6:
            name, kind = rng.choice([item for item in sorted(self.kinds.items()) if item[1].coordinates])
            self.signals = {"s0": self.pick(f"{name}.{kind.coordinates[0].name}")}
            data |= {"inputs": self.pick({"u0": self.pick("0.5 N")}), "signals": self.pick(self.signals)}
        data |= {"ground": self.frames(), "bodies": self.bodies, "joints": self.joints}
        for section in SECTIONS[1:]:
            kinds = [kind for kind in SHELVES[section] if self.wrong or not _reads_a_file(kind)]
            kinds = [kind for kind in kinds if self.signals or not reads_signals(kind)]
            if kinds and rng.random() < 0.6:
                data[section] = {
                    f"{section[:3]}{i}": self.element(rng.choice(kinds)) for i in range(rng.randint(1, 2))
                }
        if rng.random() < 0.3:
            name, unit = self.coordinate()
            data["start"] = {rng.choice(("fixed", "guess")): {str(name): self.number(unit)}}
        return data

    def chain(self):
        """Joints from one body to the next."""
        kinds = [
            kind for kind in SHELVES["joints"] if not self.planar or kind.keyword in ("revolute", "prismatic")
        ]
        found, before = {}, "ground"
        for i, body in enumerate(self.bodies):
            kind = self.kinds[f"j{i}"] = self.rng.choice(kinds)
            found[f"j{i}"] = {kind.keyword: self.pick([before, body]), **self.values(kind)}
            before = body
        return found


def written(seed):
    """A random model: name of a file, and its text in YAML or JSON."""
    writer = Writer(seed)
    data = writer.model()
    is_json = writer.rng.random() < 0.3
    try:
        return ("random.json", write_json(data)) if is_json else ("random.yaml", write_yaml(data))
    except Exception:  # a key is none, as in a hostile file
        return "random.json", json.dumps(data, default=str)
