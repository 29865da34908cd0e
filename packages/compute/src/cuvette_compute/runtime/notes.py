"""Notes on a result beside its numbers: messages, and caveats that stay with the numbers."""

from __future__ import annotations

from typing import Any


def message(kind: str, title: str, body: str) -> dict[str, str]:
    """A Message: type error, warning or info."""
    return {"type": kind, "title": title, "body": body}


def message_of_caveat(severity: str, text: str, title: str = "") -> dict[str, str]:
    """A caveat of the whole result where only messages travel (from a step, through helper processes): `run` turns it into one.

    With a title it is a message of the calculation as well, which has no caveats of its own.
    """
    return {"type": "warning", "title": title, "body": text, "severity": severity}


def messages_of_calculation(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    """Plain messages, and the caveats that have a title, as plain messages."""
    return [message(one["type"], one["title"], one["body"]) for one in messages if "severity" not in one or one["title"]]


def split_caveats(messages: list[dict[str, str]]) -> tuple[list[dict[str, str]], list[dict[str, Any]]]:
    """Plain messages, and the caveats among them, each once."""
    found = dict.fromkeys((one["severity"], one["body"]) for one in messages if "severity" in one)
    return [one for one in messages if "severity" not in one], [caveat(severity, text) for severity, text in found]


def caveat(
    severity: str, text: str, *, values: list[str] | None = None, table: str | None = None, rows: list[int] | None = None
) -> dict[str, Any]:
    """Return what a reader must know of a result's numbers, as core's `Caveat`; a recipe puts it into `Result.caveats`.

    `severity` is "changes_number" (shown beside the number wherever it goes), "limits_use" (one line above the tabs) or "for_record"
    (info tab). `values` are named values, `table` and `rows` (from 0) a table of the type's definition; without any it belongs to every
    number.
    """
    return {"severity": severity, "text": text, "values": values, "table": table, "rows": rows}
