"""`python -m cuvette_pilots`: what `cuvette pilots` runs."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

from .batch import Batch, contain_threads
from .controller import Controller, describe
from .demand import DemandRefused, DemandUnknown, read_demand
from .folder_lock import FolderHeld, FolderLock
from .plan import plan
from .relay import BadCall, Relay
from .schedulers import SystemAway, list_pilots, partition_problem, pilot_name
from .settings import Settings, SettingsProblem, read_secret, read_settings


def _say(text: str) -> None:
    print(text, flush=True)


def check(settings: Settings, token: str, batch: Batch) -> int:
    """Print what would be submitted and why, without submitting. Returns 0 when everything that is needed is there, else 1."""
    faults = 0

    def fault(text: str) -> None:
        nonlocal faults
        faults += 1
        _say(f"Fault: {text}")

    for kind in settings.pilots:
        _say(describe(settings, kind))
        try:
            problem = partition_problem(settings.system, kind.partition)
        except SystemAway as error:
            problem = str(error)
        if problem is not None:
            fault(f"{kind.name}: {problem}")
        _say(batch.script(kind, pilot_name(settings.name, kind.name, "00000000")))
    try:
        pilots = list_pilots(settings.system, settings.name)
        demand = read_demand(settings.server, token)
    except (SystemAway, DemandUnknown) as error:
        fault(str(error))
        return 1
    _say(f"{len(pilots)} pilots are there, {demand.slots} items wait.")
    for decision in plan(settings, demand, pilots):
        _say(decision.why)
    return 1 if faults else 0


def work(settings: Settings, token: str, batch: Batch) -> int:
    """Run the controller until SIGTERM or SIGINT, or until another controller takes its folder. Returns the exit status."""
    end = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: end.set())
    locks: list[FolderLock] = []
    relay = None
    try:
        folders = [settings.state, *([settings.spool] if settings.network == "relay" and settings.spool else [])]
        for folder in folders:
            lock = FolderLock(folder)
            lock.take()
            locks.append(lock)
        if settings.network == "relay" and settings.spool is not None:
            relay = Relay(settings.spool, settings.server, _say, at_once=2 * settings.at_once + 8)
            relay.start()
        threading.Thread(target=_end_when_lost, args=(locks, end), daemon=True).start()
        _say(f"Pilots for {settings.server} by {settings.system}; at most {settings.at_once} at once.")
        Controller(settings, token, batch, _say).run(end)
    except (FolderHeld, BadCall, DemandRefused) as error:
        _say(str(error))
        return 1
    finally:
        if relay is not None:
            relay.stop()
        for lock in locks:
            lock.release()
    if any(lock.lost.is_set() for lock in locks):
        _say("Another controller has taken over; this one ends.")
        return 1
    return 0


def _end_when_lost(locks: list[FolderLock], end: threading.Event) -> None:
    while not end.wait(1.0):
        if any(lock.lost.is_set() for lock in locks):
            end.set()


def main() -> int:
    """Read the arguments and run. Returns the exit status: 0, or 1 with a sentence that says what to do."""
    parser = argparse.ArgumentParser(prog="cuvette pilots", description="Starts workers on a batch system, as many as there is work for.")
    parser.add_argument("--settings", type=Path, required=True, help="the settings file (TOML); docs/pilots.md describes it")
    parser.add_argument("--check", action="store_true", help="say what would be submitted and why, and submit nothing")
    arguments = parser.parse_args()
    own = tuple(os.environ.get("CUVETTE_PILOT_COMMAND", "").split("\x1f"))
    contain_threads(_say)
    try:
        settings = read_settings(arguments.settings, own)
        token = read_secret(settings.demand_token_file)
        read_secret(settings.worker_key_file)
        batch = Batch(settings)
    except SettingsProblem as error:
        print(error, file=sys.stderr)
        return 1
    return (check if arguments.check else work)(settings, token, batch)


if __name__ == "__main__":
    sys.exit(main())
