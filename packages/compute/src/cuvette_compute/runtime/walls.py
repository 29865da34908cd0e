"""Walls around one job that a warm process forks: namespaces of Linux, made by the job's own process before it reads the job.

The warm process runs in bubblewrap itself: no network, nothing writable but the folder of its jobs. What bubblewrap does not do for each of
its jobs is done here: a job sees and writes its own directory alone, finds no other process (neither by /proc, which is covered, nor by a
signal), has no shared memory and no corner of a temporary file system in common with the job before or after it, keeps no rights over its
walls, and everything that it started ends with it. Names and numbers are those of the kernel's headers (mount.h, sched.h, prctl.h).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from pathlib import Path

_CLONE_NEWNS, _CLONE_NEWIPC, _CLONE_NEWUSER, _CLONE_NEWPID = 0x00020000, 0x08000000, 0x10000000, 0x20000000
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 24, 36, 38
_SYS_CAPSET, _SYS_MOUNT_SETATTR = {"x86_64": (126, 442), "aarch64": (91, 442)}.get(os.uname().machine, (None, None))
_CAPABILITY_VERSION_3 = 0x20080522
_AT_FDCWD, _AT_RECURSIVE, _MOUNT_ATTR_RDONLY = -100, 0x8000, 1
_SIGKILL = 9

_libc = ctypes.CDLL(None, use_errno=True)


class NoWalls(OSError):
    """The system does not let a process wall itself in."""


def _call(name: str, function: str, *arguments: object) -> int:
    """A function of the C library; raises NoWalls, with what it was for, where it fails."""
    value = getattr(_libc, function)(*arguments)
    if value == -1:
        raise NoWalls(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return value


def _mount(source: str, target: Path, kind: str | None, flags: int, data: str | None = None) -> None:
    texts = [text.encode() if text is not None else None for text in (source, str(target), kind, data)]
    _call(f"mount on {target}", "mount", texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3])


class _MountAttributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "user_namespace")]


def _set_mount(target: Path, flags: int, attributes: _MountAttributes) -> None:
    if _SYS_MOUNT_SETATTR is None:
        raise NoWalls(0, "the processor's system calls are not known here")
    _call(
        f"attributes of {target}",
        "syscall",
        ctypes.c_long(_SYS_MOUNT_SETATTR),
        ctypes.c_int(_AT_FDCWD),
        str(target).encode(),
        ctypes.c_uint(flags),
        ctypes.byref(attributes),
        ctypes.c_size_t(ctypes.sizeof(attributes)),
    )


def hide_memory(hidden: bool = True) -> None:
    """Whether other processes of the same user may neither trace this process nor read its memory."""
    _call("memory", "prctl", _PR_SET_DUMPABLE, ctypes.c_ulong(0 if hidden else 1), 0, 0, 0)


def die_with_parent() -> None:
    """End this process when the one that forked it ends."""
    _call("end with the parent", "prctl", _PR_SET_PDEATHSIG, ctypes.c_ulong(_SIGKILL), 0, 0, 0)


def adopt_orphans() -> None:
    """Make this process the parent of what its children leave behind."""
    _call("orphans", "prctl", _PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1), 0, 0, 0)


def end_children() -> None:
    """End all children of this process, which has one thread, and what they leave behind in turn."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    # Few kernels are built without this list.
    while listed.exists() and (children := listed.read_text().split()):
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), _SIGKILL)
        for child in children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(int(child), 0)


def leave_namespaces() -> None:
    """Give this process, which must have one thread, a user and mounts of its own; its next child begins a process tree of its own."""
    user, group = os.getuid(), os.getgid()
    hide_memory(False)  # The tables of users could not be written otherwise.
    _call("namespaces", "unshare", _CLONE_NEWUSER | _CLONE_NEWNS | _CLONE_NEWPID | _CLONE_NEWIPC)
    for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", file).write_text(text)


def build(jobs: Path, directory: Path) -> None:
    """Leave one directory of the folder of all jobs visible, and nothing else writable; then give up every right over these walls."""
    _mount("none", Path("/"), None, _MS_REC | _MS_PRIVATE)
    own = os.open(directory, os.O_PATH | os.O_DIRECTORY)
    small = "size=1m,mode=0755"
    _mount("tmpfs", jobs, "tmpfs", _MS_NOSUID | _MS_NODEV, small)
    directory.mkdir()
    _mount(f"/proc/self/fd/{own}", directory, None, _MS_BIND)
    os.close(own)
    # The working directory until now is what lies below the covered folder.
    os.chdir(directory)
    for place in ("/dev/shm", "/run"):
        if Path(place).is_dir():
            _mount("tmpfs", Path(place), "tmpfs", _MS_NOSUID | _MS_NODEV, small)
    _set_mount(Path("/"), _AT_RECURSIVE, _MountAttributes(set=_MOUNT_ATTR_RDONLY))
    _set_mount(directory, 0, _MountAttributes(clear=_MOUNT_ATTR_RDONLY))
    # A new /proc is refused inside of bubblewrap, and the old one shows the warm process.
    _mount("tmpfs", Path("/proc"), "tmpfs", _MS_NOSUID | _MS_NODEV, "size=4k,mode=0555")
    _set_mount(Path("/proc"), 0, _MountAttributes(set=_MOUNT_ATTR_RDONLY))
    give_up_rights()


def give_up_rights() -> None:
    """No capability now, and none by any program that is started later."""
    _call("no new rights", "prctl", _PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
    for capability in range(64):
        # Numbers beyond the last capability of this kernel are refused.
        _libc.prctl(_PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)
    if _SYS_CAPSET is None:
        raise NoWalls(0, "the processor's system calls are not known here")
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _call("no rights", "syscall", ctypes.c_long(_SYS_CAPSET), ctypes.byref(header), ctypes.byref(nothing))


def gaps(jobs: Path, directory: Path) -> list[str]:
    """Return what a walled job could still do and must not: tried, not believed."""
    found = []
    if [entry.name for entry in jobs.iterdir()] != [directory.name]:
        found.append("it sees the directories of other jobs")
    if os.getppid() != 1:
        found.append("it stands in the process tree of others")
    if any(entry.name.isdigit() for entry in Path("/proc").iterdir()):
        found.append("it sees processes outside")
    for place in (jobs, Path("/dev/shm"), Path("/run"), Path("/tmp"), Path("/")):
        try:
            (place / "cuvette-wall").write_text("")
            found.append(f"it can write in {place}")
        except OSError:
            pass
    if _libc.umount2(str(jobs).encode(), 2) == 0:
        found.append("it can take its walls down")
    try:
        (directory / "cuvette-wall").write_text("")
        (directory / "cuvette-wall").unlink()
    except OSError as error:
        found.append(f"it cannot write in its own directory ({error.strerror})")
    return found
