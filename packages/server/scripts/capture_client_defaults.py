"""Prints what the installed public Python client sends by itself, for `packages/server/src/client-defaults`.

Each submit function is called with the least arguments, and once more for each mode that it takes; nothing leaves this process. Printed is one
JSON document: for each workflow type the distinct settings that were sent, without inputs, results and the numbers that every level of theory
carries. `npm run client-defaults` runs it with each version of the client that the tests install.
"""

import inspect
import json
import os
import sys
from importlib.metadata import version
from typing import Any

import httpx

os.environ["ROWAN_API_KEY"] = "rowan-sk00000000-0000-4000-8000-000000000000"
os.environ["ROWAN_API_URL"] = "http://127.0.0.1:9"

import rowan
import stjames

IDENTIFIER = "20cb6204-7d1d-4dd2-a05c-85edaf373ccc"
MODES = ("auto", "reckless", "rapid", "careful", "meticulous")

# Inputs are no settings, and neither is what a run fills in; numbers of a level of theory follow from its mode.
NO_SETTINGS = frozenset(
    "messages initial_molecule initial_smiles initial_smiles_list initial_conformers reactant product protein target target_uuid pocket"
    " analogues analogue_names ligands scan_settings scan_settings_2d initial_protein_sequences initial_dna_sequences"
    " initial_rna_sequences fragment_indices protein_reactive_atom_index ligand_reactive_atom_index reactant_smiles binder_design_input"
    " scf_settings opt_settings thermochem_settings compute_settings level_of_theory ligand_residue_name".split()
)

sent: list[dict[str, Any]] = []


def answer(self: httpx.Client, request: httpx.Request, **_: Any) -> httpx.Response:
    """Stands for the server: keeps what is sent, and answers as little as the client reads."""
    body = json.loads(request.content) if request.content else None
    if isinstance(body, dict) and "workflow_type" in body:
        sent.append(body)
    item = {
        "uuid": IDENTIFIER, "name": "", "parent_uuid": IDENTIFIER, "notes": "", "created_at": "2026-01-01T00:00:00Z", "object_status": 0,
        "object_type": (body or {}).get("workflow_type", "") if isinstance(body, dict) else "", "object_data": {}, "object_logfile": "",
        "starred": False, "public": False, "email_when_complete": False, "credits_charged": 0, "root_folder_uuid": IDENTIFIER,
    }  # fmt: skip
    listed = request.url.path.endswith(("group", "batch_submit"))
    return httpx.Response(200, json=[item] if listed else item, request=request)


httpx.Client.send = answer  # type: ignore[method-assign]


def inputs() -> dict[str, Any]:
    """A value for each argument that submit functions need, by its name."""
    ethanol = stjames.Molecule.from_smiles("CCO")
    pair = stjames.Molecule.from_xyz(
        "6\n\nO 0.0 0.0 0.0\nH 0.96 0.0 0.0\nH -0.24 0.93 0.0\nO 0.0 0.0 3.0\nH 0.96 0.0 3.0\nH -0.24 0.93 3.0"
    )
    return {
        "initial_molecule": ethanol, "reactant": ethanol, "product": ethanol, "initial_smiles": "CCO", "smiles_list": ["CCO", "CCN"],
        "initial_smileses": ["CCO"], "analogues": ["CCO", "CCN"], "protein": IDENTIFIER, "pocket": [[0.0, 0.0, 0.0], [10.0, 10.0, 10.0]],
        "tasks": ["optimize"], "ligands": {"a": ethanol, "b": ethanol}, "ligand_residue_name": "LIG",
        "initial_protein_sequences": ["MKTAYIAKQR"], "initial_smiles_list": ["CCO"], "protein_reactive_atom_index": 10,
        "ligand_reactive_atom_index": 1, "reactant_smiles": "CCO", "fragment1_indices": [1, 2, 3], "pair": pair,
        "scan_settings": {"type": "bond", "atoms": [1, 2], "start": 1.3, "stop": 1.7, "num": 5},
        "binder_design_input": {"entities": [{"protein": {"id": "B", "sequence": "80..100"}}]},
        "method": "gfn2_xtb", "output_formats": ["colabfold"],
    }  # fmt: skip


def without_inputs(value: Any) -> Any:
    """Settings alone; what is empty or null says nothing."""
    if isinstance(value, dict):
        kept = {key: without_inputs(one) for key, one in value.items() if key not in NO_SETTINGS}
        return {key: one for key, one in kept.items() if one is not None and one not in ({}, [], "")}
    return [without_inputs(one) for one in value] if isinstance(value, list) else value


def calls(function: Any, known: dict[str, Any]) -> list[dict[str, Any]]:
    """The arguments of each call: the least, and these with each mode."""
    parameters = inspect.signature(function).parameters
    least = {name: known[name] for name, one in parameters.items() if one.default is inspect.Parameter.empty and name in known}
    name = function.__name__.removeprefix("submit_").removesuffix("_workflow")
    # What their signatures call optional, and their models need.
    needed = {
        "interaction_energy_decomposition": {"initial_molecule": known["pair"]},
        "protein_cofolding": {key: known[key] for key in ("initial_protein_sequences", "initial_smiles_list")},
        "docking": {"initial_molecule": known["initial_molecule"]},
        "conformer_search": {"initial_molecule": known["initial_molecule"]},
        "irc": {"initial_molecule": known["initial_molecule"]},
        "scan": {"scan_settings": known["scan_settings"]},
        "binding_affinity": {"protein": IDENTIFIER, "ligand_residue_name": "LIG", "ligand_smiles": ["CCO"]},
        "membrane_permeability": {key: "CCO" for key in ("initial_molecule", "initial_smiles") if key in parameters},
    }
    least |= needed.get(name, {})
    if name == "double_ended_ts_search" and "settings" in str(parameters["calculation_settings"].annotation).lower() and version("rowan-python") < "3":
        least |= {"calculation_settings": stjames.Settings(method="gfn2_xtb"), "search_settings": {}}
    modes = [name for name in ("mode", "conf_gen_mode") if name in parameters and "graph" not in function.__name__ and "bde" not in function.__name__]
    return [least, *({**least, name: mode} for name in modes for mode in MODES)]


def main() -> None:
    known = inputs()
    found: dict[str, list[Any]] = {}
    for name in sorted(dir(rowan)):
        if not name.startswith("submit_") or name == "submit_workflow":
            continue
        function = getattr(rowan, name)
        for arguments in calls(function, known):
            sent.clear()
            try:
                function(**arguments)
            except Exception as error:  # noqa: BLE001 - a mode that a function does not take is no call
                if not sent:
                    print(f"{name}({', '.join(arguments)}): {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            for body in sent:
                settings = without_inputs(body["workflow_data"])
                kept = found.setdefault(body["workflow_type"], [])
                if settings not in kept:
                    kept.append(settings)
    document = {"client": version("rowan-python"), "models": version("stjames"), "types": dict(sorted(found.items()))}
    json.dump(document, sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")


main()
