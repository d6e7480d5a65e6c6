import os
import stat
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest

from sarrus.errors import SarrusWarning
from sarrus.scalar import Graph, cache, compiler, image, linking
from sarrus.scalar.kernel import Kernel

PAYLOAD = bytes(range(256)) * 40


@pytest.fixture
def place(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("SARRUS_CACHE", str(folder))
    return folder


@pytest.fixture(autouse=True)
def nothing_said_yet():
    """As in a fresh process: every warning is still to come."""
    cache._warn.cache_clear()
    yield
    cache._warn.cache_clear()


def test_an_object_comes_back(place):
    cache.write("a", PAYLOAD)
    assert cache.read("a") == PAYLOAD
    assert cache.read("b") is None
    assert [f.name for f in place.iterdir()] == ["a.o"]


def test_key_depends_on_every_part_and_on_where_parts_end():
    assert cache.key("a", "bc") == cache.key("a", "bc")
    assert len({cache.key("a", "bc"), cache.key("ab", "c"), cache.key("abc"), cache.key("a", "bd")}) == 4


def test_key_depends_on_the_emitter(monkeypatch):
    before = cache.key("a")
    monkeypatch.setattr(cache, "EMITTER", "another")
    assert cache.key("a") != before


@pytest.mark.parametrize("kept", [0, 1, 31, 32, 33, 1000, len(PAYLOAD) + 31])
def test_a_truncated_object_counts_as_absent(place, kept):
    cache.write("a", PAYLOAD)
    file = place / "a.o"
    file.write_bytes(file.read_bytes()[:kept])
    assert cache.read("a") is None


@pytest.mark.parametrize("position", [0, 31, 32, 500, -1])
def test_one_wrong_bit_counts_as_absent(place, position):
    cache.write("a", PAYLOAD)
    file = place / "a.o"
    data = bytearray(file.read_bytes())
    data[position] ^= 1
    file.write_bytes(data)
    assert cache.read("a") is None


def kernel(factor):
    graph = Graph()
    (x,) = graph.symbols("x")
    return Kernel("line", (("x", (x,)),), (("y", (x * factor + 1.0,)),))


def run(factor):
    """Compile as a fresh process would, and run."""
    linking._object.cache_clear()
    y = np.empty(1)
    linking.Program([kernel(factor)]).function("line")(np.array([2.0]), y)
    return y[0]


@pytest.fixture
def compilations(monkeypatch):
    seen = []
    right = linking.compile_object
    monkeypatch.setattr(linking, "compile_object", lambda text: seen.append(text) or right(text))
    return seen


def test_a_second_start_compiles_nothing(place, compilations):
    assert run(3.0) == run(3.0) == 7.0
    assert len(compilations) == 1
    assert run(4.0) == 9.0
    assert len(compilations) == 2


@pytest.mark.parametrize(
    "damage", [lambda d: d[:100], lambda d: b"", lambda d: d[:32] + b"x" * (len(d) - 32)]
)
def test_a_damaged_object_is_compiled_again_and_replaced(place, compilations, damage):
    """Trap: loading a truncated object ends the process."""
    assert run(5.0) == 11.0
    (file,) = place.glob("*.o")
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert run(5.0) == 11.0
    assert len(compilations) == 2
    assert file.read_bytes() == whole


@pytest.mark.parametrize("word", ["off", "OFF", "0", " None ", "no", "False"])
def test_caching_can_be_switched_off(tmp_path, monkeypatch, compilations, word):
    monkeypatch.setenv("SARRUS_CACHE", word)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert cache.folder() is None
    cache.write("a", PAYLOAD)
    assert cache.read("a") is None
    assert run(6.0) == run(6.0) == 13.0
    assert len(compilations) == 2
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_the_users_own_by_default(tmp_path, monkeypatch):
    monkeypatch.delenv("SARRUS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "sarrus"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "sarrus"


def test_the_folder_may_be_written_with_the_sign_of_the_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("SARRUS_CACHE", "~/objects")
    assert cache.folder() == tmp_path / "objects"


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_the_folder_is_private(place):
    cache.write("a", PAYLOAD)
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE((place / "a.o").stat().st_mode) & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_is_not_trusted(place, mode, compilations):
    cache.write("a", PAYLOAD)
    place.chmod(mode)
    with pytest.warns(SarrusWarning) as said:
        assert cache.folder() is None
        assert cache.read("a") is None
        assert run(7.0) == 15.0  # and things go on without it
    (words,) = (str(w.message) for w in said)  # once
    for part in (str(place), "other users may write to it", "chmod 700", "SARRUS_CACHE"):
        assert part in words
    place.chmod(0o700)
    assert [f.name for f in place.iterdir()] == ["a.o"]


@pytest.mark.skipif(os.name != "posix", reason="owners are those of POSIX")
def test_a_folder_of_somebody_else_is_not_trusted(place, monkeypatch):
    cache.write("a", PAYLOAD)
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    with pytest.warns(
        SarrusWarning, match=r"belongs to another user.* set SARRUS_CACHE to a folder of your own"
    ):
        assert cache.folder() is None


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path, monkeypatch, compilations):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.warns(SarrusWarning, match="it cannot be made: Not a directory"):
        assert cache.folder() is None
    assert run(8.0) == 17.0


def test_a_reader_never_sees_half_an_object(place):
    """Written under another name and moved into place, again and again, while it is being read."""
    cache.write("a", PAYLOAD)
    stop = threading.Event()
    seen = []

    def read():
        while not stop.is_set():
            seen.append(cache.read("a") == PAYLOAD)

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(100):
        cache.write("a", PAYLOAD)
    stop.set()
    reader.join()
    assert seen
    assert all(seen)
    assert [f.name for f in place.iterdir()] == ["a.o"]


@pytest.mark.parametrize("step", ["replace", "open"])
def test_a_write_that_fails_leaves_nothing_behind_and_is_no_error(place, monkeypatch, step):
    cache.write("a", PAYLOAD)

    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, step, full)
        cache.write("a", b"other")
        cache.write("b", PAYLOAD)
    assert cache.read("a") == PAYLOAD
    assert [f.name for f in place.iterdir()] == ["a.o"]


