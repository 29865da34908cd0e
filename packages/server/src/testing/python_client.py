"""Makes calls with the Python client as people's scripts do, and prints what came back as one JSON document.

The address is in ROWAN_API_URL, the key in ROWAN_API_KEY, as the client reads them. Steps are run in order; each is recorded
under its name with what it returned, with the status and text of the refusal, or with the client's own complaint, for its
checks of the answers are part of the test.
"""

import io
import json
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import rowan
import stjames

seen: dict[str, object] = {}


def plain(value: object) -> object:
    """A value as JSON, models by their fields."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


def step(name: str, work: object) -> object:
    """Runs one call and records its result or refusal."""
    try:
        value = work()
    except httpx.HTTPStatusError as error:
        seen[name] = {"refused": error.response.status_code, **error.response.json()}
        return None
    except (ValueError, KeyError, TypeError) as error:
        seen[name] = {"failed": f"{type(error).__name__}: {error}"}
        return None
    seen[name] = plain(value)
    return value


def account() -> None:
    step("whoami", rowan.whoami)
    step("default_project", rowan.default_project)


def submit_and_read() -> None:
    water = stjames.Molecule.from_smiles("O")
    made = step(
        "submit",
        lambda: rowan.submit_basic_calculation_workflow(
            water, method="gfn2_xtb", tasks=["optimize", "frequencies"], engine="tblite", name="water"
        ),
    )
    usual = step("submit default method", lambda: rowan.submit_basic_calculation_workflow(water))
    if usual is not None:
        usual.stop()
        usual.delete()
    if made is None:
        return
    step("wait", lambda: made.wait_for_result(poll_interval=1).fetch_latest(in_place=True))
    step("status", lambda: int(made.get_status()))
    step("finished", made.is_finished)
    step("retrieve", lambda: rowan.retrieve_workflow(made.uuid))
    calculation = (made.data or {}).get("calculation_uuid")
    step("molecules", lambda: rowan.retrieve_calculation_molecules(calculation))
    step("frequencies", lambda: rowan.retrieve_calculation_molecules(calculation, return_frequencies=True))
    step("update", lambda: made.update(name="renamed", notes="a note", starred=True))
    step("retrieve many", lambda: rowan.retrieve_workflows([made.uuid]))
    step("poll many", lambda: rowan.batch_poll_status([made.uuid]))
    step("list by name", lambda: rowan.list_workflows(name_contains="RENAM", starred=True, status=2))
    step("list by type", lambda: rowan.list_workflows(workflow_type="conformer_search"))
    step("list in folder", lambda: rowan.list_workflows(parent_uuid=made.parent_uuid, page=0, size=1))
    step("msa of another type", lambda: httpx_get(f"/workflow/{made.uuid}/get_msa_files?msa_format=colabfold"))
    step("delete data", made.delete_data)
    step("after delete data", lambda: rowan.retrieve_workflow(made.uuid))
    step("delete", made.delete)
    step("after delete", lambda: rowan.retrieve_workflow(made.uuid))


def httpx_get(path: str) -> object:
    """A call that the client makes only for one type of workflow."""
    with rowan.utils.api_client() as client:
        response = client.get(path)
        response.raise_for_status()
        return response.json()


def batches() -> None:
    made = step(
        "batch submit",
        lambda: rowan.batch_submit_workflow(
            workflow_type="conformer_search",
            workflow_data={"conf_gen_mode": "rapid", "mso_mode": "manual", "multistage_opt_settings": chain()},
            initial_smileses=["OCCCCCCCCCCO", "NCCCCCCCCCCN"],
            names=["diol", "diamine"],
        ),
    )
    for one in made or []:
        step(f"stop {one.name}", one.stop)
    if made:
        step("stopped", lambda: [int(one.wait_for_result(poll_interval=1).get_status()) for one in made])
        step("poll stopped", lambda: rowan.batch_poll_status([one.uuid for one in made]))


def chain() -> dict:
    """A chain of levels of theory that a server with GFN2-xTB alone can run."""
    settings = stjames.MultiStageOptSettings(
        mode="manual", optimization_settings=[stjames.Settings(method="gfn2_xtb", tasks=["optimize"])]
    )
    return settings.model_dump(mode="json")


def folders() -> None:
    made = step("create folder", lambda: rowan.create_folder("esters", notes="n"))
    if made is None:
        return
    inner = step("create inner folder", lambda: rowan.create_folder("inner", parent_uuid=made.uuid))
    step("retrieve folder", lambda: rowan.retrieve_folder(made.uuid))
    step("update folder", lambda: made.update(name="acids", starred=True))
    step("list folders", lambda: rowan.list_folders(name_contains="acid"))
    step("list inner folders", lambda: rowan.list_folders(parent_uuid=made.uuid))
    step("folder tree", lambda: printed(made.print_folder_tree))
    step("delete folder", made.delete)
    step("after delete folder", lambda: rowan.retrieve_folder(inner.uuid))


def printed(work: object) -> str:
    text = io.StringIO()
    with redirect_stdout(text):
        work()
    return text.getvalue()


def projects() -> None:
    made = step("create project", lambda: rowan.create_project("kinases"))
    if made is None:
        return
    step("retrieve project", lambda: rowan.retrieve_project(made.uuid))
    step("update project", lambda: made.update(name="proteases"))
    step("list projects", lambda: rowan.list_projects(name_contains="prote"))
    step("delete project", made.delete)
    step("after delete project", lambda: rowan.retrieve_project(made.uuid))


def proteins(file: str) -> None:
    step("list no proteins", rowan.list_proteins)
    made = step("upload protein", lambda: rowan.upload_protein("peptide", Path(file)))
    if made is None:
        return
    step("retrieve protein", lambda: rowan.retrieve_protein(made.uuid))
    step("update protein", lambda: made.update(name="renamed", pocket=[[0, 0, 0], [10, 10, 10]]))
    step("list proteins", lambda: rowan.list_proteins(name_contains="renam"))
    with TemporaryDirectory() as folder:
        step("download protein", lambda: made.download_pdb_file(path=Path(folder), name="out"))
        out = Path(folder) / "out.pdb"
        seen["downloaded protein"] = out.read_text() if out.exists() else None
    step("sanitize protein", lambda: sanitized(made))
    step("delete protein", made.delete)
    step("after delete protein", lambda: rowan.retrieve_protein(made.uuid))


def sanitized(protein: rowan.Protein) -> rowan.Protein:
    """Asks for the repair and waits for it, as scripts do."""
    protein.sanitize()
    for _ in range(120):
        if protein.refresh().sanitized not in (None, 1):
            break
        time.sleep(0.5)
    return protein


def every_type(file: str) -> None:
    """Submits each type of workflow, with its defaults or with methods that need no trained weights."""
    ethanol = stjames.Molecule.from_smiles("CCO")
    enol, aldehyde = stjames.Molecule.from_smiles("C=CO"), stjames.Molecule.from_smiles("CC=O")
    scan = {"type": "bond", "atoms": [1, 2], "start": 1.3, "stop": 1.6, "num": 3}
    pocket = [[0.0, 0.0, 0.0], [10.0, 10.0, 10.0]]
    protein = rowan.upload_protein("target", Path(file))
    xtb = stjames.Settings(method="gfn2_xtb")
    submissions = {
        "conformer search": lambda: rowan.submit_conformer_search_workflow(ethanol),
        "conformer search with xtb": lambda: rowan.submit_conformer_search_workflow(ethanol, final_method="gfn2_xtb"),
        "solubility": lambda: rowan.submit_solubility_workflow("CCO"),
        "pka": lambda: rowan.submit_pka_workflow(ethanol),
        "pka of a smiles": lambda: rowan.submit_pka_workflow("CCO", method="chemprop_nevolianis2025"),
        "redox potential": lambda: rowan.submit_redox_potential_workflow(ethanol),
        "fukui": lambda: rowan.submit_fukui_workflow(ethanol),
        "tautomer search": lambda: rowan.submit_tautomer_search_workflow(ethanol),
        "descriptors": lambda: rowan.submit_descriptors_workflow(ethanol),
        "scan": lambda: rowan.submit_scan_workflow(ethanol, scan_settings=scan, calculation_method="gfn2_xtb"),
        "macropka": lambda: rowan.submit_macropka_workflow("CCO"),
        "irc": lambda: rowan.submit_irc_workflow(ethanol, method="gfn2_xtb"),
        "protein cofolding": lambda: rowan.submit_protein_cofolding_workflow(["ACDEFGHIK"], ["CCO"]),
        "docking": lambda: rowan.submit_docking_workflow(protein, pocket, ethanol),
        "ion mobility": lambda: rowan.submit_ion_mobility_workflow(ethanol),
        "nmr": lambda: rowan.submit_nmr_workflow(ethanol),
        "strain": lambda: rowan.submit_strain_workflow(ethanol),
        "double-ended ts search": lambda: rowan.submit_double_ended_ts_search_workflow(
            enol, aldehyde, calculation_settings=xtb, search_settings={}
        ),
        "pose analysis md": lambda: rowan.submit_pose_analysis_md_workflow(protein, "CCO"),
        "batch docking": lambda: rowan.submit_batch_docking_workflow(["CCO", "CCN"], protein.uuid, pocket),
        "msa": lambda: rowan.submit_msa_workflow(["ACDEFGHIK"], [stjames.MSAFormat.COLABFOLD]),
        "admet": lambda: rowan.submit_admet_workflow("CCO"),
        "membrane permeability": lambda: rowan.submit_membrane_permeability_workflow("CCO"),
        **submissions_by_name(ethanol, protein),
    }
    made = {}
    for name, submit in submissions.items():
        if (workflow := step(f"type {name}", submit)) is not None:
            made[name] = workflow
    # Nobody waits for their results here.
    for workflow in made.values():
        workflow.delete()


def submissions_by_name(ethanol: stjames.Molecule, protein: rowan.Protein) -> dict[str, Callable[[], rowan.Workflow]]:
    """Submissions by the type's name, for most types here the only way: some with settings alone, some with the whole model."""
    xtb = stjames.Settings(method="gfn2_xtb").model_dump(mode="json")
    whole = stjames.HydrogenBondBasicityWorkflow(initial_molecule=ethanol).model_dump(mode="json")
    design = {"file_entities": [{"uuid": protein.uuid}], "protein_entities": [{"id": "B", "sequence": "10..20"}]}

    def submit(type_name: str, data: dict, start: stjames.Molecule | None = ethanol) -> Callable[[], rowan.Workflow]:
        given = {"initial_smiles": ""} if start is None else {"initial_molecule": start}
        return lambda: rowan.submit_workflow(type_name, workflow_data=data, name=type_name, **given)

    by_hand = {"mso_mode": "manual", "multistage_opt_settings": chain()}
    return {
        "conformer search by its name": submit("conformer_search", {"conf_gen_mode": "rapid", **by_hand}),
        "bde": submit("bde", {"mode": "reckless", "all_CH": True}),
        "spin states": submit("spin_states", {"mode": "manual", **by_hand, "states": [1, 3]}),
        "multistage optimization": submit("multistage_opt", chain()),
        "molecular dynamics": submit(
            "molecular_dynamics", {"settings": {"num_steps": 20}, "calc_settings": xtb, "calc_engine": "xtb"}
        ),
        "electronic properties": submit(
            "electronic_properties", {"settings": {"method": "b97_3c", "tasks": ["energy"]}}
        ),
        "hydrogen-bond basicity": submit("hydrogen_bond_basicity", whole),
        "protein binder design": submit("protein_binder_design", {"binder_design_input": design}, None),
        "conformers": submit("conformers", {"mode": "rapid", "settings": {"final_method": "gfn2_xtb"}}),
    }


def refusals() -> None:
    ethanol = stjames.Molecule.from_smiles("CCO")
    step("unavailable method", lambda: rowan.submit_basic_calculation_workflow(ethanol, method="dsd_blyp_d3bj"))
    step(
        "mode that is not offered",
        lambda: rowan.submit_workflow("bde", {"mode": "manual", "all_CH": True}, initial_molecule=ethanol),
    )
    step("submission without a structure", lambda: rowan.submit_workflow("bde", {"all_CH": True}, initial_smiles=""))
    step("unknown folder", lambda: rowan.retrieve_folder("00000000-0000-4000-8000-000000000000"))
    step("protein the PDB does not have", lambda: rowan.create_protein_from_pdb_id("nothing", "9ZZZ"))
    step("protein from the PDB", lambda: rowan.create_protein_from_pdb_id("fluorescent", "1EMA"))
    rowan.api_key = "rowan-sk-not-a-key-of-this-server"
    step("wrong key", rowan.whoami)


account()
submit_and_read()
batches()
folders()
projects()
proteins(sys.argv[1])
every_type(sys.argv[1])
refusals()
json.dump(seen, sys.stdout)
