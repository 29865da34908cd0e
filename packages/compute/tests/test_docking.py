"""Docking: a ligand finds its place in the crystal again, the same seed gives the same poses, and what cannot be docked is refused."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from complexes import complex_lines
from conftest import in_full, process_environment
from rdkit import Chem
from redocking import TYK2, crystal_ligand, distance_to_crystal, pocket_of, protein_of
from test_protein import dictionary, pdb_object

from cuvette_compute.binding_dynamics.ambertools import has_ambertools
from cuvette_compute.chemistry.embed import quick_structure
from cuvette_compute.chemistry.perceive import with_conformer
from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.docking.agreement import ONE_LIGAND, distance, found_by, search_until_agreed
from cuvette_compute.docking.box import Box, box_messages, read_box
from cuvette_compute.docking.checks import failed_checks, words
from cuvette_compute.docking.ligand import check_ligand, flexibility_messages, ligand_pdbqt
from cuvette_compute.docking.receptor import _without_ligand, pdb_text, prepare_receptor, uploaded_ligands
from cuvette_compute.docking.reference import reference_caveats, taken_out_caveats
from cuvette_compute.docking.search import Search, Settings
from cuvette_compute.errors import InputError
from cuvette_compute.proteins.structure import take
from cuvette_compute.structures.molecule import Molecule

CODE = "1ia1"  # dihydrofolate reductase with its cofactor and an inhibitor without stereochemistry
PROTEIN = "11111111-1111-4111-8111-111111111111"
SMILES = "Nc1nc(N)c2c(Sc3ccccc3)cccc2n1"
QUICK = {"max_poses": 1, "executable": "vina", "scoring_function": "vina", "exhaustiveness": 1, "extend_search": False}
GENERATOR = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 4, "max_confs": 1}


@pytest.fixture(scope="module")
def protein():
    return protein_of(CODE)


def dock(here, protein, steps=None, **changes):
    data = {
        "initial_smiles": SMILES, "target_uuid": PROTEIN, "pocket": pocket_of(CODE), "docking_settings": QUICK,
        "do_csearch": False, "do_optimization": False, "do_pose_refinement": False, **changes,
    }  # fmt: skip
    return here("docking", data, steps=steps or {}, proteins={PROTEIN: protein})


def copies_of(pdb, number, apart=120.0):
    """The protein and further ones beside it, each `apart` Å from the last one, with chains of their own."""
    whole = copy.deepcopy(pdb)
    model = whole["models"][0]
    for index in range(1, number):
        for name, chain in pdb["models"][0]["polymer"].items():
            made = copy.deepcopy(chain)
            made["residues"] = {key.replace(f"{name}.", f"{name}{index}.", 1): one for key, one in made["residues"].items()}
            for residue in made["residues"].values():
                for atom in residue["atoms"].values():
                    atom["x"] += index * apart
            model["polymer"][f"{name}{index}"] = {**made, "internal_id": f"{name}{index}"}
    return whole


@pytest.fixture(scope="module")
def redocked(here_once, protein):
    return dock(here_once, protein)


def test_a_pose_comes_with_its_score_and_what_was_done(redocked):
    """The protein comes by its identifier, its hydrogens are placed here, and the cofactor stays."""
    data = redocked.result["data"]
    best = data["scores"][0]
    pose = redocked.calculation(best["pose"])["molecules"][-1]
    centre, size = pocket_of(CODE)
    heavy = [atom["position"] for atom in pose["atoms"] if atom["atomic_number"] > 1]
    assert all(abs(x - c) < edge / 2 for position in heavy for x, c, edge in zip(position, centre, size, strict=True))
    assert best["score"] < -5
    assert best["posebusters_valid"] is (best["posebusters_failed"] == [])
    assert parse(redocked.calculation(best["pose"])["molecules"][-1]["smiles"]).HasSubstructMatch(parse(SMILES))
    # The complex is a protein of the project: the receptor with its cofactor, and the pose by the name that a dynamics looks for.
    made = next(one for one in redocked.all("protein") if one["uuid"] == best["complex_pdb"])
    ligands = {one["name"]: one for one in made["structure"]["models"][0]["non_polymer"].values()}
    assert {"LIG", "NDP"} <= set(ligands)
    assert made["ancestor_uuid"] == PROTEIN
    placed = [[atom[axis] for axis in "xyz"] for atom in ligands["LIG"]["atoms"].values()]
    assert placed == [pytest.approx(atom["position"], abs=2e-3) for atom in pose["atoms"]]
    assert best["strain"] is None, "without a conformer search the strain is unknown, not small"
    # One search alone was allowed: that it finds the same pose again is not known.
    assert data["search_agreement"] == {"searches": 1, "found": 1, "exhaustiveness": 1, "sure": False}
    said = " ".join(message["body"] for message in redocked.result["messages"])
    assert "Hydrogens were placed" in said
    assert "NDP" in said


@in_full
@pytest.mark.timeout(1800)
def test_redocking_finds_crystal_poses_again(here):
    """Issue 18: the best of the poses within 2 Å of the crystal's in four of five complexes, the first in three."""
    settings = {**QUICK, "max_poses": 4, "exhaustiveness": 4}
    found = {}
    for code in ("1ia1", "1of6", "1s3v", "1uou", TYK2):
        smiles = Chem.MolToSmiles(crystal_ligand(code))
        run = dock(here, protein_of(code), initial_smiles=smiles, pocket=pocket_of(code), docking_settings=settings)
        poses = [run.calculation(score["pose"])["molecules"][-1] for score in run.result["data"]["scores"]]
        found[code] = [round(distance_to_crystal(code, pose), 2) for pose in poses]
    assert sum(min(distances) <= 2.0 for distances in found.values()) >= 4, found
    assert sum(distances[0] <= 2.0 for distances in found.values()) >= 3, found


