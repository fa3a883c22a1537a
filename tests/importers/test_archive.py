"""Files, folders and zips: read in place, refused with a reason where that is not safe."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from pathlib import Path

import pytest

from memdesk.importers import archive
from memdesk.importers.archive import open_containers
from memdesk.importers.source import UnreadableInput, Utf8Stream
from tests.importers.builders import source_file, write, zip_bytes


def listed(path: Path) -> dict[str, list[str]]:
    return {box.name: [file.name for file in box.files] for box in open_containers(path)}


def reasons(path: Path) -> dict[str, str]:
    boxes = list(open_containers(path))
    return {issue.file: issue.reason for box in boxes for issue in box.issues}


def content(stream: Utf8Stream) -> bytes:
    with stream:
        return b"".join(iter(lambda: stream.read(7), b""))


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"],
)
def test_text_comes_out_as_utf_8_whatever_it_was(encoding: str) -> None:
    text = '[{"title": "Grüße 日本 😀"}]'
    data = text.encode(encoding)
    stream = source_file(data).open()
    assert content(stream) == text.encode()
    assert stream.bytes_read == len(data)


def test_a_cut_utf_16_file_ends_in_a_replacement() -> None:
    assert content(source_file("[ä".encode("utf-16")[:-1]).open()) == "[\ufffd".encode()


def test_an_empty_file_is_empty() -> None:
    assert content(source_file(b"").open()) == b""


def test_a_folder_lists_its_files_with_their_places(tmp_path: Path) -> None:
    write(tmp_path / "export" / "a" / "one.json", b"[]")
    write(tmp_path / "export" / "two.json", b"[]")
    write(tmp_path / "export" / "__MACOSX" / "x.json", b"[]")
    write(tmp_path / "export" / "._two.json", b"[]")
    assert listed(tmp_path / "export") == {"export": ["export/two.json", "export/a/one.json"]}


def test_links_in_a_folder_are_named_and_not_followed(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.json", b"[]")
    write(tmp_path / "export" / "one.json", b"[]")
    (tmp_path / "export" / "link.json").symlink_to(secret)
    assert listed(tmp_path / "export") == {"export": ["export/one.json"]}
    assert "symbolic link" in reasons(tmp_path / "export")["export/link.json"]


def test_zips_in_a_zip_and_in_a_folder_are_containers_of_their_own(tmp_path: Path) -> None:
    inner = zip_bytes({"conversations.json": b"[1]"})
    write(tmp_path / "box" / "outer.bin", zip_bytes({"inner.zip": inner, "a.json": b"[]"}))
    write(tmp_path / "box" / "second.zip", inner)
    assert listed(tmp_path / "box" / "outer.bin") == {
        "outer.bin": ["outer.bin/a.json"],
        "outer.bin/inner.zip": ["outer.bin/inner.zip/conversations.json"],
    }
    assert listed(tmp_path / "box") == {
        "box": ["box/outer.bin"],
        "box/second.zip": ["box/second.zip/conversations.json"],
    }
    *_, box = open_containers(tmp_path / "box" / "outer.bin")
    assert content(box.files[0].open()) == b"[1]"


def test_deeper_zips_are_not_opened(tmp_path: Path) -> None:
    data = zip_bytes({"conversations.json": b"[1]"})
    for name in ("c.zip", "b.zip"):
        data = zip_bytes({name: data})
    path = write(tmp_path / "a.zip", data)
    assert listed(path) == {"a.zip": [], "a.zip/b.zip": []}
    assert "unpack the outer one" in reasons(path)["a.zip/b.zip/c.zip"]


@pytest.mark.parametrize(
    "name", ["../evil.json", "a/../../evil.json", "/etc/evil.json", "C:\\evil.json", "..\\e.json"]
)
def test_names_that_climb_out_are_left_out(name: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.zip", zip_bytes({name: b"[]", "good.json": b"[]"}))
    assert listed(path) == {"a.zip": ["a.zip/good.json"]}
    (reason,) = reasons(path).values()
    assert "outside the archive" in reason


def test_links_in_a_zip_are_left_out(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as box:
        info = zipfile.ZipInfo("link.json")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        box.writestr(info, "/etc/passwd")
    path = write(tmp_path / "a.zip", buffer.getvalue())
    assert listed(path) == {"a.zip": []}
    assert "symbolic link" in reasons(path)["a.zip/link.json"]


def test_a_zip_bomb_is_not_opened(tmp_path: Path) -> None:
    path = write(tmp_path / "a.zip", zip_bytes({"bomb.json": bytes(70_000_000)}))
    assert listed(path) == {"a.zip": []}
    assert "no real export does" in reasons(path)["a.zip/bomb.json"]


def test_a_member_that_lies_about_its_size_yields_no_more_than_it_declares(
    tmp_path: Path,
) -> None:
    data = bytearray(zip_bytes({"a.json": b"[" + b" " * 100_000 + b"]"}))
    size = (100_002).to_bytes(4, "little")
    lie = (1000).to_bytes(4, "little")
    path = write(tmp_path / "a.zip", bytes(data.replace(size, lie)))
    (box,) = open_containers(path)
    stream = box.files[0].open()
    with pytest.raises(UnreadableInput, match="damaged"):
        content(stream)
    assert stream.bytes_read <= 1000


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    members = {f"{n}.json": b"[]" for n in range(5)}
    path = write(tmp_path / "a.zip", zip_bytes(members))
    with pytest.raises(UnreadableInput, match="more than 3 files"):
        listed(path)


def test_an_encrypted_member_says_what_to_do(tmp_path: Path) -> None:
    data = bytearray(zip_bytes({"a.json": b"[]"}))
    # Bit 0 of the flags in the central directory marks encryption.
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path = write(tmp_path / "a.zip", bytes(data))
    assert "encrypted; unpack the zip with its password" in reasons(path)["a.zip/a.json"]


def test_unusual_compression_says_what_to_do(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as box:
        box.writestr("a.json", "[]")
    path = write(tmp_path / "a.zip", buffer.getvalue())
    assert "unusual way" in reasons(path)["a.zip/a.json"]


def test_a_damaged_member_is_read_up_to_the_damage(tmp_path: Path) -> None:
    items = [{"n": n, "text": f"{n * n}"} for n in range(100_000)]
    data = bytearray(zip_bytes({"a.json": json.dumps(items).encode()}))
    middle = len(data) // 2
    data[middle : middle + 40] = b"\xff" * 40
    (box,) = open_containers(write(tmp_path / "a.zip", bytes(data)))
    stream = box.files[0].open()
    with pytest.raises(UnreadableInput, match=r"a\.zip/a\.json cannot be read after byte .*again"):
        content(stream)
    assert stream.bytes_read > 100_000


@pytest.mark.parametrize("keep", [30, 200])
def test_a_cut_zip_says_so(keep: int, tmp_path: Path) -> None:
    data = zip_bytes({"a.json": json.dumps(list(range(1000))).encode()})
    with pytest.raises(UnreadableInput, match="damaged"):
        listed(write(tmp_path / "a.zip", data[:keep]))


def test_a_missing_path_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="does not exist"):
        listed(tmp_path / "nothing.zip")
