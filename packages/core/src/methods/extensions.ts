import { phrase } from '../entities/phrases.ts';
import { accuracy } from './accuracy.ts';
import type { Engine } from './engines.ts';

/**
 * A line y = slope · x + intercept for one class of sites, with its error. `leaveOneOut` is the RMSE when each point is predicted by the others.
 */
export interface CalibrationLine {
  class: string;
  size: number;
  slope: number;
  intercept: number;
  rmse: number;
  leaveOneOut?: number;
}

/** Where a calibration holds, how well, and from what. Error and lines are in the unit of the property. */
export interface Calibration {
  unit: string;
  size: number;
  error: number;
  errorKind: 'RMSE' | 'MAE';
  /** What x is in the lines. */
  variable: string;
  lines: readonly CalibrationLine[];
  domain: string;
  /** Classes of sites that have no line: no value is given for them. */
  refused?: string;
  source: string;
  /**
   * Whether the experimental values behind the error were seen in their source. Where not, the ± carries the words "reference values not verified".
   */
  referenceSeen: boolean;
}

/** A method that we compute ourselves and that has, therefore, a name of its own. */
export interface MethodExtension {
  /** Workflow type, in the API's spelling. */
  type: string;
  /** The enumeration that it extends ("microscopic_pka_method"). */
  enumeration: string;
  value: string;
  title: string;
  /** What is computed, in one sentence. */
  method: string;
  calibration: Calibration | null;
}

/** A calibration with its error over the whole check set, which the bench wrote. Without side effects, a bundle that uses no method leaves the tables out. */
/* @__NO_SIDE_EFFECTS__ */
function withError(
  id: keyof typeof accuracy,
  errorKind: Calibration['errorKind'],
  rest: Omit<Calibration, 'size' | 'error' | 'errorKind'>,
): Calibration {
  const { size, rmse, mae } = accuracy[id];
  return { size, error: errorKind === 'RMSE' ? rmse : mae, errorKind, ...rest };
}

interface MeasuredLine {
  size: number;
  rmse: number;
  leaveOneOut?: number;
  slope?: number;
  intercept?: number;
}
const classesOf = (id: keyof typeof accuracy): Readonly<Record<string, MeasuredLine>> => accuracy[id].classes;

/** Lines by class, slope and intercept, with the errors that the bench measured. */
/* @__NO_SIDE_EFFECTS__ */
function linesOf(id: keyof typeof accuracy, rows: readonly [name: string, slope: number, intercept: number][]) {
  return rows.map(([name, slope, intercept]): CalibrationLine => {
    const { size, rmse, leaveOneOut } = classesOf(id)[name] ?? { size: 0, rmse: Number.NaN };
    return { class: name, size, slope, intercept, rmse, ...(leaveOneOut === undefined ? {} : { leaveOneOut }) };
  });
}

/** Lines that the bench itself fits. */
/* @__NO_SIDE_EFFECTS__ */
function fittedLines(id: keyof typeof accuracy): CalibrationLine[] {
  return Object.entries(classesOf(id)).map(([name, line]) => ({ slope: 1, intercept: 0, ...line, class: name }));
}

const tr215 =
  'Own fit on 215 experimental pKa values of Thapa and Raghavachari 2019 (DOI 10.1021/acs.jctc.9b00606), GFN2-xTB with ALPB(water), lowest conformer, no vibrations';

/** Slope shared by all classes, for groups that have no class of their own. */
export const pkaSharedSlope = 0.2571;

/** Intercepts to the shared slope by class. */
export const pkaSharedIntercepts: ReadonlyMap<string, number> = new Map([
  ['CH', -21.56],
  ['COOH', -27.38],
  ['SH', -25.02],
  ['alcohol', -23.45],
  ['amine', -20.49],
  ['aniline', -24.06],
  ['arN', -24.53],
  ['phenol', -26.01],
]);

