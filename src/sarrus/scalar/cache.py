"""Compiled objects on disk.

The key is the content: the text of the module, the processor with its features, the versions of LLVM and of our
emitter. Files are written under a temporary name and moved into place, so a reader sees a whole file or none;
each begins with a digest of the rest, checked before the object is loaded (a truncated object would end the process).
The folder is private to its owner, and deleting it at any time is safe. When it has grown past its limit, the objects
that were not used for longest go first. Where it cannot be written, things are compiled at every start; where it cannot
be used at all, a warning says so once.
"""

from __future__ import annotations

import hashlib
import os
import time
import warnings
from collections.abc import Mapping
from contextlib import suppress
from functools import cache as once
from pathlib import Path

from sarrus.errors import SarrusWarning

EMITTER = "2"  # raise when what stands in a file changes
_OFF = ("off", "0", "no", "none", "false")
"""What $SARRUS_CACHE may say, in any case, instead of naming a folder."""
_DIGEST = 32
_LIMIT = 256 * 1024 * 1024
_ABANDONED = 3600.0
"""Seconds after which a temporary file belongs to a process that was ended."""


def folder() -> Path | None:
    """Where objects are kept: $SARRUS_CACHE, else the user's cache folder; None when caching is off or unsafe."""
    chosen = os.environ.get("SARRUS_CACHE", "").strip()
    if chosen.lower() in _OFF:
        return None
    shown = chosen or "~/.cache/sarrus"
    try:
        path = Path(chosen).expanduser() if chosen else _of_user()
        shown = str(path)
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        facts = path.stat()
    except OSError as error:
        _warn(shown, f"it cannot be made: {error.strerror}", "")
        return None
    except RuntimeError:
        _warn(shown, "the home folder is not known", "")
        return None
    if reason := _distrust(facts):
        _warn(shown, *reason)
        return None
    return path


def _of_user() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sarrus"


def _distrust(facts: os.stat_result) -> tuple[str, str] | None:
    """Why somebody else could put objects into a folder, and what would help besides another folder."""
    if os.name != "posix":
        return None
    if facts.st_uid != os.getuid():
        return "it belongs to another user, who could put code there", ""
    if facts.st_mode & 0o022:
        return "other users may write to it and could put code there", "run chmod 700 on it, or "
    return None


@once
def _warn(place: str, reason: str, remedy: str) -> None:
    """Say once that nothing is kept. Who does not mind switches the cache off."""
    warnings.warn(
        f"The cache folder {place} is not used: {reason}. Mechanisms are compiled at every start. "
        f"To mend it, {remedy}set SARRUS_CACHE to a folder of your own, or to off.",
        SarrusWarning,
        stacklevel=3,
    )


def key(*parts: str) -> str:
    """The name of an object: a digest of everything it depends on."""
    digest = hashlib.sha256()
    for part in (EMITTER, *parts):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part.encode())
    return digest.hexdigest()


def read(name: str) -> bytes | None:
    """The object with this key, or None; a damaged file counts as absent."""
    place = folder()
    if place is None:
        return None
    file = place / f"{name}.o"
    try:
        data = file.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(file)  # used now
    if len(data) <= _DIGEST or hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
        return None
    return data[_DIGEST:]


def write(name: str, data: bytes) -> None:
    """Keep an object. Failing to is no error: it will be compiled again."""
    write_all({name: data})


def write_all(objects: Mapping[str, bytes]) -> None:
    """Keep several, in order, and look only once whether the folder has grown too large."""
    place = folder()
    if place is None:
        return
    with suppress(OSError):
        for name, data in objects.items():
            _write(place, name, data)
        _trim(place)


def _write(place: Path, name: str, data: bytes) -> None:
    temporary = place / f"{name}.{os.urandom(8).hex()}.tmp"
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        os.replace(temporary, place / f"{name}.o")
    finally:
        temporary.unlink(missing_ok=True)


def _trim(place: Path) -> None:
    """Delete the objects used longest ago when the folder has grown past its limit, and what ended processes left."""
    found = []
    for file in os.scandir(place):
        with suppress(OSError):  # another process may have deleted it
            facts = file.stat()
            if file.name.endswith(".o"):
                found.append((facts.st_mtime, facts.st_size, file.path))
            elif file.name.endswith(".tmp") and facts.st_mtime < time.time() - _ABANDONED:
                os.unlink(file.path)
    size = sum(s for _, s, _ in found)
    for _, s, path in sorted(found):
        if size <= _LIMIT:
            return
        with suppress(OSError):
            os.unlink(path)
        size -= s
