"""Stand-ins for programs with trained models, in tests alone: they write the files that the documentation of these programs names.

The structure is an alanine chain of the length that was asked for, with one atom of each ligand; the numbers are fixed and mean nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path

BOLTZ = """
import json, pathlib, sys, time
words = sys.argv[1:]
assert words[0] == "predict", words
option = lambda name: words[words.index(name) + 1]
# The options of boltz 2.2 that the adapter may use, as its command line declares them.
values = {"--out_dir", "--cache", "--devices", "--accelerator", "--diffusion_samples", "--output_format", "--seed", "--model",
          "--preprocessing-threads"}
assert {word for word in words if word.startswith("--")} <= values | {"--override", "--use_potentials", "--no_kernels"}, words
document = json.loads(pathlib.Path(words[1]).read_text())
MODE
stem = pathlib.Path(words[1]).stem
out = pathlib.Path(option("--out_dir")) / f"boltz_results_{stem}" / "predictions" / stem
out.mkdir(parents=True)
tokens = sum(len(next(iter(one.values())).get("sequence", "")) for one in document["sequences"])
for index in range(int(option("--diffusion_samples"))):
    (out / f"{stem}_model_{index}.cif").write_text(CIF)
    confidence = {"confidence_score": 0.8 - index / 10, "ptm": 0.7, "iptm": 0.6, "complex_plddt": SCORE}
    (out / f"confidence_{stem}_model_{index}.json").write_text(json.dumps(confidence))
    numpy.savez(out / f"plddt_{stem}_model_{index}.npz", plddt=numpy.linspace(0.5, 0.9, tokens + 4))
if "properties" in document:
    values = {f"affinity_{name}{suffix}": 0.5 for name in ("pred_value", "probability_binary") for suffix in ("", "1", "2")}
    (out / f"affinity_{stem}.json").write_text(json.dumps(values))
"""

CHAI = """
import pathlib, sys
words = sys.argv[1:]
assert words[0] == "fold", words
fasta, out = pathlib.Path(words[-2]), pathlib.Path(words[-1])
assert {word for word in words if word.startswith("--")} <= {"--seed", "--num-diffn-samples", "--constraint-path"}, words
assert fasta.read_text().startswith(">protein|name=A"), fasta.read_text()
out.mkdir()
for index in range(int(words[words.index("--num-diffn-samples") + 1])):
    (out / f"pred.model_idx_{index}.cif").write_text(CIF)
    scores = {"aggregate_score": 0.1 * index, "ptm": 0.7, "iptm": 0.6}
    numpy.savez(out / f"scores.model_idx_{index}.npz", **{name: numpy.array([value]) for name, value in scores.items()})
"""

BOLTZGEN = """
import json, pathlib, sys
words = sys.argv[1:]
assert words[0] == "run", words
given = {word for word in words if word.startswith("--")}
assert given <= {"--output", "--protocol", "--num_designs", "--budget", "--cache"}, given
option = lambda name: words[words.index(name) + 1]
document = json.loads(pathlib.Path(words[1]).read_text())
for one in document["entities"]:
    if "file" in one:
        assert (pathlib.Path(words[1]).parent / one["file"]["path"]).is_file()
budget = option("--budget")
ranked = pathlib.Path(option("--output")) / "final_ranked_designs"
designs = ranked / f"final_{budget}_designs"
designs.mkdir(parents=True)
(designs / "before_refolding").mkdir()
columns = "id,file_name,final_rank,designed_sequence,designed_chain_sequence,quality_score,design_ptm,design_to_target_iptm"
rows = [columns + ",num_filters_passed,helix"]
# In the order of the choice, not of the rank, as the program writes them; quality 2 and 4 of all designs were chosen.
for index in reversed(range(int(budget))):
    rank, letters = 2 * index + 2, "AG" * (index + 3)
    rows.append(f"spec_{index},spec_{index}.cif,{rank},{letters[2:]},{letters},{0.9 - index / 10},SCORE,0.7,9,")
    (designs / f"rank{rank:02d}_spec_{index}.cif").write_text(CIF)
    (designs / "before_refolding" / f"rank{rank:02d}_spec_{index}.cif").write_text("no places of side chains")
