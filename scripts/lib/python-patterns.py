"""Prints the regular expressions of Python files as JSON: `python python-patterns.py FILE...`."""

import ast
import json
import sys

FUNCTIONS = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
FLAGS = {"I": "i", "IGNORECASE": "i", "M": "m", "MULTILINE": "m", "S": "s", "DOTALL": "s"}


def is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "re"


def flags_of(call: ast.Call) -> str:
    names = {node.attr for part in [*call.args, *(one.value for one in call.keywords)] for node in ast.walk(part) if is_re(node)}
    return "".join(sorted({FLAGS[name] for name in names if name in FLAGS}))


found = []
for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as text:
        tree = ast.parse(text.read())
    constants = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and is_re(call.func) and call.func.attr in FUNCTIONS and call.args):
            continue
        pattern = call.args[0]
        # The name of a constant of the module stands for its value.
        value = constants.get(pattern.id) if isinstance(pattern, ast.Name) else pattern
        constant = isinstance(value, ast.Constant) and isinstance(value.value, str)
        found.append(
            {
                "file": file,
                "line": call.lineno,
                "source": value.value if constant else None,
                "argument": ast.unparse(pattern),
                "flags": flags_of(call),
                "whole": call.func.attr == "fullmatch",
            }
        )
print(json.dumps(found))
