"""Sphinx and MyST: the directive ``cuvette`` shows an item, the role ``cuvette`` one of its numbers.

::

    .. cuvette:: 1b4e28ba-2fa1-41d2-883f-0016d3cca427
       :tab: scan

    The pKa is :cuvette:`1b4e28ba-2fa1-41d2-883f-0016d3cca427:strongest_acid`.

HTML pages get the live element. LaTeX, EPUB and all other builders write picture and number as they are at the time of the build.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from . import __version__
from .item import NAME, Item, NotRead, item_at, words_of

logger = logging.getLogger(__name__)


def _tab(text: str) -> str:
    if not NAME.fullmatch(text.strip()):
        raise ValueError(f'"{text}" is not the name of a tab')
    return text.strip()


def _words(item: Item, location: Any) -> str:
    try:
        about = item.about()
    except NotRead as error:
        logger.warning("cuvette: %s", error, location=location, type="cuvette", subtype="away")
        return "A result on Cuvette"
    return f"{about.get('title', '')}. {about.get('description', '')}".strip()


class CuvetteDirective(SphinxDirective):
    """``.. cuvette:: UUID or address``."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"tab": _tab, "height": directives.positive_int}

    def run(self) -> list[nodes.Node]:
        try:
            item = item_at(self.arguments[0], self.config.cuvette_server)
        except ValueError as error:
            raise self.error(str(error)) from error
        words = _words(item, self.get_location())
        live = nodes.raw("", f"{item.script}\n<p>{item.element(self.options.get('tab'), self.options.get('height'))}</p>", format="html")
        live["cuvette"] = True
        figure = nodes.figure(classes=["cuvette-printed"])
        picture = self._picture(item)
        if picture is not None:
            image = nodes.image(uri=picture, alt=words, width="100%")
            image["candidates"] = {"*": picture}
            figure += image
        caption = nodes.caption()
        caption += nodes.reference(item.page, words, refuri=item.page)
        figure += caption
        figure["cuvette"] = True
        return [live, figure]

    def _picture(self, item: Item) -> str | None:
        """Writes the picture beside the build and names it relative to the sources."""
        try:
            png = item.picture()
        except NotRead:
            return None
        folder = Path(self.env.doctreedir) / "cuvette"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{item.uuid}-{hashlib.sha256(png).hexdigest()[:8]}.png"
        file.write_bytes(png)
        # Sphinx reads pictures by paths from the source folder; "/" begins there.
        return "/" + _relative(file, Path(self.env.srcdir))


def _relative(file: Path, folder: Path) -> str:
    import os

    return os.path.relpath(file, folder).replace(os.sep, "/")


class CuvetteRole(SphinxRole):
    """``:cuvette:`UUID:name of a number```."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        address, colon, path = self.text.rpartition(":")
        try:
            if not colon or not NAME.fullmatch(path):
                raise ValueError(f'"{self.text}" is not IDENTIFIER:NAME of a number')
            item = item_at(address, self.config.cuvette_server)
            words = words_of(item.value(path))
        except (ValueError, KeyError) as error:
            text = error.args[0] if error.args else str(error)
            message = self.inliner.reporter.error(f"cuvette: {text}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        except NotRead as error:
            logger.warning("cuvette: %s", error, location=self.get_location(), type="cuvette", subtype="away")
            words = "see Cuvette"
        live = nodes.raw("", f"{item.script}{item.value_element(path, words)}", format="html")
        live["cuvette"] = True
        printed = nodes.reference("", words, refuri=item.page)
        printed["cuvette"] = True
        return [live, printed], []


def _keep_one(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Keeps the live element in HTML pages, and the printed one everywhere else."""
    live = app.builder.format == "html" and app.builder.name not in ("epub", "linkcheck")
    for node in list(doctree.findall(lambda one: isinstance(one, nodes.Element) and one.get("cuvette") is True)):
        if isinstance(node, nodes.raw) is not live:
            node.parent.remove(node)


def _check(app: Sphinx) -> None:
    server = app.config.cuvette_server
    if server:
        try:
            item_at("00000000-0000-4000-8000-000000000000", server)
        except ValueError as error:
            raise ExtensionError(f"cuvette_server: {error}") from error


def setup(app: Sphinx) -> dict[str, Any]:
    """Adds the directive, the role, and the setting ``cuvette_server``."""
    app.add_config_value("cuvette_server", "", "env", [str])
    app.add_directive("cuvette", CuvetteDirective)
    app.add_role("cuvette", CuvetteRole())
    app.connect("builder-inited", _check)
    app.connect("doctree-resolved", _keep_one)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
