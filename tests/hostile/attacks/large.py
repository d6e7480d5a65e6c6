"""Models as large as the limits of a file allow, or a little larger: sound ones, and wrong ones with many problems."""

MOST = 499_000  # bytes; a larger file is refused at once

HEAD = "sarrus: 1\nplane: xy\n"
BODY = "bodies:\n  b: {mass: 1, inertia: 1}\n"
BODIES = "bodies:\n" + "".join(f"  b{i}: {{mass: 1, inertia: 1}}\n" for i in range(1800))
FEW_BODIES = "bodies:\n" + "".join(f"  body-{i:03}: {{mass: 1, inertia: 1}}\n" for i in range(290))


def rows(head, row, most):
    """A head and as many rows below it as a file may have."""
    lines, size = [head], len(head)
    for i in range(most):
        line = row(i) + "\n"
        size += len(line)
        if size > MOST:
            break
        lines.append(line)
    return "".join(lines)


def holders(count, inside):
    """Bodies with frames or points on them."""
    one = "  h{}:\n    mass: 1\n    inertia: 1\n" + inside
    return HEAD + "bodies:\n" + "".join(one.replace("{}", str(k), 1) for k in range(count))


def frames(on, last=""):
    return "    frames:\n" + "".join(f"      f{i}: {{on: f{on(i)}}}\n" for i in range(999)) + last


def _bodies():
    yield "bodies", rows(HEAD + "bodies:\n", lambda i: f"  b{i}: {{mass: 1, inertia: 1}}", 4900)
    yield "rods", rows(HEAD + "bodies:\n", lambda i: f"  b{i}: {{rod: {{length: 1 m, mass: 1 kg}}}}", 3700)
    yield "masses-negative", rows(HEAD + "bodies:\n", lambda i: f"  b{i}: {{mass: -1, inertia: 1}}", 4900)
    yield "names-wrong", rows(HEAD + "bodies:\n", lambda i: f"  b.{i}: {{mass: 1, inertia: 1}}", 4900)
    yield "names-long", rows(HEAD + "bodies:\n", lambda i: f"  {'b' * 90}{i}: {{mass: 1, inertia: 1}}", 4900)
    part = "      p{0}: {{rod: {{length: 1, mass: 1}}, at: [0, {0}]}}\n"
    parts = "  h:\n    parts:\n" + "".join(part.format(i) for i in range(100))
    frame = "".join(f"      f{i}: {{at: [1, 2], turn: 1}}\n" for i in range(1000))
    yield "parts-and-frames", HEAD + "bodies:\n" + parts + "    frames:\n" + frame
    yield "parts", rows(HEAD + "bodies:\n  h:\n    parts:\n", part.rstrip("\n").format, 2400)
    corners = rows("", lambda i: f"        - [{i % 7}, {i % 11}]", 9_900)
    yield "link", HEAD + "bodies:\n  b:\n    link:\n      mass: 1\n      between:\n" + corners


