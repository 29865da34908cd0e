"""An engine in an environment of its own: its process is started there, and this is its client."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time
import weakref
from pathlib import Path
from typing import Any

import numpy as np
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes

from ...errors import ComputeError, ConvergenceError, MethodNotAvailable, RandomError
from ...runtime.children import running
from ..base import Engine, MethodInfo, Request

# PyTorch and a model took 71 s to load from a cold disk of a busy machine with two cores.
_START_SECONDS = 600.0
_VERSION_SECONDS = 120.0
# What an engine's process sees of our environment: where programs and weights are, and nothing else.
_KEPT = ("PATH", "LANG", "HOME", "TMPDIR", "CUDA_VISIBLE_DEVICES", "CUVETTE_WEIGHTS")
_LONGEST_ANSWER = 64 * 1024 * 1024


class EngineProcess:
    """The process of one engine, for one calculator. Every failure is an error as text; the process never outlives it."""

    def __init__(self, name: str, python: str, entry_point: str, threads: int) -> None:
        self._name, self._count, self._buffer = name, 0, b""
        # Nothing of our own environment but where programs are: its packages must not meet ours.
        environment = {key: os.environ[key] for key in _KEPT if key in os.environ}
        environment |= {f"{library}_NUM_THREADS": str(threads) for library in ("OMP", "OPENBLAS", "MKL")}
        self._noise = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the process)
        try:
            self._process = subprocess.Popen(
                [python, str(Path(__file__).with_name("served.py")), entry_point],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._noise,
                env=environment,
            )
        except OSError as error:
            raise MethodNotAvailable(f"The interpreter of the engine {name} does not start: {error.strerror} ({python}).") from error
        if self._process.stdin is None or self._process.stdout is None:
            raise ValueError("the process has no pipes")
        self._in, self._out = self._process.stdin, self._process.stdout
        self._kept = running(self._process)
        self._kept.__enter__()
        self._end = weakref.finalize(self, self._kept.__exit__, None, None, None)

    def ask(self, seconds: float, **question: Any) -> dict[str, Any]:
        """Ask one question and return its answer. Raises RandomError where the process dies or hangs, ComputeError for a bad answer."""
        self._count += 1
        try:
            self._in.write(json.dumps({"id": self._count, **question}).encode() + b"\n")
            self._in.flush()
        except OSError as error:
            raise self._died() from error
        line = self._line(seconds)
        try:
            answer = json.loads(line)
            if answer["id"] != self._count:
                raise ValueError("the answer belongs to another question")
        except (ValueError, KeyError, TypeError) as error:
            self.close()
            raise ComputeError(f"The engine {self._name} gave an answer that cannot be read.", detail=repr(line[:500])) from error
        if "error" in answer:
            raise ComputeError(f"The engine {self._name} says: {str(answer['error'])[:500]}", detail=str(answer.get("detail", "")))
        return answer

    def _line(self, seconds: float) -> bytes:
        ends = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = ends - time.monotonic()
                if left <= 0 or not selector.select(left):
                    self.close()
                    raise RandomError(f"The engine {self._name} did not answer within {seconds:g} seconds.", detail=self._output())
                piece = os.read(self._out.fileno(), 1 << 16)
                if not piece:
                    raise self._died()
                self._buffer += piece
                if len(self._buffer) > _LONGEST_ANSWER:
                    self.close()
                    raise ComputeError(f"The engine {self._name} gave an answer that cannot be read.")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _died(self) -> RandomError:
        status = self._process.wait()
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        output = self._output()
        last = output.strip().splitlines()[-1] if output.strip() else "it printed nothing"
        self.close()
        return RandomError(f"The process of the engine {self._name} ended {how}: {last[:300]}", detail=output)

    def _output(self) -> str:
        size = self._noise.seek(0, os.SEEK_END)
        self._noise.seek(max(0, size - 4000))
        return self._noise.read().decode("utf-8", "replace")

    def close(self) -> None:
        """End the process."""
        self._end()


class ProcessCalculator(Calculator):
    """Energy and forces from the engine's process; it lives as long as the calculator."""

    implemented_properties = ["energy", "forces", "charges", "dipole"]  # noqa: RUF012  (the ASE interface)
    atoms: Atoms
    """What was computed last; Calculator sets it, None at first."""

    def __init__(self, engine: ProcessEngine, request: Request) -> None:
        super().__init__()
        self._engine = engine
        self._process = engine.start(request.threads)
        molecule = request.molecule
        asked = {
            "method": request.method,
            "numbers": [int(number) for number in molecule.numbers],
            "charge": molecule.charge,
            "multiplicity": molecule.multiplicity,
            "threads": request.threads,
        }
        try:
            self._process.ask(_START_SECONDS, call="start", request=asked)
        except ComputeError:
            self._process.close()
            raise

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        answer = self._process.ask(self._engine.seconds, call="calculate", positions=self.atoms.positions.tolist())
        count = len(self.atoms)
        self.results = {"energy": self._numbers(answer, "energy", ()), "forces": self._numbers(answer, "forces", (count, 3))}
        for key, shape in (("charges", (count,)), ("dipole", (3,))):
            if key in answer:
                self.results[key] = self._numbers(answer, key, shape)

    def _numbers(self, answer: dict[str, Any], key: str, shape: tuple[int, ...]) -> Any:
        try:
            value = np.array(answer[key], dtype=float)
            if value.shape != shape:
                raise ValueError(f"shape {value.shape}")
        except (KeyError, TypeError, ValueError) as error:
            raise ComputeError(f"The engine {self._engine.name} gave no usable {key}.", detail=str(error)) from error
        if not np.isfinite(value).all():
            raise ConvergenceError(f"The engine {self._engine.name} returned {key} that are not numbers.")
        return value if shape else float(value)


class ProcessEngine(Engine):
    """An engine that `engines.json` names: interpreter, entry point there, methods; `seconds` is the limit of a calculation."""

    def __init__(self, name: str, python: str, entry_point: str, methods: tuple[MethodInfo, ...], seconds: float) -> None:
        self.name, self.methods, self.seconds = name, methods, seconds
        self._python, self._entry_point = python, entry_point
        self._version: str | None = None

    def start(self, threads: int) -> EngineProcess:
        """A fresh process. Raises MethodNotAvailable where the interpreter is missing."""
        if not shutil.which(self._python):
            raise MethodNotAvailable(f"The interpreter of the engine {self.name} is not there: {self._python}.")
        return EngineProcess(self.name, self._python, self._entry_point, threads)

    def version(self) -> str:
        if self._version is None:
            process = self.start(1)
            try:
                self._version = str(process.ask(_VERSION_SECONDS, call="version").get("version"))
            except MethodNotAvailable:
                raise
            except ComputeError as error:
                raise MethodNotAvailable(error.message, detail=error.detail) from error
            finally:
                process.close()
        return self._version

    def calculator(self, request: Request) -> ProcessCalculator:
        return ProcessCalculator(self, request)
