"""Which of the installed languages a document is read in, and what to install for one that is missing."""

from __future__ import annotations

from collections.abc import Sequence

# The languages of Tesseract by the script that they are written in, the one that most documents have first. All others
# are written in Latin letters.
_BY_SCRIPT = {
    "Cyrillic": "rus ukr bel bul srp mkd kaz kir mon tgk tat uzb_cyrl aze_cyrl",
    "Greek": "ell grc",
    "Hebrew": "heb yid",
    "Arabic": "ara fas urd pus uig snd kur_ara",
    "Devanagari": "hin mar nep san",
    "Bengali": "ben asm",
    "Gujarati": "guj",
    "Gurmukhi": "pan",
    "Oriya": "ori",
    "Tamil": "tam",
    "Telugu": "tel",
    "Kannada": "kan",
    "Malayalam": "mal",
    "Sinhala": "sin",
    "Thai": "tha",
    "Lao": "lao",
    "Khmer": "khm",
    "Myanmar": "mya",
    "Tibetan": "bod dzo",
    "Georgian": "kat kat_old",
    "Armenian": "hye",
    "Ethiopic": "amh tir",
    "Cherokee": "chr",
    "Syriac": "syr",
    "Han": "chi_sim chi_tra chi_sim_vert chi_tra_vert",
    "Japanese": "jpn jpn_vert",
    "Hangul": "kor kor_vert",
}
_OTHER_NAMES = {"Korean": "Hangul", "Katakana": "Japanese", "Hiragana": "Japanese", "Fraktur": "Latin"}
SCRIPTS = {script: tuple(codes.split()) for script, codes in _BY_SCRIPT.items()}
_NOT_LATIN = frozenset(code for codes in SCRIPTS.values() for code in codes)
# Codes of documents (BCP 47) and of Tesseract (ISO 639-2), where it is not the one that /Lang has.
_DECLARED = {
    "en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "pt": "por", "nl": "nld", "pl": "pol", "sv": "swe",
    "da": "dan", "nb": "nor", "nn": "nor", "no": "nor", "fi": "fin", "cs": "ces", "sk": "slk", "sl": "slv", "hr": "hrv",
    "hu": "hun", "ro": "ron", "tr": "tur", "ca": "cat", "et": "est", "lv": "lav", "lt": "lit", "vi": "vie", "id": "ind",
    "ru": "rus", "uk": "ukr", "bg": "bul", "sr": "srp", "el": "ell", "he": "heb", "ar": "ara", "fa": "fas", "ur": "urd",
    "hi": "hin", "bn": "ben", "ta": "tam", "te": "tel", "th": "tha", "ka": "kat", "hy": "hye", "ja": "jpn", "ko": "kor",
    "zh": "chi_sim", "ga": "gle", "is": "isl", "eu": "eus", "gl": "glg", "la": "lat",
}  # fmt: skip
_COMMON = ("eng", "deu", "fra", "spa", "ita", "por", "nld", "pol")
_MOST_TRIALS = 8


def script_of(name: str) -> str:
    """A script by the name that Tesseract has for it."""
    return _OTHER_NAMES.get(name, name)


def candidates(script: str, installed: Sequence[str], declared: str | None) -> tuple[str, ...]:
    """The installed languages that are written in a script, the likeliest first: that of ``declared`` (what the file
    says, ``de-DE``), then those that most documents have. Empty where none is installed."""
    if script == "Latin":
        fit = [code for code in installed if code not in _NOT_LATIN and not code.startswith("script/")]
        usual: Sequence[str] = _COMMON
    else:
        usual = SCRIPTS.get(script, ())
        fit = [code for code in usual if code in installed and not code.endswith("_vert")]
    said = declared_code(declared)
    ranked = sorted(fit, key=lambda code: (code != said, usual.index(code) if code in usual else len(usual), code))
    return tuple(ranked[:_MOST_TRIALS])


def declared_code(declared: str | None) -> str | None:
    """Tesseract's name of a language tag such as ``de-DE``; ``None`` where it has none or nothing is declared."""
    return _DECLARED.get(declared.replace("_", "-").split("-")[0].lower()) if declared else None


def to_install(script: str) -> str:
    """Tesseract's name of the language to install first for a script."""
    return SCRIPTS[script][0] if script in SCRIPTS else "eng"


def package(code: str) -> str:
    """The name of the Debian package of a language."""
    return "tesseract-ocr-" + code.replace("_", "-")
