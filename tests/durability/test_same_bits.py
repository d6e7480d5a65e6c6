"""The same run gives the same bits: twice in a process, and in another process with another hash seed."""

from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
MODELS = [EXAMPLES / f"{name}.yaml" for name in ("four-bar", "spherical-pendulum", "slider-crank-3d")]


def test_runs_repeat_to_the_bit_whatever_the_hash_seed(task):
    first, second = (task("bits", *MODELS, PYTHONHASHSEED=seed) for seed in ("0", "1"))
    assert all(len(digests) == 1 for digests in first.values()), "two runs in one process differ"
    assert first == second
    assert len({digests[0] for digests in first.values()}) == len(MODELS)
