"""Write `geometric-arrays.patch`, our coordinates and steps as a new module of geomeTRIC with its tests; `--check`: is it stale?

Run in packages/compute: python upstream/write_patch.py
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
PATCH = HERE / "geometric-arrays.patch"
MODULES = ("primitive_arrays", "primitives", "internal_coordinates", "saddle_steps", "step_control")
_SOURCES = HERE.parent / "src" / "cuvette_compute" / "geometry"
_FACE = '''"""Delocalized internal coordinates and steps, evaluated as arrays: those of geometric.internal and geometric.optimize, quicker.

`Delocalized` takes the place of `DelocalizedInternalCoordinates` (--coordsys tric), `Optimizer` that of `geometric.optimize.Optimizer`.
"""

from .internal_coordinates import Delocalized
from .primitives import BondedMolecule, Primitives
from .step_control import Optimizer

__all__ = ["BondedMolecule", "Delocalized", "Optimizer", "Primitives"]
'''


def files() -> dict[str, str]:
    """The new files of geomeTRIC by their paths."""
    found = {"geometric/arrays/__init__.py": _FACE, "geometric/tests/test_arrays.py": (HERE / "arrays_tests.py").read_text("utf-8")}
    for name in MODULES:
        text = (_SOURCES / f"{name}.py").read_text("utf-8")
        found[f"geometric/arrays/{name}.py"] = text.replace(
            "from .failures import BrokenDown", "from geometric.errors import GeomOptStructureError as BrokenDown"
        )
    return dict(sorted(found.items()))


def patch() -> str:
    """The patch as `git apply` takes it."""
    parts = []
    for path, text in files().items():
        lines = text.splitlines()
        parts.append(f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n")
        parts += [f"+{line}\n" for line in lines]
    return "".join(parts)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PATCH.read_text("utf-8") != patch())
    PATCH.write_text(patch(), "utf-8")
