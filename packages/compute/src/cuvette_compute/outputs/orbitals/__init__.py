"""Orbitals that a file holds as coefficients of its basis functions (Molden, fchk), and their grids."""
