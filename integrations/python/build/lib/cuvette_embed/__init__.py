"""Cuvette results in Sphinx, MkDocs, Jupyter and marimo.

``show(address)`` and ``value(address, path)`` are for notebooks; ``cuvette_embed.sphinx`` is the Sphinx extension, ``cuvette_embed.markdown`` the one of
Python-Markdown (MkDocs).
"""

from .notebook import Result, Value, show, value

__all__ = ["Result", "Value", "__version__", "show", "value"]
__version__ = "0.2.0"
