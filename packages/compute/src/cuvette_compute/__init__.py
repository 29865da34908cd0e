"""Cuvette's compute package: engines and recipes behind a JSON-lines job protocol (see PROTOCOL.md)."""

PROTOCOL_VERSION = 1
