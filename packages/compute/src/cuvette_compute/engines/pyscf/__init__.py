"""Hartree-Fock and density functionals through PySCF (10.1063/5.0006074)."""

from .engine import PySCFEngine

__all__ = ["PySCFEngine"]
