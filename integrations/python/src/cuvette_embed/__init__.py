"""Cuvette results in Sphinx, MkDocs, Jupyter and marimo.

``show(address)``, ``value(address, path)`` and ``widget(address)`` are for notebooks; ``cuvette_embed.sphinx`` is the Sphinx extension, ``cuvette_embed.markdown`` the one of
Python-Markdown (MkDocs).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .notebook import Result, Value, show, value

if TYPE_CHECKING:
    from .result_widget import ResultWidget

__all__ = ["Result", "Value", "__version__", "show", "value", "widget"]
__version__ = "0.2.0"


def widget(source: Any, **options: Any) -> ResultWidget:
    """Makes a widget that shares selection and frame with Python; see :func:`cuvette_embed.result_widget.widget`. Raises ImportError without anywidget."""
    try:
        from .result_widget import widget as make
    except ModuleNotFoundError as error:
        raise ImportError('The widget needs anywidget: pip install "cuvette-embed[notebook]".') from error
    return make(source, **options)
