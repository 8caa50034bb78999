"""What pdfium tells of a font."""

from __future__ import annotations

import ctypes
from ctypes import c_float, c_int

import pypdfium2_raw as raw

from pincite.parsers.pdf.reader.buffers import read_narrow
from pincite.parsers.pdf.reader.styles import UNKNOWN_FONT, Font, describe_font


def name_of_font(address: int) -> str:
    """Its name; empty for address 0."""
    font = ctypes.cast(address, raw.FPDF_FONT)
    return read_narrow(lambda buffer, size: raw.FPDFFont_GetBaseFontName(font, buffer, size)) if address else ""


def read_font(address: int) -> Font:
    """The font at an address; 0 stands for one that is not known."""
    if not address:
        return UNKNOWN_FONT
    font = ctypes.cast(address, raw.FPDF_FONT)
    name = name_of_font(address)
    angle, ascent, descent = c_int(), c_float(0.9), c_float(-0.2)
    raw.FPDFFont_GetItalicAngle(font, angle)
    raw.FPDFFont_GetAscent(font, 1.0, ascent)
    raw.FPDFFont_GetDescent(font, 1.0, descent)
    flags, weight = raw.FPDFFont_GetFlags(font), raw.FPDFFont_GetWeight(font)
    return describe_font(name, flags, weight, angle.value, ascent.value, descent.value)
