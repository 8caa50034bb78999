"""What follows from a document: its outline, its costs, its verifier, each made when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pincite.model import Document
from pincite.outline import Outline, build_outline

if TYPE_CHECKING:
    from pincite.costs import Costs
    from pincite.verify import Verifier


class Derived:
    """A document and what is derived from it."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def outline(self) -> Outline:
        """The outline with its sections, also those without a heading."""
        return build_outline(self.document)

    @cached_property
    def costs(self) -> Costs:
        """Token counts (o200k) of blocks, sections and pages as the server hands them out."""
        from pincite.costs import Costs

        return Costs(self.document)

    @cached_property
    def verifier(self) -> Verifier:
        """Verifies quotes of the document."""
        from pincite.verify import Verifier

        return Verifier(self.document, self.outline)
