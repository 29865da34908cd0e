/**
 * Isotropic shieldings (ppm) of tetramethylsilane, geometry by GFN2-xTB, at the level of our own NMR method, by solvent of the continuum:
 * hydrogen ("1") and carbon ("6"). Printed by `packages/compute/bench/nmr.py --reference`.
 */
export const nmrReference = {
  level: 'B3LYP/6-31G(d) with gauge-including orbitals in CPCM, geometry by GFN2-xTB',
  shieldings: {
    chloroform: { '1': 32.48, '6': 192.01 },
    tetrahydrofuran: { '1': 32.478, '6': 192.077 },
    dichloromethane: { '1': 32.477, '6': 192.097 },
    acetone: { '1': 32.476, '6': 192.151 },
    acetonitrile: { '1': 32.475, '6': 192.17 },
    dimethylsulfoxide: { '1': 32.475, '6': 192.175 },
    methanol: { '1': 32.475, '6': 192.167 },
    water: { '1': 32.475, '6': 192.183 },
    benzene: { '1': 32.485, '6': 191.815 },
    toluene: { '1': 32.485, '6': 191.831 },
    chlorobenzene: { '1': 32.479, '6': 192.042 },
  },
} as const;
