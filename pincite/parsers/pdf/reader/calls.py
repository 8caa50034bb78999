"""The functions of pdfium that other modules of the reader call through tables, page by page or word by word.

They are bound anew without the types of their arguments, which costs a third of what pypdfium2's own bindings cost.
"""

from __future__ import annotations

import ctypes
from ctypes import c_bool, c_double, c_int, c_uint, c_ulong, c_void_p
from typing import Any

import pypdfium2_raw as raw

from pincite.parsers.pdf.reader.annotations import AnnotationCalls
from pincite.parsers.pdf.reader.attachments import FileCalls
from pincite.parsers.pdf.reader.clips import ClipCalls
from pincite.parsers.pdf.reader.layers import MarkCalls
from pincite.parsers.pdf.reader.pagechars import CharCalls
from pincite.parsers.pdf.reader.pageobjects import ObjectCalls
from pincite.parsers.pdf.reader.structure import StructureCalls


def _bind(name: str, result: Any = c_int) -> Any:
    """A pdfium function without declared arguments: whoever calls it passes ctypes objects, or integers where the
    function takes an ``int``."""
    return ctypes.PYFUNCTYPE(result)(ctypes.cast(getattr(raw, name), c_void_p).value or 0)


CHAR_CALLS = CharCalls(
    text=_bind("FPDFText_GetText"),
    unicode=_bind("FPDFText_GetUnicode", c_uint),
    has_map_error=_bind("FPDFText_HasUnicodeMapError"),
    is_hyphen=_bind("FPDFText_IsHyphen"),
    is_generated=_bind("FPDFText_IsGenerated"),
    loose_box=_bind("FPDFText_GetLooseCharBox"),
    text_object=_bind("FPDFText_GetTextObject", c_void_p),
    font_size=_bind("FPDFText_GetFontSize", c_double),
    matrix=_bind("FPDFText_GetMatrix"),
    origin=_bind("FPDFText_GetCharOrigin"),
    font_of=_bind("FPDFTextObj_GetFont", c_void_p),
    fill_color=_bind("FPDFPageObj_GetFillColor"),
    render_mode=_bind("FPDFTextObj_GetTextRenderMode"),
    mcid=_bind("FPDFPageObj_GetMarkedContentID"),
)
OBJECT_CALLS = ObjectCalls(
    count_page=_bind("FPDFPage_CountObjects"),
    get_of_page=_bind("FPDFPage_GetObject", c_void_p),
    count_form=_bind("FPDFFormObj_CountObjects"),
    get_of_form=_bind("FPDFFormObj_GetObject", c_void_p),
    kind=_bind("FPDFPageObj_GetType"),
    bounds=_bind("FPDFPageObj_GetBounds"),
    matrix=_bind("FPDFPageObj_GetMatrix"),
    fill_color=_bind("FPDFPageObj_GetFillColor"),
    stroke_color=_bind("FPDFPageObj_GetStrokeColor"),
    stroke_width=_bind("FPDFPageObj_GetStrokeWidth"),
    has_transparency=_bind("FPDFPageObj_HasTransparency"),
    draw_mode=_bind("FPDFPath_GetDrawMode"),
    count_segments=_bind("FPDFPath_CountSegments"),
    get_segment=_bind("FPDFPath_GetPathSegment", c_void_p),
    segment_kind=_bind("FPDFPathSegment_GetType"),
    segment_point=_bind("FPDFPathSegment_GetPoint"),
    segment_closes=_bind("FPDFPathSegment_GetClose"),
)


STRUCTURE_CALLS = StructureCalls(
    get_for_page=_bind("FPDF_StructTree_GetForPage", c_void_p),
    close=_bind("FPDF_StructTree_Close", None),
    count_roots=_bind("FPDF_StructTree_CountChildren"),
    root=_bind("FPDF_StructTree_GetChildAtIndex", c_void_p),
    count_children=_bind("FPDF_StructElement_CountChildren"),
    child=_bind("FPDF_StructElement_GetChildAtIndex", c_void_p),
    content=_bind("FPDF_StructElement_GetChildMarkedContentID"),
    role=_bind("FPDF_StructElement_GetType", c_ulong),
    actual_text=_bind("FPDF_StructElement_GetActualText", c_ulong),
    alt=_bind("FPDF_StructElement_GetAltText", c_ulong),
    count_attributes=_bind("FPDF_StructElement_GetAttributeCount"),
    attributes=_bind("FPDF_StructElement_GetAttributeAtIndex", c_void_p),
    attribute=_bind("FPDF_StructElement_Attr_GetValue", c_void_p),
    number=_bind("FPDF_StructElement_Attr_GetNumberValue", c_bool),
)

ANNOTATION_CALLS = AnnotationCalls(
    count=_bind("FPDFPage_GetAnnotCount"),
    get=_bind("FPDFPage_GetAnnot", c_void_p),
    close=_bind("FPDFPage_CloseAnnot", None),
    subtype=_bind("FPDFAnnot_GetSubtype"),
    flags=_bind("FPDFAnnot_GetFlags"),
    rect=_bind("FPDFAnnot_GetRect"),
    text=_bind("FPDFAnnot_GetStringValue", c_ulong),
    appearance=_bind("FPDFAnnot_GetAP", c_ulong),
    file=_bind("FPDFAnnot_GetFileAttachment", c_void_p),
    field_kind=_bind("FPDFAnnot_GetFormFieldType"),
    field_flags=_bind("FPDFAnnot_GetFormFieldFlags"),
    field_value=_bind("FPDFAnnot_GetFormFieldValue", c_ulong),
    is_checked=_bind("FPDFAnnot_IsChecked"),
    count_options=_bind("FPDFAnnot_GetOptionCount"),
    is_selected=_bind("FPDFAnnot_IsOptionSelected"),
    option=_bind("FPDFAnnot_GetOptionLabel", c_ulong),
)

FILE_CALLS = FileCalls(
    count=_bind("FPDFDoc_GetAttachmentCount"),
    get=_bind("FPDFDoc_GetAttachment", c_void_p),
    name=_bind("FPDFAttachment_GetName", c_ulong),
    content=_bind("FPDFAttachment_GetFile"),
)
CLIP_CALLS = ClipCalls(
    get=_bind("FPDFPageObj_GetClipPath", c_void_p),
    count_paths=_bind("FPDFClipPath_CountPaths"),
    count_segments=_bind("FPDFClipPath_CountPathSegments"),
    segment=_bind("FPDFClipPath_GetPathSegment", c_void_p),
    point=_bind("FPDFPathSegment_GetPoint"),
)
MARK_CALLS = MarkCalls(
    count=_bind("FPDFPageObj_CountMarks"),
    get=_bind("FPDFPageObj_GetMark", c_void_p),
    name=_bind("FPDFPageObjMark_GetName"),
)
