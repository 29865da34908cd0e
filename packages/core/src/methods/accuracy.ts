/**
 * Errors of our own methods on their check sets, by type and method: what the product prints as ±. Written by `npm run bench:accuracy`, as is
 * `docs/accuracy.md`; not by hand.
 */
export const accuracy = {
  'nmr/giao_b3lyp_631gd': {
    size: 127,
    mae: 1.15,
    rmse: 2,
    classes: {
      C: { size: 71, rmse: 2.61, leaveOneOut: 2.67, slope: 1.0603, intercept: -1.365 },
      'H on C': { size: 56, rmse: 0.13, leaveOneOut: 0.13, slope: 0.9839, intercept: 0.056 },
    },
  },
  'pka/gfn2_alpb_linear': {
    size: 215,
    mae: 0.46,
    rmse: 0.63,
    classes: {
      CH: { size: 10, rmse: 0.84, leaveOneOut: 1.03 },
      COOH: { size: 52, rmse: 0.47, leaveOneOut: 0.49 },
      SH: { size: 26, rmse: 1.01, leaveOneOut: 1.1 },
      alcohol: { size: 13, rmse: 0.67, leaveOneOut: 0.75 },
      'secondary amine': { size: 22, rmse: 0.76, leaveOneOut: 1.45 },
      'primary amine': { size: 22, rmse: 0.76, leaveOneOut: 1.45 },
      'tertiary amine': { size: 22, rmse: 0.76, leaveOneOut: 1.45 },
      aniline: { size: 34, rmse: 0.52, leaveOneOut: 0.55 },
      arN: { size: 20, rmse: 0.5, leaveOneOut: 0.55 },
      phenol: { size: 38, rmse: 0.47, leaveOneOut: 0.49 },
    },
  },
  'redox_potential/gfn2_alpb_absolute': {
    size: 20,
    mae: 0.16,
    rmse: 0.21,
    classes: {
      'any one-electron couple': { size: 20, rmse: 0.21 },
    },
  },
  'bde/gfn2_bond_type': {
    size: 34,
    mae: 3.4,
    rmse: 4.25,
    classes: {
      'C–H': { size: 13, rmse: 4.16 },
      'O–H': { size: 5, rmse: 6.1 },
      'N–H': { size: 3, rmse: 4.01 },
      'S–H': { size: 2, rmse: 0.66 },
      'C–C': { size: 6, rmse: 3.36 },
      'C–halogen': { size: 5, rmse: 4.2 },
    },
  },
  'bde/b3lyp_631gd_gfn2_linear': {
    size: 38,
    mae: 2.62,
    rmse: 3.15,
    classes: {
      'any bond': { size: 38, rmse: 3.15, leaveOneOut: 3.31 },
    },
  },
  'bde/wb97xd_631gd_gfn2_linear': {
    size: 38,
    mae: 2.79,
    rmse: 3.51,
    classes: {
      'any bond': { size: 38, rmse: 3.51, leaveOneOut: 3.68 },
    },
  },
  'hydrogen_bond_basicity/vmin_hf_631gd_gfn2': {
    size: 84,
    mae: 0.16,
    rmse: 0.22,
    classes: {
      'Ether/Alcohol': { size: 9, rmse: 0.27, leaveOneOut: 0.36 },
      'Divalent S': { size: 9, rmse: 0.13, leaveOneOut: 0.16 },
      'Aromatic N': { size: 9, rmse: 0.1, leaveOneOut: 0.13 },
      Imine: { size: 9, rmse: 0.21, leaveOneOut: 0.34 },
      'Chalcogen oxide': { size: 7, rmse: 0.16, leaveOneOut: 0.25 },
      Nitrile: { size: 9, rmse: 0.07, leaveOneOut: 0.27 },
      'Pnictogen oxide': { size: 9, rmse: 0.15, leaveOneOut: 0.2 },
      Carbonyl: { size: 9, rmse: 0.29, leaveOneOut: 0.35 },
      'N-oxide': { size: 5, rmse: 0.08, leaveOneOut: 0.16 },
      Amine: { size: 9, rmse: 0.43, leaveOneOut: 0.64 },
    },
  },
  'solubility/esol_crippen': {
    size: 1128,
    mae: 0.78,
    rmse: 1.01,
    classes: {},
  },
  'solubility/esol_environments': {
    size: 1128,
    mae: 0.74,
    rmse: 0.95,
    classes: {},
  },
  'macropka/gfn2_alpb_linear': {
    size: 16,
    mae: 0.74,
    rmse: 1.01,
    classes: {},
  },
  'macropka/log_d': {
    size: 14,
    mae: 0.43,
    rmse: 0.61,
    classes: {},
  },
  'ion_mobility/trajectory_n2_campuzano': {
    size: 13,
    mae: 8.49,
    rmse: 10.22,
    classes: {},
  },
  'ion_mobility/trajectory_n2_ieritano': {
    size: 13,
    mae: 5.02,
    rmse: 6.32,
    classes: {},
  },
  'tautomers/gfn2_alpb': {
    size: 11,
    mae: 2.87,
    rmse: 3.32,
    classes: {},
  },
} as const;
