"""Co-folding and binder design: command lines, input files and parsers against stand-ins; without the programs they say what is missing."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import SimpleNamespace

import gemmi
import numpy as np
import pytest
import stand_ins
from complexes import small_complex
from conftest import in_full
from rdkit import Chem

from cuvette_compute.binding_dynamics.ambertools import has_ambertools
from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.errors import RandomError
from cuvette_compute.models import boltz, boltzgen, chai
from cuvette_compute.models.cofolding import assembly_of
from cuvette_compute.models.target import mmcif_text
from cuvette_compute.runtime import places, programs
from cuvette_compute.runtime.programs import run_program

LETTERS = "MKTAYIAKQR"
ETHANOL = "CCO"


@pytest.fixture(scope="module")
def cif():
    """A predicted complex as mmCIF: a chain of alanine, and ethanol in chain B."""
    chain = Chem.MolFromSequence("A" * len(LETTERS))
    pdb = gemmi.read_pdb_string(Chem.MolToPDBBlock(_placed(chain)))
    ligand = parse(ETHANOL)
    places_ = _placed(Chem.RemoveHs(ligand)).GetConformer().GetPositions() + np.array([0.0, 0.0, 30.0])
    residue = gemmi.Residue()
    residue.name, residue.seqid, residue.het_flag = "LIG", gemmi.SeqId("1"), "H"
    for index, place in enumerate(places_):
        atom = gemmi.Atom()
        atom.name, atom.element, atom.pos = f"{'CCO'[index]}{index}", gemmi.Element("CCO"[index]), gemmi.Position(*place)
        residue.add_atom(atom)
    other = gemmi.Chain("B")
    other.add_residue(residue)
    pdb[0].add_chain(other)
    for chain_ in pdb[0]:
        for one in chain_:
            for atom in one:
                atom.b_iso = 80.0
    pdb.setup_entities()
    return pdb.make_mmcif_document().as_string()


def _placed(mol):
    from rdkit.Chem import AllChem

    whole = Chem.AddHs(mol, addResidueInfo=True)
    AllChem.EmbedMolecule(whole, randomSeed=7)
    return Chem.RemoveHs(whole)


@pytest.fixture
def boltz_here(tmp_path, monkeypatch, cif):
    """A stand-in for Boltz with the files that its weights would be; a function changes it."""
    cache = tmp_path / "cache"
    cache.mkdir()
    for name in ("boltz2_conf.ckpt", "boltz2_aff.ckpt", "mols.tar"):
        (cache / name).touch()
    monkeypatch.setenv("CUVETTE_BOLTZ_CACHE", str(cache))

    def write(**changes):
        monkeypatch.setenv("CUVETTE_BOLTZ", str(stand_ins.write(tmp_path / "boltz", stand_ins.BOLTZ, cif, **changes)))

    write()
    return write


FOLDED = {"initial_protein_sequences": [LETTERS], "initial_smiles_list": [ETHANOL], "model": "boltz_2", "use_msa_server": False}


def test_a_complex_is_folded_and_its_pose_judged(here, boltz_here):
    """Scores and structures are those that the program wrote; the ligand's pose, PoseBusters and the messages are ours."""
    run = here("protein_cofolding", {**FOLDED, "ligand_binding_affinity_index": 0, "num_samples": 2, "use_potentials": True})
    data = run.result["data"]
    assert data["scores"] == {"confidence_score": 0.8, "ptm": 0.7, "iptm": 0.6, "avg_lddt": 0.75}
    assert data["affinity_score"]["pred_value"] == 0.5
    assert len(data["cofolding_results"]) == 2
    assert data["cofolding_results"][1]["scores"]["confidence_score"] == pytest.approx(0.7)
    assert len(data["lddt"]) == len(LETTERS)
    assert all(0 <= value <= 1 for value in data["lddt"])
    made = {one["uuid"]: one["structure"] for one in run.all("protein")}
    chain = made[data["predicted_structure_uuid"]]["models"][0]["polymer"]["A"]
    assert chain["sequence"] == "A" * len(LETTERS)
    assert next(iter(next(iter(chain["residues"].values()))["atoms"].values()))["bvalue"] == 80
    pose = run.calculation(data["pose"])["molecules"][-1]
    assert sorted(atom["atomic_number"] for atom in pose["atoms"]) == [1] * 6 + [6, 6, 8]
    assert isinstance(data["posebusters_valid"], bool)
    assert data["strain"] is None
    assert any("own sequence alone" in message["body"] for message in run.result["messages"])


