"""Damage that knows nothing of formats, and the odd values that the others plant."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

# What no parser may fetch or read out. A port of this machine where the run listens; a file that every Unix has.
BAIT_PORT = 47391
BAIT_URL = f"http://127.0.0.1:{BAIT_PORT}/bait"
BAIT_FILE = "/etc/passwd"
BAIT_WORDS = "root:x:0:0:"

NUMBERS = (
    "0", "-1", "1", "2", "255", "65535", "65536", "2147483647", "2147483648", "-2147483648", "4294967295",
    "9223372036854775808", "99999999999999999999999", "0.0000001", "1e308", "-0.0", "1e-400", "NaN", "Infinity", "",
)  # fmt: skip
WORDS = (
    "",
    "x",
    "²",
    "１２",
    "9" * 5000,
    "--1",
    "true",
    "none",
    "auto",
    "%s%n",
    "../../x",
    "\u0000",
    "\u202e",
    "é" * 300,
    "\U0001f600",
    "A" * 5000,
)
DEPTHS = (3, 40, 300, 3000, 30000)


def odd(chance: Random) -> str:
    """A value that is seldom what a parser expects."""
    return chance.choice((*NUMBERS, *WORDS, BAIT_URL, f"file://{BAIT_FILE}", str(chance.randrange(-300, 3000))))


def havoc(data: bytes, chance: Random) -> bytes:
    """The bytes with a few of them changed, moved, doubled or gone."""
    out = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 2, 4, 16))):
        begin = chance.randrange(len(out))
        end = min(len(out), begin + chance.choice((1, 2, 8, 64, 1024)))
        how = chance.randrange(6)
        if how == 0:
            out[begin] ^= 1 << chance.randrange(8)
        elif how == 1:
            out[begin:end] = chance.randbytes(end - begin)
        elif how == 2 and len(out) > end - begin:
            del out[begin:end]
        elif how == 3:
            out[begin:begin] = out[begin:end] * chance.choice((1, 2, 50))
        elif how == 4:
            at = chance.randrange(len(out))
            out[at:at] = out[begin:end]
        else:
            out[begin:end] = bytes([chance.choice((0, 255, 32, 60, 40))]) * (end - begin)
    return bytes(out)


def cut(data: bytes, chance: Random) -> bytes:
    """The beginning of the data, as of a broken download; or its end."""
    at = chance.randrange(len(data) + 1)
    return data[at:] if chance.random() < 0.1 else data[:at]


def spliced(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """The beginning of this file, the end of another."""
    other = chance.choice(others)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
