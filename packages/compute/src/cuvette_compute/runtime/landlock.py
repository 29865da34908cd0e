"""A sandbox of the kernel's own rules, for machines where bubblewrap is missing or may not make namespaces.

Landlock (landlock(7), Linux 5.13 and newer) says which files a process and all that it starts may open, and a filter of system calls
(seccomp(2)) takes the network away. A process may lay both on itself without any rights; nobody can take them off again. What they do not
do: names and command lines of other processes stay in sight, and attributes of a file (whether it is there, its size) can be asked for.
Numbers are those of the kernel's headers (landlock.h, filter.h, seccomp.h, audit.h, unistd.h).
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import stat
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import walls

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _PATH_BENEATH = 1, 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 13))
"""Remove and make files, folders, links, sockets, pipes and devices."""
_REFER, _TRUNCATE, _CONTROL_DEVICE = 1 << 13, 1 << 14, 1 << 15
_SINCE = ((2, _REFER), (3, _TRUNCATE), (5, _CONTROL_DEVICE))
"""The version of Landlock that each of the later rights came with."""
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _CONTROL_DEVICE
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_SCOPES = (1 << 0) | (1 << 1)
"""Sockets without a file, and signals, reach what is shut in alike only (version 6)."""

_DEVICES = frozenset({"null", "zero", "full", "random", "urandom", "tty"})

_MACHINES = {
    # Its name in a filter, and the numbers of: socket, shmget, shmat, msgget, msgrcv, mq_open; truncate; chmod, fchmod, chown, fchown,
    # lchown, utime, utimes, futimesat, fchownat, fchmodat, utimensat, and setxattr to fremovexattr, as far as the machine has them.
    "x86_64": (
        0xC000003E,
        (41, 29, 30, 68, 70, 240),
        76,
        (90, 91, 92, 93, 94, 132, 235, 261, 260, 268, 280, 188, 189, 190, 197, 198, 199),
    ),
    "aarch64": (0xC00000B7, (198, 194, 196, 186, 188, 180), 45, (52, 55, 54, 53, 88, 5, 6, 7, 14, 15, 16)),
}
_IO_URING_SETUP, _FCHMODAT2, _SETXATTRAT, _REMOVEXATTRAT = 425, 452, 463, 466
_KILL, _ALLOW, _ERROR = 0x80000000, 0x7FFF0000, 0x00050000
_EACCES = 13
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_FOREIGN_CALLS = 0x40000000
"""From here on x86_64 has the numbers of its x32 calls."""
_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _SECCOMP_MODE_FILTER = 22, 38, 2

_libc = ctypes.CDLL(None, use_errno=True)


class NoRules(OSError):
    """The kernel has no Landlock, or none that is switched on."""


def _checked(name: str, value: int) -> int:
    if value < 0:
        raise NoRules(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return value


def version() -> int:
    """The version of Landlock that this kernel has. Raises NoRules where it has none."""
    arguments = (ctypes.c_long(_CREATE_RULESET), None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))
    return _checked("Landlock", _libc.syscall(*arguments))


def _rights(known: int, wanted: int) -> int:
    """Keep the wanted rights that this version of Landlock knows."""
    return wanted & ~sum(right for since, right in _SINCE if since > known)


class _Ruleset:
    """Rights that a process gives up, but for what is allowed."""

    def __init__(self, handled: int, scoped: int = 0) -> None:
        known = version()
        self._handled = _rights(known, handled)
        # Older kernels take a shorter structure; no rights over the network are handled.
        attributes = struct.pack("=QQQ", self._handled, 0, scoped)[: 24 if known >= 6 else 8]
        text = ctypes.create_string_buffer(attributes, len(attributes))
        arguments = (ctypes.c_long(_CREATE_RULESET), text, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
        self._descriptor = _checked("rules", _libc.syscall(*arguments))

    def allow(self, place: Path, rights: int) -> None:
        """Keep rights over a place and all below it. A place that is not there, or cannot be opened, is passed over."""
        try:
            opened = os.open(place, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            return
        try:
            mode = os.fstat(opened).st_mode
            if stat.S_ISLNK(mode):
                return
            kept = rights & self._handled & (-1 if stat.S_ISDIR(mode) else _OF_FILES)
            if kept:
                rule = ctypes.create_string_buffer(struct.pack("=Qi", kept, opened), 12)
                self._add(rule, place)
        finally:
            os.close(opened)

    def _add(self, rule: ctypes.Array[ctypes.c_char], place: Path) -> None:
        arguments = (ctypes.c_int(self._descriptor), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
        _checked(f"rule for {place}", _libc.syscall(ctypes.c_long(_ADD_RULE), *arguments))

    def obey(self) -> None:
        """Lay the rules on this process. It has one thread."""
        _checked("no new rights", _libc.prctl(_PR_SET_NO_NEW_PRIVS, *(ctypes.c_ulong(value) for value in (1, 0, 0, 0))))
        _checked("rules", _libc.syscall(ctypes.c_long(_RESTRICT_SELF), ctypes.c_int(self._descriptor), ctypes.c_uint32(0)))
        os.close(self._descriptor)


def _around(hidden: Sequence[Path]) -> Iterator[Path]:
    """All places of this machine but the hidden ones: what is beside each of them and beside the folders above it."""
    above = {folder for place in hidden for folder in place.parents}
    for folder in above or {Path("/")}:
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            place = Path(entry.path)
            # What a link leads to has its own place in the tree.
            if place not in above and place not in hidden and not entry.is_symlink():
                yield place


def _devices() -> list[Path]:
    """The harmless devices and the graphics cards."""
    return [place for place in Path("/dev").iterdir() if place.name in _DEVICES or place.name.startswith("nvidia")]


def shut_in(directory: Path, hidden: Sequence[Path]) -> None:
    """Let this process write in one directory only, read nothing that is hidden, and reach neither a network nor other processes.

    Raises NoRules where the kernel cannot do it.
    """
    known = version()
    change = _WRITE_FILE | _CHANGE_FOLDERS | _REFER | _TRUNCATE
    rules = _Ruleset(_READ | change | _CONTROL_DEVICE, _SCOPES if known >= 6 else 0)
    for place in _around([Path(os.path.realpath(one)) for one in hidden]):
        rules.allow(place, _READ)
    rules.allow(Path(os.path.realpath(directory)), _READ | change)
    for device in _devices():
        rules.allow(device, _READ | _WRITE_FILE | _CONTROL_DEVICE)
    rules.obey()
    _filter_calls(truncates=known < 3)
    walls.give_up_rights()


def write_only_in(directory: Path) -> None:
    """Narrow the rules of a process that is shut in already: of the folders that it may write in, one is left."""
    change = _WRITE_FILE | _CHANGE_FOLDERS | _REFER | _TRUNCATE
    rules = _Ruleset(change)
    rules.allow(Path(os.path.realpath(directory)), change)
    for device in _devices():
        rules.allow(device, _WRITE_FILE)
    rules.obey()


def _filter_calls(truncates: bool) -> None:
    """Take away what Landlock has no say over: sockets but pairs, memory and messages shared with others, attributes of files.

    A change of rights, owner or times does nothing and does not fail: programs that copy a file want to keep them, and can do without.
    `truncates`: whether files can be cut by their path in spite of the rules.
    """
    found = _MACHINES.get(os.uname().machine)
    if found is None:
        raise NoRules(0, "the processor's system calls are not known here")
    machine, ways_out, truncate, attributes = found
    refused = (*ways_out, _IO_URING_SETUP, *((truncate,) if truncates else ()))
    program = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, machine), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    program += [(_AT_LEAST, 0, 1, _FOREIGN_CALLS), (_RETURN, 0, 0, _ERROR | _EACCES)]
    for number in refused:
        program += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | _EACCES)]
    for number in (*attributes, _FCHMODAT2, _SETXATTRAT, _REMOVEXATTRAT):
        program += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR)]
    program.append((_RETURN, 0, 0, _ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in program))
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    _checked("filter", _libc.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), whole, ctypes.c_ulong(0), ctypes.c_ulong(0)))


def gaps(directory: Path, hidden: Sequence[Path]) -> list[str]:
    """Return what a process that is shut in could still do and must not: tried, not believed."""
    found = []
    for place in hidden:
        try:
            next(place.iterdir(), None)
            found.append(f"it can look into {place}")
        except PermissionError:
            pass
    for place in (Path("/"), Path("/tmp"), Path("/dev/shm"), directory.parent):
        try:
            (place / "cuvette-rules").write_text("")
            (place / "cuvette-rules").unlink()
            found.append(f"it can write in {place}")
        except OSError:
            pass
    for kind in (socket.AF_INET, socket.AF_UNIX):
        try:
            socket.socket(kind).close()
            found.append("it can make a socket")
        except PermissionError:
            pass
    try:
        (directory / "cuvette-rules").write_text("")
        (directory / "cuvette-rules").unlink()
    except OSError as error:
        found.append(f"it cannot write in its own directory ({error.strerror})")
    return found


def signals_reach_others() -> bool:
    """Whether a process that is shut in can send a signal to one outside: to the one that started it, of the same user."""
    try:
        os.kill(os.getppid(), 0)
    except PermissionError:
        return False
    return True


def main(words: Sequence[str]) -> int:
    """`DIRECTORY [HIDDEN …] -- COMMAND …`: shut this process in and become the command. Ends with 125 and the reason where that cannot be.

    Without a command it tries what holds, and prints it as a JSON line with `gaps` (sentences) and `signals` (whether they reach others).
    """
    end = words.index("--")
    directory, *hidden = (Path(word) for word in words[:end])
    command = words[end + 1 :]
    try:
        walls.die_with_parent()
        os.chdir(directory)
        shut_in(directory, hidden)
    except OSError as error:
        print(f"{error.strerror or error}", file=sys.stderr)
        return 125
    if not command:
        print(json.dumps({"gaps": gaps(directory, hidden), "signals": signals_reach_others()}))
        return 0
    # The parent may have had it ignored, so that a sandbox does not end before its content. This process becomes that content.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        os.execvp(command[0], list(command))
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
