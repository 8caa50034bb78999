"""Numbers as Word prints them, by the name of the format."""

from __future__ import annotations

from collections.abc import Callable

from pincite.parsers import numerals

_WORDS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
    """
_ONES = _WORDS.split()
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
             "twelve": "twelfth"}  # fmt: skip
_DIGITS = "〇一二三四五六七八九"
_FORMAL = "零壹贰叁肆伍陆柒捌玖"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя"
_HEBREW = (("ת", 400), ("ש", 300), ("ר", 200), ("ק", 100), ("צ", 90), ("פ", 80), ("ע", 70), ("ס", 60), ("נ", 50),
           ("מ", 40), ("ל", 30), ("כ", 20), ("י", 10), ("ט", 9), ("ח", 8), ("ז", 7), ("ו", 6), ("ה", 5), ("ד", 4),
           ("ג", 3), ("ב", 2), ("א", 1))  # fmt: skip
_SERIES = {
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
    "aiueo": "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
    "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳｲﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼｴﾋﾓｾｽﾝ",
    "irohaFullWidth": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",  # noqa: E501 - one line is the poem
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "hindiVowels": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
    "hebrew2": "אבגדהוזחטיכלמנסעפצקרשת",
}
_FOREIGN_DIGITS = {"hindiNumbers": 0x966, "thaiNumbers": 0xE50, "decimalFullWidth": 0xFF10, "decimalFullWidth2": 0xFF10}


def printed(value: int, form: str, custom: str | None = None) -> str:
    """The number in this format (``w:numFmt``); decimal for formats that are not known. ``custom`` is the pattern of
    the format ``custom`` (``001, 002, 003, ...``)."""
    if form == "custom" and custom:
        return str(value).zfill(len(custom.split(",")[0].strip()))
    if value < 1 and form not in ("decimalZero", "none", "bullet"):
        return str(value)
    made = _FORMS.get(form)
    if made is not None:
        return made(value)
    if form in _SERIES:
        letters = _SERIES[form]
        return letters[(value - 1) % len(letters)]
    if form in _FOREIGN_DIGITS:
        return "".join(chr(_FOREIGN_DIGITS[form] + int(digit)) for digit in str(value))
    return str(value)


def roman(value: int) -> str:
    """In lower case; a number beyond those that Word writes so, in digits."""
    return str(value) if value > 32_767 else numerals.roman(value)


def letters(value: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz") -> str:
    """``a`` … ``z``, ``aa``, ``bb``: as Word counts on."""
    turns, place = divmod(value - 1, len(alphabet))
    return alphabet[place] * min(turns + 1, 30)


def cardinal(value: int) -> str:
    """In English words, in lower case."""
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" {cardinal(rest)}" if rest else "")
    thousands, rest = divmod(value, 1000)
    return f"{cardinal(min(thousands, 999))} thousand" + (f" {cardinal(rest)}" if rest else "")


def ordinal_words(value: int) -> str:
    head, dash, last = cardinal(value).rpartition("-")
    if not dash:
        head, dash, last = cardinal(value).rpartition(" ")
    word = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return head + dash + word


def ordinal(value: int) -> str:
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def counting(value: int, digits: str = _DIGITS, tens: str = "十百千") -> str:
    """Up to 9,999 in Chinese characters: ``十二``, ``三百〇五``."""
    if value > 9999:
        return "".join(digits[int(d)] for d in str(value))
    out, zero = "", False
    for place in range(3, -1, -1):
        digit = value // 10**place % 10
        if not digit:
            zero = bool(out)
            continue
        one_ten = digit == 1 and place == 1 and not out
        out += (digits[0] if zero else "") + ("" if one_ten else digits[digit]) + (tens[place - 1] if place else "")
        zero = False
    return out


def _hebrew(value: int) -> str:
    out = ""
    rest = value
    for sign, size in _HEBREW:
        while rest >= size:
            if rest in (15, 16):
                return out + ("טו" if rest == 15 else "טז")
            out, rest = out + sign, rest - size
    return out


def _circled(value: int) -> str:
    if value <= 20:
        return chr(0x2460 + value - 1)
    return chr(0x3251 + value - 21) if value <= 35 else str(value)


def _chicago(value: int) -> str:
    turns, place = divmod(value - 1, 4)
    return "*†‡§"[place] * min(turns + 1, 30)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_FORMS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda n: f"{n:02d}",
    "upperRoman": lambda n: roman(n).upper(),
    "lowerRoman": roman,
    "upperLetter": lambda n: letters(n).upper(),
    "lowerLetter": letters,
    "ordinal": ordinal,
    "cardinalText": lambda n: _capital(cardinal(n)),
    "ordinalText": lambda n: _capital(ordinal_words(n)),
    "hex": lambda n: f"{n:X}",
    "chicago": _chicago,
    "numberInDash": lambda n: f"- {n} -",
    "none": lambda _: "",
    "bullet": lambda _: "",
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "ideographEnclosedCircle": lambda n: chr(0x3280 + n - 1) if n <= 10 else str(n),
    "decimalEnclosedFullstop": lambda n: chr(0x2488 + n - 1) if n <= 20 else f"{n}.",
    "decimalEnclosedParen": lambda n: chr(0x2474 + n - 1) if n <= 20 else f"({n})",
    "ideographDigital": lambda n: "".join(_DIGITS[int(d)] for d in str(n)),
    "japaneseDigitalTenThousand": lambda n: "".join(_DIGITS[int(d)] for d in str(n)),
    "taiwaneseDigital": lambda n: "".join(_DIGITS[int(d)] for d in str(n)),
    "chineseCounting": counting,
    "chineseCountingThousand": counting,
    "japaneseCounting": counting,
    "taiwaneseCounting": counting,
    "taiwaneseCountingThousand": counting,
    "japaneseLegal": lambda n: counting(n, "零壱弐参四伍六七八九", "拾百阡"),
    "chineseLegalSimplified": lambda n: counting(n, _FORMAL, "拾佰仟"),
    "ideographLegalTraditional": lambda n: counting(n, "零壹貳參肆伍陸柒捌玖", "拾佰仟"),
    "koreanDigital": lambda n: "".join("영일이삼사오육칠팔구"[int(d)] for d in str(n)),
    "koreanDigital2": lambda n: "".join("零一二三四五六七八九"[int(d)] for d in str(n)),
    "koreanCounting": lambda n: counting(n, "영일이삼사오육칠팔구", "십백천"),
    "koreanLegal": lambda n: counting(n, "영일이삼사오육칠팔구", "십백천"),
    "russianLower": lambda n: letters(n, _RUSSIAN),
    "russianUpper": lambda n: letters(n, _RUSSIAN).upper(),
    "hebrew1": _hebrew,
}
