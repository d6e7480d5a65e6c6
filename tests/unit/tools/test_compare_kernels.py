"""The comparison of two checkouts: this one with itself, and with numbers that were altered."""

import copy
import math
from types import SimpleNamespace

import compare_kernels
import pytest

MODELS = ["four-bar", "double-pendulum"]


@pytest.fixture(scope="module")
def dump():
    """What the kernels of this checkout give."""
    return compare_kernels.asked(compare_kernels.ROOT, MODELS, True)


@pytest.fixture
def altered(dump):
    """The same, to be altered."""
    return copy.deepcopy(dump)


def numbers(dump, model, kernel, group, form="straight"):
    """A group of numbers, in the relative formulation."""
    return dump[model]["relative"][form][kernel]["values"][group]


def move(group, share):
    """Change the largest number of a group by a share of it; its name."""
    name = max(group, key=lambda n: abs(float.fromhex(group[n])))
    group[name] = (float.fromhex(group[name]) * (1.0 + share)).hex()
    return name


def test_a_checkout_agrees_with_itself(capsys):
    root = str(compare_kernels.ROOT)
    assert compare_kernels.main([root, root, "--only", "pendulum", "random-1"]) == 0
    out = capsys.readouterr().out
    assert "violations: 0" in out
    assert {line.split()[0] for line in out.splitlines()[1:-2]} >= {"dynamics", "output", "gap", "forward"}


def test_random_mechanisms_and_all_examples_are_asked():
    names = compare_kernels.model_names(2)
    assert names[-2:] == ["random-0", "random-1"]
    assert {*MODELS} < {*names}
    assert compare_kernels.mechanism("four-bar").name


def test_equal_dumps_have_no_violation_and_small_loops(dump):
    report = compare_kernels.compare(dump, dump)
    assert report.violations == []
    assert report.lines["dynamics"].models == {*MODELS}
    assert report.lines["dynamics"].nodes[0] == report.lines["dynamics"].nodes[1] > 100
    assert report.lines["forward"].models == {"double-pendulum"}


def test_a_changed_bit_is_reported_with_its_place_and_both_numbers(dump, altered):
    entries = numbers(altered, "four-bar", "closure", "G")
    name = next(iter(entries))
    old = float.fromhex(entries[name])
    new = math.nextafter(old, math.inf)
    entries[name] = new.hex()
    assert f"four-bar, relative, closure, G {name}: OLD {old!r}, NEW {new!r}" in (
        compare_kernels.compare(dump, altered).violations
    )


@pytest.mark.parametrize(("share", "count"), [(1e-15, 0), (1e-12, 1)])
def test_output_may_be_rounded_in_another_way(dump, altered, share, count):
    name = move(numbers(dump, "four-bar", "output", "row [N]"), 0.0)
    for form in ("straight", "loops"):
        move(numbers(altered, "four-bar", "output", "row [N]", form), share)
    found = compare_kernels.compare(dump, altered)
    assert [v.split(":")[0] for v in found.violations] == [
        f"four-bar, relative, output, row [N] {name}"
    ] * count
    assert found.lines["output"].changed == pytest.approx(share, rel=0.5)


def test_a_kernel_with_more_nodes_is_reported_and_one_with_fewer_is_not(dump, altered):
    kernel = altered["four-bar"]["absolute"]["straight"]["dynamics"]
    kernel["nodes"] += 1
    (violation,) = compare_kernels.compare(dump, altered).violations
    assert violation.startswith("four-bar, absolute, dynamics: OLD has ")
    assert compare_kernels.compare(altered, dump).violations == []


def test_what_is_left_out_counts_as_zero(dump, altered):
    numbers(altered, "four-bar", "closure", "G")["spare, spare"] = (-0.0).hex()
    assert compare_kernels.compare(dump, altered).violations == []
    numbers(altered, "four-bar", "closure", "G")["spare, spare"] = (1e-300).hex()
    assert "four-bar, relative, closure, G spare, spare: OLD 0.0, NEW 1e-300" in (
        compare_kernels.compare(dump, altered).violations
    )


@pytest.mark.parametrize(
    ("model", "kernel", "group"),
    [
        ("four-bar", "dynamics", "M"),
        ("four-bar", "output", "row [N]"),
        ("four-bar", "gap", "gap^2"),
        ("double-pendulum", "forward", "a"),
    ],
)
def test_loops_that_differ_from_straight_line_code_are_reported(dump, altered, model, kernel, group):
    move(numbers(altered, model, kernel, group, "loops"), 1e-9)
    found = compare_kernels.compare(dump, altered)
    assert found.violations
    assert all(v.startswith(f"{model}, relative, {kernel}, ") for v in found.violations)
    assert found.lines[kernel].loops > 1e-13


def test_what_is_no_number_on_one_side_alone_is_reported(dump, altered):
    one = numbers(dump, "four-bar", "dynamics", "f")
    name = next(iter(one))
    numbers(altered, "four-bar", "dynamics", "f")[name] = "nan"
    assert any(f"dynamics, f {name}: " in v for v in compare_kernels.compare(dump, altered).violations)


def test_what_raises_and_what_is_another_model_is_reported(dump, altered):
    altered["four-bar"]["absolute"] = {"error": "KeyError: 'x'"}
    altered["double-pendulum"]["text"] = "another"
    assert compare_kernels.compare(dump, altered).violations == [
        "four-bar, absolute: NEW raises KeyError: 'x'",
        "double-pendulum: the two checkouts read or draw different mechanisms",
    ]


def test_a_kernel_that_is_missing_is_reported(dump, altered):
    del altered["four-bar"]["relative"]["straight"]["measure"]
    assert "four-bar, relative, measure: only OLD has this kernel" in (
        compare_kernels.compare(dump, altered).violations
    )


def test_numbers_are_named_alike_in_whatever_order_rows_and_speeds_stand():
    def equations(rows, speeds, jacobian, mass):
        infos = [SimpleNamespace(name=r) for r in rows]
        names = {"speeds": speeds, "coordinates": (), "quadratures": (), "measured": ()}
        return SimpleNamespace(rows=infos, gap_rows=(), jacobian_pattern=jacobian, mass_pattern=mass, **names)

    one = equations(["r", "s"], ["u", "v"], [(0, 0), (1, 1)], [(0, 0), (1, 0), (1, 1)])
    two = equations(["s", "r"], ["v", "u"], [(0, 0), (1, 1)], [(0, 0), (1, 0), (1, 1)])
    first = {"M": [1.0, 2.0, 3.0], "f": [4.0, 5.0], "G": [6.0, 7.0], "beta": [8.0, 9.0]}
    second = {"M": [3.0, 2.0, 1.0], "f": [5.0, 4.0], "G": [7.0, 6.0], "beta": [9.0, 8.0]}
    named = compare_kernels.named(one, "dynamics", first)
    assert named == compare_kernels.named(two, "dynamics", second)
    assert named["M"] == {"u, u": (1.0).hex(), "u, v": (2.0).hex(), "v, v": (3.0).hex()}
