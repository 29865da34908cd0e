"""What waits for workers, as the server answers it (`GET /api/platform/demand`)."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any


class DemandUnknown(Exception):
    """The server did not say what waits; the message says why."""


class DemandRefused(DemandUnknown):
    """The server refuses the token, or has none: nothing that waiting would mend."""


@dataclass(frozen=True)
class Group:
    """Items that wait and need about the same. Sizes are the least that one of them needs, None where that is not known."""

    requirements: frozenset[str]
    memory_mb: int | None
    gpus: int
    seconds_needed: float | None
    person: str | None
    slots: int


@dataclass(frozen=True)
class Worker:
    """A worker that the server has heard of in the last hour."""

    name: str
    host: str
    connected: bool
    busy: bool
    person: str | None
    capabilities: frozenset[str]
    denied: str | None


@dataclass(frozen=True)
class Demand:
    """What waits, the first first, and the workers that there are."""

    slots: int
    groups: tuple[Group, ...]
    workers: tuple[Worker, ...]


def demand_of(answer: dict[str, Any]) -> Demand:
    """The demand in the server's answer. Raises DemandUnknown for an answer of another shape."""
    try:
        groups = tuple(
            Group(
                frozenset(one["requirements"]),
                one["memory_mb"],
                int(one["gpus"]),
                one["seconds_needed"],
                one["person"],
                int(one["slots"]),
            )
            for one in answer["groups"]
        )
        workers = tuple(
            Worker(
                one["name"],
                one["host"],
                bool(one["connected"]),
                bool(one["busy"]),
                one.get("person"),
                frozenset(one["capabilities"]),
                one.get("denied"),
            )
            for one in answer["workers"]
        )
        return Demand(int(answer["slots"]), groups, workers)
    except (KeyError, TypeError, ValueError) as error:
        raise DemandUnknown(f"The server's answer is not a demand ({error!r}).") from None


def read_demand(server: str, token: str, timeout: float = 20.0) -> Demand:
    """Ask the server, through the proxy of HTTPS_PROXY where that is set. Raises DemandUnknown."""
    request = urllib.request.Request(f"{server.rstrip('/')}/api/platform/demand", headers={"authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return demand_of(json.load(answer))
    except urllib.error.HTTPError as error:
        kind = DemandRefused if error.code in (401, 403, 404) else DemandUnknown
        raise kind(f"The server answered {error.code}: {_detail(error)}") from None
    except (OSError, ValueError) as error:
        raise DemandUnknown(f"The server does not answer: {error}") from None


def _detail(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error).get("detail", error.reason))
    except (OSError, ValueError, AttributeError):
        return str(error.reason)
