"""The documents of a server as the caller of the present request may see them.

All tools, resources and pages go through it, so that what a user may not see is, for them, not there: no text, no
title, no near name, no error that differs. A server for one user shows everything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pincite.errors import ParseError, RequestError, SourceError, UnknownReferenceError
from pincite.identity import ID_LENGTH
from pincite.server.http.user import User, root_reader
from pincite.server.http.visitor import visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pincite.anchors import Anchor
    from pincite.model import BBox, Kind, Span
    from pincite.outline import Section
    from pincite.pictures import Clip, PagePicture
    from pincite.registry import Entry, OpenDocument, Opening, Registry, SearchResult
    from pincite.server.http.grants import Grants
    from pincite.stores import OriginalStore

_DOC_ID = re.compile(rf"[a-z2-7]{{{ID_LENGTH}}}")


class Sharing(NamedTuple):
    """What a server for several users has besides: who may see what, the files that they sent, and what tells a user
    who names a file of their own computer how to send it (``None``: no uploads)."""

    grants: Grants
    originals: OriginalStore
    how_to_send: Callable[[str], str] | None


class Sight:
    """``sharing``: ``None`` for a server of one user, whose whole registry this shows. Methods do and raise what those
    of ``Registry`` do."""

    def __init__(self, registry: Registry, sharing: Sharing | None = None) -> None:
        self._registry = registry
        self._sharing = sharing
        self._unlocked: set[tuple[str, str]] = set()

    def begin(self, source: str, *, password: str | None = None, refresh: bool = False) -> Opening:
        sharing, who = self._sharing, self._who()
        if sharing is None or who is None:
            return self._registry.begin(source, password=password, refresh=refresh)
        from pincite.sources.web import is_url

        if is_url(source):
            opening = self._registry.begin(source, password=password, refresh=refresh)
            opening.on_arrival = lambda opened: self._give(who, opened, who.reader, password)
            return opening
        doc_id = source.strip()
        if _DOC_ID.fullmatch(doc_id) and who.may_see(doc_id):
            return self._again(who, doc_id, password, refresh=refresh)
        return self._from_roots(who, sharing, source, password, refresh=refresh)

    def get(self, doc_id: str) -> OpenDocument:
        who = self._who()
        if who is None:
            return self._registry.get(doc_id)
        if who.may_see(doc_id):
            with suppress(UnknownReferenceError):
                opened = self._registry.get(doc_id)
                self._check_lock(who, doc_id, opened.document.source)
                return opened
        raise self._unknown(doc_id)

    def entries(self) -> list[Entry]:
        entries, who = self._registry.entries(), self._who()
        if who is None:
            return entries
        shows = self._filter(who)
        return [entry for entry in entries if shows(entry.key.doc_id)]

    def search(
        self,
        query: str,
        *,
        doc_ids: Sequence[str] | None = None,
        section: Section | None = None,
        kinds: Sequence[Kind] | None = None,
        limit: int = 8,
    ) -> SearchResult:
        who = self._who()
        if who is None:
            return self._registry.search(query, doc_ids=doc_ids, section=section, kinds=kinds, limit=limit)
        for doc_id in doc_ids or ():
            self.get(doc_id)
        among = self._filter(who) if doc_ids is None else None
        return self._registry.search(query, doc_ids=doc_ids, section=section, kinds=kinds, limit=limit, among=among)

    def forget(self, doc_id: str) -> None:
        """Deletes what is kept of the document; where others keep it too, the caller's part of it. Raises
        ``RequestError`` (not_allowed) for a document of a shared directory, or one that another user shared."""
        sharing, who = self._sharing, self._who()
        if sharing is None or who is None:
            self._registry.forget(doc_id)
            return
        self.demand(doc_id)
        if not who.is_admin and not self.owns(doc_id):
            raise _not_theirs("forget")
        sharing.originals.delete(doc_id, owner=None if who.is_admin else who.reader)
        sharing.grants.take(doc_id, giver=None if who.is_admin else who.reader)
        if not sharing.grants.readers(doc_id):
            self._registry.forget(doc_id)

    def picture(
        self,
        opened: OpenDocument,
        page: int,
        *,
        width: int | None = None,
        clip: Clip | None = None,
        highlight: Anchor | Span | Sequence[Span] | None = None,
        max_bytes: int | None = None,
    ) -> PagePicture:
        """Of a document that the caller has seen; ``max_bytes``: ``None`` for the usual limit."""
        most = {} if max_bytes is None else {"max_bytes": max_bytes}
        return self._registry.picture(opened, page, width=width, clip=clip, highlight=highlight, **most)

    def marked_boxes(self, opened: OpenDocument, span: Span) -> Mapping[int, tuple[BBox, ...]]:
        return self._registry.marked_boxes(opened, span)

    def bring(self, file: Path, name: str) -> str:
        """Keeps a copy of a file that the caller sent; from now on it is theirs to open by the id that comes back.
        Raises ``SourceError`` for what is no document, and where the server takes none."""
        sharing, who = self._sharing, self._who()
        if sharing is None or who is None:
            raise SourceError("This server takes no uploads.", code="url_not_allowed", hint="Name a path.")
        doc_id = self._registry.identify(file, name)
        sharing.originals.put(doc_id, file, owner=who.reader, name=name)
        sharing.grants.give(doc_id, who.reader, who.reader)
        return doc_id

    def demand(self, doc_id: str) -> None:
        """Raises ``UnknownReferenceError`` for a document that the caller may not see; also for one that is not
        there."""
        who = self._who()
        if who is not None and not who.may_see(doc_id):
            raise self._unknown(doc_id)

    def leave(self, doc_id: str, reader: str) -> None:
        """The document is not this reader's any more, and gone if it was nobody else's."""
        if self._sharing is not None:
            self._sharing.grants.take(doc_id, reader=reader, giver=reader)
            if not self._sharing.grants.readers(doc_id):
                self._registry.forget(doc_id)

    def owns(self, doc_id: str) -> bool:
        """Whether the caller brought the document, or may do with it as if."""
        sharing, who = self._sharing, self._who()
        if sharing is None or who is None:
            return True
        return who.is_admin or (who.reader, who.reader) in sharing.grants.readers(doc_id)

    def share(self, doc_id: str, reader: str, *, shared: bool = True) -> None:
        """Lets another reader see the caller's document, or no longer. Raises ``UnknownReferenceError``,
        ``RequestError`` (not_allowed)."""
        sharing, who = self._sharing, self._who()
        if sharing is None or who is None:
            return
        self.demand(doc_id)
        if not self.owns(doc_id):
            raise _not_theirs("share")
        if shared:
            sharing.grants.give(doc_id, reader, who.reader)
        else:
            sharing.grants.take(doc_id, reader=reader, giver=None if who.is_admin else who.reader)

    def _who(self) -> User | None:
        """The user whose sight it is; ``None`` where everything may be seen. Raises ``RequestError`` (not_allowed)
        where a shared server does not know who asks."""
        if self._sharing is None:
            return None
        who = visitor()
        if not isinstance(who, User):
            raise RequestError("Nobody is known to ask.", code="not_allowed", hint="Send a token with the request.")
        return who

    def _unknown(self, doc_id: str) -> UnknownReferenceError:
        from pincite.registry.shelf import unknown_document

        return unknown_document(doc_id, self.entries())

    def _filter(self, who: User) -> Callable[[str], bool]:
        assert self._sharing is not None  # else there would be no user
        visible = None if who.is_admin else self._sharing.grants.visible(who.readers)
        return lambda doc_id: (visible is None or doc_id in visible) and not self._is_locked(who, doc_id)

    def _again(self, who: User, doc_id: str, password: str | None, *, refresh: bool) -> Opening:
        """A document that was here before, by its id: kept, or made again of the file that was sent."""
        from pincite.registry.openings import landed

        assert self._sharing is not None
        if not refresh and not password:
            with suppress(UnknownReferenceError):
                return landed(self.get(doc_id))
        path = self._sharing.originals.fetch(doc_id)
        if path is None:
            return landed(self.get(doc_id))
        name = self._name(who, doc_id)
        opening = self._registry.begin_file(path, name=name, password=password, refresh=refresh)
        opening.on_arrival = lambda opened: self._give(who, opened, who.reader, password, brought=False)
        return opening

    def _name(self, who: User, doc_id: str) -> str | None:
        """What the user calls the file, else who brought it first."""
        assert self._sharing is not None
        found = self._sharing.originals.find(doc_id)
        if found is None:
            return None
        return next((claim.name for claim in found.claims if claim.owner == who.reader), found.name)

    def _from_roots(self, who: User, sharing: Sharing, source: str, password: str | None, *, refresh: bool) -> Opening:
        try:
            if not who.roots:
                raise SourceError("This server reads no files by their path.", code="outside_roots")
            path, root = self._registry.locate(source, who.roots)
        except SourceError as error:
            if sharing.how_to_send is None or error.code not in ("not_found", "outside_roots"):
                raise
            hint = f"{error.hint} {sharing.how_to_send(source)}".strip()
            raise SourceError(error.message, code=error.code, hint=hint) from None
        reader = root_reader(root)
        opening = self._registry.begin_file(path, password=password, refresh=refresh)
        opening.on_arrival = lambda opened: self._give(who, opened, reader, password)
        return opening

    def _give(
        self, who: User, opened: OpenDocument, reader: str, password: str | None, *, brought: bool = True
    ) -> None:
        """The document is the caller's to see from now on; one that a password opened is theirs alone."""
        assert self._sharing is not None
        doc_id = opened.key.doc_id
        if self._registry.is_unlocked(doc_id):
            if not password:
                return
            self._unlocked.add((who.name, doc_id))
        if brought:
            reader = who.reader if password else reader
            self._sharing.grants.give(doc_id, reader, reader)

    def _is_locked(self, who: User, doc_id: str) -> bool:
        return self._registry.is_unlocked(doc_id) and (who.name, doc_id) not in self._unlocked

    def _check_lock(self, who: User, doc_id: str, name: str) -> None:
        """Raises ``ParseError`` (password_required) for a document that the password of another user opened."""
        if self._is_locked(who, doc_id):
            raise ParseError(f"{name} needs its password.", code="password_required", hint="Open it with its password.")


def _not_theirs(what: str) -> RequestError:
    return RequestError(
        f"Only who brought this document, or an administrator, may {what} it.",
        code="not_allowed",
        hint="Ask its owner.",
    )
