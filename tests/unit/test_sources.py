"""From what a caller names to a file that may be opened."""

from __future__ import annotations

import hashlib
import os
import tempfile
import unicodedata
from base64 import b32encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pincite.errors import SourceError
from pincite.sources import SourcePolicy, content_id, locate
from pincite.sources.locate import _holds
from tests.compound import compound_file
from tests.packages import word
from tests.pdfs import Pdf

PDF = Pdf().page().text(72, 72, "Hello").bytes()
posix_only = pytest.mark.skipif(os.name == "nt", reason="links and permissions of POSIX")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """``root/report.pdf`` and ``root/sub/deep.pdf``; beside the root a ``root-evil`` with a ``secret.pdf``."""
    for name in ("root/report.pdf", "root/sub/deep.pdf", "root-evil/secret.pdf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(PDF)
    return tmp_path / "root"


def refused(source: str | Path, policy: SourcePolicy) -> SourceError:
    with pytest.raises(SourceError) as caught:
        locate(str(source), policy)
    return caught.value


def test_a_source_says_what_it_is(root: Path) -> None:
    found = locate(str(root / "report.pdf"), SourcePolicy())
    facts = (root / "report.pdf").stat()
    assert (found.name, found.format) == ("report.pdf", "pdf")
    assert found.path == Path(os.path.realpath(root / "report.pdf"))
    assert (found.size, found.mtime_ns) == (len(PDF), facts.st_mtime_ns)


def test_the_id_depends_on_the_bytes_alone(root: Path) -> None:
    expected = b32encode(hashlib.sha256(PDF).digest())[:12].decode().lower()
    assert content_id(root / "report.pdf") == content_id(root / "sub" / "deep.pdf") == expected
    assert len(expected) == 12


@contextmanager
def no_special_rights() -> Iterator[None]:
    """Root may read everything: for a while it is nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


class TestWays:
    """All the ways to name the same file."""

    def test_uri_and_pasted_quotes(self, root: Path) -> None:
        path = root / "a b #1 100%.pdf"
        path.write_bytes(PDF)
        for source in (path.as_uri(), f'"{path}"', f"  {path} ", f"file://{path}", f"'{path.as_uri()}'"):
            assert locate(source, SourcePolicy((root,))).name == path.name

    def test_home(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(root))
        monkeypatch.setenv("USERPROFILE", str(root))
        assert locate("~/report.pdf", SourcePolicy()).name == "report.pdf"
        assert refused("~nobody-of-this-name/report.pdf", SourcePolicy()).code == "not_found"

    def test_relative_to_each_root_and_then_to_the_working_directory(
        self, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "only-here.pdf").write_bytes(PDF)
        (other / "report.pdf").write_bytes(PDF + b"\n")
        policy = SourcePolicy((root, other))
        assert locate("only-here.pdf", policy).path.parent.name == "other"
        assert locate("report.pdf", policy).path.parent.name == "root"
        monkeypatch.chdir(other)
        assert locate("only-here.pdf", SourcePolicy()).name == "only-here.pdf"
        assert refused("only-here.pdf", SourcePolicy((root,))).code == "not_found"

    @pytest.mark.parametrize("on_disk", ["NFC", "NFD"])
    @pytest.mark.parametrize("asked", ["NFC", "NFD"])
    def test_both_unicode_forms_of_a_name(self, root: Path, on_disk: str, asked: str) -> None:
        name = "Jahresübersicht café.pdf"
        directory = root / unicodedata.normalize(on_disk, "Büro")  # type: ignore[arg-type]
        directory.mkdir()
        (directory / unicodedata.normalize(on_disk, name)).write_bytes(PDF)  # type: ignore[arg-type]
        wanted = root / unicodedata.normalize(asked, f"Büro/{name}")  # type: ignore[arg-type]
        for source in (str(wanted), wanted.as_uri()):
            assert locate(source, SourcePolicy((root,))).size == len(PDF)

    @pytest.mark.parametrize("on_disk", ["NFC", "NFD"])
    @pytest.mark.parametrize("named", ["NFC", "NFD"])
    def test_both_unicode_forms_of_a_root(self, tmp_path: Path, on_disk: str, named: str) -> None:
        directory = tmp_path / unicodedata.normalize(on_disk, "Büro")  # type: ignore[arg-type]
        directory.mkdir()
        (directory / "a.pdf").write_bytes(PDF)
        root = tmp_path / unicodedata.normalize(named, "Büro")  # type: ignore[arg-type]
        for source in ("a.pdf", str(root / "a.pdf"), str(directory / "a.pdf")):
            assert locate(source, SourcePolicy((root,))).name == "a.pdf"

    @posix_only
    def test_a_root_that_is_spelt_otherwise_but_is_the_same_directory(self, root: Path, tmp_path: Path) -> None:
        """As on disks that do not tell capital letters apart, and with the short names of Windows."""
        (tmp_path / "ROOT").symlink_to(root)
        assert _holds(tmp_path / "ROOT", root / "sub" / "deep.pdf")
        assert not _holds(tmp_path / "ROOT", tmp_path / "root-evil" / "secret.pdf")
        assert not _holds(tmp_path / "none", root / "report.pdf")

    def test_a_working_directory_that_is_gone(
        self, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        assert locate("report.pdf", SourcePolicy((root,))).name == "report.pdf"
        assert refused("none.pdf", SourcePolicy()).code == "not_found"

    def test_a_narrow_space_that_looks_like_a_space(self, root: Path) -> None:
        (root / "Scan at 3.04\u202fPM.pdf").write_bytes(PDF)
        assert locate(str(root / "Scan at 3.04 PM.pdf"), SourcePolicy((root,))).size == len(PDF)

    @posix_only
    def test_a_link_inside_the_roots(self, root: Path) -> None:
        (root / "link.pdf").symlink_to(root / "sub" / "deep.pdf")
        assert locate("link.pdf", SourcePolicy((root,))).name == "deep.pdf"

    @posix_only
    def test_a_root_that_is_a_link(self, root: Path, tmp_path: Path) -> None:
        (tmp_path / "alias").symlink_to(root)
        for source in (root / "report.pdf", tmp_path / "alias" / "report.pdf"):
            assert locate(str(source), SourcePolicy((tmp_path / "alias",))).name == "report.pdf"


class TestRoots:
    """Nothing outside the roots, and no word about it."""

    def test_a_root_is_not_a_prefix(self, root: Path, tmp_path: Path) -> None:
        error = refused(tmp_path / "root-evil" / "secret.pdf", SourcePolicy((root,)))
        assert error.code == "outside_roots"
        assert str(root) in error.hint

    @pytest.mark.parametrize("way", ["{root}/../root-evil/{name}", "../root-evil/{name}", "sub/../../root-evil/{name}"])
    def test_what_exists_outside_is_not_told_from_what_does_not(self, root: Path, way: str) -> None:
        texts = []
        for name in ("secret.pdf", "absent.pdf"):
            error = refused(way.format(root=root, name=name), SourcePolicy((root,)))
            assert error.code == "outside_roots"
            texts.append(error.for_model().replace(name, "NAME"))
        assert texts[0] == texts[1]

    @posix_only
    def test_links_are_followed_before_the_check(self, root: Path, tmp_path: Path) -> None:
        (root / "door.pdf").symlink_to(tmp_path / "root-evil" / "secret.pdf")
        (root / "wall.pdf").symlink_to(tmp_path / "root-evil" / "absent.pdf")
        (root / "way").symlink_to(tmp_path / "root-evil")
        for name in ("door.pdf", "wall.pdf", "way/secret.pdf", "way/absent.pdf", "way"):
            assert refused(name, SourcePolicy((root,))).code == "outside_roots", name

    @posix_only
    def test_a_loop_of_links_is_not_found(self, root: Path) -> None:
        (root / "loop.pdf").symlink_to(root / "loop.pdf")
        assert refused("loop.pdf", SourcePolicy((root,))).code == "not_found"

    def test_no_suggestion_from_outside(self, root: Path, tmp_path: Path) -> None:
        error = refused(root / "secret.pdf", SourcePolicy((root,)))
        assert error.code == "not_found"
        assert "evil" not in error.for_model()
        error = refused(tmp_path / "root-evil" / "secert.pdf", SourcePolicy((root,)))
        assert "secret" not in error.for_model()


class TestRefusals:
    """Each error has its code and says what to do."""

    def test_not_found_names_what_is_near(self, root: Path) -> None:
        error = refused(root / "reprot.pdf", SourcePolicy((root,)))
        assert error.code == "not_found"
        assert error.hint == f"Did you mean {os.path.realpath(root / 'report.pdf')}?"

    def test_not_found_looks_below_the_roots(self, root: Path) -> None:
        error = refused("deep.pdf", SourcePolicy((root,)))
        assert str(Path("sub") / "deep.pdf") in error.hint

    def test_not_found_with_nothing_near(self, root: Path) -> None:
        error = refused(root / "zzz.pdf", SourcePolicy((root,)))
        assert error.code == "not_found"
        assert str(root) in error.hint

    def test_a_path_of_the_chats_sandbox(self) -> None:
        error = refused("/mnt/user-data/uploads/10-K.pdf", SourcePolicy())
        assert error.code == "not_found"
        assert "sandbox" in error.hint

    @posix_only
    def test_a_windows_path_elsewhere(self) -> None:
        error = refused("Q:\\Reports\\10-K.pdf", SourcePolicy())
        assert error.code == "not_found"
        assert "Windows" in error.hint

    def test_a_directory_names_its_documents(self, root: Path) -> None:
        (root / "book.epub").write_text("x")
        error = refused(root, SourcePolicy((root,)))
        assert error.code == "is_directory"
        assert error.hint == "Open one of its documents: report.pdf."

    def test_a_directory_of_many(self, tmp_path: Path) -> None:
        for i in range(25):
            (tmp_path / f"{i:02}.pdf").write_bytes(PDF)
        error = refused(tmp_path, SourcePolicy())
        assert "00.pdf, 01.pdf" in error.hint
        assert error.hint.endswith("19.pdf, and 5 more.")

    def test_a_directory_without_documents(self, tmp_path: Path) -> None:
        assert "no document" in refused(tmp_path, SourcePolicy()).hint

    def test_empty(self, root: Path) -> None:
        (root / "empty.pdf").touch()
        assert refused("empty.pdf", SourcePolicy((root,))).code == "empty"

    @posix_only
    def test_unreadable(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name).resolve()
            root.chmod(0o755)
            (root / "report.pdf").write_bytes(PDF)
            (root / "report.pdf").chmod(0)
            refused("none.pdf", SourcePolicy((root,)))  # loads what a refusal needs, while everything can be read
            with no_special_rights():
                error = refused("report.pdf", SourcePolicy((root,)))
        assert error.code == "unreadable"
        assert str(root) not in str(error)

    def test_unreadable_by_an_error_of_the_disk(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied", str(root / "report.pdf"))

        found = locate(str(root / "report.pdf"), SourcePolicy())
        monkeypatch.setattr(Path, "open", fail)
        error = refused("report.pdf", SourcePolicy((root,)))
        assert error.code == "unreadable"
        assert str(error) == "report.pdf cannot be read: Permission denied."
        with pytest.raises(SourceError, match="Permission denied"):
            content_id(found.path)

    @posix_only
    def test_a_pipe_is_not_waited_for(self, root: Path) -> None:
        os.mkfifo(root / "pipe.pdf")
        assert refused("pipe.pdf", SourcePolicy((root,))).code == "unreadable"

    def test_too_large(self, root: Path) -> None:
        with (root / "big.pdf").open("wb") as file:
            file.truncate(3_000_000)
        error = refused("big.pdf", SourcePolicy((root,), max_file_mb=2))
        assert error.code == "too_large"
        assert str(error) == "big.pdf has 3 MB, more than the 2 MB that are allowed."

    def test_a_web_page_named_pdf(self, root: Path) -> None:
        (root / "page.pdf").write_bytes(b"<!DOCTYPE html><html><body>404</body></html>")
        assert locate("page.pdf", SourcePolicy((root,))).format == "html"

    def test_an_image_named_pdf(self, root: Path) -> None:
        (root / "scan.pdf").write_bytes(b"\x89PNG\r\n\x1a\n")
        assert locate("scan.pdf", SourcePolicy((root,))).format == "image"

    def test_an_archive_named_pdf(self, root: Path) -> None:
        (root / "scan.pdf").write_bytes(b"\x1f\x8b0000")
        error = refused("scan.pdf", SourcePolicy((root,)))
        assert error.code == "wrong_type"
        assert "an archive" in str(error)

    def test_a_pdf_named_html(self, root: Path) -> None:
        (root / "report.html").write_bytes(PDF)
        assert locate("report.html", SourcePolicy((root,))).format == "pdf"

    def test_an_unsupported_format(self, root: Path) -> None:
        (root / "notes.rtf").write_bytes(b"{\\rtf1 words}")
        error = refused("notes.rtf", SourcePolicy((root,)))
        assert error.code == "unsupported_format"
        assert "this version reads PDF" in str(error)

    def test_a_file_with_the_name_of_a_text_that_is_something_else(self, root: Path) -> None:
        (root / "notes.txt").write_bytes(b"\x1f\x8b0000")
        error = refused("notes.txt", SourcePolicy((root,)))
        assert str(error).startswith("notes.txt is an archive; ")

    @pytest.mark.parametrize(
        ("streams", "name", "said"),
        [
            (["WordDocument", "1Table"], "letter.docx", "a Word document of the old binary kind (.doc)"),
            (["Current User", "PowerPoint Document"], "talk.ppt", "a PowerPoint presentation of the old binary kind"),
            ([*map(str, range(30)), "Workbook"], "sheet", "an Excel workbook of the old binary kind"),
            (["__properties_version1.0"], "mail.msg", "an Outlook message"),
            (["Contents"], "x.doc", "a compound file that is no Office document"),
        ],
    )
    def test_old_office_files(self, root: Path, streams: list[str], name: str, said: str) -> None:
        (root / name).write_bytes(compound_file(*streams))
        assert said in str(refused(name, SourcePolicy((root,))))

    @pytest.mark.parametrize("size", [8, 100, 512, 600, 1100])
    def test_a_torn_compound_file(self, root: Path, size: int) -> None:
        (root / "torn.doc").write_bytes(compound_file("WordDocument")[:size])
        assert refused("torn.doc", SourcePolicy((root,))).code == "unsupported_format"

    @pytest.mark.parametrize("url", ["ftp://host/a.pdf", "data:application/pdf,x", "mailto:a@example.com"])
    def test_urls(self, url: str) -> None:
        error = refused(url, SourcePolicy())
        assert error.code == "url_not_allowed"
        assert "http and https URLs" in str(error)

    def test_an_anchor_is_no_source(self) -> None:
        error = refused("pincite://doc/abc@def/b1", SourcePolicy())
        assert error.code == "url_not_allowed"
        assert "document id" in error.hint

    @pytest.mark.parametrize("source", ["", "  ", '""'])
    def test_nothing(self, source: str) -> None:
        assert refused(source, SourcePolicy()).code == "not_found"

    @pytest.mark.parametrize("source", ["a\x00b.pdf", "x" * 5000, "\x07/\x1b[31m", "a\nb.pdf", "a\ud800b.pdf"])
    def test_what_no_file_can_be_called(self, root: Path, source: str) -> None:
        error = refused(source, SourcePolicy((root,)))
        assert error.code in ("not_found", "outside_roots")
        assert error.message.isprintable()
        assert len(error.message) < 400
        assert refused(source, SourcePolicy()).code == "not_found"


def test_a_file_that_is_mostly_holes_is_refused_at_once_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    with path.open("wb") as file:
        file.truncate(3 << 30)
    with pytest.raises(SourceError) as caught:
        locate(str(path), SourcePolicy())
    assert caught.value.code == "too_large"


def test_junk_before_an_office_file_does_not_hide_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"junk" * 50 + word("<w:p/>"))
    assert locate(str(path), SourcePolicy()).format == "docx"
