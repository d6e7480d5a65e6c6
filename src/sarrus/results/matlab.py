"""Results for MATLAB: variables with valid names, and a struct that says which series each one is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import UsageError
from sarrus.files import Path, shown_path, write_bytes
from sarrus.results.tables import needed

if TYPE_CHECKING:
    from sarrus.results.result import Result

LONGEST = 63
"""Characters of a name that MATLAB tells apart (namelengthmax)."""
KEYWORDS = re.compile(
    "break|case|catch|classdef|continue|else|elseif|end|for|function|global|if|otherwise|parfor|persistent|return|spmd|"
    "switch|try|while"
)


def write_mat(result: Result, path: Path, names: Sequence[str]) -> None:
    """See `Result.to_mat`."""
    io = needed("scipy.io", "to_mat()")
    variables = matlab_names(names or result.series, taken=("t", "info"))
    info = {
        "mechanism": result.mechanism,
        "analysis": result.analysis,
        "status": result.status.word,
        "status_text": result.status.text,
        "names": _cell(variables),
        "variables": _cell(variables.values()),
        "units": _cell(result[name].unit for name in variables),
        "not_unique": _cell(result.not_unique),
    }
    content = {"t": result.t, **{v: result[name].values for name, v in variables.items()}, "info": info}
    buffer = BytesIO()
    try:
        io.savemat(buffer, content, oned_as="column", long_field_names=True)
    except (ValueError, TypeError, OverflowError, io.matlab.MatWriteError) as error:
        raise UsageError(
            f"{shown_path(path)}: the result cannot be written for MATLAB: {error}. "
            "A variable may have up to 2 GB. Choose fewer series, or use save(), which MATLAB reads as HDF5."
        ) from error
    write_bytes(path, buffer.getbuffer())


def matlab_names(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """A valid and different variable name for each series.

    Example:
        >>> matlab_names(["A.theta", "A_theta", "2nd.x"])
        {'A.theta': 'A_theta', 'A_theta': 'A_theta_2', '2nd.x': 'x2nd_x'}
    """
    used, found = set(taken), {}
    for name in names:
        valid = re.sub(r"[^A-Za-z0-9_]", "_", name)
        if not valid[:1].isalpha() or KEYWORDS.fullmatch(valid):
            valid = "x" + valid
        candidate, count = valid[:LONGEST], 1
        while candidate in used:
            count += 1
            candidate = f"{valid[: LONGEST - 1 - len(str(count))]}_{count}"
        used.add(candidate)
        found[name] = candidate
    return found


def _cell(texts: Iterable[str]) -> Any:
    """A column of texts, which becomes a cell array."""
    listed = list(texts)
    cell = np.empty((len(listed), 1), dtype=object)
    cell[:, 0] = listed
    return cell