(ranked / f"final_designs_metrics_{budget}.csv").write_text(chr(10).join(rows))
"""


COLABFOLD = """
import pathlib, sys
query, databases, out = map(pathlib.Path, sys.argv[1:4])
assert databases.is_dir() and sys.argv[4] == "--threads"
letters = query.read_text().splitlines()[1]
out.mkdir()
(out / "query.paired.a3m").write_text("")
rows = [letters, letters[:-1] + "-", letters[:3] + "aa" + letters[3:]SCORE]
(out / "query.a3m").write_text("".join(f">name{index} and more" + chr(10) + row + chr(10) for index, row in enumerate(rows)))
"""


def write(path: Path, program: str, cif: str, *, score: str = "0.75", mode: str = "") -> Path:
    """A stand-in as a program; `score` replaces a number (as "float('nan')"), `mode` is done first (as a wait for ever)."""
    body = program.replace("SCORE", score).replace("MODE", mode)
    path.write_text(f"#!{sys.executable}\nimport numpy\nCIF = {cif!r}\n{body}", "utf-8")
    path.chmod(0o755)
    return path


_CALCULATOR = '''
from ase.calculators.calculator import Calculator, all_changes
class Springs(Calculator):
    """Each atom on a spring of 1 eV/A^2 to the origin, and 1 eV for each charge: numbers that a test can compute."""
    implemented_properties = ["energy", "forces"]
    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        super().calculate(atoms, properties, system_changes)
        positions = self.atoms.positions
        self.results = {"energy": 0.5 * float((positions**2).sum()) + self.atoms.info["charge"], "forces": -positions}
'''
_TORCH = """
class cuda:
    is_available = staticmethod(lambda: False)
def set_num_threads(number): pass
"""
# Modules by their names, with the calls that each project documents; weights must be a file that is there.
_PACKAGES = {
    "aimnet": {"aimnet/__init__.py": "", "aimnet/calculators.py": _CALCULATOR + '''
def AIMNet2Calculator(path, device): open(path).close(); return path
def AIMNet2ASE(base, charge, mult): return Springs()
'''},
    "mace": {"mace/__init__.py": "", "mace/calculators.py": _CALCULATOR + '''
def MACECalculator(model_paths, device, default_dtype): open(model_paths).close(); return Springs()
'''},
    "orb": {"orb_models/__init__.py": "", "orb_models/forcefield/__init__.py": "", "orb_models/forcefield/inference/__init__.py": "",
            "orb_models/forcefield/pretrained.py": '''
def orb_v3_conservative_inf_omat(weights_path, device, precision, compile):
    open(weights_path).close()
    return "model", "adapter"
''',
            "orb_models/forcefield/inference/calculator.py": _CALCULATOR + '''
def ORBCalculator(model, atoms_adapter, device): assert (model, atoms_adapter) == ("model", "adapter"); return Springs()
'''},
    "fairchem": {"fairchem/__init__.py": "", "fairchem/core.py": _CALCULATOR + '''
class pretrained_mlip:
    load_predict_unit = staticmethod(lambda path, inference_settings, device: (open(path).close(), inference_settings))
def FAIRChemCalculator(predictor, task_name): assert (predictor[1], task_name) == ("batch", "omol"), task_name; return Springs()
'''},
}  # fmt: skip


def environment(folder: Path, name: str, package: str) -> Path:
    """An environment by this name in which a package with the documented calls can be imported."""
    library = folder / name / "library"
    for path, text in {"torch.py": _TORCH, **_PACKAGES[package]}.items():
        (library / path).parent.mkdir(parents=True, exist_ok=True)
        (library / path).write_text(text, "utf-8")
    python = folder / name / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{library}" exec "{sys.executable}" "$@"\n', "utf-8")
    python.chmod(0o755)
    return python
