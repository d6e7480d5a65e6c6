"""Results as tables and arrays for other programs: CSV, npz, pandas, xarray."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import UsageError, quote
from sarrus.files import Path, shown_path, whole_binary_file, whole_file

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset

    from sarrus.results.result import Result
    from sarrus.results.series import Series


ROWS_AT_ONCE = 4096
"""Rows of a CSV file that are in memory at a time."""


def needed(module: str, purpose: str) -> Any:
    """A module that is imported on use, because it is large or need not be there.

    Raises:
        UsageError: it cannot be imported.
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"{purpose} needs the package '{package}', which is not installed. "
            f"Install it with 'pip install {package}'."
        ) from error
    except ImportError as error:
        raise UsageError(
            f"{purpose} needs the package '{package}', which cannot be imported: {error}. "
            f"Install it again with 'pip install --force-reinstall {package}'."
        ) from error


def write_csv(result: Result, path: Path, names: Sequence[str]) -> None:
    """See `Result.to_csv`."""
    headings, _ = result.columns(names, slice(0))
    headings = [h + " (not unique)" if h.rpartition(" [")[0] in result.not_unique else h for h in headings]
    with whole_file(path, newline="\r\n") as file:
        file.write(",".join(f'"{_safe(h)}"' for h in headings) + "\n")
        for start in range(0, len(result), ROWS_AT_ONCE):
            _, values = result.columns(names, slice(start, start + ROWS_AT_ONCE))
            for row in values:
                file.write(",".join(map(repr, row.tolist())) + "\n")


def write_rows(path: Path, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table of numbers and texts as CSV; numbers with full precision."""
    with whole_file(path, newline="\r\n") as file:
        for row in (headings, *rows):
            file.write(",".join(map(_cell, row)) + "\n")


def _cell(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(value)
    text = ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
    return f'"{_safe(text)}"'


def _safe(text: str) -> str:
    """A heading that no spreadsheet takes for a formula."""
    is_formula = text.startswith(("=", "+", "-", "@"))
    return ("'" if is_formula else "") + text.replace('"', '""')


def write_npz(result: Result, path: Path, names: Sequence[str]) -> None:
    """See `Result.to_npz`."""
    names = list(names or result.series)
    arrays: dict[str, Any] = {
        "t": result.t,
        "names": np.array(names, dtype=np.str_),
        "units": np.array([result[name].unit for name in names], dtype=np.str_),
    }
    for name in names:
        if name in ("t", "names", "units"):
            raise UsageError(
                f"{shown_path(path)}: a series is called {quote(name)}. In an npz file, 't', 'names' and 'units' "
                "have a meaning already. Rename the series, or use save()."
            )
        arrays[name] = result[name].values
    # numpy.savez would take a series called "file" for its own argument
    import zipfile

    with whole_binary_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asanyarray(array), allow_pickle=False)


def data_frame(result: Result, names: Sequence[str]) -> DataFrame:
    """See `Result.to_pandas`."""
    pandas = needed("pandas", "to_pandas()")
    _, values = result.columns(names)
    units = [(column, s.unit) for s in _chosen(result, names) for column in s.columns]
    index = pandas.Index(result.t, name="t")
    frame = pandas.DataFrame(values[:, 1:], index=index, columns=[column for column, _ in units])
    frame.attrs.update(_facts(result), units={"t": "s", **dict(units)}, not_unique=list(result.not_unique))
    return frame


def dataset(result: Result, names: Sequence[str]) -> Dataset:
    """See `Result.to_xarray`."""
    xarray = needed("xarray", "to_xarray()")
    coordinates: dict[str, Any] = {"t": ("t", result.t, {"units": "s"})}
    variables = {}
    for s in _chosen(result, names):
        dimensions, values, attributes = ["t"], s.values, {"units": s.unit}
        if s.components:
            letters = list(s.components)
            dimension = "".join(letters) if letters[0] != "1" else f"component_{len(letters)}"
            coordinates[dimension] = (dimension, letters)
            dimensions.append(dimension)
            values = values.reshape(len(s), len(letters))
        undetermined = [column for column in s.columns if column in result.not_unique]
        if undetermined:
            attributes["not_unique"] = ", ".join(undetermined)
        variables[s.name] = (dimensions, values, attributes)
    return xarray.Dataset(variables, coordinates, _facts(result))


def _chosen(result: Result, names: Sequence[str]) -> list[Series]:
    return [result[name] for name in names or result.series]


def _facts(result: Result) -> dict[str, str]:
    return {
        "mechanism": result.mechanism,
        "analysis": result.analysis,
        "status": result.status.word,
        "status_text": result.status.text,
    }
