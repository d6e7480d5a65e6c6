"""Cells of rolled kernels: compiled once for all kernels, mechanisms and processes, and found again on disk."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sarrus.scalar import Graph, cache, cos, image, linking, sin
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.llvm import has_fused_multiply, print_body
from sarrus.scalar.plan_memory import PlanMemory
from sarrus.scalar.rolled import Cell, Rolled, Sweep
from sarrus.scalar.target import CPU, Target

X = [0.3, -1.2, 2.5, 0.7, 1.1]
BOTH = [True, False] if image.is_supported() else [False]
"""Loaded as an image of our own, and by LLVM."""


def cell(kind):
    """Two numbers to one, in one of several ways, added to a constant."""
    graph = Graph()
    a, b, c = graph.symbols("abc")
    ways = {"sum": a + b, "product": a * b, "difference": b - a * a, "turn": sin(a) * b + cos(a)}
    made = Kernel("cell", (("r0", (a, b)), ("c", (c,))), (("w0", (ways[kind] + c,)),), fused=True)
    return Cell(made, ("x", "c", "y"))


def rolled(*kinds, name="kernel"):
    """A kernel with one instance of each kind after the other, on neighbours in x."""
    cells = {kind: cell(kind) for kind in kinds}
    names = list(cells)
    sweep = Sweep(
        cells=list(cells.values()), steps=[(names.index(k), (i, 0, i)) for i, k in enumerate(kinds)]
    )
    memory = PlanMemory()
    memory.add(0, [sweep], 0)
    inputs = (("x", range(len(X))), ("c", range(1)), ("work", range(0)), ("plan", range(0)))
    return Rolled(name, inputs, (("y", range(len(kinds))),), (sweep,), memory)


def result(*kinds):
    """As in a fresh process: nothing is in memory."""
    linking._object.cache_clear()
    (y,) = rolled(*kinds).compiled(X, [0.1])
    return y


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "cache"))
    linking._object.cache_clear()
    yield tmp_path / "cache"
    linking._object.cache_clear()


@pytest.fixture
def compiled(monkeypatch):
    """How many cells each module had that was compiled."""
    counts = []
    right = linking.compile_object

    def counted(text):
        counts.append(len(re.findall(r"^define ptr @cell\.", text, re.MULTILINE)))
        return right(text)

    monkeypatch.setattr(linking, "compile_object", counted)
    return counts


@pytest.fixture
def loaded(monkeypatch):
    """The objects that are loaded."""
    seen = []
    right = linking._load
    monkeypatch.setattr(linking, "_load", lambda data: seen.append(data) or right(data))
    return seen


@pytest.mark.parametrize("is_ours", BOTH)
@pytest.mark.parametrize(
    "kinds", [("sum",), ("sum", "sum", "product", "sum"), ("turn", "product", "difference")]
)
def test_compiled_cells_give_what_interpreted_ones_give(monkeypatch, kinds, is_ours):
    monkeypatch.setattr(linking.image, "is_supported", lambda: is_ours)
    (meant,) = rolled(*kinds).interpret(X, [0.1])
    np.testing.assert_allclose(result(*kinds), meant, rtol=1e-15)
    np.testing.assert_allclose(result(*kinds), meant, rtol=1e-15)  # found on disk


@pytest.mark.parametrize("is_ours", BOTH)
def test_kernel_compiles_only_the_cells_that_no_other_had(monkeypatch, compiled, is_ours):
    monkeypatch.setattr(linking.image, "is_supported", lambda: is_ours)
    result("sum", "product")
    assert compiled == [0, 2]  # loops, cells
    result("product", "turn", "sum")
    assert compiled[2:] == [0, 1]
    result("turn", "product")
    assert compiled[4:] == [0]
    result("product", "turn", "sum")
    assert compiled[5:] == []


def test_lanes_have_cells_of_their_own(compiled):
    kernel = rolled("product", "turn")
    linking.Program([kernel])
    wide = linking.Program([], wide=[(kernel, Target(lanes=2))]).function("kernel_x2")
    assert compiled == [0, 2, 0, 2]
    y = np.zeros((2, 2))
    plan = kernel.memory.plan.view(np.float64)
    wide(np.repeat(X, 2), np.array([0.1, 0.1]), np.zeros(0), plan, y)
    assert y.T.tolist() == [result("product", "turn")] * 2


def test_cached_start_runs_the_bytes_of_a_fresh_one(loaded):
    fresh, first = result("sum", "turn"), list(loaded)
    again, second = result("sum", "turn"), loaded[len(first) :]
    assert fresh == again
    assert len(first) == 2
    assert first == second


def test_cells_of_two_objects_run_with_the_bits_of_one(place):
    together = result("turn", "difference")
    for file in place.iterdir():
        file.unlink()
    result("difference")
    assert result("turn", "difference") == together


def test_cells_stand_for_what_they_need_as_well():
    """A cell calls our sine by its name: another sine makes it another cell."""
    printed = cell("turn").printed(CPU)
    assert printed.symbol == cell("turn").printed(CPU).symbol
    assert "@sarrus.sincos(" in printed.text
    assert any("define" in text for text in printed.needs.values())
    import sarrus.scalar.rolled as module

    right = print_body
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "print_body", lambda k, t: (right(k, t)[0], {"sarrus.sincos": "another"}))
        assert cell("turn").printed(CPU).symbol != printed.symbol


def entries(place):
    """Files that say where cells are, and files with objects."""
    files = sorted(place.glob("*.o"), key=lambda f: f.stat().st_size)
    return files[:-2], files[-2:]


@pytest.mark.parametrize("damage", [lambda d: d[:40], lambda d: b"", lambda d: d[:32] + b"x" * (len(d) - 32)])
@pytest.mark.parametrize("which", [0, 1])
def test_damaged_entries_are_compiled_again_and_replaced(place, compiled, damage, which):
    meant = result("sum", "turn", "product")
    before = {f: f.read_bytes() for f in place.iterdir()}
    assert [len(e) for e in entries(place)] == [3, 2]
    for file in entries(place)[which]:
        file.write_bytes(damage(before[file]))
    count = len(compiled)
    assert result("sum", "turn", "product") == meant
    assert len(compiled) == (count if which == 0 else count + 2)  # of the object it was in, the name is known
    assert {f: f.read_bytes() for f in place.iterdir()} == before


def test_entry_whose_object_was_deleted_is_compiled_again(place, compiled):
    meant = result("sum", "turn")
    for file in entries(place)[1]:
        file.unlink()
    assert result("sum", "turn") == meant
    assert compiled == [0, 2, 0, 2]


def test_entry_that_names_an_object_without_the_cell_counts_as_absent(compiled):
    result("sum")
    result("product")
    symbols = [cell(kind).printed(CPU).symbol for kind in ("sum", "product")]
    one, other = (linking._name(symbol) for symbol in symbols)
    cache.write(one, cache.read(other))
    (meant,) = rolled("sum", "product").interpret(X, [0.1])
    np.testing.assert_allclose(result("sum", "product"), meant, rtol=1e-15)


def test_cells_of_another_version_are_not_used(monkeypatch, compiled):
    result("sum", "turn")
    facts = linking.machine()
    monkeypatch.setattr(linking, "machine", lambda: {**facts, "version": "another"})
    result("sum", "turn")
    assert compiled == [0, 2, 0, 2]


def test_without_a_cache_cells_are_compiled_each_time(monkeypatch, compiled):
    monkeypatch.setenv("SARRUS_CACHE", "off")
    assert result("sum", "turn") == result("sum", "turn")
    assert compiled == [0, 2, 0, 2]


def test_many_entries_are_written_with_one_look_at_the_folder(monkeypatch):
    looks = []
    monkeypatch.setattr(cache, "_trim", looks.append)
    cache.write_all({"a": b"one", "b": b"two"})
    assert (cache.read("a"), cache.read("b"), len(looks)) == (b"one", b"two", 1)


SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from test_cells import X, rolled
print([y.hex() for y in rolled(*sys.argv[2:]).compiled(X, [0.1])[0]])
"""


