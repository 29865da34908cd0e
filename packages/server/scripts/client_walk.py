"""Runs each submit function of the installed public Python client with the least arguments against a started server, and prints what became of it.

The address is in ROWAN_API_URL (the one for this client, `…/api/v3`), the key in ROWAN_API_KEY. Every item is submitted at once, waited for, read as the
client's own result object, and each public property of that is read. One JSON document: by function, `refused` with the sentence, `failed` with the
reason, or `done` with the seconds, the messages and the properties that could not be read. `npm run client-walk` starts a server, runs it and
prints the table.
"""

import inspect
import json
import sys
import time
import traceback
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import rowan
import stjames

# Seconds that everything may take together, and one function by itself after the others.
LONGEST = float(sys.argv[2]) if len(sys.argv) > 2 else 1500.0
ONLY = set(sys.argv[3].split(",")) if len(sys.argv) > 3 else None
PROTEINS = Path(sys.argv[1])

# Functions that a protein is needed for, which is uploaded and prepared first.
WITH_PROTEIN = frozenset(
    {
        *("analogue_docking", "batch_docking", "binding_affinity", "covalent_inhibitor_scan", "docking", "pocket_detection", "pose_analysis_md"),
        *("protein_md", "protein_preparation", "relative_binding_free_energy_perturbation"),
    }
)

# Properties and methods that write files, wait or need an argument are no values.
NO_VALUES = frozenset({"clear_cache", "data", "complete", "workflow_data", "workflow_type", "workflow_uuid"})


def molecule(smiles: str) -> Any:
    return rowan.Molecule.from_smiles(smiles) if hasattr(rowan, "Molecule") else stjames.Molecule.from_smiles(smiles)


def atoms(*places: tuple[int, float, float, float]) -> stjames.Molecule:
    return stjames.Molecule(charge=0, multiplicity=1, atoms=[{"atomic_number": number, "position": place} for number, *place in places])