@in_full
@pytest.mark.skipif(not has_ambertools(), reason="AmberTools is not installed here")
def test_a_predicted_pose_is_refined_and_its_strain_computed(here, boltz_here):
    run = here("protein_cofolding", {**FOLDED, "do_pose_refinement": True, "compute_strain": True})
    data = run.result["data"]
    made = {one["uuid"]: one for one in run.all("protein")}
    refined = made[data["predicted_refined_structure_uuid"]]
    assert refined["ancestor_uuid"] == data["predicted_structure_uuid"]
    assert any(key.startswith("B.") for key in refined["structure"]["models"][0]["non_polymer"])
    assert -0.5 < data["strain"] < 10
    assert "Was Refined" in " ".join(message["title"] for message in run.result["messages"])


def test_the_input_of_boltz_says_what_was_asked_for(boltz_here, tmp_path):
    token = {"input_type": "protein", "input_index": 0, "token_index": 2, "atom_name": None}
    data = {
        **FOLDED,
        "initial_protein_sequences": [{"sequence": LETTERS, "cyclic": True}, LETTERS],
        "initial_rna_sequences": [{"sequence": "GGAU"}],
        "use_potentials": True,
        "ligand_binding_affinity_index": 0,
        "contact_constraints": [{"token_1": token, "token_2": {**token, "input_type": "rna"}, "max_distance": 7, "force": True}],
        "pocket_constraints": [{"input_type": "ligand", "input_index": 0, "contacts": [token], "max_distance": 6, "force": False}],
    }
    assembly = assembly_of(data)
    document = boltz.input_of(assembly, data, {"A": "/d/A.csv"})
    assert document["sequences"] == [
        {"protein": {"id": "A", "sequence": LETTERS, "msa": "/d/A.csv", "cyclic": True}},
        {"protein": {"id": "B", "sequence": LETTERS, "msa": "empty"}},
        {"rna": {"id": "C", "sequence": "GGAU"}},
        {"ligand": {"id": "D", "smiles": ETHANOL}},
    ]
    # Residues are counted from 1 there.
    assert document["constraints"] == [
        {"contact": {"token1": ["A", 3], "token2": ["C", 3], "max_distance": 7.0, "force": True}},
        {"pocket": {"binder": "D", "contacts": [["A", 3]], "max_distance": 6.0}},
    ]
    assert document["properties"] == [{"affinity": {"binder": "D"}}]
    words = boltz.command_of(tmp_path, {**data, "num_samples": 3}, 42, 2)
    assert words[1:3] == ["predict", str(tmp_path / "complex.yaml")]
    assert {"--use_potentials", "--override"} <= set(words)
    assert words[words.index("--model") + 1] == "boltz2"
    assert words[words.index("--diffusion_samples") + 1] == "3"
    assert "--use_msa_server" not in words, "no sequence leaves this server"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"score": "float('nan')"}, "pLDDT that is not a number"),
        ({"score": "None"}, "pLDDT that is not a number"),
        ({"mode": "sys.exit(0)"}, "wrote no confidence of a prediction"),
        ({"mode": "print('CUDA out of memory'); sys.exit(3)"}, "status 3: CUDA out of memory"),
        ({"mode": "import os; os.kill(os.getpid(), 9)"}, "signal SIGKILL"),
    ],
)
def test_a_program_that_fails_gives_no_scores(here, boltz_here, changes, words):
    boltz_here(**changes)
    run = here("protein_cofolding", FOLDED)
    assert words in run.error["message"]
    assert not run.all("protein")
    assert not run.all("partial")


def test_a_program_that_hangs_is_stopped_with_all_that_it_started(tmp_path, monkeypatch):
    script = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
with open('writing', 'w') as file:
    file.write(f'{os.getpid()} {child.pid}')
