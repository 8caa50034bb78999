"""Reads the pages of a layout that need it, several side by side, and puts their words and rulings in their place."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from pincite.errors import ParseError
from pincite.model import BBox, DocumentWarning
from pincite.parsers.ocr import noise
from pincite.parsers.ocr.drawing import Pictures, full_picture, small_picture
from pincite.parsers.ocr.needs import Reason, covers_much, has_large_pictures, needing, pictures_beside
from pincite.parsers.ocr.placing import Placed, place, settle
from pincite.parsers.ocr.presence import Installed, installed
from pincite.parsers.ocr.recognition import read
from pincite.parsers.ocr.sight import holds_text, is_full_of_text, is_lines_of_text
from pincite.parsers.ocr.speech import LanguageMissingError, Speech, missing_words
from pincite.parsers.ocr.task import OcrTask
from pincite.parsers.ocr.tesseract import OcrError
from pincite.parsers.pdf.health import is_unread, wrong_letters
from pincite.parsers.pdf.layout import Layout, PageLayout, Word

_INSTALL = (
    "Install Tesseract (Debian and Ubuntu: apt install tesseract-ocr; macOS: brew install tesseract; Windows: winget "
    "install UB-Mannheim.TesseractOCR) and open the document again."
)
_OFF = "OCR is switched off (PINCITE_OCR=never); set it to auto to have such pages read."

ProgressFn = Callable[[int, int], None]


def recognise_pages(
    layout: Layout, pictures: Callable[[], Pictures], task: OcrTask, progress: ProgressFn | None
) -> None:
    """Gives the pages that need OCR words and rulings, a ``recognition`` and a warning that says how well they were
    read; what could not be read has a warning that says why. ``progress`` gets (pages done, pages in all), where pages
    that have text and are read by OCR as well count once more, and ends with all of them.
    ``pictures`` is called if there is a page to read."""
    reasons = needing(layout, all_pages=task.mode == "always")
    if not reasons:
        return
    there = installed() if task.mode != "never" else None
    if there is None:
        covered = [p for p in layout.pages if reasons.get(p.number) is Reason.IN_PICTURE and covers_much(p)]
        reasons = {number: why for number, why in reasons.items() if why is not Reason.IN_PICTURE}
        suspects = [number for number, why in reasons.items() if why is Reason.WRONG_LETTERS]
        layout.warnings.extend(map(wrong_letters, suspects))
        if reasons:
            layout.warnings.append(_not_read(len(reasons), _OFF if task.mode == "never" else _INSTALL))
        elif covered and task.mode != "never":
            layout.warnings.append(_not_looked_at(len(covered)))
        if progress is not None:
            progress(len(layout.pages), len(layout.pages))
        return
    speech = Speech(there, task.languages, layout.metadata.language)
    if speech.missing:
        layout.warnings.append(DocumentWarning("ocr_language", missing_words(speech.missing)))
    todo = [page for page in layout.pages if page.number in reasons]
    run = _Run(layout, pictures(), speech, there, reasons)
    run.all(todo, task, progress)
    settle(layout, run.placed)
    layout.warnings = [w for w in layout.warnings if w.code not in _REPLACED or w.page not in run.read]


_REPLACED = frozenset({"scanned_page", "hidden_text"})  # what they say is not true of a page that was read anew


def _not_read(count: int, how: str) -> DocumentWarning:
    pages = "1 page needs OCR" if count == 1 else f"{count} pages need OCR"
    return DocumentWarning("ocr_unavailable", f"{pages} to be read. {how}")


def _not_looked_at(count: int) -> DocumentWarning:
    of = "1 page" if count == 1 else f"{count} pages"
    said = f"Pictures cover much of {of} beside the text; what they may say was not read. {_INSTALL}"
    return DocumentWarning("ocr_unavailable", said)


Found = Placed | DocumentWarning | None  # None: nothing that had to be read


class _Run:
    """The reading of one document."""

    def __init__(
        self, layout: Layout, pictures: Pictures, speech: Speech, there: Installed, reasons: dict[int, Reason]
    ) -> None:
        self._layout = layout
        self._pictures = pictures
        self._speech = speech
        self._there = there
        self._reasons = reasons
        self.placed: list[Placed] = []
        self.read: set[int | None] = set()
        self._told: list[DocumentWarning] = []

    def all(self, pages: Sequence[PageLayout], task: OcrTask, progress: ProgressFn | None) -> None:
        """Reads the pages in order; as many at a time as there may be processes, so that no more pictures than these
        are in memory."""
        end = None if task.seconds is None else time.monotonic() + task.seconds
        again = sum(not is_unread(page) for page in pages)
        total = len(self._layout.pages) + again
        done = total - len(pages)
        waiting = iter(pages)
        running: dict[Future[Found], PageLayout] = {}
        with ThreadPoolExecutor(task.processes, thread_name_prefix="pincite-ocr") as threads:
            while True:
                while len(running) < task.processes and (page := next(waiting, None)) is not None:
                    if end is not None and time.monotonic() > end:
                        self._out_of_time(page, task)
                        continue
                    running[threads.submit(self._one, page)] = page
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    self._take(running.pop(future), future.result())
                    done += 1
                    if progress is not None:
                        progress(done, total)
        if progress is not None and done < total:
            progress(total, total)
        self.placed.sort(key=lambda found: found.page.number)  # whichever page was done first
        self._layout.warnings += sorted(self._told, key=lambda warning: warning.page or 0)

    def _one(self, page: PageLayout) -> Found:
        """What is read of a page, or the warning that says why nothing is."""
        reason = self._reasons[page.number]
        part = pictures_beside(page) if reason is Reason.IN_PICTURE else None
        try:
            if not self._is_worth_it(page, reason, part):
                return None if part else Placed(page, reason)
            picture = full_picture(self._pictures, page, part, blank=reason in _BESIDE_WORDS)
            found = place(page, reason, read(picture, self._speech, osd=self._there.osd), picture.scale, part)
        except LanguageMissingError as error:
            return DocumentWarning("ocr_language", str(error), page.number)
        except OcrError as error:
            return DocumentWarning("ocr_failed", f"{error}.", page.number)
        except ParseError as error:  # the other pages can be read
            return DocumentWarning("ocr_failed", str(error), page.number)
        return _left_out(found) if part and found.confidence < noise.GOOD else found

    def _is_worth_it(self, page: PageLayout, reason: Reason, part: BBox | None) -> bool:
        """A first look: photographs and ornaments are not read, nor are figures with a few words beside text."""
        if reason not in _BESIDE_WORDS:
            return True
        small = small_picture(self._pictures, page, part, blank=True)
        if part is None:
            return holds_text(small)
        return is_full_of_text(small) if has_large_pictures(page) else is_lines_of_text(small)

    def _take(self, page: PageLayout, found: Found) -> None:
        if found is None:
            return
        if isinstance(found, DocumentWarning):
            self._told.append(found)
            if self._reasons[page.number] is Reason.WRONG_LETTERS:
                self._told.append(wrong_letters(page.number))
        elif found.reason is Reason.WRONG_LETTERS and _agree(page.words, found):
            pass  # its letters are right after all
        elif found.reason in _NEED_BETTER and found.confidence < noise.GOOD:
            if found.reason is Reason.WRONG_LETTERS:
                self._told.append(wrong_letters(page.number))
            message = f"OCR read it no better: confidence {found.confidence:.0f} %."
            self._told.append(DocumentWarning("ocr_failed", message, page.number))
        else:
            self.placed.append(found)
            if found.part is None:
                self.read.add(page.number)
            self._told.append(_said(found))

    def _out_of_time(self, page: PageLayout, task: OcrTask) -> None:
        message = f"OCR stopped after {task.seconds:.0f} seconds, before this page; raise PINCITE_PARSE_TIMEOUT."
        self._told.append(DocumentWarning("ocr_time", message, page.number))


_BESIDE_WORDS = frozenset({Reason.NO_TEXT, Reason.IN_PICTURE})  # what the file gives on such a page stays
_NEED_BETTER = frozenset({Reason.JUNK_LAYER, Reason.WRONG_LETTERS, Reason.ASKED})  # there is text to fall back on
_SOME_WORDS, _LIKELY = 10, 60.0  # words and per cent, for a picture to be told as one with text
_AGREE = 0.4  # share of the words of a page that OCR reads as the file has them


def _agree(words: Sequence[Word], found: Placed) -> bool:
    """Whether OCR reads on a page what the file says."""
    texts = [word.text for word in words if len(word.text) > 2]
    same = Counter(texts) & Counter(word.text for word in found.words)
    return same.total() >= _AGREE * len(texts)


def _left_out(found: Placed) -> DocumentWarning | None:
    """What is said of a picture beside text that was not read well; nothing where it hardly seems to be text."""
    if len(found.words) < _SOME_WORDS or found.confidence < _LIKELY:
        return None
    message = (
        f"A picture on it seems to hold text; OCR read it too badly to be used: confidence {found.confidence:.0f} %."
    )
    return DocumentWarning("ocr_doubtful", message, found.page.number)


def _said(found: Placed) -> DocumentWarning:
    """How well a page was read."""
    number = found.page.number
    if not found.words:
        return DocumentWarning("ocr_empty", f"OCR found no words on it ({found.reason}).", number)
    how = f"Read by OCR ({found.reason}): confidence {found.confidence:.0f} %"
    if found.confidence < noise.GOOD:
        return DocumentWarning("ocr_doubtful", f"{how}; words may be wrong.", number)
    return DocumentWarning("ocr", f"{how}.", number)
