"""Cuvette's compute package: engines and recipes behind a JSON-lines job protocol (see PROTOCOL.md)."""

__version__ = "0.2.0"
PROTOCOL_VERSION = 1