def test_old_objects_make_room(place, monkeypatch):
    monkeypatch.setattr(cache, "_LIMIT", 3 * (len(PAYLOAD) + 32))
    for i, name in enumerate("abcde"):
        cache.write(name, PAYLOAD)
        os.utime(place / f"{name}.o", (i, i))
    cache.write("f", PAYLOAD)
    assert sorted(f.name for f in place.iterdir()) == ["d.o", "e.o", "f.o"]


def test_an_object_that_is_read_counts_as_used(place, monkeypatch):
    monkeypatch.setattr(cache, "_LIMIT", 3 * (len(PAYLOAD) + 32))
    for i, name in enumerate("abc"):
        cache.write(name, PAYLOAD)
        os.utime(place / f"{name}.o", (i, i))
    assert cache.read("a") == PAYLOAD
    cache.write("d", PAYLOAD)
    assert sorted(f.name for f in place.iterdir()) == ["a.o", "c.o", "d.o"]


def test_an_object_deleted_by_another_process_is_no_error(place, monkeypatch):
    """It is listed, and gone when it is looked at; the others are still kept within the limit."""
    monkeypatch.setattr(cache, "_LIMIT", 2 * (len(PAYLOAD) + 32))
    for i, name in enumerate("abc"):
        cache.write(name, PAYLOAD)
        os.utime(place / f"{name}.o", (i, i))
    right = os.scandir

    class Ghost:
        name, path = "ghost.o", str(place / "ghost.o")

        def stat(self):
            return os.stat(self.path)

    with monkeypatch.context() as race:
        race.setattr(os, "scandir", lambda path: [Ghost(), *right(path)])
        cache.write("d", PAYLOAD)
    assert sorted(f.name for f in place.iterdir()) == ["c.o", "d.o"]