def least_arguments(proteins: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The arguments of each function that are no defaults of the client, by the function's name without its ends."""
    ethanol = molecule("CCO")
    cyanide = atoms((6, 0, 0, 0), (7, 0, 0, 1.16), (1, 0, 0, -1.07))
    isocyanide = atoms((6, 0, 0, 0), (7, 0, 0, 1.17), (1, 0, 0, 2.17))
    between = atoms((6, 0, 0, 0), (7, 0, 0, 1.19), (1, 0, 1.07, 0.45))
    waters = atoms((8, 0, 0, 0), (1, 0.96, 0, 0), (1, -0.24, 0.93, 0), (8, 0, 0, 3), (1, 0.96, 0, 3), (1, -0.24, 0.93, 3))
    pocket = [proteins["centre"], [16.0, 16.0, 16.0]]
    place, turn = proteins["pocket"], proteins["turn"]
    return {
        "admet": {"initial_smiles": "CCO"},
        "analogue_docking": {"analogues": ["Cc1ccccc1"], "initial_molecule": proteins["pose"], "protein": place},
        "basic_calculation": {"initial_molecule": ethanol, "tasks": ["energy"]},
        "batch_docking": {"smiles_list": ["CCO", "CCN"], "protein": place, "pocket": pocket},
        "bde": {"initial_molecule": molecule("CO"), "all_CH": True},
        "binding_affinity": {"protein": turn, "ligand_residue_name": "LIG", "ligand_smiles": ["NC=O"]},
        "conformer_search": {"initial_molecule": ethanol},
        "covalent_inhibitor_scan": {"protein": place, "protein_reactive_atom_index": 10, "ligand_reactive_atom_index": 1, "reactant_smiles": "CCO"},
        "descriptors": {"initial_molecule": ethanol},
        "docking": {"protein": place, "pocket": pocket, "initial_molecule": ethanol},
        "double_ended_ts_search": {"reactant": cyanide, "product": isocyanide},
        "electronic_properties": {"initial_molecule": molecule("O")},
        "fukui": {"initial_molecule": ethanol},
        "hydrogen_bond_basicity": {"initial_molecule": molecule("CO")},
        "hydrogen_bond_donor_acceptor_strength": {"initial_molecule": molecule("CO")},
        "interaction_energy_decomposition": {"initial_molecule": waters, "fragment1_indices": [1, 2, 3]},
        "ion_mobility": {"initial_molecule": molecule("C[NH3+]")},
        "irc": {"initial_molecule": between, "method": "gfn2_xtb"},
        "logp": {"initial_smiles": "CCO"},
        "macropka": {"initial_smiles": "CC(=O)O"},
        "membrane_permeability": {"initial_molecule": "CCO"},
        "msa": {"initial_protein_sequences": ["MKTAYIAKQR"]},
        "multistage_optimization": {"initial_molecule": molecule("CO")},
        "nmr": {"initial_molecule": molecule("CO")},
        "pka": {"initial_molecule": molecule("CC(=O)O")},
        "pocket_detection": {"protein": place},
        "pose_analysis_md": {"protein": proteins["prepared"], "initial_smiles": "NC=O"},
        "protein_binder_design": {"binder_design_input": {"protein_entities": [{"id": "B", "sequence": "80..100"}]}},
        "protein_cofolding": {"initial_protein_sequences": ["MKTAYIAKQR"], "initial_smiles_list": ["CCO"]},
        "protein_md": {"protein": proteins["prepared"]},
        "protein_preparation": {"protein": turn},
        "redox_potential": {"initial_molecule": molecule("CO")},
        "relative_binding_free_energy_graph": {"ligands": {"a": ethanol, "b": molecule("CCN")}},
        "relative_binding_free_energy_perturbation": {
            "graph_result": SimpleNamespace(graph={"edges": [{"ligand_a": "a", "ligand_b": "b"}]}, ligands={"a": ethanol, "b": molecule("CCN")}),
            "protein": proteins["prepared"],
        },
        "scan": {"initial_molecule": ethanol, "scan_settings": {"type": "dihedral", "atoms": [1, 2, 3, 9], "start": 60, "stop": 180, "num": 3}},
        "solubility": {"initial_smiles": "CCO"},
        "solubility_workflow_group": {"initial_smileses": ["CCO"]},
        "solvent_dependent_conformers": {"initial_molecule": molecule("CO")},
        "spin_states": {"initial_molecule": molecule("O"), "states": [1, 3]},
        "strain": {"initial_molecule": molecule("CCO")},
        "tautomer_search": {"initial_molecule": molecule("CC=O")},
    }  # fmt: skip


# What the least arguments leave at hours of one processor, as a person who tries a script would shorten it.
SHORTER: dict[str, dict[str, Any]] = {
    "pose_analysis_md": {"num_trajectories": 1, "equilibration_time_ns": 0.0005, "simulation_time_ns": 0.001},
    "protein_md": {"num_trajectories": 1, "equilibration_time_ns": 0.0005, "simulation_time_ns": 0.001},
}


def plain(error: BaseException) -> str:
    """Return what a call was refused with."""
    if isinstance(error, httpx.HTTPStatusError):
        try:
            return str(error.response.json()["detail"])
        except (ValueError, KeyError):
            return error.response.text[:400]
    return f"{type(error).__name__}: {error}"


def properties_of(result: Any) -> dict[str, str]:
    """Reads each public property; those that raise, with their reason."""
    failed = {}
    for name in dir(type(result)):
        if name.startswith("_") or name in NO_VALUES or not isinstance(inspect.getattr_static(type(result), name), property):
            continue
        try:
            repr(getattr(result, name))
        except Exception as error:  # noqa: BLE001 - whatever a person would see
            failed[name] = plain(error)[:300]
    try:
        repr(result)
        str(result)
    except Exception as error:  # noqa: BLE001
        failed["repr"] = plain(error)[:300]
    return failed


def upload() -> dict[str, Any]:
    """The proteins that types need."""
    # The place of the inhibitor in 1IA1.
    found: dict[str, Any] = {"centre": [10.137, 36.034, 18.356]}
    for key, name in (("pocket", "1ia1-pocket"), ("turn", "1ia1-turn")):
        found[key] = rowan.upload_protein(name, PROTEINS / f"{name}.pdb").uuid
    # Dynamics needs hydrogens, which the preparation of the stored protein adds.
    found["prepared"] = rowan.upload_protein("1ia1-turn, prepared", PROTEINS / "1ia1-turn.pdb").uuid
    with rowan.utils.api_client() as client:
        client.post(f"/protein/prepare/{found['prepared']}", params={"remove_heterogens": False})
        for _ in range(300):
            if client.get(f"/protein/{found['prepared']}").json()["sanitized"] != 1:
                break
            time.sleep(1)
    pose = stjames.Molecule.from_smiles("c1ccccc1")
    middle = [sum(axis) / len(axis) for axis in zip(*(atom.position for atom in pose.atoms), strict=True)]
    for atom in pose.atoms:
        atom.position = tuple(at - m + c for at, m, c in zip(atom.position, middle, found["centre"], strict=True))
    found["pose"] = pose
    return found


def main() -> None:
    seen: dict[str, dict[str, Any]] = {}
    waiting: dict[str, tuple[Any, float]] = {}
    isolated = ONLY is not None and not ONLY & WITH_PROTEIN
    arguments = least_arguments(dict.fromkeys(("centre", "pocket", "turn", "prepared", "pose")) if isolated else upload())
    for name, given in arguments.items():
        if ONLY is not None and name not in ONLY:
            continue
        function = getattr(rowan, f"submit_{name}" if name.endswith("_group") else f"submit_{name}_workflow")
        started = time.perf_counter()
        try:
            item = function(**given, **SHORTER.get(name, {}))
            item = item[0] if isinstance(item, list) else item
            waiting[name] = (item, started)
            seen[name] = {"type": item.workflow_type}
        except httpx.HTTPStatusError as error:
            seen[name] = {"refused": plain(error), "status": error.response.status_code}
        except Exception as error:  # noqa: BLE001 - the client itself refuses, or cannot read the answer
            seen[name] = {"client": plain(error)[:600]}
    until = time.monotonic() + LONGEST
    while waiting and time.monotonic() < until:
        for name, (item, started) in list(waiting.items()):
            item.fetch_latest(in_place=True)
            if int(item.status) not in (2, 3, 4):
                continue
            del waiting[name]
            try:
                result = item.result(poll_interval=1)
            except Exception as error:  # noqa: BLE001
                seen[name]["failed"] = plain(error)[:1500]
                if int(item.status) == 3:
                    seen[name]["log"] = (item.logfile or "")[-300:]
                continue
            seen[name] |= {
                "done": round(item.elapsed or time.perf_counter() - started, 1),
                "messages": [f"{one['title']}: {one['body']}" for one in (item.data or {}).get("messages", [])][:4],
                "unread": properties_of(result),
            }
        time.sleep(0.5)
    for name, (item, _) in waiting.items():
        seen[name]["unfinished"] = str(item.status)
    json.dump(seen, sys.stdout, indent=1)


try:
    main()
except Exception:
    traceback.print_exc()
    sys.exit(1)
