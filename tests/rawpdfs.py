"""PDFs for tests of the reader, from content streams as they stand in the file (origin bottom left).

data = raw_pdf("BT /F1 12 Tf 72 700 Td (Text) Tj ET")
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

Change = Callable[[Pdf], None]


def raw_pdf(
    *contents: str,
    media: Sequence[float] = (0, 0, 612, 792),
    crop: Sequence[float] | None = None,
    rotate: int = 0,
    change: Change | None = None,
    password: str | None = None,
    plain: bool = False,
) -> bytes:
    """One page for each content. Fonts: /F1 Helvetica, /F2 Helvetica-Bold, /F3 Courier. Graphics states: /Clear (alpha
    0), /Half (alpha 0.5). ``change`` may add what it likes before the file is saved.
    ``plain`` leaves everything uncompressed and in the order of its making."""
    pdf = pikepdf.new()
    for content in contents:
        pdf.add_blank_page(page_size=(media[2], media[3]))
        page = pdf.pages[-1].obj
        page.MediaBox = Array(media)
        if crop:
            page.CropBox = Array(crop)
        if rotate:
            page.Rotate = rotate
        page.Resources = resources()
        page.Contents = Stream(pdf, content.encode("latin-1"))
    if change:
        change(pdf)
    return save(pdf, password, plain=plain)


def resources() -> Dictionary:
    fonts = {"/F1": "Helvetica", "/F2": "Helvetica-Bold", "/F3": "Courier"}
    font = {
        key: Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/" + base)) for key, base in fonts.items()
    }
    states = {"/Clear": Dictionary(ca=0), "/Half": Dictionary(ca=0.5)}
    return Dictionary(Font=Dictionary(font), ExtGState=Dictionary(states), XObject=Dictionary())


def save(pdf: Pdf, password: str | None = None, *, plain: bool = False) -> bytes:
    out = io.BytesIO()
    encryption = pikepdf.Encryption(owner=password, user=password) if password else False
    objects = pikepdf.ObjectStreamMode.disable if plain else pikepdf.ObjectStreamMode.preserve
    pdf.save(out, encryption=encryption, compress_streams=not plain, object_stream_mode=objects)
    return out.getvalue()


def add_image(pdf: Pdf, page: int = 0) -> None:
    """A small grey picture with the name /Im."""
    image = Stream(pdf, bytes(range(0, 240, 15)))
    image.Type, image.Subtype, image.Width, image.Height = Name.XObject, Name.Image, 4, 4
    image.ColorSpace, image.BitsPerComponent = Name.DeviceGray, 8
    pdf.pages[page].obj.Resources.XObject["/Im"] = image


def add_form(pdf: Pdf, content: str, name: str = "/Fm", page: int = 0) -> None:
    """A form XObject with the fonts of ``raw_pdf``."""
    form = Stream(pdf, content.encode("latin-1"))
    form.Type, form.Subtype, form.BBox, form.Resources = Name.XObject, Name.Form, Array([0, 0, 612, 792]), resources()
    pdf.pages[page].obj.Resources.XObject[name] = form


def add_annotation(pdf: Pdf, kind: str, rect: Sequence[float], page: int = 0, **more: Any) -> pikepdf.Object:
    """An annotation; ``show`` of ``more`` is the content of its appearance."""
    show = more.pop("show", None)
    annotation = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name("/" + kind), Rect=Array(rect), F=4, **more))
    if show is not None:
        look = Stream(pdf, str(show).encode("latin-1"))
        look.Type, look.Subtype, look.Resources = Name.XObject, Name.Form, resources()
        look.BBox = Array([0, 0, rect[2] - rect[0], rect[3] - rect[1]])
        annotation.AP = Dictionary(N=look)
    target = pdf.pages[page].obj
    if "/Annots" not in target:
        target.Annots = Array([])
    target.Annots.append(annotation)
    return annotation


class Tagger:
    """Builds the tag tree of the pages of a file: ``element`` for structure, ids of marked content as kids."""

    def __init__(self, pdf: Pdf, *, role_map: dict[str, str] | None = None) -> None:
        self._pdf = pdf
        self._root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=Array([])))
        if role_map:
            self._root.RoleMap = Dictionary({f"/{k}": Name(f"/{v}") for k, v in role_map.items()})
        self._owners: dict[int, dict[int, pikepdf.Object]] = {}
        pdf.Root.StructTreeRoot = self._root
        pdf.Root.MarkInfo = Dictionary(Marked=True)

    def element(
        self, role: str, *kids: int, parent: pikepdf.Object | None = None, page: int = 0, **more: Any
    ) -> pikepdf.Object:
        above = self._root if parent is None else parent
        element = self._pdf.make_indirect(
            Dictionary(
                Type=Name.StructElem, S=Name("/" + role), P=above, Pg=self._pdf.pages[page].obj, K=Array(kids), **more
            )
        )
        above.K.append(element)
        for kid in kids:
            self._owners.setdefault(page, {})[kid] = element
        return element

    def finish(self) -> None:
        """Writes the tree from marked content to elements, without which readers find nothing."""
        nums = Array([])
        for page, owners in sorted(self._owners.items()):
            self._pdf.pages[page].obj.StructParents = page
            nums.append(page)
            nums.append(self._pdf.make_indirect(Array([owners[i] for i in range(max(owners) + 1)])))
        self._root.ParentTree = self._pdf.make_indirect(Dictionary(Nums=nums))


__all__ = [
    "Array",
    "Dictionary",
    "Name",
    "Stream",
    "String",
    "Tagger",
    "add_annotation",
    "add_form",
    "add_image",
    "raw_pdf",
]
