"""Mistakes a person makes in the equations of a mechanism, and the tests that find each of them.

Each `seeded_mistakes/NN-WHAT.patch` says in its first line what is wrong, and below it makes that mistake. Here it is made
in a copy of the program: every test that the table names must then fail, because a number is wrong and not because
something cannot run. Without the mistake the same tests pass.

The first part of a name says where the mistake is made: in a pass, or in what concerns `loops` or `straight`-line
kernels alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.more

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "seeded_mistakes"

TREE_AND_CUT = (
    "conformance/test_joints.py::test_joint_on_the_tree_and_as_a_cut_gives_the_same_motion_and_loads"
)
IN_PLANE = f"{TREE_AND_CUT}[revolute-plane-seed21]"
FORCE = "conformance/test_forces.py::test_force_keeps_the_contract"
DRIVER = "conformance/test_drivers.py::test_driver_keeps_the_contract_of_relations"
ROW = "row_is_right_however_the_joints_are_treated"
MESHES = "problems/test_meshes.py"
AXLE = f"{MESHES}::test_axle_of_a_pinion_carries_the_force_that_moves_the_rack[2.5]"
CURVES = "problems/curves"
FAR = "problems/sizes/test_far.py::test_all_that_is_published_of_a_far_mechanism_is_that_of_a_near_one_moved_there"
LOOPS = "conformance/test_rolled.py::test_element_has_the_same_numbers_in_a_large_mechanism"
SPRING_IN_LOOPS = f"{LOOPS}[spring-damper-plane]"
ARTICULATED = "unit/mechanics/test_rolled.py::test_articulated_bodies_obey_the_equations_of_motion[Revolute]"

# fmt: off
CAUGHT_BY = {
    "01-motion-inner-bias-not-carried": (f"{TREE_AND_CUT}[universal-space-seed21]",),
    "02-motion-frame-not-inverted": (IN_PLANE,),
    "03-motion-turn-of-a-reversed-joint": (IN_PLANE,),
    "04-motion-turn-without-frames": (IN_PLANE,),
    "05-coordinates-turns-not-counted": (
        "traps/test_cut_joint_traps.py::test_fitted_angle_agrees_with_the_pose_on_every_turn[absolute]",
    ),
    "06-coordinates-second-derivative-without-accelerations": (IN_PLANE,),
    "07-forces-load-not-moved": (f"{FORCE}[spring-damper-plane-force_is_the_slope_of_energy-seed11]",),
    "08-forces-one-end-missing": (f"{FORCE}[spring-damper-plane-action_is_reaction-seed11]",),
    "09-forces-effort-turned-round": (f"{FORCE}[torsional-spring-damper-plane-work_is_energy_and_heat-seed11]",),
    "10-forces-supplied-counted-as-lost": (
        f"{FORCE}[applied-force-plane-work_is_energy_and_heat-seed11]",
        f"{FORCE}[spring-damper-plane-work_is_energy_and_heat-seed11]",
    ),
    "11-rows-beta-sign": (IN_PLANE,),
    "12-rows-base-columns-not-turned-round": (IN_PLANE,),
    "13-rows-alpha-sign": (f"{DRIVER}[motion-a-turn-plane-{ROW}]",),
    "14-rows-bias-of-coordinates-forgotten": (f"{DRIVER}[motion-a-turn-space-{ROW}]",),
    "15-rows-slopes-exchanged": (AXLE,),
    "16-inertia-composite-not-moved": (IN_PLANE,),
    "17-inertia-gyroscopic-term": (IN_PLANE,),
    "18-inertia-block-of-the-wrong-limb": (IN_PLANE,),
    "19-energies-driver-power-missing": (
        "problems/random/test_random_mechanisms.py::test_random_mechanism_obeys_mechanics[seed0]",
    ),
    "20-reactions-effort-along-not-subtracted": (
        f"{MESHES}::test_effort_of_a_driver_on_the_same_joint_is_no_part_of_its_reaction",
    ),
    "21-reactions-base-not-loaded": (IN_PLANE,),
    "22-reactions-needed-not-moved-inward": (IN_PLANE,),
    "23-reactions-mesh-not-corrected": (AXLE,),
    "24-channels-sensor-from-the-other-frame": (f"{FAR}[xy-absolute-False]",),
    "25-loops-recursion-load-not-turned": (
        "unit/mechanics/test_rolled.py::test_recursion_of_a_mechanism_of_many_forms_solves_its_equations",
    ),
    "26-loops-recursion-falls-upward": (ARTICULATED,),
    "27-loops-constants-shared": (SPRING_IN_LOOPS, ARTICULATED),
    "28-loops-only-the-last-sum-is-asked": (SPRING_IN_LOOPS, f"{LOOPS}[motion-plane]"),
    "29-straight-adding-replaces": (SPRING_IN_LOOPS,),
    "30-straight-entries-out-of-order": (f"{LOOPS}[revolute-plane]",),
    "31-rows-turns-of-a-thread-not-counted": (
        "problems/test_screw_spec08.py::test_lead_finer_than_the_error_of_a_run_loses_no_turn[1e-08]",
    ),
    "32-rows-own-coordinate-rests-in-the-bias": (
        f"{CURVES}/test_own_coordinates.py::test_constraint_with_coordinates_keeps_the_contract_in_every_formulation_and_in_loops[Ring]",
    ),
    "33-rows-own-slopes-forgotten-in-the-residual": (
        f"{CURVES}/test_own_coordinates.py::test_residual_of_the_equations_of_motion_is_that_of_their_matrices[relative]",
    ),
    "34-tied_rates-time-not-differentiated": (
        "unit/mechanics/test_tied_rates.py::test_a_speed_that_follows_time_is_a_driver_and_is_paid_for[relative-False]",
    ),
}
# fmt: on
"""Each mistake, with the quickest tests that find it."""


@dataclass(frozen=True)
class Patch:
    """A unified diff under a sentence: what is wrong, and which lines of which file become which."""

    name: str
    sentence: str
    changes: list[tuple[str, str, str]]

    @classmethod
    def read(cls, name: str) -> Patch:
        """One of the folder."""
        sentence, *lines = (FOLDER / f"{name}.patch").read_text(encoding="utf-8").splitlines()
        path, found = "", []
        for line in lines:
            if line.startswith("+++ b/"):
                path = line.removeprefix("+++ b/")
            elif line.startswith("@@"):
                found.append((path, [], []))
            elif found and not line.startswith("--- "):
                _, before, after = found[-1]
                before += [line[1:]] if line[:1] in (" ", "-") else []
                after += [line[1:]] if line[:1] in (" ", "+") else []
        changes = [(path, "\n".join([*a, ""]), "\n".join([*b, ""])) for path, a, b in found]
        return cls(name, sentence, changes)

    def apply(self, root: Path) -> None:
        """Make the mistake under a folder; its lines are found wherever they stand now."""
        for path, before, after in self.changes:
            file = root / path
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            if text.count(before) != 1:
                pytest.fail(
                    f"{self.name}.patch no longer applies: the lines that it changes stand {text.count(before)} times in "
                    f"{path}. Make the same mistake in the source as it is now ({self.sentence}), write 'git diff -U2' "
                    "below that sentence into the file, and undo the mistake.",
                    pytrace=False,
                )
            file.write_text(text.replace(before, after), encoding="utf-8")


def copied(folder: Path) -> Path:
    """The program in a folder of its own."""
    shutil.copytree(ROOT / "src" / "sarrus", folder / "src" / "sarrus")
    return folder


def outcomes(folder: Path, tests: list[str]) -> dict[str, str]:
    """How tests end with the program of a folder: the first line of each failure, nothing for those that pass."""
    report = folder / "report.xml"
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    places = {"PYTHONPATH": str(folder / "src"), "SARRUS_CACHE": "off"}
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", f"--junitxml={report}"]
        + [f"tests/{test}" for test in tests],
        cwd=ROOT,
        env=own | places,
        capture_output=True,
        text=True,
        check=False,
    )
    said = f"{ended.stdout[-2000:]}{ended.stderr[-2000:]}"
    assert ended.returncode in (0, 1), f"the tests {tests} did not run; were they renamed?\n{said}"
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 (written by the line above)
        assert case.find("error") is None and case.find("skipped") is None, f"{case.get('name')}\n{said}"
        failure = case.find("failure")
        found[str(case.get("name"))] = "" if failure is None else str(failure.get("message")).splitlines()[0]
    assert len(found) == len(tests), said
    return found


def test_every_mistake_has_a_sentence_and_tests_that_find_it():
    assert sorted(CAUGHT_BY) == sorted(path.stem for path in FOLDER.iterdir())
    assert len(CAUGHT_BY) >= 20
    for name in CAUGHT_BY:
        patch = Patch.read(name)
        assert patch.sentence.endswith(".") and patch.changes, name
        assert all(before != after for _, before, after in patch.changes), name


def test_without_a_mistake_the_same_tests_pass(tmp_path):
    tests = sorted({test for named in CAUGHT_BY.values() for test in named})
    failed = {name: line for name, line in outcomes(copied(tmp_path), tests).items() if line}
    assert failed == {}


@pytest.mark.parametrize("name", CAUGHT_BY)
def test_mistake_is_found_by_a_number_that_is_wrong(tmp_path, name):
    patch = Patch.read(name)
    patch.apply(copied(tmp_path))
    for test, line in outcomes(tmp_path, list(CAUGHT_BY[name])).items():
        assert line, f"{test} does not notice: {patch.sentence}"
        assert line.startswith(("AssertionError", "assert ")), f"{test} stops before it can notice: {line}"


def test_a_patch_that_no_longer_applies_says_what_to_do(tmp_path):
    patch = Patch("00-gone", "Something is wrong.", [("src/gone.py", "a\n", "b\n")])
    with pytest.raises(
        pytest.fail.Exception, match=r"no longer applies: .* 0 times in src/gone.py\. Make the same"
    ):
        patch.apply(tmp_path)
