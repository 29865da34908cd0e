"""Makes the calls of the public Python client 3.x that are more than submitting and reading, and prints what came back as one JSON document.

The address is in ROWAN_API_URL (`…/api/v3`), the key in ROWAN_API_KEY. The arguments are a place to write to, a PDB file with hydrogens missing, an
address to call when an item has ended, and identifiers of finished dynamics. Each call is recorded under its name with what it returned, or with the
client's own complaint.
"""

import json
import sys
import tarfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import httpx
import rowan
from rowan.workflows.base import submit_workflow_group
from rdkit import Chem
from rdkit.Chem import AllChem

place, protein_file = Path(sys.argv[1]), Path(sys.argv[2])
seen: dict[str, object] = {}
warnings.simplefilter("ignore", DeprecationWarning)


def plain(value: object) -> object:
    """A value as JSON; what has no such form as the client prints it."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float | str | dict) else repr(value)


def step(name: str, work: Callable[[], object]) -> object:
    """Runs one call and records its result or refusal."""
    try:
        value = work()
    except httpx.HTTPStatusError as error:
        try:
            detail = error.response.json()["detail"]
        except (ValueError, KeyError):
            detail = error.response.text[:300]
        seen[name] = {"refused": error.response.status_code, "detail": detail}
        return None
    except Exception as error:  # noqa: BLE001 - whatever a person would see
        seen[name] = {"failed": f"{type(error).__name__}: {error}"}
        return None
    seen[name] = plain(value)
    return value


def keys() -> None:
    made = step("make key", lambda: rowan.create_api_key(name="of a script", scope="read", valid_days=2))
    step("make key with budget", lambda: rowan.create_api_key(name="of a script", scope="read", budget=5))
    step("list keys", lambda: [one.name for one in rowan.list_api_keys()])
    if made is not None:
        step("change budget", lambda: rowan.update_api_key_budget(made.api_key.uuid, 3))
        step("refresh key", lambda: made.api_key.refresh().name)
        step("revoke key", lambda: made.api_key.revoke().is_revoked)


def proteins() -> None:
    made = step("upload", lambda: rowan.upload_protein("turn", protein_file))
    if made is None:
        return
    chain = step("chains", lambda: sorted(made.refresh().chains))[0]
    # The names of residues are chain and number: "A.56".
    number = int(next(iter(made.data["models"][0]["polymer"][chain]["residues"])).split(".")[-1])
    step("atom index", lambda: made.get_atom_index(chain, number, "CA"))
    step("index of no atom", lambda: made.get_atom_index(chain, number, "XX"))
    step("select chain", lambda: sorted(made.select_chains([chain]).chains))
    step("no such chain", lambda: made.select_chains(["9"]))
    step("validate", lambda: made.validate_protein_forcefield(exclude_residues=["HOH", 0]))
    mmcif = step("mmCIF", lambda: made.download_structure(place, name="whole"))
    step("PDB", lambda: made.download_structure(place, name="whole", file_format="pdb"))
    if mmcif is not None:
        again = step("upload mmCIF", lambda: rowan.upload_protein("again", mmcif))
        if again is not None:
            step("chains of mmCIF", lambda: sorted(again.refresh().chains))
    step("rename", lambda: made.update(name="renamed").name)
    step("list proteins", lambda: [one.name for one in rowan.list_proteins(name_contains="renam")])
    step("delete protein", made.delete)


def read_by_link(made: rowan.Workflow) -> list[int]:
    """The statuses of reading an item by the link of its share, before and after its end."""
    shared = made.temporarily_share(5)
    message = shared.data["messages"][0]["body"]
    address, link = message.split()[2].split("?link=")
    shown = f"{address.split('/public/')[0]}/api/shared/workflow/{made.uuid}"
    before = httpx.get(shown, params={"link": link}).status_code
    ended = made.end_temporary_share()
    assert ended.public_until is None and not ended.is_temporarily_public
    return [before, httpx.get(shown, params={"link": link}).status_code]


def items(hook: str | None) -> None:
    water = rowan.Molecule.from_smiles("O")
    made = step(
        "submit",
        lambda: rowan.submit_basic_calculation_workflow(water, method="gfn2_xtb", tasks=["energy"], engine="tblite", webhook_url=hook),
    )
    if made is None:
        return
    began = time.perf_counter()
    result = step("result", made.result)
    seen["seconds to the result"] = time.perf_counter() - began
    if result is not None:
        step("energy", lambda: result.energy)
    shared = step("share", lambda: made.temporarily_share(5).is_temporarily_public)
    if shared:
        step("read by link", lambda: read_by_link(made))
    step(
        "group",
        lambda: [one.name for one in submit_workflow_group("descriptors", {}, initial_smileses=["CCO", "CCN"], names=["a", "b"])],
    )
    step("solubility group", lambda: [one.workflow_type for one in rowan.submit_solubility_workflow_group(["CCO", "CCN"])])
    step("trajectory of no dynamics", lambda: made.download_dcd_files([0]))
    ethanol = rowan.Molecule.from_smiles("CCO")
    conformers = [ethanol, ethanol.perturb()]
    given = {"initial_conformers": conformers, "final_method": "gfn2_xtb"}
    step("given conformers", lambda: rowan.submit_conformer_search_workflow(**given).result().num_conformers)


def trajectories(dynamics: list[str]) -> None:
    """Downloads the frames of finished dynamics in each of the client's ways; the names of the files and how each begins."""
    for index, uuid in enumerate(dynamics):
        made = rowan.retrieve_workflow(uuid)
        result = made.result()
        folder = place / f"frames-{index}"

        def archive(result: object = result, folder: Path = folder) -> list[str]:
            with tarfile.open(result.download_trajectories([0], path=folder)) as packed:
                return packed.getnames()

        def files(result: object = result, folder: Path = folder) -> list[object]:
            return [[one.name, one.read_bytes()[4:8].decode()] for one in result.download_trajectory_files([0], path=folder)]

        step(f"{made.workflow_type} archive", archive)
        step(f"{made.workflow_type} files", files)


def ligands() -> None:
    file = place / "ligands.sdf"
    blocks = []
    for name, smiles in (("first", "CCO"), ("second", "CCN")):
        mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
        AllChem.EmbedMolecule(mol, randomSeed=1)
        mol.SetProp("_Name", name)
        blocks.append(Chem.MolToMolBlock(mol) + "$$$$\n")
    file.write_text("".join(blocks))
    step("load ligands", lambda: list(rowan.load_named_ligands(file)))


def secrets() -> None:
    step("no secret", rowan.get_webhook_secret)
    made = step("make secret", rowan.create_webhook_secret)
    step("read secret", lambda: rowan.get_webhook_secret() == made)
    rotated = rowan.rotate_webhook_secret()
    step("rotate secret", lambda: rotated not in (made, None))
    seen["rotated secret"] = rotated


def main() -> None:
    step("whoami", lambda: rowan.whoami().username)
    secrets()
    keys()
    proteins()
    ligands()
    trajectories(sys.argv[4:])
    items(sys.argv[3] if len(sys.argv) > 3 else None)
    json.dump(seen, sys.stdout)


main()
