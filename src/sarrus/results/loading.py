"""Results from disk: nothing in a file is believed before it is checked."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np

from sarrus.errors import Problem, UsageError, quote
from sarrus.files import Path, reason_of, shown_path
from sarrus.results.answer import Outcome
from sarrus.results.contents import PART, Contents
from sarrus.results.journal import is_journal, is_locked
from sarrus.results.numbers import FileNumbers, is_large
from sarrus.results.result import Result
from sarrus.results.saving import ATTRIBUTE, FAILURES, FORMAT, HEADER
from sarrus.results.series import Series
from sarrus.results.tables import needed
from sarrus.results.typed import from_plain

if TYPE_CHECKING:
    from sarrus.results.answer import Answer

_LINE = re.compile(rb"Sarrus result, format (\d{1,9}), (\d{1,18}) bytes follow, SHA-256 ([0-9a-f]{64})\n *\n")
_FIRST = re.compile(rb"Sarrus result, format (\d{1,9}),")


def load_result(path: Path, *, elements: Iterable[type] = ()) -> Any:
    """Read an answer that its `save` wrote, exactly as it was, or what a run with `save=` has written so far.

        run.save("run.h5")
        run = sarrus.load_result("run.h5")

    A run that is going on, or was killed, leaves "run.h5.part": read, it is a result with the status "running" or
    "interrupted" and all rows up to the last block that was written; `save` makes a complete file of it.

    What comes back is of the class that was saved: a `Result` for a run over time, else the answer of the verb.

    The numbers of a large file (over 64 MB) stay on disk until they are used, and cannot be changed in place.

    Args:
        path: of the file.
        elements: classes of elements of your own that the mechanism has, as in `load`. Without them a report or a drawing
            says which are missing; series, tables and plots need none.

    Raises:
        UsageError: the file cannot be read, is no result, is damaged, or comes from a newer Sarrus; or one of the classes
            is no element.
    """
    given = _checked(elements)
    found = _read(path)
    return replace(cast("Any", found), elements=given) if given else found


def _checked(elements: Any) -> tuple[type, ...]:
    """Classes of elements; what an element is, only analyses know."""
    if isinstance(elements, tuple | list) and not elements:
        return ()
    from sarrus.analysis.motion.restored import checked_elements

    return checked_elements(elements)


def _read(path: Path) -> Answer:
    h5py = needed("h5py", "load_result()")
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise _refusal(path, "is not a plain file")
        with open(path, "rb") as file:
            beginning = file.read(HEADER)
            file.seek(0)
            if is_journal(beginning):
                return _read_journal(h5py, path, file)
            _check(path, file)
            return _read_tree(h5py, path, file)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _read_tree(h5py: Any, path: Path, file: BinaryIO) -> Answer:
    """The result in an HDF5 file that is known to be undamaged."""
    file.seek(0)
    try:
        with h5py.File(file, "r") as tree:
            reader = _Reader(h5py, file)
            return reader.answer(tree) if "answer" in tree else reader.result(tree)
    except FAILURES as error:
        reason = error.args[0] if isinstance(error, KeyError) and error.args else error
        raise _refusal(path, f"is not a result as save() writes it: {reason}") from error


def _read_journal(h5py: Any, path: Path, file: BinaryIO) -> Result:
    """What a journal holds: in memory, or on disk in a file without a name when it is large."""
    is_written = is_locked(file)
    try:
        found = Contents.read(file, is_written)
        if not is_large(file):
            return found.in_memory(file)
    except ValueError as error:
        raise _refusal(path, f"is not a journal as a run writes it: {error}") from error
    with TemporaryFile() as copy:
        return found.stored(copy, found.write(h5py, path, file, copy))


def _unreadable(path: Path, error: Exception) -> UsageError:
    """What is said of a file that cannot be opened, with a hint when only its journal is there."""
    part = os.fsdecode(path) + PART
    if isinstance(error, FileNotFoundError) and os.path.isfile(part):
        part = shown_path(part)
        return UsageError(
            f"{shown_path(path)}: there is no such file, but '{part}' is there: what a run has written that is still "
            f"going, or was killed. Read it with sarrus.load_result({part!r}) or 'sarrus plot {part}'."
        )
    return UsageError(
        f"{shown_path(path)}: the file cannot be read: {reason_of(error)}. Check the path; save() writes such files."
    )


def _check(path: Path, file: BinaryIO) -> None:
    """Refuse what is foreign, newer, cut short or changed."""
    block = file.read(HEADER)
    first = _FIRST.match(block)
    if first is None:
        raise _refusal(path, "is not a result of Sarrus")
    if int(first[1]) > FORMAT:
        raise UsageError(
            f"{shown_path(path)}: the file has result format {int(first[1])}. This version reads formats up to {FORMAT}. "
            "Update Sarrus, or write a CSV with the version that saved it."
        )
    line = _LINE.fullmatch(block)
    if line is None and len(block) == HEADER:
        raise _refusal(path, "is damaged in its first line")
    there, whole = os.fstat(file.fileno()).st_size, HEADER + int(line[2]) if line else HEADER
    if there < whole:
        raise _refusal(path, f"is incomplete: it has {there} bytes, not {whole}")
    digest = hashlib.sha256()
    while chunk := file.read(1 << 20):
        digest.update(chunk)
    if line is None or there > whole or digest.hexdigest() != line[3].decode():
        raise _refusal(path, "is damaged, or was changed after it was written: its checksum does not match")


def _refusal(path: Path, what: str) -> UsageError:
    allowed = "load_result reads complete files that save() wrote"
    return UsageError(
        str(Problem(shown_path(path), f"the file {what}", allowed, "Copy it again, or repeat the run"))
    )


class _Reader:
    """Takes a result out of an open file, and no more bytes than the file has.

    Every method raises ValueError for what `save_result` does not write; h5py raises more kinds.
    """

    def __init__(self, h5py: Any, file: BinaryIO) -> None:
        self.h5py = h5py
        self.left = os.fstat(file.fileno()).st_size
        self.numbers = FileNumbers(file)

    def result(self, tree: Any) -> Result:
        t = self.values(self.dataset(tree, "t"))
        if t.ndim != 1:
            raise ValueError("the time is not a list")
        series = {}
        for dataset in self.members(tree, "series"):
            name, values = self.text(dataset, "name"), self.values(dataset)
            if values.shape[:1] != t.shape:
                raise ValueError(
                    f"series {quote(name)} has shape {values.shape}, but there are {len(t)} times"
                )
            note = self.text(dataset, "note") if "note" in dataset.attrs else ""
            series[name] = Series(name, self.text(dataset, "unit"), values, note)
        evidence = {self.text(d, "name"): self.fact(d) for d in self.members(tree, "evidence")}
        not_unique = self.listed(tree, "not_unique")
        foreign = self.listed(tree, "foreign") if "foreign" in tree else ()
        about = [self.text(tree, key) for key in ("mechanism", "analysis", "status", "status_text")]
        outcome = Outcome(about[2], about[3])
        return Result(about[0], about[1], t, series, outcome, evidence, not_unique, self.files(tree), foreign)

    def answer(self, tree: Any) -> Answer:
        """What has no series over time, by the class of its verb."""
        from sarrus.analysis.verb import answer_class

        content = self.fact(self.dataset(tree, "answer"))
        kind = answer_class(self.text(tree, "analysis"))
        try:
            found: Any = from_plain(kind, json.loads(content))
        except (TypeError, RecursionError) as error:
            raise ValueError(f"its content cannot be understood: {error}") from error
        foreign = self.listed(tree, "foreign") if "foreign" in tree else ()
        return cast("Answer", replace(found, described=self.files(tree), foreign=foreign))

    def listed(self, tree: Any, name: str) -> tuple[str, ...]:
        found = self.fact(self.dataset(tree, name))
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise ValueError(f"'{name}' is not a list of names")
        return tuple(found)

    def files(self, tree: Any) -> dict[str, str]:
        """Of the model; an early version wrote none."""
        if "files" not in tree:
            return {}
        found = {self.text(d, "name"): self.fact(d) for d in self.members(tree, "files")}
        if not all(isinstance(text, str) for text in found.values()):
            raise ValueError("the files of the model are not texts")
        return found

    def members(self, tree: Any, name: str) -> Iterator[Any]:
        self.check_link(tree, name)
        group = tree[name]
        if not isinstance(group, self.h5py.Group):
            raise ValueError(f"{quote(name)} is not a group")
        for member in group:
            yield self.dataset(group, member)

    def check_link(self, place: Any, name: str) -> None:
        """Only what lies in the file itself is opened: a link by name could lead to another file."""
        link = place.get(name, getlink=True)
        if not isinstance(link, self.h5py.HardLink):
            raise ValueError(f"{quote(name)} is {'missing' if link is None else 'a link to elsewhere'}")

    def dataset(self, place: Any, name: str) -> Any:
        """A dataset whose numbers lie in this file in one piece: no filter runs, and no size is promised falsely."""
        self.check_link(place, name)
        dataset = place[name]
        if not isinstance(dataset, self.h5py.Dataset):
            raise ValueError(f"{quote(name)} is not a dataset")
        how = dataset.id.get_create_plist()
        in_one_piece = how.get_layout() in (self.h5py.h5d.CONTIGUOUS, self.h5py.h5d.COMPACT)
        if not in_one_piece or how.get_nfilters() or how.get_external_count():
            raise ValueError(f"{quote(name)} is in pieces, filtered or in another file")
        if dataset.shape is None or dataset.dtype.kind not in "bifS":
            raise ValueError(f"{quote(name)} holds neither numbers nor text")
        stored = dataset.id.get_storage_size()
        if stored != dataset.size * dataset.dtype.itemsize:
            raise ValueError(f"{quote(name)} promises {dataset.size} values, but {stored} bytes are stored")
        self.left -= stored  # one dataset under a thousand names is small on disk only
        if self.left < 0:
            raise ValueError("there are more values than the file has room for")
        return dataset

    def values(self, dataset: Any) -> Any:
        if dataset.dtype != np.dtype("<f8"):
            raise ValueError(f"{quote(dataset.name)} has numbers of type {dataset.dtype}, not float64")
        place = dataset.id.get_offset()
        if not place or not dataset.size:
            return dataset[()].astype(np.float64, copy=False)
        return self.numbers.at(place, dataset.shape)

    def fact(self, dataset: Any) -> Any:
        """A number, a text, or a list of them, as Python has it."""
        if dataset.ndim > 1:
            raise ValueError(f"{quote(dataset.name)} has {dataset.ndim} dimensions")
        found = dataset[()].tolist()
        if dataset.dtype.kind != "S":
            return found
        return [text.decode() for text in found] if dataset.ndim else found.decode()

    def text(self, place: Any, key: str) -> str:
        attribute = self.h5py.h5a.open(place.id, key.encode())
        if attribute.get_storage_size() > ATTRIBUTE or attribute.shape != () or attribute.dtype.kind != "S":
            raise ValueError(f"the attribute '{key}' is not a text of up to {ATTRIBUTE} bytes")
        array = np.empty((), dtype=attribute.dtype)
        attribute.read(array)
        found: bytes = array.item()
        return found.decode()