@in_full
@pytest.mark.skipif(not has_ambertools(), reason="AmberTools is not installed here")
def test_a_pose_is_refined_with_the_residues_around_it(here):
    """The pose stays where docking put it, and its complex is the refined one."""
    code = "1uou"
    asked = {"initial_smiles": Chem.MolToSmiles(crystal_ligand(code)), "pocket": pocket_of(code), "do_pose_refinement": True}
    protein = protein_of(code, bridged=1)
    plain = dock(here, protein, **{**asked, "do_pose_refinement": False})
    run = dock(here, protein, plain.steps, **asked)
    (score,) = run.result["data"]["scores"]
    before, after = (one.calculation(one.result["data"]["scores"][0]["pose"])["molecules"][-1] for one in (plain, run))
    assert not run.result["provenance"]["deviations"]
    places = [[atom["position"] for atom in one["atoms"] if atom["atomic_number"] > 1] for one in (before, after)]
    shift = np.array(places[0]) - np.array(places[1])
    moved = float(np.sqrt(np.square(shift).sum(axis=1).mean()))
    assert 0.01 < moved < 1.5
    said = {message["title"]: message["body"] for message in run.result["messages"]}
    assert "Gasteiger" in said["Poses Were Refined"]
    made = next(one for one in run.all("protein") if one["uuid"] == score["complex_pdb"])
    assert made["name"] == "Pose 1 in its protein, refined"


@in_full
@pytest.mark.skipif(not has_ambertools(), reason="AmberTools is not installed here")
def test_beside_a_cofactor_that_no_force_field_knows_poses_are_not_refined(here, protein, redocked):
    steps = {key: value for key, value in redocked.steps.items() if key.startswith(("receptor/", "dock/"))}
    run = dock(here, protein, steps, do_pose_refinement=True)
    (told,) = run.result["provenance"]["deviations"]
    assert "not refined" in told["what"]
    assert "NDP" in told["reason"]