def test_processes_that_start_together_share_their_cells(place, compiled):
    here = os.path.dirname(__file__)
    kinds = [("sum", "turn"), ("turn", "product"), ("sum", "product")]

    def start(given):
        command = [sys.executable, "-c", SCRIPT, here, *given]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.strip()

    with ThreadPoolExecutor() as pool:
        said = list(pool.map(start, kinds))
    assert not list(place.glob("*.tmp"))
    assert said == [str([y.hex() for y in result(*given)]) for given in kinds]
    assert compiled == []


@pytest.mark.skipif(not has_fused_multiply(), reason="products are rounded on their own here")
def test_product_that_is_only_part_of_sums_is_not_printed():
    graph = Graph()
    a, b, c = graph.symbols("abc")

    def body(*results):
        kernel = Kernel("cell", (("r", (a, b, c)),), (("w", tuple(map(graph.lift, results))),), fused=True)
        return "\n".join(print_body(kernel, CPU)[0])

    assert "fmul" not in body(a * b + c, c - a * b)
    assert body(a * b + c, a * b).count("fmul") == 1  # it is a result of its own
    assert body(a * b + a * c).count("fmul") == 1  # one of the two is rounded before
    assert body(c - a * b, b - a * b).count("fneg") == 1  # printed once


def in_haste(monkeypatch, *kinds):
    """A program whose cells were made in haste, its kernel, and what it gives."""
    monkeypatch.setattr(linking, "VARIETY", 0)
    linking._object.cache_clear()
    kernel = rolled(*kinds)
    made = linking.Program([kernel], in_haste=True)
    function, y = made.function("kernel"), np.zeros(len(kinds))

    def evaluated():
        y[:] = 0.0
        function(np.array(X), np.array([0.1]), np.zeros(0), kernel.memory.plan.view(np.float64), y)
        return y.tolist()

    return made, evaluated


@pytest.mark.parametrize("is_ours", BOTH)
def test_code_made_in_haste_gives_the_bits_of_good_code_and_gives_way_to_it(monkeypatch, compiled, is_ours):
    monkeypatch.setattr(linking.image, "is_supported", lambda: is_ours)
    kinds = ("turn", "product", "difference", "turn")
    made, evaluated = in_haste(monkeypatch, *kinds)
    quick = evaluated()
    assert made.is_quick
    assert compiled == [0, 3]
    places = [part.address(f"{s}.at") for part in made._parts for s in made._quick]
    before = [linking.ctypes.c_void_p.from_address(place).value for place in places]
    made.refine()
    assert not made.is_quick
    assert compiled == [0, 3, 3]
    after = [linking.ctypes.c_void_p.from_address(place).value for place in places]
    assert not set(before).intersection(after)
    assert evaluated() == quick == result(*kinds)
    made.refine()
    assert compiled == [0, 3, 3]


def test_good_code_in_the_cache_is_preferred_to_quick_code(monkeypatch, compiled):
    first, _ = in_haste(monkeypatch, "sum", "turn")
    again, _ = in_haste(monkeypatch, "sum", "turn")
    assert again.is_quick  # found on disk, as quick as it was
    assert compiled == [0, 2]
    first.refine()
    last, _ = in_haste(monkeypatch, "sum", "turn")
    assert not last.is_quick
    assert compiled == [0, 2, 2]


def test_few_cells_are_never_made_in_haste():
    assert not linking.Program([rolled("sum", "turn")], in_haste=True).is_quick
