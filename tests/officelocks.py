"""Encryption of Office packages as programs before Office 2010, and others to this day, write it: the "standard" kind
of ECMA-376 (AES in single blocks, SHA-1 in a fixed number of rounds), made here after the specification."""

from __future__ import annotations

import hashlib
import io
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from msoffcrypto.method.container.ecma376_encrypted import ECMA376Encrypted

from tests.compound import compound_with

_SALT = bytes(range(16))
_VERIFIER = bytes(range(100, 116))
_ROUNDS = 50_000
_AES = {128: 0x660E, 192: 0x660F, 256: 0x6610}
_PROVIDER = "Microsoft Enhanced RSA and AES Cryptographic Provider\0"


def standard_encrypted(package: bytes, password: str, bits: int = 128) -> bytes:
    """The package in a compound file, encrypted with a key of ``bits``."""
    key = _key(password, bits)
    padded = package.ljust(-(-max(len(package), 4096) // 16) * 16, b"\0")  # small streams lie elsewhere
    out = io.BytesIO()
    body = struct.pack("<Q", len(package)) + _blocks(key, padded)
    ECMA376Encrypted(body, _info(key, bits)).write_to(out)
    return out.getvalue()


def _key(password: str, bits: int) -> bytes:
    digest = hashlib.sha1(_SALT + password.encode("utf-16-le")).digest()
    for n in range(_ROUNDS):
        digest = hashlib.sha1(struct.pack("<I", n) + digest).digest()
    last = hashlib.sha1(digest + bytes(4)).digest().ljust(64, b"\0")
    halves = [hashlib.sha1(bytes(byte ^ pad for byte in last)).digest() for pad in (0x36, 0x5C)]
    return b"".join(halves)[: bits // 8]


def _info(key: bytes, bits: int) -> bytes:
    header = struct.pack("<IIIIIIII", 0x24, 0, _AES[bits], 0x8004, bits, 0x18, 0, 0) + _PROVIDER.encode("utf-16-le")
    digest = hashlib.sha1(_VERIFIER).digest()
    proof = struct.pack("<I", 16) + _SALT + _blocks(key, _VERIFIER) + struct.pack("<I", len(digest))
    return struct.pack("<HHII", 4, 2, 0x24, len(header)) + header + proof + _blocks(key, digest.ljust(32, b"\0"))


def _blocks(key: bytes, data: bytes) -> bytes:
    cipher = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return cipher.update(data) + cipher.finalize()


def locked_workbook(filepass: bytes) -> bytes:
    """A workbook of the old format whose first records say that the others are encrypted, and how."""
    records = ((0x0809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)), (0x002F, filepass), (0x000A, b""))
    stream = b"".join(struct.pack("<HH", kind, len(body)) + body for kind, body in records)
    return compound_with("Workbook", stream + struct.pack("<HH", 0, 5_000) + bytes(5_000))


# The example of the specification's readers: its password is "password1".
RC4 = struct.pack("<HHH", 1, 1, 1) + bytes.fromhex(
    "e8772c1d91c56a379647 61b280183217 c9e997d454973d310bb1ba701426837e b1de178f07e989c44dae5e4cf96ac407"
)
OBFUSCATED = struct.pack("<HHH", 0, 0x1234, 50_306)  # "tulip"
UNKNOWN = struct.pack("<HHH", 1, 9, 9) + bytes(50)