def test_poses_are_judged_as_posebusters_alone_judges_them(protein, tmp_path):
    """Fewer conformers and atoms of the protein change no verdict: sound, strained (below and above the limit), clashing, far away."""
    from posebusters import PoseBusters

    mol = Chem.AddHs(crystal_ligand(CODE), addCoords=True)
    sound = mol.GetConformer().GetPositions()
    middle = sound.mean(axis=0)
    poses = [
        sound,
        *((sound - middle) * factor + middle for factor in (1.2, 1.6)),
        sound + np.array([2.0, 0.0, 0.0]),
        sound + np.array([200.0, 0.0, 0.0]),
    ]
    receptor = tmp_path / "receptor.pdb"
    receptor.write_text(pdb_text([entry for entry in take(protein).entries if entry.place != "water"]))
    whole = Chem.MolFromPDBFile(str(receptor), sanitize=False, removeHs=False)
    table = PoseBusters(config="dock").bust([with_conformer(mol, positions) for positions in poses], None, whole)
    expected = [[words(name) for name, fine in row.items() if fine is not True and bool(fine) is False] for _, row in table.iterrows()]
    found = failed_checks(mol, poses, receptor)
    assert found == expected
    assert [("internal energy" in names) for names in found] == [False, False, True, False, False]
    assert "minimum distance to protein" in found[3]
    assert not found[0]
    assert all(found[1:])


