"""Engines that are not part of this package: from other packages, and from environments of their own."""

from .discovery import LEFT_OUT, discovered_engines

__all__ = ["LEFT_OUT", "discovered_engines"]
