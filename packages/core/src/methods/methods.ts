import { elementRange } from '../chemistry/elements.ts';

/** Families that methods are grouped by in a form. */
export type MethodFamily =
  | 'force field'
  | 'semiempirical'
  | 'neural network potential'
  | 'density functional'
  | 'composite'
  | 'wave function';

/** A level of theory that the platform knows by name; whether a server can run it is the probe's word, not this table's. */
export interface Method {
  name: string;
  title: string;
  family: MethodFamily;
  /** Engine that the platform's data names for it. */
  defaultEngine: string;
  /** Atomic numbers that it has parameters for; null when its basis set decides. */
  elements: readonly number[] | null;
}

const organic = [1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53];
const toRadon = elementRange(1, 86);
const omol = elementRange(1, 83);
// MOPAC has no parameters for lanthanides but lanthanum and lutetium.
const mopacElements = [...elementRange(1, 57), ...elementRange(71, 83)];
const materials = [...elementRange(1, 83), ...elementRange(89, 95)];

type Row = [name: string, title: string, defaultEngine: string, elements: readonly number[] | null];

function family(name: MethodFamily, rows: Row[]): Method[] {
  return rows.map(([method, title, defaultEngine, elements]) => ({
    name: method,
    title,
    family: name,
    defaultEngine,
    elements,
  }));
}

/** MMFF94 has parameters for these elements (Halgren 1996, DOI 10.1002/(SICI)1096-987X(199604)17:5/6<490::AID-JCC1>3.0.CO;2-P). */
export const mmff94Elements = [1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53] as const;

const all: Method[] = [
  ...family('semiempirical', [
    ['gfn2_xtb', 'GFN2-xTB', 'xtb', toRadon],
    ['gfn1_xtb', 'GFN1-xTB', 'xtb', toRadon],
    ['gfn0_xtb', 'GFN0-xTB', 'xtb', toRadon],
    ['g_xtb', 'g-xTB', 'xtb', elementRange(1, 103)],
    ['pm7', 'PM7', 'mopac', mopacElements],
    ['pm6_d3h4x', 'PM6-D3H4X', 'mopac', mopacElements],
  ]),
  ...family('force field', [
    ['gfn_ff', 'GFN-FF', 'xtb', elementRange(1, 103)],
    ['mmff94', 'MMFF94', 'rdkit', mmff94Elements],
    ['off_sage_2_2_1', 'OpenFF Sage 2.2.1', 'openff', null],
    ['smirnoff_2_2_1_amber_am1bcc', 'SMIRNOFF 2.2.1 + Amber + AM1-BCC', 'openff', null],
  ]),
  ...family('neural network potential', [
    ['omol25_conserving_s', 'OMol25 eSEN conserving small', 'omol25', omol],
    ['uma_m_omol', 'UMA medium (OMol)', 'omol25', omol],
    ['uma_s_omol', 'UMA small (OMol)', 'omol25', omol],
    ['uma_s_omat', 'UMA small (OMat)', 'omol25', omol],
    ['uma_m_omat', 'UMA medium (OMat)', 'omol25', omol],
    ['uma_s_omc', 'UMA small (OMC)', 'omol25', omol],
    ['uma_m_omc', 'UMA medium (OMC)', 'omol25', omol],
    ['aimnet2_wb97md3', 'AIMNet2 (ωB97M-D3)', 'aimnet2', organic],
    ['egret_1', 'Egret-1', 'egret', [1, 6, 7, 8, 9, 15, 16, 17, 35, 53]],
    ['egret_1e', 'Egret-1e', 'egret', [1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53]],
    ['egret_1t', 'Egret-1t', 'egret', [1, 6, 7, 8, 9, 15, 16, 17, 35, 53]],
    ['mace_mp_0', 'MACE-MP-0', 'mace', materials],
    ['mace_mp_0b2_l', 'MACE-MP-0b2-L', 'mace', materials],
    ['orb_v3_conservative_inf_omat', 'Orb-v3 conservative inf (OMat)', 'orb', materials],
    ['orb_v3_conservative_omol', 'Orb-v3 conservative (OMol)', 'orb', materials],
  ]),
  ...family('composite', [
    ['hf_3c', 'HF-3c', 'psi4', toRadon],
    ['b97_3c', 'B97-3c', 'psi4', toRadon],
    ['r2scan_3c', 'r²SCAN-3c', 'psi4', toRadon],
    ['wb97x_3c', 'ωB97X-3c', 'psi4', toRadon],
  ]),
  ...family('density functional', [
    ['pbe', 'PBE', 'psi4', null],
    ['bp86', 'BP86', 'psi4', null],
    ['b97_d3bj', 'B97-D3BJ', 'psi4', null],
    ['r2scan', 'r²SCAN', 'psi4', null],
    ['tpss', 'TPSS', 'psi4', null],
    ['m06l', 'M06-L', 'psi4', null],
    ['pbe0', 'PBE0', 'psi4', null],
    ['b3lyp', 'B3LYP', 'psi4', null],
    ['tpssh', 'TPSSh', 'psi4', null],
    ['m06', 'M06', 'psi4', null],
    ['m062x', 'M06-2X', 'psi4', null],
    ['camb3lyp', 'CAM-B3LYP', 'psi4', null],
    ['wb97x_d3', 'ωB97X-D3', 'psi4', null],
    ['wb97x_v', 'ωB97X-V', 'psi4', null],
    ['wb97m_v', 'ωB97M-V', 'psi4', null],
    ['wb97m_d3bj', 'ωB97M-D3BJ', 'psi4', null],
    ['dsd_blyp_d3bj', 'DSD-BLYP-D3BJ', 'psi4', null],
    ['skala', 'Skala', 'pyscf', null],
  ]),
  ...family('wave function', [['hf', 'Hartree–Fock', 'psi4', null]]),
];

/** All known methods by the name that the API spells. */
export const methods: ReadonlyMap<string, Method> = new Map(all.map((method) => [method.name, method]));

const looseNames = new Map(all.map(({ name }) => [looseKey(name), name]));

function looseKey(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The canonical name of a method; letter case, `-` and `_` do not matter ("R2SCAN-3c" is r2scan_3c). Null when unknown. */
export function canonicalMethod(name: string): string | null {
  return looseNames.get(looseKey(name)) ?? null;
}

/**
 * Most atoms that a structure may have with a method of each family, so that one job does not hold a worker for weeks or run out of its memory: what
 * the field computes on a workstation (quantum-chemical cost grows with the second to fourth power of the size), not what a program refuses by itself.
 */
const familyAtoms: Record<MethodFamily, number> = {
  'force field': 10_000,
  'neural network potential': 10_000,
  semiempirical: 3000,
  composite: 500,
  'density functional': 500,
  'wave function': 500,
};

/** Most atoms that a structure may have with a method; null for a method that nobody knows. */
export function maximumAtoms(name: string): number | null {
  const known = methods.get(name);
  return known ? familyAtoms[known.family] : null;
}

/** Title of a method for headings; an unknown name stands for itself. */
export function methodTitle(name: string): string {
  return methods.get(name)?.title ?? name;
}

/**
 * Whether a method tells which of several spin states lies lower. GFN-xTB and force fields get their order wrong (O₂ singlet below triplet, CH₂ by 18
 * kcal/mol).
 */
export function ranksSpinStates(method: string | null): boolean {
  const family = method ? methods.get(method)?.family : undefined;
  return family !== 'semiempirical' && family !== 'force field';
}