def test_a_warm_process_loads_what_dockings_need_and_keeps_one_thread():
    """What is forked from a process with more threads may wait for a lock for ever."""
    code = (
        "import os; from cuvette_compute.catalogue import CATALOGUE; from cuvette_compute.runtime.threads import set_threads; "
        "from cuvette_compute.runtime.warm import load; "
        "set_threads(1); load('docking', CATALOGUE); print(len(os.listdir('/proc/self/task')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], env=process_environment(), capture_output=True, text=True)
    assert (loaded.stdout.strip(), loaded.returncode) == ("1", 0), loaded.stderr


@in_full
def test_a_ligand_finds_its_place_in_the_crystal_again(here, protein, redocked):
    run = dock(here, protein, receptor_only(redocked), docking_settings={**QUICK, "exhaustiveness": 4})
    best = run.result["data"]["scores"][0]
    assert distance_to_crystal(CODE, run.calculation(best["pose"])["molecules"][-1]) < 2.0
    assert best["posebusters_valid"] is True


@in_full
def test_the_strain_of_a_pose_is_counted_from_the_lowest_conformer(here, protein, redocked):
    searched = {"do_csearch": True, "do_optimization": True, "conformer_gen_settings": GENERATOR}
    data = dock(here, protein, receptor_only(redocked), **searched).result["data"]
    assert len(data["conformers"]) == 1
    assert -0.5 < data["scores"][0]["strain"] < 20


def shifted(positions, by):
    """Positions moved along x (Å)."""
    return np.array(positions) + np.array([by, 0.0, 0.0])


def _lie(positions, score):
    return {"score": score, "positions": np.array(positions)}


def test_searches_go_on_until_three_of_four_find_the_same_pose():
    """Seeds decide what a search finds: here one in three searches of exhaustiveness 2 finds the best of two places."""
    mol = Chem.AddHs(parse("Cc1ccccc1"))
    place = quick_structure(parse("Cc1ccccc1")).positions
    # The ring turned over is the same pose; 6 Å away, or 0.6 kcal/mol worse, it is another one.
    turned = place.copy()
    turned[[2, 6]], turned[[3, 5]] = place[[6, 2]], place[[5, 3]]
    best, same, elsewhere, worse = (_lie(at, score) for at, score in (
        (place, -7.0), (turned, -6.6), (shifted(place, 6.0), -6.9), (place, -6.4)))  # fmt: skip
    assert distance(mol, place, turned) < 0.5 < float(np.sqrt(((place - turned)[:7] ** 2).sum(axis=1).mean()))
    asked = []

    def search(numbers, exhaustiveness):
        asked.append((len(numbers), exhaustiveness))
        return [[best] if number % 3 == 0 else [worse, elsewhere] if number % 3 == 1 else [elsewhere] for number in numbers]

    found, agreement = search_until_agreed(mol, ONE_LIGAND, 8, True, search)
    # 0, 3 and 6 find it: in four groups of two those are 0 with 4, 3 with 7 and 2 with 6.
    assert asked == [(4, 2), (4, 2)]
    assert agreement.to_json() == {"searches": 4, "found": 3, "exhaustiveness": 4, "sure": True}
    assert found_by(mol, best, found) == 3
    assert found_by(mol, elsewhere, found) == 4
    assert [same] and found_by(mol, best, [[same], [worse], [elsewhere]]) == 1

    def never(numbers, exhaustiveness):
        return [[_lie(shifted(place, 6.0 * number), -7.0)] for number in numbers]

    _, unsure = search_until_agreed(mol, ONE_LIGAND, 8, True, never)
    assert unsure.to_json() == {"searches": 4, "found": 1, "exhaustiveness": 16, "sure": False}
    _, held = search_until_agreed(mol, ONE_LIGAND, 8, False, never)
    assert held.to_json() == {"searches": 4, "found": 1, "exhaustiveness": 2, "sure": False}


def test_a_pose_elsewhere_than_the_ligand_of_the_structure_is_told(protein):
    """The crystal's own ligand and a smaller one, in its place and beside it."""
    crystal = Chem.AddHs(crystal_ligand(CODE), addCoords=True)
    places = crystal.GetConformer().GetPositions()
    heavy = crystal_ligand(CODE)
    reference = {
        "name": "TQ3 A.1", "symbols": [atom.GetSymbol() for atom in heavy.GetAtoms()],
        "positions": heavy.GetConformer().GetPositions().tolist(),
    }  # fmt: skip
    shuffled = np.random.default_rng(1).permutation(len(reference["symbols"]))
    reference |= {key: [reference[key][index] for index in shuffled] for key in ("symbols", "positions")}
    assert reference_caveats(crystal, places, [reference]) == []
    (told,) = reference_caveats(crystal, shifted(places, 4.0), [reference])
    assert (told["severity"], told["values"], told["rows"]) == ("changes_number", ["docking_score"], [0])
    assert "4.0 Å (RMSD) from TQ3 A.1" in told["text"]
    small = Chem.AddHs(Chem.MolFromSmiles("Nc1ccccc1"))
    at = quick_structure(Chem.MolFromSmiles("Nc1ccccc1")).positions
    centre = np.array(reference["positions"]).mean(axis=0) - at[:7].mean(axis=0)
    (other,) = reference_caveats(small, shifted(at + centre, 12.0), [reference])
    assert "their centres are 12.0 Å apart" in other["text"]
    assert reference_caveats(crystal, shifted(places, 4.0), []) == []
    # A docking takes its reference from the structure: the ligand at the centre of its pocket.
    held = copy.deepcopy(protein)
    held["models"][0]["non_polymer"]["Q.1"] = {
        "name": "TQ3", "full_name": None, "internal_id": "Q", "polymer": "Q",
        "atoms": {
            str(90000 + index): {
                "x": x, "y": y, "z": z, "element": symbol, "name": f"{symbol}{index}", "charge": None, "occupancy": 1.0,
                "alt_loc": None, "anisotropy": None, "bvalue": 0.0, "is_hetatm": True,
            }
            for index, (symbol, (x, y, z)) in enumerate(zip(reference["symbols"], reference["positions"], strict=True))
        },
    }  # fmt: skip
    taken, references, bonded = _without_ligand(held, read_box(pocket_of(CODE)), np.zeros((1, 3)) + 500.0)
    assert "Q.1" not in taken["models"][0]["non_polymer"]
    assert [one["name"] for one in references] == ["TQ3 Q.1"]
    assert bonded == []
    assert reference_caveats(crystal, places, references) == []
    # A preparation that took the ligand out leaves its place in the uploaded structure, which the job brings.
    uploaded = {"non_polymer": held["models"][0]["non_polymer"], "branched": None}
    job = SimpleNamespace(data={"target": None, "target_uuid": "p"}, uploaded_heterogens={"p": uploaded})
    assert uploaded_ligands(job, read_box(pocket_of(CODE)), "target", "target_uuid") == references
    (limit,) = taken_out_caveats(references)
    assert limit["severity"] == "limits_use"
    assert "TQ3 Q.1 was in this pocket and was removed when the protein was prepared" in limit["text"]
    job.data["target"] = protein
    assert uploaded_ligands(job, read_box(pocket_of(CODE)), "target", "target_uuid") == taken_out_caveats([]) == []


def receptor_only(run):
    return {key: value for key, value in run.steps.items() if key.startswith("receptor/")}


def test_the_same_seed_gives_the_same_poses(here, protein, redocked):
    small = "Nc1nc(N)c2ccccc2n1"
    first, second = (
        here(
            "batch_docking",
            {"initial_smiles_list": [small, "C1CC"], "target": PROTEIN, "pocket": pocket_of(CODE), "docking_settings": QUICK},
            proteins={PROTEIN: protein}, steps=receptor_only(redocked),
        )
        for _ in range(2)
    )  # fmt: skip
    assert first.steps == second.steps
    scores = first.result["data"]["best_scores"]
    assert scores[0] < -5
    assert scores[1] is None, "a SMILES that cannot be read costs its own row alone"
    assert "Compound 2" in first.result["messages"][-1]["body"]
    data = first.result["data"]
    assert data["failures"][0] is None
    assert "cannot be read" in data["failures"][1]
    pose, none = data["best_poses"]
    assert none is None
    heavy = [atom["position"] for atom in first.calculation(pose)["molecules"][-1]["atoms"] if atom["atomic_number"] > 1]
    centre, size = pocket_of(CODE)
    assert all(abs(x - c) < edge / 2 for position in heavy for x, c, edge in zip(position, centre, size, strict=True))
    assert first.all("partial")[0]["data"]["best_scores"] == scores[:1]


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"initial_smiles": "CCO.Cl"}, "initial_smiles", "2 separate molecules"),
        ({"initial_smiles": "C[Zn]C"}, "initial_smiles", "no atom types for Zn"),
        ({"initial_smiles": "*CCC(=O)N"}, "initial_smiles", "placeholder *"),
        ({"initial_smiles": "C[CH2]"}, "initial_smiles.multiplicity", "closed-shell"),
        ({"pocket": [[500, 0, 0], [15, 15, 15]]}, "pocket", "outside the protein"),
        ({"pocket": [[0, 0, 0], [60, 15, 15]]}, "pocket", "at most 50"),
        ({"target_uuid": "22222222-2222-4222-8222-222222222222"}, "target_uuid", "no longer exists"),
        ({"docking_settings": {**QUICK, "executable": "qvina2"}}, "docking_settings.executable", "not available"),
    ],
)
def test_what_cannot_be_docked_is_refused(here, protein, changes, field, words):
    error = dock(here, protein, **changes).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]


