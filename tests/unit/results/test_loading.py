"""Files that are not what they should be: each is refused with a sentence, and nothing outside it is touched."""

import os
import random
from io import BytesIO

import h5py
import numpy as np
import pytest

from sarrus.errors import UsageError
from sarrus.results import load_result
from sarrus.results.saving import HEADER, header


@pytest.mark.parametrize("cut", [0, 1, 20, 100, 511, 512, 513, 2000, -1])
def test_a_truncated_file_is_refused(cut, run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    path.write_bytes(path.read_bytes()[:cut])
    reason = (
        "is not a result of Sarrus" if 0 <= cut < 24 else "is incomplete: it has [0-9]+ bytes, not [0-9]+"
    )
    with pytest.raises(
        UsageError, match=rf"run\.h5: the file {reason}\. load_result reads .*\. Copy it again"
    ):
        load_result(path)


def test_a_file_cut_or_changed_anywhere_is_refused(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    whole = path.read_bytes()
    chance = random.Random(1)
    for _ in range(200):
        data = bytearray(whole)
        place = chance.choice([chance.randrange(len(data)), chance.randrange(HEADER)])
        data[place] ^= chance.randrange(1, 256)
        path.write_bytes(data if chance.random() < 0.8 else whole[:place])
        with pytest.raises(UsageError, match=r"run\.h5: the file "):
            load_result(path)


def test_hdf5_data_changed_under_a_right_checksum_are_read_or_refused(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    whole = path.read_bytes()[HEADER:]
    chance = random.Random(2)
    refused = 0
    for _ in range(20_000 if os.environ.get("SARRUS_DEEP") else 200):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 2, 8])):
            data[chance.randrange(len(data))] = chance.choice([0, 255, chance.randrange(256)])
        path.write_bytes(header(data) + data)
        try:
            load_result(path)
        except UsageError:
            refused += 1
    assert refused > 50


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"t [s],A.theta\r\n0,1\r\n", b"\x89HDF\r\n\x1a\n" + bytes(5000)]
)
def test_a_foreign_file_is_refused(content, tmp_path):
    path = tmp_path / "run.h5"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="is not a result of Sarrus"):
        load_result(path)


def test_a_file_that_another_program_extended_is_refused(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "a") as file:
        file.attrs["note"] = "x"
    with pytest.raises(UsageError, match=r"was changed after it was written|it has"):
        load_result(path)


def test_a_newer_format_is_named(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    path.write_bytes(path.read_bytes().replace(b"format 1,", b"format 3,", 1))
    with pytest.raises(
        UsageError, match=r"has result format 3\. This version reads formats up to 2\. Update Sarrus"
    ):
        load_result(path)


def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path):
    with pytest.raises(
        UsageError, match=r"none\.h5: the file cannot be read: No such file or directory\. Check"
    ):
        load_result(tmp_path / "none.h5")
    with pytest.raises(UsageError, match="is not a plain file"):
        load_result(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="is not a plain file"):
        load_result(tmp_path / "pipe")
    with pytest.raises(UsageError, match="cannot be read"):
        load_result("a\0b")


def external_link(file, folder):
    file["series/x"] = h5py.ExternalLink(str(folder / "secret.h5"), "/t")


def external_group(file, folder):
    del file["series"]
    file["series"] = h5py.ExternalLink(str(folder / "secret.h5"), "/")


def soft_link(file, folder):
    file["series/x"] = h5py.SoftLink("/t")


def external_storage(file, folder):
    (folder / "raw").write_bytes(bytes(40))
    file["series"].create_dataset("x", (5,), "<f8", external=[(str(folder / "raw"), 0, 40)])


def virtual(file, folder):
    layout = h5py.VirtualLayout((5,), "<f8")
    layout[:] = h5py.VirtualSource(str(folder / "secret.h5"), "t", (5,))
    file["series"].create_virtual_dataset("x", layout)


