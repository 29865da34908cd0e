"""A result as a widget of a notebook: Python and the cell share what is selected and which frame is shown.

Needs anywidget (``pip install "cuvette-embed[notebook]"``). The item and the script come with the cell: once it was read, neither a
server nor a network is needed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from functools import lru_cache
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .item import NAME, item_at
from .notebook import Result

#: Most bytes of a bundle that are read.
MOST_BYTES = 200_000_000


@lru_cache(maxsize=1)
def _script() -> tuple[str, bytes]:
    """Name (by content) and bytes of the packed script. Raises RuntimeError where the package was made without it."""
    file = resources.files(__package__) / "static" / "widget.js.gz"
    if not file.is_file():
        raise RuntimeError(
            'The script of the widget is missing. In a checkout of Cuvette run "npm run notebook-script", and install again.'
        )
    data = file.read_bytes()
    return hashlib.sha256(data).hexdigest()[:12], data


class _Atoms(traitlets.List):
    """A list of atoms: whole numbers from 0 on; tuples, sets and NumPy arrays are taken as well."""

    def validate(self, obj: Any, value: Any) -> Any:
        numbers = sorted(value) if isinstance(value, (set, frozenset)) else list(value)
        return super().validate(obj, [int(number) for number in numbers])


class ResultWidget(anywidget.AnyWidget):
    """An item in a cell, made by :func:`widget`.

    Each of ``selected``, ``frame``, ``structure`` and ``tab`` may be set, and follows what a person does in the cell (``observe`` calls
    back). ``problem`` says why the last one that was set is not shown; the trait then is again what is shown.
    """

    _esm = Path(__file__).parent / "static" / "loader.js"
    _script_name = traitlets.Unicode().tag(sync=True)
    _script = traitlets.Bytes().tag(sync=True)
    _bundle = traitlets.Bytes().tag(sync=True)
    _kept = traitlets.Unicode().tag(sync=True)

    #: Selected atoms, 0-based.
    selected = _Atoms(traitlets.Int(min=0)).tag(sync=True)
    #: Frame of the trajectory, or step of the scan or optimization, 0-based; None shows the last one, and where there are none.
    frame = traitlets.Int(None, min=0, allow_none=True).tag(sync=True)
    #: Identifier of the structure that is shown, one of ``structures``.
    structure = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    #: Identifiers of the structures, in order, once the cell has shown them.
    structures = traitlets.List(traitlets.Unicode()).tag(sync=True)
    #: The tab that is open.
    tab = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    #: Why what was set last is not shown; None where it is.
    problem = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    #: Height of the result in pixels; None: as high as its content.
    height = traitlets.Int(None, min=1, allow_none=True).tag(sync=True)
    #: ``light``, ``dark`` or ``auto``; None: as the notebook.
    theme = traitlets.Enum(["light", "dark", "auto"], None, allow_none=True).tag(sync=True)

    def __init__(self, bundle: bytes, kept: Result | None = None, **traits: Any) -> None:
        name, script = _script()
        identity = hashlib.sha256(bundle).hexdigest()[:12]
        super().__init__(
            _script_name=name, _script=script, _bundle=gzip.compress(bundle, mtime=0), _kept=f"cuvette-kept-{identity}", **traits
        )
        self._result = kept
        self._text = kept._text() if kept else _text_of(bundle)

    def _kept_bundle(self) -> dict[str, str]:
        """What the cell has for readers without the widget: picture and numbers."""
        kept = self._result._static_bundle() if self._result else {"text/html": f"<p>{escape(self._text)}</p>", "text/plain": self._text}
        kept["text/html"] = f'<div class="{self._kept}">{kept["text/html"]}</div>'
        return kept

    def _ipython_display_(self, **_options: Any) -> None:
        """Two outputs: an export that has the widget but no network, or no script, would otherwise show nothing."""
        from IPython.display import display

        live = super()._repr_mimebundle_()
        display(live[0] if isinstance(live, tuple) else live, raw=True)
        display(self._kept_bundle(), raw=True)

    def __repr__(self) -> str:
        return self._text


def _text_of(bundle: bytes) -> str:
    """The name of a bundle's item. Raises ValueError for what is no bundle."""
    try:
        content = json.loads(bundle)
        names = [str(item["name"]) for item in content["items"]] if content.get("format") == "cuvette-bundle" else []
    except (ValueError, KeyError, TypeError, AttributeError):
        names = []
    if not names:
        raise ValueError("This is not a bundle: a bundle is a JSON document that was downloaded from a workflow.")
    return f"{names[0]} (Cuvette)"


def _file_content(path: Path) -> bytes:
    data = path.read_bytes()
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path.name} is cut off or damaged.") from error


def widget(
    source: str | Path,
    *,
    server: str | None = None,
    tab: str | None = None,
    height: int | None = None,
    theme: str | None = None,
) -> ResultWidget:
    """Makes a widget of a shared item, or of a bundle file (``*.cuvette.json``), which needs no server.

    ``source`` is the address of the item's page, its identifier together with ``server``, or the path of a file. Raises ValueError for
    what is none of them, OSError for a file that cannot be read, NotRead where the server is away or the item is not shared.
    """
    if tab is not None and not NAME.fullmatch(tab):
        raise ValueError(f'"{tab}" is not the name of a tab.')
    options = {"tab": tab, "height": height, "theme": theme}
    if isinstance(source, Path) or str(source).endswith((".json", ".json.gz")):
        return ResultWidget(_file_content(Path(source)), **options)
    item = item_at(str(source), server)
    bundle = item.read(f"/api/shared/workflow/{item.uuid}/bundle", MOST_BYTES)
    return ResultWidget(bundle, Result(item, tab), **options)