/** Our extensions of the public enumerations: every one that the product writes stands in this list. */
export const methodExtensions: readonly MethodExtension[] = [
  {
    type: 'pka',
    enumeration: 'microscopic_pka_method',
    value: 'gfn2_alpb_linear',
    title: 'GFN2-xTB/ALPB, calibrated',
    method:
      'Energy of the base minus energy of the acid with GFN2-xTB in ALPB(water), mapped to pKa by a line for the class of the atom that carries the proton.',
    calibration: withError('pka/gfn2_alpb_linear', 'RMSE', {
      unit: 'pKa',
      variable: 'E(base) − E(acid) in kcal/mol',
      lines: linesOf('pka/gfn2_alpb_linear', [
        ['COOH', 0.1655, -16.28],
        ['phenol', 0.1773, -15.09],
        ['alcohol', 0.1827, -12.21],
        ['SH', 0.3009, -30.63],
        ['CH', 0.3283, -31.51],
        ['arN', 0.3661, -37.04],
        ['aniline', 0.2847, -27.02],
        ['primary amine', 0.3869, -36.63],
        ['secondary amine', 0.3869, -35.33],
        ['tertiary amine', 0.3869, -35.73],
      ]),
      domain:
        'Carboxylic acids, phenols, alcohols, thiols, α-carbonyl C–H acids, and the conjugate acids of aromatic nitrogen, anilines and aliphatic amines in water at 298 K. Other groups (sulfonamide, imide, amide N–H, guanidine, tetrazole) are outside calibration.',
      source: tr215,
      referenceSeen: true,
    }),
  },
  {
    type: 'redox_potential',
    enumeration: 'redox_method',
    value: 'gfn2_alpb_absolute',
    title: 'GFN2-xTB/ALPB, absolute electrode',
    method:
      'Adiabatic energy difference with GFN2-xTB in ALPB(acetonitrile) minus 4.846 eV (self-interaction shift of GFN2-xTB) minus 4.28 V for the absolute hydrogen electrode (the IUPAC recommends 4.44 ± 0.02 V).',
    calibration: withError('redox_potential/gfn2_alpb_absolute', 'MAE', {
      unit: 'V',
      variable: 'adiabatic ionization energy of the reduced form in eV',
      lines: linesOf('redox_potential/gfn2_alpb_absolute', [['any one-electron couple', 1, -9.126]]),
      domain:
        'One-electron couples of organic molecules in acetonitrile (quinones, nitroarenes, cyanocarbons, arenes, amines). Proton-coupled couples are refused; metal complexes are outside calibration.',
      source: 'Own comparison with 20 couples',
      referenceSeen: false,
    }),
  },
  {
    type: 'bde',
    enumeration: 'mode',
    value: 'gfn2_bond_type',
    title: 'GFN2-xTB, by bond type',
    method: 'Energy of both radicals minus energy of the molecule with GFN2-xTB, plus an offset for the bond type.',
    calibration: withError('bde/gfn2_bond_type', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'ΔE in kcal/mol',
      lines: linesOf('bde/gfn2_bond_type', [
        ['C–H', 1, -25.4],
        ['C–C', 1, -36.2],
        ['C–halogen', 1, -17.8],
        ['N–H', 1, -27.4],
        ['O–H', 1, -30.5],
        ['S–H', 1, -8.5],
      ]),
      domain:
        'Homolytic cleavage of C–H, C–C, C–halogen, N–H, O–H and S–H bonds of small neutral closed-shell molecules.',
      refused: 'C–O, C–N, C–S and O–O bonds: the error scatters by 13 to 18 kcal/mol.',
      source: 'Own fit on 39 bond dissociation enthalpies after Blanksby and Ellison 2003 (DOI 10.1021/ar020230d)',
      referenceSeen: false,
    }),
  },
  {
    type: 'bde',
    enumeration: 'mode',
    value: 'b3lyp_631gd_gfn2_linear',
    title: 'B3LYP/6-31G(d)//GFN2-xTB, calibrated',
    method: 'B3LYP/6-31G(d) energies (unrestricted) at GFN2-xTB geometries, one line for all bonds.',
    calibration: withError('bde/b3lyp_631gd_gfn2_linear', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'ΔE in kcal/mol',
      lines: linesOf('bde/b3lyp_631gd_gfn2_linear', [['any bond', 0.9388, 3.21]]),
      domain:
        'Homolytic cleavage of single bonds of small neutral closed-shell molecules; O–H bonds come out 4.7 kcal/mol too low.',
      source: 'Own fit on 38 bond dissociation enthalpies after Blanksby and Ellison 2003 (DOI 10.1021/ar020230d)',
      referenceSeen: false,
    }),
  },
  {
    type: 'bde',
    enumeration: 'mode',
    value: 'wb97xd_631gd_gfn2_linear',
    title: 'ωB97X-D/6-31G(d)//GFN2-xTB, calibrated',
    method: 'ωB97X-D/6-31G(d) energies (unrestricted) at GFN2-xTB geometries, one line for all bonds.',
    calibration: withError('bde/wb97xd_631gd_gfn2_linear', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'ΔE in kcal/mol',
      lines: linesOf('bde/wb97xd_631gd_gfn2_linear', [['any bond', 0.9708, -2.56]]),
      domain:
        'Homolytic cleavage of single bonds of small neutral closed-shell molecules; O–H bonds come out 5.5 kcal/mol too low.',
      source: 'Own fit on 38 bond dissociation enthalpies after Blanksby and Ellison 2003 (DOI 10.1021/ar020230d)',
      referenceSeen: false,
    }),
  },
  {
    type: 'hydrogen_bond_basicity',
    enumeration: 'pkbhx_method',
    value: 'vmin_hf_631gd_gfn2',
    title: 'V(min) at HF/6-31G(d)//GFN2-xTB',
    method:
      'Minimum of the electrostatic potential near the acceptor at HF/6-31G(d) on the GFN2-xTB geometry, mapped to pKBHX by a line for the class.',
    calibration: withError('hydrogen_bond_basicity/vmin_hf_631gd_gfn2', 'RMSE', {
      unit: 'pKBHX',
      variable: 'V(min) in Hartree/e',
      lines: fittedLines('hydrogen_bond_basicity/vmin_hf_631gd_gfn2'),
      domain:
        'Molecules with one acceptor of these classes; others (fluorine, thiocarbonyl, aromatic O, nitro, N-oxides of amines, acid halides, thioesters, water, ammonia) are outside calibration.',
      source:
        'Own fit on 349 single-acceptor molecules of the pKBHX database (Laurence et al. 2009, DOI 10.1021/jm801331y); the error is that of others',
      referenceSeen: true,
    }),
  },
  {
    type: 'solubility',
    enumeration: 'solubility_method',
    value: 'esol_crippen',
    title: 'ESOL with Crippen logP',
    method:
      'ESOL equation (Delaney 2004) refitted to Crippen logP (after Walters): 0.26121 − 0.0066139 MW − 0.74167 logP + 0.0034515 RB − 0.42625 AP.',
    calibration: null,
  },
  {
    type: 'solubility',
    enumeration: 'solubility_method',
    value: 'esol_environments',
    title: 'ESOL with logP from atom environments',
    method:
      'ESOL equation with the coefficients of Delaney 2004 (0.16 − 0.63 logP − 0.0062 MW + 0.066 RB − 0.74 AP) and our logP, a fit to measured values, in place of Daylight’s.',
    calibration: null,
  },
  {
    type: 'macropka',
    enumeration: 'macropka_method',
    value: 'gfn2_alpb_linear',
    title: 'GFN2-xTB/ALPB, calibrated by site',
    method: `Free energies of the microstates from the pKa of each site (GFN2-xTB in ALPB(water), a line for each class of sites); macroscopic values are ratios of their sums. RMSE of ${accuracy['macropka/gfn2_alpb_linear'].size} macroscopic pKa of our set: ${accuracy['macropka/gfn2_alpb_linear'].rmse}.`,
    calibration: null,
  },
  {
    type: 'macropka',
    enumeration: 'bbb_method',
    value: 'bbb_score',
    title: 'BBB score',
    method: 'BBB score of Gupta et al. 2019 (0 to 6, CNS-penetrant from 4), in place of a trained Kp,uu probability.',
    calibration: null,
  },
  {
    type: 'tautomers',
    enumeration: 'tautomer_method',
    value: 'gfn2_alpb',
    title: 'GFN2-xTB/ALPB(water)',
    method:
      'Tautomers enumerated by RDKit, conformers of each optimized with GFN2-xTB, ranked by the lowest energy with GFN2-xTB in ALPB(water).',
    calibration: withError('tautomers/gfn2_alpb', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'energy of one tautomer minus that of another in kcal/mol',
      lines: [],
      domain: 'Pyridones, thiopyridones, aminopyridines, and enols of aldehydes and ketones in water at 298 K.',
      source: 'Own comparison with eleven equilibria in water; nothing is fitted',
      referenceSeen: false,
    }),
  },
  {
    type: 'ion_mobility',
    enumeration: 'ccs_method',
    value: 'trajectory_n2_inelastic',
    title: 'Trajectory method, N₂, inelastic collisions',
    method: `Collision cross section in nitrogen by the trajectory method with the parameters of Ieritano et al. 2019, for an ion that turns and bends in collisions, with its GFN2-xTB vibrations and one fitted number. RMSE on ${accuracy['ion_mobility/trajectory_n2_inelastic'].size} other ions: ${accuracy['ion_mobility/trajectory_n2_inelastic'].rmse} Å².`,
    calibration: withError('ion_mobility/trajectory_n2_inelastic', 'RMSE', {
      unit: 'Å²',
      variable: 'cross section of the rigid ion times what is left of it, in Å²',
      lines: [{ class: 'any ion', size: 16, slope: 1.169, intercept: 0, rmse: 4.66 }],
      domain: 'Ions of 100 to 460 amu with one charge in nitrogen at about 300 K.',
      source:
        'Own fit to drift-tube values of sixteen ions (Zheng et al. 2017, DOI 10.1039/c7sc03464d; Stow et al. 2017; Campuzano et al. 2012)',
      referenceSeen: false,
    }),
  },
  {
    type: 'ion_mobility',
    enumeration: 'ccs_method',
    value: 'trajectory_n2_ieritano',
    title: 'Trajectory method, N₂, MMFF94 parameters',
    method: `Collision cross section in nitrogen by the trajectory method with the parameters of Ieritano et al. 2019, by MMFF94 atom type. RMSE on ${accuracy['ion_mobility/trajectory_n2_ieritano'].size} ions: ${accuracy['ion_mobility/trajectory_n2_ieritano'].rmse} Å².`,
    calibration: null,
  },
  {
    type: 'ion_mobility',
    enumeration: 'ccs_method',
    value: 'trajectory_n2_campuzano',
    title: 'Trajectory method, N₂, UFF parameters',
    method: `Collision cross section in nitrogen by the trajectory method with the parameters of Campuzano et al. 2012, by element. RMSE on ${accuracy['ion_mobility/trajectory_n2_campuzano'].size} ions: ${accuracy['ion_mobility/trajectory_n2_campuzano'].rmse} Å².`,
    calibration: null,
  },
  {
    type: 'ion_mobility',
    enumeration: 'ccs_method',
    value: 'trajectory_he_siu',
    title: 'Trajectory method, He',
    method:
      'Collision cross section in helium by the trajectory method with the parameters of Siu et al. 2010 for H, C, N and O.',
    calibration: null,
  },
  {
    type: 'admet',
    enumeration: 'admet_method',
    value: 'rdkit_physicochemical',
    title: 'RDKit physicochemical properties',
    method:
      'Molecular weight, logP, hydrogen-bond donors and acceptors, Lipinski rules, QED, stereocentres and TPSA by RDKit; no trained model.',
    calibration: null,
  },
  {
    type: 'nmr',
    enumeration: 'nmr_method',
    value: 'giao_b3lyp_631gd',
    title: 'GIAO B3LYP/6-31G(d), calibrated',
    method:
      'Shieldings by B3LYP/6-31G(d) with gauge-including orbitals in CPCM, against tetramethylsilane at the same level, mapped to shifts by a line for each kind of nucleus. Couplings are not computed.',
    calibration: withError('nmr/giao_b3lyp_631gd', 'MAE', {
      unit: 'ppm',
      variable: 'σ(TMS) − σ in ppm',
      lines: fittedLines('nmr/giao_b3lyp_631gd'),
      domain:
        'Neutral molecules of H, C, N, O and F in chloroform. Hydrogen on nitrogen or oxygen is outside calibration.',
      source:
        'Own fit on shifts of DELTA50 measured in chloroform (Cohen et al. 2023, DOI 10.3390/molecules28062449); each molecule left out in turn',
      referenceSeen: true,
    }),
  },
  {
    type: 'conformer_search',
    enumeration: 'method',
    value: 'mmff94',
    title: 'MMFF94',
    method: 'Conformers ranked by the MMFF94 force field where GFN-FF is missing.',
    calibration: null,
  },
];