def test_a_peptide_is_told_to_be_flexible_and_a_long_one_refused():
    def torsions(smiles):
        mol = parse(smiles)
        return flexibility_messages(ligand_pdbqt(Chem.AddHs(mol), quick_structure(mol).positions))

    assert torsions(SMILES) == []
    (told,) = torsions("C" * 20)
    assert "17 rotatable bonds" in told["body"]
    with pytest.raises(InputError, match="at most 32"):
        torsions("C" * 40)


def test_a_ligand_larger_than_its_box_is_refused(here, protein):
    small = [pocket_of(CODE)[0], [5, 5, 5]]
    error = dock(here, protein, pocket=small).error
    assert (error["error_class"], error["field"]) == ("input_error", "pocket")
    assert "too large for the box" in error["message"]


def test_a_pocket_of_more_than_30_angstrom_is_told_of_and_searched():
    (told,) = box_messages(read_box([[0, 0, 0], [50, 15, 15]]))
    assert "50 Å" in told["body"]
    assert "may miss the best pose" in told["body"]
    assert box_messages(read_box([[0, 0, 0], [30, 30, 30]])) == []


def test_no_pose_leaves_its_box(redocked, tmp_path):
    """Beside the pocket, where the next better place lies outside a small box."""
    receptor = next(value for key, value in redocked.steps.items() if key.startswith("receptor/"))["pdbqt"]
    mol = parse("CCO")
    centre = np.add(pocket_of(CODE)[0], [7.0, 0.0, 0.0])
    box = Box(tuple(float(value) for value in centre), (5.0, 5.0, 5.0))
    text = ligand_pdbqt(Chem.AddHs(mol), quick_structure(mol).positions)
    search = Search(receptor, box, Settings(max_poses=9, scoring_function="vina", exhaustiveness=1), 42, 1, tmp_path, text)
    poses = search.dock(text)["poses"]
    lines = [line for line in poses.splitlines() if line.startswith("ATOM") and not line.endswith("HD")]
    places = np.array([[float(line[at : at + 8]) for at in (30, 38, 46)] for line in lines])
    assert len(places) >= 3
    # Vina makes a box as large as its grid of 0.375 Å, and its edge is soft.
    assert box.near(places, 0.5).all()


