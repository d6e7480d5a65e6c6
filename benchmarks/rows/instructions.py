"""Instruction counts of kernels."""

from __future__ import annotations

import subprocess

from benchmarks.callgrind import available, per_evaluation
from benchmarks.peers import is_here
from benchmarks.protocol import progress
from benchmarks.report import Row

LENGTHS, EVALUATIONS = (10, 40), 2_000


def rows(lengths: tuple[int, ...] = LENGTHS) -> list[Row]:
    """Instructions of one evaluation of hinged chains, ours and Pinocchio's."""
    made = []
    for count in lengths:
        what = f"instructions per evaluation, hinged chain, N = {count}"
        if reason := available():
            made.append(Row(what, None, "", peer=reason))
            continue
        progress(what)
        try:
            own = per_evaluation("sarrus", count, EVALUATIONS)
            theirs = per_evaluation("pin", count, EVALUATIONS) if is_here("pin") else None
        except (subprocess.SubprocessError, RuntimeError) as error:
            made.append(Row(what, None, "", peer=f"failed: {type(error).__name__}: {str(error)[-80:]}"))
            continue
        note = "callgrind, on the instruction set that valgrind offers (AVX2); calls from Python subtracted"
        made.append(Row(what, own, "", None, "Pinocchio aba" if theirs else "", theirs, note=note))
    return made