/** The extension with a value, for a workflow type; null when the value is public or unknown. */
export function methodExtension(type: string, value: string): MethodExtension | null {
  return methodExtensions.find((extension) => extension.type === type && extension.value === value) ?? null;
}

/** An error in words for a heading: "± 0.47 (RMSE, n = 52)", or why there is none. `siteClass` null asks for the whole set. */
export function calibrationInWords(calibration: Calibration | null, siteClass: string | null): string {
  if (!calibration) return 'not calibrated';
  const line = siteClass === null ? null : calibration.lines.find((row) => row.class === siteClass);
  if (siteClass !== null && !line) return 'outside calibration';
  const error = line
    ? {
        error: line.leaveOneOut ?? line.rmse,
        kind: line.leaveOneOut ? 'leave-one-out RMSE' : 'RMSE',
        size: line.size,
      }
    : { error: calibration.error, kind: calibration.errorKind, size: calibration.size };
  return calibration.referenceSeen
    ? phrase('± {error} ({kind}, n = {size})', error)
    : phrase('± {error} ({kind}, n = {size}; reference values not verified)', error);
}

/** What Cuvette's own compute adds to an engine of the platform's table; the worker's probe decides what a server really has. */
export type EngineExtension = Pick<
  Engine,
  'name' | 'title' | 'methods' | 'solventModels' | 'tasksNotOffered' | 'periodic'