os.rename('writing', 'started')
time.sleep(600)
"""
    started = tmp_path / "started"
    # The limit is reached as soon as the program has started another one, however busy the machine is.
    clock = SimpleNamespace(monotonic=lambda: 10.0 if started.exists() else 0.0)
    monkeypatch.setattr(programs, "time", clock)
    with pytest.raises(RandomError, match="did not end within 3 seconds"):
        run_program("Boltz", [sys.executable, "-c", script], tmp_path, seconds=3, environment={"PATH": "/usr/bin:/bin"})
    for pid in map(int, started.read_text().split()):
        _wait_until_dead(pid)


def _wait_until_dead(pid: int) -> None:
    """A killed process lives on for a moment; one that nobody waited for stays as a zombie."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX":
                return
        except OSError:
            return
        time.sleep(0.02)
    pytest.fail(f"process {pid} lives")


@pytest.mark.parametrize("type_", ["protein_cofolding", "protein_binder_design"])
def test_without_the_programs_it_says_what_is_missing(here, tmp_path, monkeypatch, type_):
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(places, "ENVIRONMENTS", tmp_path)
    data = FOLDED if type_ == "protein_cofolding" else {"binder_design_input": {"protein_entities": [{"id": "A", "sequence": "80..90"}]}}
    error = here(type_, data).error
    assert error["error_class"] == "input_error"
    assert "is not available on this server: needs its program" in error["message"]
    assert "npm run setup -- --with boltz" in error["message"]
    assert places.capabilities() == set()


def test_without_weights_it_says_which_files_go_where(here, boltz_here, tmp_path):
    assert places.capabilities() == {"boltz"}
    (tmp_path / "cache" / "boltz2_aff.ckpt").unlink()
    # Without a ligand to predict too: the program reads it at each start, and would try to download it.
    assert places.capabilities() == set()
    error = here("protein_cofolding", FOLDED).error
    assert "needs the files boltz2_aff.ckpt of the Boltz project in the folder that CUVETTE_BOLTZ_CACHE names" in error["message"]
    assert here("protein_cofolding", {**FOLDED, "model": "boltz_1"}).error["field"] == "model"
    (tmp_path / "cache" / "boltz2_aff.ckpt").touch()
    assert "sequence databases" in here("protein_cofolding", {**FOLDED, "use_msa_server": True}).error["message"]


def test_chai_is_called_and_read_as_it_is_documented(here, tmp_path, monkeypatch, cif):
    monkeypatch.setenv("CUVETTE_CHAI", str(stand_ins.write(tmp_path / "chai", stand_ins.CHAI, cif)))
    monkeypatch.setenv("CUVETTE_CHAI_DOWNLOADS", str(tmp_path))
    assert "needs the files conformers_v1.apkl, esm/" in here("protein_cofolding", {**FOLDED, "model": "chai_1r"}).error["message"]
    for name in places.CHAI_FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert "needs a GPU" in here("protein_cofolding", {**FOLDED, "model": "chai_1r"}).error["message"]
    monkeypatch.setattr(chai, "has_gpu", lambda: True)
    data = here("protein_cofolding", {**FOLDED, "model": "chai_1r"}).result["data"]
    # The best of its five samples, and pLDDT from the B factors.
    assert data["scores"]["confidence_score"] == pytest.approx(0.4)
    assert data["lddt"] == [0.8] * len(LETTERS)
    token = {"input_type": "protein", "input_index": 0, "token_index": 2, "atom_name": None}
    asked = {**FOLDED, "pocket_constraints": [{"input_type": "ligand", "input_index": 0, "contacts": [token], "max_distance": 6}]}
    assert chai.restraints_of(assembly_of(asked), asked).splitlines()[1] == "restraint0,B,,A,T3,pocket,1.0,0.0,6.0,pocket"


TARGET = "33333333-3333-4333-8333-333333333333"
DESIGN = {
    "binder_design_input": {
        "protein_entities": [{"id": "X", "sequence": "6..8", "cyclic": True}],
        "file_entities": [{"uuid": TARGET, "include": [{"chain_id": "A", "residue_indices": "1..3"}],
                           "binding_types": [{"chain_id": "A", "binding": "2"}]}],
        "constraints": [{name: {"chain_id": "X", "index": index, "atom_name": "SG"} for name, index in (("atom1", 1), ("atom2", 6))}],
    },
    "binder_design_settings": {"protocol": "peptide-anything", "num_designs": 4, "budget": 2},
}  # fmt: skip


