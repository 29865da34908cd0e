"""Prints what each module of a Python package imports from it as JSON: `python python-imports.py SOURCES PACKAGE`, with the folder that the package is in.

Imports in functions and those for types alone are listed too. A file that cannot be parsed has an `error` and no imports.
"""

import ast
import json
import sys
from pathlib import Path

sources, package = Path(sys.argv[1]), sys.argv[2]
files = {}
for path in sorted((sources / package).rglob("*.py")):
    parts = path.relative_to(sources).with_suffix("").parts
    files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path


def imported(module: str, path: Path, node: ast.AST) -> set[str]:
    """The modules of the package that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names if alias.name in files}
    if not isinstance(node, ast.ImportFrom):
        return set()
    origin = node.module or ""
    if node.level:
        inside = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        origin = ".".join([*inside[: len(inside) - node.level + 1], *([node.module] if node.module else [])])
    found = {f"{origin}.{alias.name}" if f"{origin}.{alias.name}" in files else origin for alias in node.names}
    return found & files.keys()


answer = []
for module, path in files.items():
    one = {"module": module, "file": path.relative_to(sources).as_posix(), "imports": [], "error": None}
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except SyntaxError as error:
        one["error"] = f"line {error.lineno}: {error.msg}"
    else:
        one["imports"] = [
            {"module": target, "line": node.lineno} for node in ast.walk(tree) for target in sorted(imported(module, path, node))
        ]
    answer.append(one)
print(json.dumps(answer))