>;

/** Engines and pairings that the public table lacks: GFN-xTB of molecules through tblite, MMFF94 through RDKit, composites and some functionals through PySCF. */
export const engineExtensions: readonly EngineExtension[] = [
  {
    name: 'tblite',
    title: 'tblite',
    methods: ['gfn2_xtb', 'gfn1_xtb'],
    solventModels: ['alpb', 'gbsa'],
    tasksNotOffered: ['spin_density'],
    periodic: 'yes',
  },
  {
    name: 'rdkit',
    title: 'RDKit',
    methods: ['mmff94'],
    solventModels: [],
    tasksNotOffered: ['spin_density', 'stress'],
    periodic: 'no',
  },
  {
    name: 'pyscf',
    title: 'PySCF',
    methods: ['r2scan_3c', 'b97_3c', 'wb97x_3c', 'bp86', 'b97_d3bj', 'wb97x_d3'],
    solventModels: ['cpcm', 'cosmo', 'pcm', 'SMD'],
    tasksNotOffered: ['stress'],
    periodic: 'no',
  },
];

/** Engines of Cuvette's own compute that give orbitals and isosurfaces beside the platform's `orbitalEngines`. */
export const orbitalEngineExtensions = ['pyscf', 'tblite'] as const;

/** The fast path to orbitals, beside the methods of the engines that compute all electrons: tblite's, of valence electrons. */
export const fastOrbitalMethods = ['gfn2_xtb'] as const;
