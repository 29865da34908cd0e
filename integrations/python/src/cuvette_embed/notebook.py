"""Results in notebooks: JupyterLab, Notebook, VS Code, marimo.

What is shown is kept in the notebook as HTML, PNG and plain text, so that an exported or untrusted notebook has picture and numbers without a server.
"""

from __future__ import annotations

import base64
from html import escape
from typing import Any

from .item import NAME, Item, NotRead, item_at, words_of


class Result:
    """An item as a cell shows it. It is read once, when it is made; without a network it has its address alone."""

    def __init__(self, item: Item, tab: str | None = None) -> None:
        self.item = item
        self._tab = tab
        self.title = f"Cuvette item {item.uuid}"
        self.description = ""
        self.png: bytes | None = None
        #: Why nothing was read; None where it was.
        self.problem: str | None = None
        try:
            about = item.about()
            self.title = str(about.get("title", self.title))
            self.description = str(about.get("description", ""))
            self.png = item.picture()
        except NotRead as error:
            self.problem = str(error)

    def _text(self) -> str:
        return "\n".join(part for part in (self.title, self.description or self.problem, self.item.page) if part)

    def _element(self) -> str:
        words = escape(f"{self.title}. {self.description or self.problem or ''}")
        held = words
        if self.png is not None:
            data = base64.b64encode(self.png).decode("ascii")
            held = f'<img src="data:image/png;base64,{data}" alt="{words}" width="600" />'
        return self.item.element(tab=self._tab, held=held)

    def _static_bundle(self) -> dict[str, str]:
        """Picture and numbers alone, without an element or a script."""
        words = escape(self.description or self.problem or self.title)
        picture = ""
        if self.png is not None:
            data = base64.b64encode(self.png).decode("ascii")
            picture = f'<img src="data:image/png;base64,{data}" alt="{escape(self.title)}" width="600" /><br />'
        return self._with_png(f'<p>{picture}<a href="{escape(self.item.page)}">{escape(self.title)}</a>. {words}</p>')

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self._with_png(f"{self.item.script}\n{self._element()}")

    def _with_png(self, html: str) -> dict[str, str]:
        bundle = {"text/html": html, "text/plain": self._text()}
        if self.png is not None:
            bundle["image/png"] = base64.b64encode(self.png).decode("ascii")
        return bundle

    def _mime_(self) -> tuple[str, str]:
        """How marimo asks. It writes scripts anew, without their type."""
        return "text/html", f"{self.item.plain_script}\n{self._element()}"

    def __repr__(self) -> str:
        return self._text()


class Value:
    """A number of an item: ``number``, ``uncertainty`` and ``unit`` to compute with, ``text`` to quote."""

    def __init__(self, item: Item, path: str) -> None:
        found = item.value(path)
        self.item = item
        self.path = path
        self.number: float | None = found["value"]
        self.uncertainty: float | None = found["uncertainty"]
        self.unit: str | None = found["unit"]
        self.note: str | None = found.get("note")
        method = found.get("method")
        self.method: str | None = method["text"] if method else None
        self.text = words_of(found)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": f"{self.item.script}{self.item.value_element(self.path, self.text)}", "text/plain": self.text}

    def _mime_(self) -> tuple[str, str]:
        return "text/html", f"{self.item.plain_script}{self.item.value_element(self.path, self.text)}"

    def __repr__(self) -> str:
        return self.text


def show(address: str, *, tab: str | None = None, server: str | None = None) -> Result:
    """Shows a shared item in a cell.

    ``address`` is that of its page, or its identifier together with ``server``. Raises ValueError for what is neither.
    """
    if tab is not None and not NAME.fullmatch(tab):
        raise ValueError(f'"{tab}" is not the name of a tab.')
    return Result(item_at(address, server), tab)


def value(address: str, path: str, *, server: str | None = None) -> Value:
    """Reads a number of a shared item, with ± and unit.

    Raises ValueError for an address that is none, KeyError for a name that the item does not have, NotRead without a network.
    """
    return Value(item_at(address, server), path)
