"""Programs that an administrator has installed (Psi4, ORCA, MOPAC), asked for by the same settings as our own engines."""

from .mopac import MOPACEngine
from .orca import ORCAEngine
from .psi4 import Psi4Engine

__all__ = ["MOPACEngine", "ORCAEngine", "Psi4Engine"]