def _frames():
    yield "points", holders(6, "    points:\n" + "".join(f"      f{i}: [1 mm, 2 mm]\n" for i in range(1000)))
    yield (
        "points-expressions",
        holders(6, "    points:\n" + "".join(f"      f{i}: [1+1, 2*sin(3)]\n" for i in range(1000))),
    )
    yield "points-of-one-body", rows(holders(1, "    points:\n"), lambda i: f"      p{i}: [1, 2]", 7_400)
    yield "frames-chain", holders(5, frames(lambda i: i - 1).replace("{on: f-1}", "{at: [0, 0]}"))
    yield "frames-chain-backwards", holders(5, frames(lambda i: i + 1, "      f999: {at: [0, 0]}\n"))
    yield "frames-circle", holders(5, frames(lambda i: (i + 1) % 999))
    yield "frames-circle-and-tails", holders(5, frames(lambda i: (i // 2 + 1) % 999))
    yield "frames-on-nothing", holders(5, frames(lambda i: 5000 + i))
    yield (
        "frames-of-ground",
        rows(HEAD + BODY + "ground:\n  frames:\n", lambda i: f"    f{i}: {{on: f{i + 1}}}", 7_400),
    )


def _elements():
    yield "joints", rows(HEAD + BODY + "joints:\n", lambda i: f"  j{i}: {{revolute: [ground, b]}}", 4900)
    chain = rows("joints:\n", lambda i: f"  j{i}: {{revolute: [b{i}, b{i + 1}]}}", 1799)
    yield "joints-chain", HEAD + BODIES + chain
    spring = "  s{}: {{spring-damper: [ground, b], stiffness: 1 N/m}}"
    yield "springs", rows(HEAD + BODY + "forces:\n", spring.format, 3300)
    wrong = "  s{0}: {{spring-damper: [body_{0}, body-001], stiffness: 1}}"
    yield "ends-wrong", rows(HEAD + FEW_BODIES + "forces:\n", wrong.format, 1800)
    yield "ends-wrong-of-many", rows(HEAD + BODIES + "forces:\n", wrong.format, 1000)
    yield "kinds-wrong", rows(HEAD + BODY + "forces:\n", lambda i: f"  s{i}: {{sping: [ground, b]}}", 4900)
    yield "keys-wrong", rows(HEAD + BODY + "forces:\n", lambda i: f"  s{i}: {{gravity: 1, x{i}: 1}}", 4900)
    yield (
        "drivers",
        rows(HEAD + BODIES + "drivers:\n", lambda i: f"  d{i}: {{motion: b{i}.x, is: sin(t)}}", 1800),
    )
    coupler = "  c{0}: {{coupler: [b{0}.x, b0.y], ratio: 2}}"
    yield "couplers", rows(HEAD + BODIES + "constraints:\n", coupler.format, 1800)
    yield "starts", rows(HEAD + BODIES + "start:\n  fixed:\n", lambda i: f"    b{i}.x: 1 mm", 1800)
    yield (
        "starts-wrong",
        rows(HEAD + FEW_BODIES + "start:\n  fixed:\n", lambda i: f"    body_{i}.x: 1 mm", 1800),
    )
    table = "drivers:\n  s:\n    spline: b.x\n    points:\n"
    yield "table", rows(HEAD + BODY + table, lambda i: f"      - [{i} s, {i} mm]", 9_900)
    yield "table-of-expressions", rows(HEAD + BODY + table, lambda i: f"      - [{i}+1, sin({i})]", 9_900)


def _parameters():
    head = HEAD + BODY + "parameters:\n"
    yield "quantities", rows(head, lambda i: f"  p{i}: {i}.5 mm", 14_900)
    yield "chain", rows(head + "  p0: 1\n", lambda i: f"  p{i + 1}: p{i}*2 - p{i}", 9_900)
    yield "chain-backwards", rows(head, lambda i: f"  p{i}: p{i + 1} + 1", 9_900) + "  p9900: 1\n"
    yield "circle", rows(head, lambda i: f"  p{i}: p{(i + 1) % 14_900}", 14_900)
    yield "names-unknown", rows(head, lambda i: f"  p{i}: q{i}", 14_900)
    yield (
        "names-near",
        rows(head + "".join(f"  p{i}: 1\n" for i in range(990)), lambda i: f"  q{i}: r{i}", 13_900),
    )
    yield "long", rows(head, lambda i: f"  p{i}: max({','.join(['1'] * 240)})", 2000)
    yield "nested", rows(head, lambda i: f"  p{i}: {'sin(' * 38}{i}{')' * 38}", 1800)
    yield "divisions-by-zero", rows(head, lambda i: f"  p{i}: 1/0", 14_900)


def _texts():
    yield "one-line", "[" + "1," * 29_900 + "]"
    yield "keys-unknown", rows(HEAD, lambda i: f"k{i}: 1", 14_900)
    yield "anchors", "".join(f"- &a{i} 1\n" for i in range(20_000))
    yield "invisible", "\x07" * 499_000
    yield "escapes", '"' + "\\x41" * 120_000 + '"'
    yield "quoted-line-breaks", 'a: "' + "\n" * 490_000 + '"'
    yield "plain-lines", "a\n" * 249_000


def large():
    """Every large file: name with its ending, and content in bytes."""
    makers = {
        "bodies": _bodies,
        "frames": _frames,
        "elements": _elements,
        "parameters": _parameters,
        "texts": _texts,
    }
    found = {f"{kind}-{name}.yaml": text for kind, make in makers.items() for name, text in make()}
    body = ",".join(f'"b{i}":{{"mass":"1 kg","inertia":1}}' for i in range(4900))
    found["json-bodies.json"] = f'{{"sarrus":1,"plane":"xy","bodies":{{{body}}}}}'
    found["json-line-breaks.json"] = "[" + "\n" * 490_000 + "]"
    return {name: text.encode() for name, text in found.items()}
