"""Results on disk: an HDF5 file that is complete or absent.

    bytes 0 to 511   one line: format number, length and SHA-256 of what follows
    /t               time [s]
    /series/NAME     values, shape (n,) or (n, components), with attributes name and unit
    /evidence/NAME   a number, a text or a list, with attribute name
    /not_unique      names of components
    attributes of /  format_version, sarrus_version, mechanism, analysis, status, status_text

The line stands in the user block of HDF5, which other programs skip. It is checked before the HDF5 library sees a byte:
that library is large, written in C, and does not expect damage.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Problem, UsageError, quote
from sarrus.files import Path, shown_path, write_bytes
from sarrus.results.tables import needed

if TYPE_CHECKING:
    from sarrus.results.result import Result

FORMAT = 1
HEADER = 512
ATTRIBUTE = 32_000
"""Longest attribute [bytes]; HDF5 itself ends at 64 KiB for all attributes of an object together."""
FAILURES = (
    OSError,
    RuntimeError,
    LookupError,
    ValueError,
    TypeError,
    ArithmeticError,
    AttributeError,
    MemoryError,
)
"""What h5py raises on a file that is not as it should be."""


def header(body: bytes | memoryview) -> bytes:
    """The first block of a file, for the HDF5 data that follow."""
    digest = hashlib.sha256(body).hexdigest()
    line = f"Sarrus result, format {FORMAT}, {len(body)} bytes follow, SHA-256 {digest}\n"
    return line.encode().ljust(HEADER - 1) + b"\n"


def save_result(result: Result, path: Path) -> None:
    """See `Result.save`."""
    h5py = needed("h5py", "save()")
    buffer = BytesIO()
    try:
        with h5py.File(buffer, "w", userblock_size=HEADER) as file:
            _write(h5py, file, result)
    except FAILURES as error:
        raise UsageError(
            str(
                Problem(
                    shown_path(path),
                    f"the result cannot be stored: {error}",
                    f"Each series has a row for every time, and a name or a status has up to {ATTRIBUTE} bytes",
                    "Check what was put into the result, or use to_csv()",
                )
            )
        ) from error
    body = buffer.getbuffer()[HEADER:]
    write_bytes(path, header(body), body)


def _write(h5py: Any, file: Any, result: Result) -> None:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        made_by = version("sarrus")
    except PackageNotFoundError:  # run from a source tree
        made_by = "unknown"
    file.attrs.create("format_version", np.int64(FORMAT))
    _describe(
        h5py,
        file,
        sarrus_version=made_by,
        mechanism=result.mechanism,
        analysis=result.analysis,
        status=result.status.word,
        status_text=result.status.text,
    )
    _describe(h5py, file.create_dataset("t", data=np.asarray(result.t, "<f8")), name="t", unit="s")
    group = file.create_group("series", track_order=True)
    for name, s in result.series.items():
        values = np.asarray(s.values, "<f8")
        if values.shape[:1] != result.t.shape:
            raise ValueError(
                f"series {quote(name)} has shape {values.shape}, but there are {len(result.t)} times"
            )
        _describe(h5py, group.create_dataset(_link(name), data=values), name=name, unit=s.unit)
    group = file.create_group("evidence", track_order=True)
    for name, value in result.evidence.items():
        _describe(h5py, group.create_dataset(_link(name), data=_stored(h5py, value)), name=name)
    file.create_dataset("not_unique", data=_texts(h5py, list(result.not_unique)))


def _describe(h5py: Any, place: Any, **texts: str) -> None:
    for key, text in texts.items():
        data = _texts(h5py, text)
        if data.nbytes > ATTRIBUTE:
            raise ValueError(f"the {key} has {data.nbytes} bytes")
        place.attrs.create(key, data)


def _link(name: str) -> str:
    """A name that HDF5 does not take for a path; the attribute `name` holds the real one."""
    encoded = _encoded(name).decode().replace("%", "%25").replace("/", "%2F")
    return encoded if encoded.strip(".") else "%" + encoded


def _encoded(text: str) -> bytes:
    """UTF-8, in which a NUL or half a surrogate pair, which no HDF5 text can hold, is written as an escape."""
    return text.encode("utf-8", "backslashreplace").replace(b"\0", b"\\x00")


def _texts(h5py: Any, texts: str | list[str]) -> Any:
    """Text or a list of texts as an array of fixed length."""
    coded = [_encoded(text) for text in ([texts] if isinstance(texts, str) else texts)]
    dtype = h5py.string_dtype("utf-8", max(map(len, coded), default=0) or 1)
    array = np.array(coded, dtype=dtype)
    return array.reshape(()) if isinstance(texts, str) else array


def _stored(h5py: Any, value: Any) -> Any:
    """Evidence as an array: numbers keep their kind, everything unknown becomes its text."""
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    for kinds, dtype in (((bool, np.bool_), "?"), ((int, np.integer), "<i8"), ((float, np.floating), "<f8")):
        if items and all(isinstance(item, kinds) for item in items):
            try:
                return np.array(value, dtype=dtype)
            except OverflowError:
                break  # an integer beyond 64 bits
    if isinstance(value, (list, tuple)):
        return _texts(h5py, [str(item) for item in items])
    return _texts(h5py, str(value))
