"""The same servers that the contract is tested with."""

from tests.contract.conftest import cache, connect, library

__all__ = ["cache", "connect", "library"]