@pytest.fixture
def boltzgen_here(tmp_path, monkeypatch, cif):
    monkeypatch.setenv("CUVETTE_BOLTZGEN_CACHE", str(tmp_path))
    for name in places.BOLTZGEN_FILES:
        (tmp_path / name).mkdir()
    monkeypatch.setattr(boltzgen, "has_gpu", lambda: True)

    def write(**changes):
        monkeypatch.setenv("CUVETTE_BOLTZGEN", str(stand_ins.write(tmp_path / "boltzgen", stand_ins.BOLTZGEN, cif, **changes)))

    write()
    return write


def test_binders_are_designed_for_a_target(here, boltzgen_here):
    run = here("protein_binder_design", DESIGN, proteins={TARGET: small_complex()})
    first, second = run.result["data"]["generated_binders"]
    assert (first["binder_sequence"], second["binder_sequence"]) == ("AGAGAG", "AGAGAGAG")
    assert (first["scores"]["quality_score"], first["scores"]["design_ptm"], first["scores"]["num_filters_passed"]) == (0.9, 0.75, 9)
    assert first["scores"]["helix"] is None, "an empty cell is unknown, not none of it"
    assert first["scores"]["bb_rmsd"] is None
    assert {one["uuid"] for one in run.all("protein")} >= {first["bound_structure"]}
    words = boltzgen.specification(DESIGN["binder_design_input"], {TARGET: "target-0.cif"})
    assert words == {
        "entities": [
            {"protein": {"id": "X", "sequence": "6..8", "cyclic": True}},
            {
                "file": {
                    "path": "target-0.cif",
                    "include": [{"chain": {"id": "A", "res_index": "1..3"}}],
                    "binding_types": [{"chain": {"id": "A", "binding": "2"}}],
                }
            },
        ],
        "constraints": [{"bond": {"atom1": ["X", 1, "SG"], "atom2": ["X", 6, "SG"]}}],
    }


def test_a_design_whose_score_is_no_number_is_refused(here, boltzgen_here):
    boltzgen_here(score="nan")
    run = here("protein_binder_design", DESIGN, proteins={TARGET: small_complex()})
    assert "design_ptm of design 1 that is not a number" in run.error["message"]
    assert not run.all("protein")


def test_a_target_is_written_with_its_chains_and_residues_from_one():
    document = gemmi.cif.read_string(mmcif_text(small_complex(first=60, last=63))).sole_block()
    rows = list(document.find("_atom_site.", ["label_asym_id", "label_seq_id", "auth_seq_id", "group_PDB"]))
    chain = [(row[0], row[1], row[2]) for row in rows if row[3] == "ATOM"]
    assert list(dict.fromkeys(chain)) == [("A", str(index + 1), str(60 + index)) for index in range(4)]
    assert np.unique([row[0] for row in rows]).size == 2


def test_colabfold_searches_where_no_fasta_files_are_named(here, tmp_path, monkeypatch, boltz_here):
    monkeypatch.delenv("CUVETTE_SEQUENCE_DATABASES", raising=False)
    monkeypatch.setenv("CUVETTE_COLABFOLD_DATABASES", str(tmp_path))
    for score in ("", ", letters[:-2]"):
        program = stand_ins.write(tmp_path / f"search{len(score)}", stand_ins.COLABFOLD, "", score=score)
        monkeypatch.setenv("CUVETTE_COLABFOLD", str(program))
        run = here("msa", {"initial_protein_sequences": [LETTERS], "output_formats": ["colabfold"]})
        if score:
            assert "not as long as the query" in run.error["message"]
            continue
        rows = (run.directory / run.all("file")[0]["path"]).read_text().splitlines()
        assert rows == [">query", LETTERS, ">name1", f"{LETTERS[:-1]}-", ">name2", f"{LETTERS[:3]}aa{LETTERS[3:]}"]
        assert run.result["provenance"]["stages"][0]["engine"] == "colabfold"
        folded = here("protein_cofolding", {**FOLDED, "initial_smiles_list": [], "use_msa_server": True})
        assert folded.result["provenance"]["stages"][0]["count_out"] == 2


def test_a_hanging_program_tells_in_hours():
    assert programs._duration(7200) == "2 hours"