def test_what_ended_processes_have_left_is_cleared_away(place):
    cache.write("a", PAYLOAD)
    (place / "b.0123.tmp").write_bytes(b"half")
    (place / "c.4567.tmp").write_bytes(b"being written")
    os.utime(place / "b.0123.tmp", (0, 0))
    cache.write("d", PAYLOAD)
    assert sorted(f.name for f in place.iterdir()) == ["a.o", "c.4567.tmp", "d.o"]


def test_a_user_without_a_home_is_no_error(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("SARRUS_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.warns(SarrusWarning, match="the home folder is not known"):
        assert cache.folder() is None
    assert run(9.0) == 19.0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_still_serves(place, compilations):
    assert run(10.0) == 21.0
    place.chmod(0o500)
    try:
        assert run(10.0) == 21.0
        assert run(11.0) == 23.0
        assert len(compilations) == 2
    finally:
        place.chmod(0o700)
    assert len(list(place.iterdir())) == 1


def test_a_disk_that_refuses_every_write_is_no_error(place, monkeypatch, compilations):
    place.mkdir(mode=0o700)

    def refuse(*arguments, **options):
        raise PermissionError(30, "Read-only file system")

    for step in ("open", "replace", "utime", "unlink"):
        monkeypatch.setattr(os, step, refuse)
    assert run(12.0) == run(12.0) == 25.0
    assert len(compilations) == 2


@pytest.mark.skipif(not image.is_supported(), reason="elsewhere LLVM is asked for its version")
def test_key_depends_on_the_library_that_has_llvm_in_it(tmp_path, monkeypatch):
    """One version of llvmlite is built with several of LLVM, whose objects differ."""
    import llvmlite

    library = tmp_path / "binding" / "libllvmlite.so"
    library.parent.mkdir()
    monkeypatch.setattr(llvmlite, "__file__", str(tmp_path / "__init__.py"))
    found = set()
    for content, date in ((b"one", 1), (b"other", 1), (b"other", 2)):
        library.write_bytes(content)
        os.utime(library, (date, date))
        found.add(compiler.machine.__wrapped__()["version"])
    assert len(found) == 3
    library.unlink()  # built into something else: LLVM itself is asked
    assert compiler.machine.__wrapped__()["version"].endswith(str(compiler.llvm_here().llvm_version_info))


SCRIPT = """
import numpy as np
from sarrus.scalar import Graph
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
g = Graph()
(x,) = g.symbols("x")
y = np.empty(1)
Program([Kernel("f", (("x", (x,)),), (("y", (x * x + 3.0,)),))]).function("f")(np.array([2.0]), y)
print(y[0])
"""


def test_processes_that_start_together_share_the_folder(place, child):
    starts = [child("-c", SCRIPT, stdout=subprocess.PIPE, env=dict(os.environ), text=True) for _ in range(4)]
    assert [p.communicate(timeout=120)[0].strip() for p in starts] == ["7.0"] * 4
    assert [p.returncode for p in starts] == [0] * 4
    assert len(list(place.iterdir())) == 1


WRITERS = """
import sys
from sarrus.scalar import cache
cache._LIMIT = int(sys.argv[2])
for i in range(60):
    for name in ("shared", f"own{sys.argv[1]}.{i % 10}"):
        cache.write(name, (name * 5000).encode())
        found = cache.read(name)
        assert found in (None, (name * 5000).encode()), name
"""


@pytest.mark.parametrize("limit", [10**9, 400_000])
def test_processes_write_the_same_and_different_objects_at_once(place, child, limit, monkeypatch):
    """Every object read is whole; with a limit the folder stays within it, and nothing is left half written."""
    writers = [child("-c", WRITERS, i, limit, env=dict(os.environ)) for i in range(4)]
    assert [w.wait(timeout=120) for w in writers] == [0] * 4
    names = [f.name for f in place.iterdir()]
    assert all(n.endswith(".o") for n in names)
    assert (len(names) == 41) == (limit == 10**9)
    for name in names:
        assert cache.read(name[:-2]) == (name[:-2] * 5000).encode()
    monkeypatch.setattr(cache, "_LIMIT", limit)
    cache.write("last", b"one more")
    assert sum(f.stat().st_size for f in place.iterdir()) <= limit
