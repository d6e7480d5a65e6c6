"""Random files: damaged ones, and ones of the right shape. Each is accepted, or refused with the place of its problems.

RELIABILITY 2.1. A seed that fails is printed with its text; keep the text as a file in `kept`.
"""

import os
import random
from pathlib import Path

import pytest
from attacks.grammar import written
from attacks.mutate import damaged
from attacks.outcome import judge

DEEP = bool(os.environ.get("SARRUS_DEEP"))
ROOT = Path(__file__).parents[2]
EXAMPLES = {
    path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.yaml"))
}
BATCHES = 40 if DEEP else 4
DAMAGED, SHAPED = (400, 200) if DEEP else (150, 110)
"""Files in a batch: 24 000 in the deep profile, 1040 in the quick one."""


@pytest.fixture(scope="module")
def sound():
    """Sound texts to be damaged: the examples, and random models in YAML and in JSON."""
    found, seed = dict(EXAMPLES), 0
    while len(found) < 2 * len(EXAMPLES):
        name, text = written(seed)
        if judge(text, name) == (True, []):
            found[f"{seed}-{name}"] = text
        seed += 1
    return found


def run(seeds, make):
    """How many of the files were accepted, and what went wrong, with the seed and the text."""
    accepted, wrong = 0, []
    for seed in seeds:
        name, text = make(seed)
        try:
            is_accepted, flaws = judge(text, name)
        except Exception as error:
            is_accepted, flaws = False, [f"{type(error).__name__}: {error}"]
        accepted += is_accepted
        if flaws:
            wrong.append(f"seed {seed}, {name}: {flaws[:2]}\n{text[:3000]}")
    return accepted, wrong


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_file_is_read_or_refused_with_a_place(sound, batch):
    seeds = range(batch * 100_000, batch * 100_000 + DAMAGED)
    accepted, wrong = run(seeds, lambda seed: damaged(seed, sound))
    print(f"seeds {seeds}: {accepted} accepted")
    assert wrong == []
    assert 0 < accepted < len(seeds)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_file_of_the_right_shape_is_read_or_refused_with_a_place(batch):
    seeds = range(batch * 100_000, batch * 100_000 + SHAPED)
    accepted, wrong = run(seeds, written)
    print(f"seeds {seeds}: {accepted} accepted")
    assert wrong == []
    assert len(seeds) / 4 < accepted < len(seeds)


def test_a_seed_always_gives_the_same_file(sound):
    for seed in random.Random(1).sample(range(10**6), 5):
        assert written(seed) == written(seed)
        assert damaged(seed, sound) == damaged(seed, sound)
