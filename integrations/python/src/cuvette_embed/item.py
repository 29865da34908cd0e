"""A shared item: where it is, what it is called, its numbers and its picture. Only the standard library is used, and only the named server is asked."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from html import escape
from typing import Any

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)
NAME = re.compile(r"[\w.-]{1,100}")
#: Seconds for one answer of the server.
TIMEOUT = 30
#: Most bytes of a picture or an answer that are read.
MOST_BYTES = 5_000_000


class NotRead(Exception):
    """The server is away, or the item is not shared; says which."""


@dataclass(frozen=True)
class Item:
    """A shared item by its server's origin, without a slash at the end, and its identifier."""

    server: str
    uuid: str

    @property
    def page(self) -> str:
        """Address of the public page."""
        return f"{self.server}/public/workflow/{self.uuid}"

    @property
    def script(self) -> str:
        """The script tag that starts the elements."""
        return f'<script type="module" src="{escape(self.server)}/embed/1/embed.js"></script>'

    @property
    def plain_script(self) -> str:
        """The same for a host that writes scripts without ``type="module"``."""
        return f'<script src="{escape(self.server)}/embed/1/start.js"></script>'

    def picture_address(self, view: str = "card", width: int = 1200) -> str:
        """Address of a picture: ``card`` or ``drawing``."""
        return f"{self.server}/api/shared/workflow/{self.uuid}/picture.png?view={view}&width={width}"

    def element(self, tab: str | None = None, height: int | None = None, held: str | None = None) -> str:
        """The element with what it holds until it starts: phrasing content with closed tags."""
        attributes = f' tab="{escape(tab)}"' if tab else ""
        style = f' style="height: {int(height)}px"' if height else ""
        inner = held if held is not None else f'<img src="{escape(self.picture_address())}" alt="A result on Cuvette" width="600" />'
        return (
            f'<cuvette-workflow workflow="{self.uuid}" public{attributes}{style}>'
            f'<a href="{escape(self.page)}">{inner}</a></cuvette-workflow>'
        )

    def value_element(self, path: str, words: str) -> str:
        """The element of one number; ``words`` are shown until it starts, without scripts and in print."""
        return (
            f'<cuvette-value workflow="{self.uuid}" public path="{escape(path)}">'
            f'<a href="{escape(self.page)}">{escape(words)}</a></cuvette-value>'
        )

    def read(self, path: str, most_bytes: int = MOST_BYTES) -> bytes:
        """Asks the server. Raises NotRead, also for an answer that is longer than ``most_bytes``."""
        try:
            with urllib.request.urlopen(f"{self.server}{path}", timeout=TIMEOUT) as answer:  # noqa: S310 (http and https only, see item_at)
                content = answer.read(most_bytes + 1)
        except urllib.error.HTTPError as error:
            reason = "is not shared, or not there" if error.code == 404 else f"was not read (HTTP {error.code})"
            raise NotRead(f"The item {self.uuid} {reason}.") from error
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise NotRead(f"{self.server} cannot be reached.") from error
        if len(content) > most_bytes:
            raise NotRead(f"The answer for item {self.uuid} is longer than {most_bytes // 1_000_000} MB.")
        return content

    def picture(self, view: str = "card", width: int = 1200) -> bytes:
        """The picture as PNG. Raises NotRead."""
        return self.read(self.picture_address(view, width)[len(self.server) :])

    def about(self) -> dict[str, Any]:
        """Title and description of the item in words (oEmbed). Raises NotRead."""
        return json.loads(self.read(f"/oembed?url={urllib.parse.quote(self.page, safe='')}"))

    def value(self, path: str) -> dict[str, Any]:
        """A named number: ``written`` has it with ± and unit, ``note`` what changes its meaning. Raises NotRead, and KeyError with the names that there are."""
        values = json.loads(self.read(f"/api/shared/workflow/{self.uuid}/values"))["values"]
        for one in values:
            if one["path"] == path:
                return one
        raise KeyError(f'There is no value "{path}". The values are: {", ".join(one["path"] for one in values)}.')


def words_of(value: dict[str, Any]) -> str:
    """A number with ± and unit, and what changes its meaning behind it."""
    text = value.get("written") or value.get("error") or "not computed"
    return f"{text} ({value['note']})" if value.get("note") else text


def item_at(address: str, server: str | None = None) -> Item:
    """The item of an address, or of an identifier together with the server.

    Raises ValueError, which names what is wrong.
    """
    text = address.strip()
    if UUID.fullmatch(text):
        if not server:
            raise ValueError("Name the server: an identifier alone does not say where the item is.")
        return Item(_origin(server), text.lower())
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f'"{address}" is neither the address nor the identifier of an item.')
    found = [segment for segment in parts.path.split("/") if UUID.fullmatch(segment)]
    if not found:
        raise ValueError(f'"{address}" has no identifier of an item in it.')
    # Before the identifier is the type, and before that perhaps "public" or "api/shared"; the rest is the path that the server is under.
    before = parts.path[: parts.path.lower().rindex(found[-1].lower())].rstrip("/").rpartition("/")[0]
    base = re.sub(r"/(?:public|api)(?:/.*)?$", "", before)
    return Item(f"{parts.scheme}://{parts.netloc}{base}", found[-1].lower())


def _origin(server: str) -> str:
    parts = urllib.parse.urlsplit(server.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f'"{server}" is not the address of a server.')
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