def compressed(file, folder):
    file["series"].create_dataset("x", data=np.zeros(5), compression="gzip")


def huge(file, folder):
    space = h5py.h5s.create_simple((2**40,))
    h5py.h5d.create(file["series"].id, b"x", h5py.h5t.IEEE_F64LE, space)


def chunked(file, folder):
    file["series"].create_dataset("x", (2**40,), "<f8", chunks=(1000,))


def objects(file, folder):
    file["series"].create_dataset("x", data=["a"] * 5, dtype=h5py.string_dtype())


def integers(file, folder):
    file["series"].create_dataset("x", data=np.arange(5)).attrs.create("name", np.bytes_("x"))


def too_few(file, folder):
    file["series"].create_dataset("x", data=np.zeros(4)).attrs.create("name", np.bytes_("x"))


def no_name(file, folder):
    file["series"].create_dataset("x", data=np.zeros(5))


def text_of_any_length(file, folder):
    file["series"].create_dataset("x", data=np.zeros(5)).attrs["name"] = "a" * 1000


def long_attribute(file, folder):
    file["series"].create_dataset("x", data=np.zeros(5)).attrs["name"] = np.bytes_("a" * 50_000)


def deep_evidence(file, folder):
    file["evidence"].create_dataset("x", data=np.zeros((2, 2))).attrs["name"] = np.bytes_("x")


def bad_text(file, folder):
    file["series"].create_dataset("x", data=np.zeros(5)).attrs["name"] = np.bytes_(b"\xff\xfe")


def a_group(file, folder):
    file["series"].create_group("x")


def a_thousand_names(file, folder):
    big = file["series"].create_dataset("x", data=np.zeros((5, 1000)))
    big.attrs["name"] = big.attrs["unit"] = np.bytes_("x")
    for i in range(1000):
        file[f"series/x{i}"] = big


def one_not_unique(file, folder):
    del file["not_unique"]
    file["not_unique"] = np.bytes_("A.reaction.z")


def no_series(file, folder):
    del file["series"]


def no_mechanism(file, folder):
    del file.attrs["mechanism"]


def no_time(file, folder):
    del file["t"]


def table_of_times(file, folder):
    del file["t"]
    file["t"] = np.zeros((5, 2))


HOSTILE = {
    external_link: "'x' is a link to elsewhere",
    external_group: "'series' is a link to elsewhere",
    soft_link: "'x' is a link to elsewhere",
    external_storage: "in another file",
    virtual: "in pieces",
    compressed: "filtered",
    huge: "promises 1099511627776 values, but 0 bytes are stored",
    chunked: "in pieces",
    objects: "neither numbers nor text",
    integers: "numbers of type int64, not float64",
    too_few: "has shape",
    no_name: "name",
    text_of_any_length: "'name' is not a text",
    long_attribute: "'name' is not a text of up to 32000 bytes",
    deep_evidence: "has 2 dimensions",
    bad_text: "codec can't decode",
    a_group: "'x' is not a dataset",
    a_thousand_names: "more values than the file has room for",
    one_not_unique: "'not_unique' is not a list of names",
    no_series: "'series' is missing",
    no_mechanism: "mechanism",
    no_time: "'t' is missing",
    table_of_times: "the time is not a list",
}


@pytest.mark.parametrize("spoil", HOSTILE, ids=lambda f: f.__name__)
def test_a_hostile_file_is_refused_even_with_a_right_checksum(spoil, run, tmp_path):
    run.save(tmp_path / "secret.h5")
    path = run.save(tmp_path / "run.h5")
    buffer = BytesIO(path.read_bytes())
    with h5py.File(buffer, "r+") as file:
        spoil(file, tmp_path)
    body = buffer.getbuffer()[HEADER:]
    path.write_bytes(header(body) + body)
    with pytest.raises(UsageError, match=rf"run\.h5: the file is not a result as save.*{HOSTILE[spoil]}"):
        load_result(path)
