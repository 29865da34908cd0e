"""What is known about molecules without computing energies: bonds, stereo, symmetry, SMILES, conformers."""
