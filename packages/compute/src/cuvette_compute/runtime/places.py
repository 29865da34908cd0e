"""Where programs with trained models are, and whether the files that they compute with were placed there."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from ..errors import MethodNotAvailable

# `npm run setup -- --with NAME` makes an environment here.
ENVIRONMENTS = Path(__file__).resolve().parents[3] / ".environments"


@dataclass(frozen=True)
class Program:
    """A program: the name of its set-up, its commands in the order they are looked for, and the variables for its place and its files."""

    title: str
    name: str
    commands: tuple[str, ...]
    variable: str
    files_variable: str
    project: str

    def path(self) -> str:
        """The program. Raises MethodNotAvailable with what to install."""
        named = os.environ.get(self.variable)
        places = [named] if named else [str(ENVIRONMENTS / self.name / "bin" / command) for command in self.commands]
        if not named:
            places += [found for command in self.commands if (found := shutil.which(command))]
        for place in places:
            if os.access(place, os.X_OK) and Path(place).is_file():
                return place
        raise MethodNotAvailable(
            f'{self.title} is not available on this server: needs its program ("npm run setup -- --with {self.name}", or {self.variable}).'
        )

    def folder(self, *files: str) -> Path:
        """The folder with the model's files. Raises MethodNotAvailable with the files that are missing."""
        named = os.environ.get(self.files_variable)
        place = Path(named) if named else ENVIRONMENTS / self.name / "weights"
        missing = [name for name in files if not (place / name).exists()]
        if missing or not place.is_dir():
            listed = f"the files {', '.join(missing)}" if missing else "the model's files"
            where = f"the folder that {self.files_variable} names"
            raise MethodNotAvailable(
                f"{self.title} is not available on this server: needs {listed} of the {self.project} project in {where}. "
                "An administrator places them; Cuvette downloads no weights."
            )
        return place

    def environment(self, home: Path, threads: int) -> dict[str, str]:
        """Return what the program sees: a private home, no network models, its number of threads."""
        kept = {key: os.environ[key] for key in ("CUDA_VISIBLE_DEVICES", "LANG") if key in os.environ}
        return {
            **kept,
            "PATH": f"{Path(self.path()).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(home),
            "TMPDIR": str(home),
            "HF_HUB_OFFLINE": "1",
            "OMP_NUM_THREADS": str(threads),
            "MKL_NUM_THREADS": str(threads),
            "PYTHONUNBUFFERED": "1",
        }


BOLTZ = Program("Boltz", "boltz", ("boltz",), "CUVETTE_BOLTZ", "CUVETTE_BOLTZ_CACHE", "Boltz")
CHAI = Program("Chai-1", "chai", ("chai", "chai-lab"), "CUVETTE_CHAI", "CUVETTE_CHAI_DOWNLOADS", "chai-lab")
BOLTZGEN = Program("BoltzGen", "boltzgen", ("boltzgen",), "CUVETTE_BOLTZGEN", "CUVETTE_BOLTZGEN_CACHE", "BoltzGen")
COLABFOLD = Program(
    "A ColabFold search", "colabfold", ("colabfold_search",), "CUVETTE_COLABFOLD", "CUVETTE_COLABFOLD_DATABASES", "ColabFold"
)

# What each model reads from its folder, whatever it is asked for: a file that is missing it would try to download (boltz 2.2, main.py).
BOLTZ_FILES = {"boltz_2": ("boltz2_conf.ckpt", "boltz2_aff.ckpt", "mols.tar"), "boltz_1": ("boltz1_conf.ckpt", "ccd.pkl")}
# The same of chai_lab 0.6 (chai1.py, esm.py, paths.py).
CHAI_FILES = (
    "conformers_v1.apkl", "esm/traced_sdpa_esm2_t36_3B_UR50D_fp16.pt",
    *(f"models_v2/{name}.pt" for name in
      ("feature_embedding", "bond_loss_input_proj", "token_embedder", "trunk", "diffusion_module", "confidence_head")),
)  # fmt: skip
# The same of boltzgen 0.3 (cli/boltzgen.py): it looks for its models in a folder laid out as the cache of Hugging Face's client.
BOLTZGEN_FILES = ("models--boltzgen--boltzgen-1", "datasets--boltzgen--inference-data")


def has_gpu() -> bool:
    """Whether an NVIDIA GPU is here for programs to use."""
    return os.environ.get("CUDA_VISIBLE_DEVICES", "0") not in ("", "-1") and Path("/dev/nvidiactl").exists()


def capabilities() -> set[str]:
    """The queues that the programs which are here, with their files, can serve."""
    found = set()
    programs = (("boltz", BOLTZ, BOLTZ_FILES["boltz_2"]), ("chai", CHAI, CHAI_FILES), ("boltzgen", BOLTZGEN, BOLTZGEN_FILES))
    for capability, program, files in programs:
        try:
            program.path()
            program.folder(*files)
        except MethodNotAvailable:
            continue
        if program is not BOLTZ and not has_gpu():
            continue
        found.add(capability)
    return found
