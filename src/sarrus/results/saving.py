"""Results on disk: an HDF5 file that is complete or absent.

    bytes 0 to 511   one line: format number, length and SHA-256 of what follows
    /t               time [s]
    /series/NAME     values, shape (n,) or (n, components), with attributes name and unit, and note where there is one
    /evidence/NAME   a number, a text or a list, with attribute name
    /not_unique      names of components
    /foreign         keywords of kinds of elements that are not of the catalogue; absent where there are none
    /files/NAME      the model file, then the data files it reads, as texts, with attribute name
    /answer          of an answer without series over time (format 2), instead of t, series, evidence and not_unique: what
                     its class holds, as JSON
    attributes of /  format_version, sarrus_version, mechanism, analysis, status, status_text

The line stands in the user block of HDF5, which other programs skip. It is checked before the HDF5 library sees a byte:
that library is large, written in C, and does not expect damage.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from sarrus.errors import Problem, UsageError, quote
from sarrus.files import Path, given_ending, shown_path, whole_binary_file, write_at
from sarrus.results.tables import needed
from sarrus.results.typed import to_plain

if TYPE_CHECKING:
    from sarrus.results.answer import Answer
    from sarrus.results.result import Result

ENDINGS = (".h5", ".hdf5")
FORMAT = 2
"""Newest format that is read; results with series over time are written in format 1."""
OF_SERIES, OF_VALUES = 1, 2
HEADER = 512
PIECE = 1 << 20
"""Bytes that are read or written at once."""
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
    return _first_block(len(body), hashlib.sha256(body).hexdigest(), OF_SERIES)


def _first_block(length: int, digest: str, format: int) -> bytes:
    line = f"Sarrus result, format {format}, {length} bytes follow, SHA-256 {digest}\n"
    return line.encode().ljust(HEADER - 1) + b"\n"


def save_answer(answer: Answer, path: Path) -> None:
    """See `Answer.save`."""
    from sarrus.results.result import Result

    check_ending(path)
    h5py = needed("h5py", "save()")
    if isinstance(answer, Result):
        _save_series(h5py, answer, path)
        return
    content = json.dumps(to_plain(answer))
    with whole_binary_file(path) as file, _storing(path):
        with h5py.File(file, "w", userblock_size=HEADER) as tree:
            _head(h5py, tree, answer, OF_VALUES)
            tree.create_dataset("answer", data=_texts(h5py, content))
            _tail(h5py, tree, answer)
        file.flush()
        seal(file, OF_VALUES)


def _save_series(h5py: Any, result: Result, path: Path) -> None:
    shapes = {name: (s.unit, np.shape(s.values)) for name, s in result.series.items()}
    with whole_binary_file(path) as file:
        places = lay_out(h5py, path, file, result, shapes)
        put(file, places[None], result.t)
        for name, s in result.series.items():
            put(file, places[name], s.values)
        seal(file)


def check_ending(path: Path) -> None:
    """Refuse a name for a saved result by which nobody, this program neither, would know what it is.

    Raises:
        UsageError: the ending is none of `ENDINGS`, or it is no path.
    """
    if given_ending(path) not in ENDINGS:
        raise UsageError(
            f"{shown_path(path)}: a result is saved as HDF5, with the ending {' or '.join(ENDINGS)}. Give such a name: "
            "'run.h5'. For other programs there are run.to_csv(), run.to_npz() and run.to_mat(); as commands, --csv FILE."
        )


def lay_out(
    h5py: Any, path: Path, file: BinaryIO, about: Result, shapes: Mapping[str, tuple[str, tuple[int, ...]]]
) -> dict[str | None, int]:
    """Write everything but the numbers.

    Args:
        h5py: the module.
        path: for messages.
        file: a new file.
        about: the result; of its series, only the time, and of that only its length, is looked at.
        shapes: unit and shape of each series.

    Returns:
        Where in the file the numbers of each series belong, and under None those of the time.

    Raises:
        UsageError: a name is too long, or a shape does not fit.
    """
    with _storing(path):
        # numbers begin at a multiple of their size, so that they can be used where they lie
        with h5py.File(file, "w", userblock_size=HEADER, alignment_threshold=8, alignment_interval=8) as tree:
            places = _write(h5py, tree, about, shapes)
        file.flush()
        return places


@contextmanager
def _storing(path: Path) -> Iterator[None]:
    try:
        yield
    except FAILURES as error:
        if isinstance(error, OSError) and error.errno:
            raise  # the disk, not the result
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


def put(file: BinaryIO, place: int, values: Any, row: int = 0) -> None:
    """Write numbers of a series, from a row on, to the place that `lay_out` gave it."""
    values = np.asarray(values)
    per_row = 8 * math.prod(values.shape[1:])
    step = max(1, PIECE // max(per_row, 1))
    for start in range(0, len(values) if per_row else 0, step):
        piece = np.ascontiguousarray(values[start : start + step], "<f8")
        write_at(file.fileno(), place + (row + start) * per_row, piece.tobytes())


def seal(file: BinaryIO, format: int = OF_SERIES) -> None:
    """Write the first line, which vouches for all that follows."""
    digest, length = hashlib.sha256(), 0
    file.seek(HEADER)
    while chunk := file.read(PIECE):
        digest.update(chunk)
        length += len(chunk)
    write_at(file.fileno(), 0, _first_block(length, digest.hexdigest(), format))


def _write(
    h5py: Any, file: Any, about: Result, shapes: Mapping[str, tuple[str, tuple[int, ...]]]
) -> dict[str | None, int]:
    _head(h5py, file, about, OF_SERIES)
    places: dict[str | None, int] = {None: _room(h5py, file, "t", np.shape(about.t), name="t", unit="s")}
    group = file.create_group("series", track_order=True)
    for name, (unit, shape) in shapes.items():
        if shape[:1] != np.shape(about.t):
            raise ValueError(f"series {quote(name)} has shape {shape}, but there are {len(about.t)} times")
        note = about.series[name].note if name in about.series else ""
        more = {"note": note} if note else {}
        places[name] = _room(h5py, group, _link(name), shape, name=name, unit=unit, **more)
    group = file.create_group("evidence", track_order=True)
    for name, value in about.evidence.items():
        _describe(h5py, group.create_dataset(_link(name), data=_stored(h5py, value)), name=name)
    file.create_dataset("not_unique", data=_texts(h5py, list(about.not_unique)))
    _tail(h5py, file, about)
    return places


def _head(h5py: Any, file: Any, about: Answer, format: int) -> None:
    file.attrs.create("format_version", np.int64(format))
    _describe(
        h5py,
        file,
        sarrus_version=version_of("sarrus"),
        mechanism=about.mechanism,
        analysis=about.analysis,
        status=about.status.word,
        status_text=about.status.text,
    )


def _tail(h5py: Any, file: Any, about: Answer) -> None:
    """Of which mechanism it is."""
    if about.foreign:
        file.create_dataset("foreign", data=_texts(h5py, list(about.foreign)))
    group = file.create_group("files", track_order=True)
    for name, text in about.files.items():
        _describe(h5py, group.create_dataset(_link(name), data=_texts(h5py, text)), name=name)


def _room(h5py: Any, place: Any, link: str, shape: tuple[int, ...], **texts: str) -> int:
    """A dataset in one piece whose numbers are yet to be written; returns where they belong."""
    how = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    how.set_layout(h5py.h5d.CONTIGUOUS)
    how.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    how.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    how.set_obj_track_times(False)  # the same result gives the same file
    space = h5py.h5s.create_simple(shape)
    dataset = h5py.h5d.create(place.id, link.encode(), h5py.h5t.IEEE_F64LE, space, how)
    _describe(h5py, h5py.Dataset(dataset), **texts)
    return int(dataset.get_offset() or 0)


def version_of(package: str) -> str:
    """Version of an installed package; "unknown" in a source tree."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


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