def test_a_ligand_with_an_attachment_point_is_refused():
    mol = Chem.AddHs(parse("CC"))
    drawn = quick_structure(parse("CC"))
    dummy = Molecule(np.where(np.arange(len(drawn)) == 0, 0, drawn.numbers), drawn.positions, 0, 1)
    with pytest.raises(InputError, match="attachment point"):
        check_ligand(dummy, mol, "initial_molecule")


def test_an_awkward_receptor_is_prepared_and_what_is_unusual_in_it_is_said(caplog):
    """Two models, alternate places, an insertion code, a negative number, a gap, a zinc ion, an unknown residue, a covalent ligand."""
    lines = [line for line in complex_lines(62, 66) if line.startswith("ATOM")]
    at = np.array([[float(line[start : start + 8]) for start in (30, 38, 46)] for line in lines])
    centre, end = at.mean(axis=0), at[-1]

    serials = count(9000)

    def hetero(name: str, residue: str, number: int, place, element: str) -> str:
        x, y, z = place
        return f"HETATM{next(serials):5d} {name:<4} {residue:>3} H{number:4d}    {x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00          {element:>2}"

    # Residue 62 becomes -2, 63 the residue inserted behind it; a side chain has a second place of lower occupancy.
    numbers = {"  62 ": "  -2 ", "  63 ": "  -2A"}
    named = [f"{line[:22]}{numbers.get(line[22:27], line[22:27])}{line[27:]}" for line in lines]
    extra = next(line for line in named if line[12:16].strip() == "CB")
    alternates = [
        f"{extra[:16]}A{extra[17:54]}  0.60{extra[60:]}",
        f"ATOM   8999{extra[11:16]}B{extra[17:38]}   0.000{extra[46:54]}  0.40{extra[60:]}",
    ]
    named = [new for line in named for new in (alternates if line == extra else [line])]
    others = [
        # The metal is in the middle of the box, where an organic ligand is taken out and it is not.
        hetero("ZN", "ZN", 1, end + np.array([0.0, 2.5, 2.5]), "ZN"),
        hetero(" C1", "XYZ", 2, centre + np.array([-6.0, 0.0, 0.0]), "C"),
        hetero(" N1", "XYZ", 2, centre + np.array([-6.0, 1.4, 0.0]), "N"),
        hetero(" H1", "XYZ", 2, centre + np.array([-6.0, 2.4, 0.0]), "H"),
        hetero(" C1", "COV", 3, end + np.array([0.0, 0.0, 1.8]), "C"),
        hetero(" O1", "COV", 3, end + np.array([0.0, 0.0, 3.1]), "O"),
    ]
    # Residue 65 is missing, and nothing in the file says what it was: no loop can be built.
    pdb = pdb_object("\n".join([*[line for line in named if line[22:26] != "  65"], *others]))
    pdb["models"].append(pdb["models"][0])
    receptor = prepare_receptor(pdb, Box(tuple(end + np.array([0.0, 0.0, 2.5])), (24.0, 24.0, 24.0)))
    assert not [record for record in caplog.records if record.name.startswith("meeko")], "the item says it, the log need not"
    said = {one["title"]: one["body"] for one in receptor.messages}
    assert "alternate locations" in said["The Protein Was Prepared"]
    assert "of 2 models the first was taken" in said["The Protein Was Prepared"]
    assert len(receptor.structure["models"]) == 1
    assert re.search(r"missing between \w+ A\.64 and \w+ A\.66\.", said["The Chain Is Broken at the Pocket"])
    assert "COV" in said["Room for the Ligand"]
    assert "COV" in said["The Ligand of the Structure Is Covalent"]
    assert all(name in said["Unusual Residues Near the Pocket"] for name in ("ZN", "XYZ"))
    types = [line.split()[-1] for line in receptor.pdbqt.splitlines() if line.startswith(("ATOM", "HETATM"))]
    assert types.count("Zn") == 1
    unknown = [line.split()[-1] for line in receptor.pdbqt.splitlines() if line[17:20] == "XYZ"]
    assert sorted(unknown) == ["C", "HD", "NA"], "its hydrogen can be given to a hydrogen bond, its nitrogen takes one"
    # One place of the side chain alone, and each residue under its own number.
    prepared = next(iter(receptor.structure["models"][0]["polymer"].values()))["residues"]
    assert {"A.-2", "A.-2A"} <= set(prepared)
    assert sum(atom["name"] == "CB" for atom in prepared["A.-2"]["atoms"].values()) == 1


