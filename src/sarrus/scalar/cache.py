"""Compiled objects on disk.

The key is the content: the text of the module, the processor with its features, the versions of LLVM and of our
emitter. Files are written under a temporary name and moved into place, so a reader sees a whole file or none;
each begins with a digest of the rest, checked before the object is loaded (a truncated object would end the process).
The folder is private to its owner, and deleting it at any time is safe.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

EMITTER = "1"  # raise when the same module text would compile to something else
_DIGEST = 32
_LIMIT = 256 * 1024 * 1024


def folder() -> Path | None:
    """Where objects are kept: $SARRUS_CACHE, else the user's cache folder; None when caching is off or unsafe."""
    chosen = os.environ.get("SARRUS_CACHE")
    if chosen == "off":
        return None
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    path = Path(chosen) if chosen else Path(base) / "sarrus"
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        facts = path.stat()
    except OSError:
        return None
    if os.name == "posix" and (facts.st_uid != os.getuid() or facts.st_mode & 0o022):
        return None  # somebody else could put objects there
    return path


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
    try:
        data = (place / f"{name}.o").read_bytes()
    except OSError:
        return None
    if len(data) <= _DIGEST or hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
        return None
    return data[_DIGEST:]


def write(name: str, data: bytes) -> None:
    """Keep an object. Failing to is no error: it will be compiled again."""
    place = folder()
    if place is None:
        return
    temporary = place / f"{name}.{secrets.token_hex(8)}.tmp"
    try:
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            os.replace(temporary, place / f"{name}.o")
        finally:
            temporary.unlink(missing_ok=True)
        _trim(place)
    except OSError:
        return


def _trim(place: Path) -> None:
    """Delete the oldest objects when the folder has grown past its limit."""
    files = [(f.stat().st_mtime, f.stat().st_size, f) for f in place.glob("*.o")]
    size = sum(s for _, s, _ in files)
    for _, s, file in sorted(files, key=lambda f: f[0]):
        if size <= _LIMIT:
            return
        file.unlink(missing_ok=True)
        size -= s
