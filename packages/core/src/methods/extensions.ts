import { phrase, type Text } from '../entities/phrases.ts';
import { accuracy } from './accuracy.ts';
import { applicability, type Domain, outsideInWords, type Subject } from './applicability.ts';
import calibrations from './calibrations.json' with { type: 'json' };
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
  /** How many of its values were not seen in their source; the ± says so. */
  notSeen?: number;
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
  /** The domain as text. */
  domain: string;
  /** The domain as `applicability` judges a molecule by it. */
  limits: Domain;
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
  notSeen?: number;
  slope?: number;
  intercept?: number;
}
const classesOf = (id: keyof typeof accuracy): Readonly<Record<string, MeasuredLine>> => accuracy[id].classes;

/** Lines by class, slope and intercept, with the errors that the bench measured. Throws for a class that it did not measure, a renamed one for instance. */
/* @__NO_SIDE_EFFECTS__ */
export function linesOf(
  id: keyof typeof accuracy,
  lines: () => Readonly<Record<string, { slope: number; intercept: number }>>,
): CalibrationLine[] {
  return Object.entries(lines()).map(([name, { slope, intercept }]): CalibrationLine => {
    const measured = classesOf(id)[name];
    if (!measured) throw new Error(`The class ${name} of ${id} has no measured error: run "npm run bench:accuracy".`);
    const { size, rmse, leaveOneOut } = measured;
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

// The file of data is asked in functions without side effects, so that a bundle that uses no method leaves it out.
/* @__NO_SIDE_EFFECTS__ */
function redoxMethod(): string {
  const { xtb_ionization_shift: shift, absolute_hydrogen_electrode: electrode } = calibrations.redox;
  return `Adiabatic energy difference with GFN2-xTB in ALPB(acetonitrile) minus ${shift} eV (self-interaction shift of GFN2-xTB) minus ${electrode} V for the absolute hydrogen electrode (the IUPAC recommends 4.44 ± 0.02 V); reductions are then mapped by a line for the class of the acceptor.`;
}

/* @__NO_SIDE_EFFECTS__ */
function ionMobilityLines(): CalibrationLine[] {
  return Object.entries(calibrations.ion_mobility).map(([name, line]) => ({ class: name, ...line }));
}

/** Where both ESOL equations hold: what the compounds that they were fitted to are made of. */
const delaneyDomain = {
  unit: 'log10 of mol/L',
  variable: 'log S of the equation',
  lines: [],
  domain:
    'Neutral organic molecules of H, C, N, O, F, P, S, Cl, Br and I with at most 55 heavy atoms, in water at 25 °C.',
  limits: {
    elements: [1, 6, 7, 8, 9, 15, 16, 17, 35, 53],
    charges: [0, 0],
    multiplicities: [1],
    heavyAtoms: [1, 55],
  },
  source: 'Delaney 2004 (DOI 10.1021/ci034243x); the error is that on the compounds of the fit',
  referenceSeen: true,
} as const;

/** Where the measured values of bond dissociation enthalpies come from, after their number. */
const bondEnthalpies =
  'bond dissociation enthalpies at 298 K from enthalpies of formation of the Active Thermochemical Tables (Ruscic et al., Argonne National Laboratory)';
const bondClassesInWords =
  'Alpha C–H bonds are beside O, N, S or a carbonyl group, haloalkyl C–H bonds beside a halogen; formyl C–H bonds are those of aldehydes.';

/** Where the lines of pKa hold; charges are those of the forms that a proton joins. */
const pkaElements = [1, 6, 7, 8, 9, 14, 16, 17, 35];

/** What both methods of tautomers were compared with. */
const tautomerDomain = {
  domain:
    'Hydroxy-, amino- and mercapto-pyridines and diazines, amino-azoles, and enols of aldehydes and ketones in water at 298 K.',
  limits: { elements: [1, 6, 7, 8, 16], charges: [0, 0], multiplicities: [1], solvents: ['water'] },
  source: `${accuracy['tautomers/gfn2_alpb'].size} measured equilibria in water of Kenny and Taylor's compilation (DOI 10.6084/m9.figshare.8966276.v1), as Tautobase lists them`,
  referenceSeen: true,
} as const;

/** Our extensions of the public enumerations: every one that the product writes is in this list. */
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
      lines: linesOf('pka/gfn2_alpb_linear', () => calibrations.pka.lines),
      domain:
        'Carboxylic acids, phenols, alcohols, thiols, α-carbonyl C–H acids, and the conjugate acids of aromatic nitrogen, anilines and aliphatic amines in water at 298 K. Other groups (sulfonamide, imide, amide N–H, guanidine, tetrazole) are outside calibration.',
      limits: { elements: pkaElements, charges: [-1, 1], multiplicities: [1] },
      source: tr215,
      referenceSeen: true,
    }),
  },
  {
    type: 'redox_potential',
    enumeration: 'redox_method',
    value: 'gfn2_alpb_absolute',
    title: 'GFN2-xTB/ALPB, by class of couple',
    method: redoxMethod(),
    calibration: withError('redox_potential/gfn2_alpb_absolute', 'RMSE', {
      unit: 'V',
      variable: 'potential against the absolute electrode in V',
      lines: fittedLines('redox_potential/gfn2_alpb_absolute'),
      domain:
        'One-electron couples of neutral organic molecules: reductions of 1,4-quinones, aromatic ketones and other acceptors in aprotic solvents, oxidations of arenes and anilines in acetonitrile. Proton-coupled couples are refused; metal complexes are outside calibration.',
      limits: { elements: [1, 6, 7, 8, 16, 17], charges: [0, 0], multiplicities: [1] },
      source: `Own fit on ${accuracy['redox_potential/gfn2_alpb_absolute'].size} couples (sources in docs/accuracy.md); the error of a class is that of each couple by the others`,
      referenceSeen: true,
    }),
  },
  {
    type: 'bde',
    enumeration: 'mode',
    value: 'r2scan3c_gfn2_by_class',
    title: 'r²SCAN-3c//GFN2-xTB, by bond class',
    method:
      'Enthalpy of both radicals minus enthalpy of the molecule at 298 K: r²SCAN-3c energies (unrestricted) at GFN2-xTB geometries with GFN2-xTB frequencies, plus an offset for the class of the bond.',
    calibration: withError('bde/r2scan3c_gfn2_by_class', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'ΔH(298 K) in kcal/mol',
      lines: fittedLines('bde/r2scan3c_gfn2_by_class'),
      domain: `Homolytic cleavage of single bonds of small neutral closed-shell molecules. ${bondClassesInWords} A bond of another class gets the line of all bonds, and no ±.`,
      limits: { elements: [1, 6, 7, 8, 9, 16, 17, 35], charges: [0, 0], multiplicities: [1] },
      source: `Own fit on ${accuracy['bde/r2scan3c_gfn2_by_class'].size} ${bondEnthalpies}; the error of a class is that of each bond by the others of its class, or of its elements where it is alone`,
      referenceSeen: true,
    }),
  },
  {
    type: 'bde',
    enumeration: 'mode',
    value: 'gfn2_bond_type',
    title: 'GFN2-xTB, by bond class',
    method:
      'Energy of both radicals minus energy of the molecule with GFN2-xTB, plus an offset for the class of the bond.',
    calibration: withError('bde/gfn2_bond_type', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'ΔE in kcal/mol',
      lines: fittedLines('bde/gfn2_bond_type'),
      domain: `Homolytic cleavage of C–H, C–C, C–halogen, N–H, O–H and S–H bonds of small neutral closed-shell molecules. ${bondClassesInWords}`,
      refused: 'C–O, C–N, C–S, O–O and N–N bonds: the error scatters by 13 to 18 kcal/mol.',
      limits: { elements: [1, 6, 7, 8, 9, 16, 17, 35], charges: [0, 0], multiplicities: [1] },
      source: `Own fit on ${accuracy['bde/gfn2_bond_type'].size} ${bondEnthalpies}; the error of a class is that of each bond by the others of its class, or of its elements where it is alone`,
      referenceSeen: true,
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
      lines: fittedLines('bde/b3lyp_631gd_gfn2_linear'),
      domain:
        'Homolytic cleavage of single bonds of small neutral closed-shell molecules. The order of O–H and benzylic C–H bonds can come out wrong: phenol 84.1 and ethylbenzene 89.9, where 87.8 and about 85 are measured.',
      limits: { elements: [1, 6, 7, 8, 9, 16, 17, 35], charges: [0, 0], multiplicities: [1] },
      source: `Own fit on ${accuracy['bde/b3lyp_631gd_gfn2_linear'].size} ${bondEnthalpies}`,
      referenceSeen: true,
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
      lines: fittedLines('bde/wb97xd_631gd_gfn2_linear'),
      domain: 'Homolytic cleavage of single bonds of small neutral closed-shell molecules.',
      limits: { elements: [1, 6, 7, 8, 9, 16, 17, 35], charges: [0, 0], multiplicities: [1] },
      source: `Own fit on ${accuracy['bde/wb97xd_631gd_gfn2_linear'].size} ${bondEnthalpies}`,
      referenceSeen: true,
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
      limits: { elements: [1, 6, 7, 8, 9, 15, 16, 17], charges: [0, 0], multiplicities: [1] },
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
    calibration: withError('solubility/esol_crippen', 'RMSE', delaneyDomain),
  },
  {
    type: 'solubility',
    enumeration: 'solubility_method',
    value: 'esol_environments',
    title: 'ESOL with logP from atom environments',
    method:
      'ESOL equation with the coefficients of Delaney 2004 (0.16 − 0.63 logP − 0.0062 MW + 0.066 RB − 0.74 AP) and our logP, a fit to measured values, in place of Daylight’s.',
    calibration: withError('solubility/esol_environments', 'RMSE', delaneyDomain),
  },
  {
    type: 'solvent_dependent_conformers',
    enumeration: 'final_correction',
    value: 'gfn2_alpb_solvation',
    title: 'GFN2-xTB with ALPB',
    method: 'Energy with GFN2-xTB in ALPB less that in the gas phase, at the same geometry.',
    calibration: null,
  },
  {
    type: 'solvent_dependent_conformers',
    enumeration: 'final_correction',
    value: 'dft_cpcm_solvation',
    title: 'The method of the energy with CPCM',
    method: 'Energy with the method of the single point in CPCM less that in the gas phase, at the same geometry.',
    calibration: null,
  },
  {
    type: 'solvent_dependent_conformers',
    enumeration: 'final_correction',
    value: 'dft_smd_solvation',
    title: 'The method of the energy with SMD',
    method: 'Energy with the method of the single point in SMD less that in the gas phase, at the same geometry.',
    calibration: null,
  },
  {
    type: 'logp',
    enumeration: 'logp_method',
    value: 'environment_ridge_physprop',
    title: 'logP from atom environments',
    method:
      'A sum of contributions of the atoms by their surroundings up to two bonds away, fitted to 11326 measured values of the PHYSPROP database.',
    calibration: {
      unit: 'log10',
      size: 1258,
      error: 0.42,
      errorKind: 'RMSE',
      variable: 'logP of the sum',
      lines: [],
      domain: 'Neutral organic molecules of H, C, N, O, F, Si, P, S, Cl, Br and I.',
      limits: { elements: [1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53], charges: [0, 0], multiplicities: [1] },
      source:
        'Own fit on PHYSPROP (Mansouri et al. 2016, DOI 10.1080/1062936X.2016.1253611); the error is that on 1258 values that were kept apart',
      referenceSeen: true,
    },
  },
  {
    type: 'macropka',
    enumeration: 'macropka_method',
    value: 'gfn2_alpb_linear',
    title: 'GFN2-xTB/ALPB, calibrated by site',
    method: `Free energies of the microstates from the pKa of each site (GFN2-xTB in ALPB(water), a line for each class of sites); macroscopic values are ratios of their sums. RMSE of ${accuracy['macropka/gfn2_alpb_linear'].size} macroscopic pKa of our set: ${accuracy['macropka/gfn2_alpb_linear'].rmse}.`,
    calibration: withError('macropka/gfn2_alpb_linear', 'RMSE', {
      unit: 'pKa',
      variable: 'pKa',
      lines: [],
      domain:
        'Molecules whose sites have lines in the calibration of microscopic pKa; several equal groups and diamines are off by more.',
      limits: { elements: pkaElements, multiplicities: [1] },
      source:
        'Compared with macroscopic pKa of acids, amino acids and bases in water (sources in docs/accuracy.md); nothing is fitted to them',
      referenceSeen: false,
    }),
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
    value: 'gfn2_alpb_hydroxyl',
    title: 'GFN2-xTB/ALPB(water), hydroxyl groups corrected',
    method:
      'Tautomers enumerated by RDKit, conformers of each optimized with GFN2-xTB, ranked by the lowest energy with GFN2-xTB in ALPB(water) plus one fitted number for each hydroxyl group on carbon, which GFN2-xTB makes too stable compared with C–H and N–H.',
    calibration: withError('tautomers/gfn2_alpb_hydroxyl', 'RMSE', {
      unit: 'kcal/mol',
      variable: 'energy of a tautomer in kcal/mol, for each hydroxyl group on carbon',
      lines: fittedLines('tautomers/gfn2_alpb_hydroxyl'),
      ...tautomerDomain,
      source: `Own fit on ${tautomerDomain.source}; the error is that of each equilibrium by the fit to the others`,
    }),
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
      ...tautomerDomain,
      source: `Own comparison with ${tautomerDomain.source}; nothing is fitted`,
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
      lines: ionMobilityLines(),
      domain: 'Ions of 100 to 460 amu with one charge in nitrogen at about 300 K.',
      limits: { charges: [1, 1], mass: [100, 460] },
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
      limits: { elements: [1, 6, 7, 8, 9], charges: [0, 0], multiplicities: [1], solvents: ['chloroform'] },
      source:
        'Own fit on shifts of DELTA50 measured in chloroform (Cohen et al. 2023, DOI 10.3390/molecules28062449) and of alcohols and esters (Babij et al. 2016); each molecule left out in turn',
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

/**
 * The error of a calibration for a number, as text: "± 0.47 (RMSE, n = 52)", or why there is none.
 * @param subject what the number is of; its `class` is missing where the error of the whole set is asked for
 */
export function calibrationInWords(calibration: Calibration | null, subject: Subject): Text {
  if (!calibration) return 'not calibrated';
  const judged = applicability(calibration, subject);
  if (!judged.inside) return outsideInWords(judged.reasons);
  const { line } = judged;
  const error = line
    ? {
        error: line.leaveOneOut ?? line.rmse,
        kind: line.leaveOneOut ? 'leave-one-out RMSE' : 'RMSE',
        size: line.size,
      }
    : { error: calibration.error, kind: calibration.errorKind, size: calibration.size };
  if (!calibration.referenceSeen) {
    return phrase('± {error} ({kind}, n = {size}; reference values not verified)', error);
  }
  return line?.notSeen
    ? phrase('± {error} ({kind}, n = {size}; {count} of the reference values not verified)', {
        ...error,
        count: line.notSeen,
      })
    : phrase('± {error} ({kind}, n = {size})', error);
}

/** What Cuvette's own compute adds to an engine of the platform's table; the worker's probe decides what a server really has. */
export type EngineExtension = Pick<
  Engine,
  'name' | 'title' | 'methods' | 'solventModels' | 'tasksNotOffered' | 'periodic'
>;

/** Engines and pairings that the public table lacks: GFN-xTB of molecules through tblite, MMFF94 through RDKit, composites and some functionals through PySCF, programs that an administrator installs. */
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
  {
    name: 'orca',
    title: 'ORCA',
    methods: [
      ...[
        'hf',
        'pbe',
        'bp86',
        'b97_d3bj',
        'r2scan',
        'tpss',
        'm06l',
        'pbe0',
        'b3lyp',
        'tpssh',
        'm06',
        'm062x',
        'camb3lyp',
      ],
      ...['wb97x_d3', 'wb97x_v', 'wb97m_v', 'wb97m_d3bj', 'dsd_blyp_d3bj', 'hf_3c', 'b97_3c', 'r2scan_3c', 'wb97x_3c'],
    ],
    solventModels: ['cpcm', 'cosmo', 'SMD'],
    tasksNotOffered: ['stress', 'spin_density'],
    periodic: 'no',
  },
  {
    name: 'mopac',
    title: 'MOPAC',
    methods: ['pm7', 'pm6_d3h4x'],
    solventModels: ['cosmo'],
    tasksNotOffered: ['stress', 'spin_density', 'hessian', 'frequencies'],
    periodic: 'no',
  },
];

/** Engines of Cuvette's own compute that give orbitals and isosurfaces beside the platform's `orbitalEngines`. */
export const orbitalEngineExtensions = ['pyscf', 'tblite'] as const;

/** The fast path to orbitals, beside the methods of the engines that compute all electrons: tblite's, of valence electrons. */
export const fastOrbitalMethods = ['gfn2_xtb'] as const;