def test_what_is_far_from_the_box_stays_in_the_protein_and_out_of_the_search():
    """Vina gets the same atoms with and without a copy that no ligand in the box can feel."""
    alone = pdb_object("\n".join(complex_lines(62, 66)))
    first = next(iter(alone["models"][0]["polymer"].values()))
    places = [[atom[axis] for axis in "xyz"] for residue in first["residues"].values() for atom in residue["atoms"].values()]
    box = Box(tuple(np.mean(places, axis=0)), (12.0, 12.0, 12.0))
    one, two = (prepare_receptor(copies_of(alone, number, 60.0), box) for number in (1, 2))
    assert len(two.structure["models"][0]["polymer"]) == 2
    assert two.pdb.count("\nATOM") == 2 * one.pdb.count("\nATOM") + 1

    def heavy(receptor):
        lines = [line for line in receptor.pdbqt.splitlines() if line.startswith("ATOM")]
        kept = [line for line in lines if line.split()[-1] not in ("HD", "H")]
        places = [float(line[at : at + 8]) for line in kept for at in (30, 38, 46)]
        return [(line[12:16].strip(), line.split()[-1]) for line in kept], places

    assert len(heavy(one)[0]) > 20
    assert heavy(two)[0] == heavy(one)[0]
    # The end of the chain is built, each time from another random step.
    assert heavy(two)[1] == pytest.approx(heavy(one)[1], abs=0.3)


@in_full
@pytest.mark.timeout(1800)
def test_a_ligand_is_docked_into_20_000_atoms(here):
    """Five whole kinases with their hydrogens, 23 350 atoms, and the pocket of one: the same pose as in that one alone."""
    alone = dictionary("tyk2_structure")
    whole = copies_of(alone, 5)
    polymer = whole["models"][0]["polymer"]
    assert sum(len(one["atoms"]) for chain in polymer.values() for one in chain["residues"].values()) > 20_000
    asked = {"initial_smiles": Chem.MolToSmiles(crystal_ligand(TYK2)), "pocket": pocket_of(TYK2)}
    few, many = dock(here, alone, **asked), dock(here, whole, **asked)
    one, five = (run.result["data"]["scores"][0] for run in (few, many))
    assert five["score"] == one["score"]
    poses = [run.calculation(best["pose"])["molecules"][-1] for run, best in ((few, one), (many, five))]
    assert [atom["position"] for atom in poses[0]["atoms"]] == [atom["position"] for atom in poses[1]["atoms"]]
    made = next(each for each in many.all("protein") if each["uuid"] == five["complex_pdb"])
    assert len(made["structure"]["models"][0]["polymer"]) == 5
