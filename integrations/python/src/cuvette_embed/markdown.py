"""Python-Markdown, which MkDocs uses: ``::cuvette{id=UUID tab=scan}`` on a line of its own, ``:cuvette[words]{id=UUID value=strongest_acid}`` in a sentence.

In ``mkdocs.yml``::

    markdown_extensions:
      - cuvette:
          server: https://cuvette.example.org
"""

from __future__ import annotations

import re
from typing import Any

from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor

from .item import NAME, UUID, item_at

DIRECTIVE = r":cuvette(?:\[([^\]\n]{0,500})\])?\{([^{}\n]{0,500})\}"
LINE = re.compile(rf"^:{DIRECTIVE}[ \t]*$")
ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))""")
KEYS = {"id": UUID, "tab": NAME, "value": NAME, "digits": re.compile(r"\d{1,2}"), "height": re.compile(r"\d{2,4}")}


def html_of(server: str, words: str | None, attributes: str) -> str:
    """The HTML of a directive. Raises ValueError, which names key and value."""
    given = {key: double or single or bare for key, double, single, bare in ATTRIBUTE.findall(attributes)}
    rest = ATTRIBUTE.sub("", attributes).strip()
    if rest:
        raise ValueError(f'cuvette: "{rest}" is not understood. Write id=IDENTIFIER tab=NAME.')
    for key, text in given.items():
        if key not in KEYS:
            raise ValueError(f'cuvette: "{key}" is not known. Use {", ".join(KEYS)}.')
        if not KEYS[key].fullmatch(text):
            raise ValueError(f'cuvette: {key}="{text}" does not fit.')
    if "id" not in given:
        raise ValueError("cuvette: id is missing: the identifier of a shared item.")
    item = item_at(given["id"], server)
    if "value" in given:
        return item.script + item.value_element(given["value"], words or "see Cuvette")
    return item.script + item.element(given.get("tab"), int(given["height"]) if "height" in given else None)


class _Lines(Preprocessor):
    def __init__(self, md: Markdown, server: str) -> None:
        super().__init__(md)
        self.server = server

    def run(self, lines: list[str]) -> list[str]:
        fence: str | None = None
        out = []
        for line in lines:
            begun = re.match(r" {0,3}(`{3,}|~{3,})", line)
            if begun and (fence is None or line.strip().startswith(fence)):
                fence = begun[1] if fence is None else None
            found = LINE.match(line) if fence is None else None
            out.append(self.md.htmlStash.store(f"<p>{html_of(self.server, found[1], found[2])}</p>") if found else line)
        return out


class _InText(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, server: str) -> None:
        super().__init__(pattern, md)
        self.server = server

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Any, int, int]:  # noqa: N802 (Python-Markdown's name)
        return self.md.htmlStash.store(html_of(self.server, m[1], m[2])), m.start(0), m.end(0)


class CuvetteExtension(Extension):
    """The extension; ``server`` is the address of the Cuvette server."""

    def __init__(self, **options: Any) -> None:
        self.config = {"server": ["", "Address of the Cuvette server"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        server = self.getConfig("server")
        item_at("00000000-0000-4000-8000-000000000000", server)
        # After code fences are taken out (25).
        md.preprocessors.register(_Lines(md, server), "cuvette", 24)
        md.inlinePatterns.register(_InText(DIRECTIVE, md, server), "cuvette", 180)


def makeExtension(**options: Any) -> CuvetteExtension:  # noqa: N802 (Python-Markdown's name)
    """How Python-Markdown asks for the extension."""
    return CuvetteExtension(**options)
