"""Continuum solvents: polarizable continuum models by their dielectric constant, and SMD (10.1021/jp810292n).

Dielectric constants are those of the Minnesota Solvent Descriptor Database, which PySCF carries for SMD, so that both agree.
"""

from __future__ import annotations

_PCM = {"cpcm": "C-PCM", "cosmo": "COSMO", "pcm": "IEF-PCM"}
# The platform's models, in its spelling.
SOLVENT_MODELS = (*_PCM, "SMD")

# Our names in the spelling of PySCF's table; names missing here are spelled alike.
_NAMES = {
    "carbontetrachloride": "carbon tetrachloride",
    "dichloroethane": "1,2-dichloroethane",
    "diisopropylether": "diisopropyl ether",
    "octane": "n-octane",
    "aceticacid": "acetic acid",
    "hexane": "n-hexane",
    "ethylacetate": "ethylethanoate",
    "isopropanol": "2-propanol",
    "octanol": "1-octanol",
    "dimethylacetamide": "N,N-dimethylacetamide",
    "dimethylformamide": "N,N-dimethylformamide",
    "ethylene_glycol": "1,2-ethanediol",
}
# N-methylpyrrolidone is not in the Minnesota table: 32.55 at 20 °C after the CRC Handbook of Chemistry and Physics.
_DIELECTRIC = {"n_methylpyrrolidone": 32.55}
_DIELECTRIC_COLUMN = 5


def dielectric_constant(name: str) -> float:
    """The static dielectric constant of a solvent by our name."""
    from pyscf.solvent.smd import solvent_db

    return float(_DIELECTRIC[name] if name in _DIELECTRIC else solvent_db[_NAMES.get(name, name)][_DIELECTRIC_COLUMN])


def with_solvent(mean_field, solvent: dict[str, str]):
    """The mean field in its solvent; energy and gradient then hold it."""
    name, model = solvent["solvent"], solvent["model"].lower()
    if model == "smd":
        mean_field = mean_field.SMD()
        mean_field.with_solvent.solvent = _NAMES.get(name, name)
    else:
        mean_field = mean_field.PCM()
        mean_field.with_solvent.method = _PCM[model]
        mean_field.with_solvent.eps = dielectric_constant(name)
    return mean_field
