import { elementRange } from '../chemistry/elements.ts';
import type { Task } from '../entities/settings.ts';
import { engineExtensions } from './extensions.ts';

/** What an engine does, as the platform's table says; whether a server has it is the probe's word. */
export interface Engine {
  name: string;
  title: string;
  /** Methods, preferred first. */
  methods: readonly string[];
  /** Atomic numbers that it takes; null when the method or the basis set decides. */
  elements: readonly number[] | null;
  solventModels: readonly string[];
  /** Dispersion corrections that its methods can take unless the method says otherwise. */
  corrections: readonly string[];
  /** Whether a basis set can be chosen. */
  basisSetChoice: boolean;
  tasksNotOffered: readonly Task[];
  /** Further tasks that are missing for a periodic system. */
  tasksNotOfferedPeriodic: readonly Task[];
  openShell: boolean;
  charged: boolean;
  /** `materials`: meant for periodic systems, a molecule gets a warning; `only`: periodic systems only. */
  periodic: 'no' | 'yes' | 'materials' | 'only';
}

const organic = [1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53];
const materials = [...elementRange(1, 83), ...elementRange(89, 95)];
const potential = {
  solventModels: ['alpb', 'cpcmx'],
  corrections: [],
  basisSetChoice: false,
  tasksNotOffered: ['charge', 'dipole', 'spin_density'],
  tasksNotOfferedPeriodic: ['frequencies'],
} as const;
const functionals = ['pbe', 'r2scan', 'tpss', 'm06l', 'pbe0', 'b3lyp', 'tpssh', 'm06', 'm062x', 'camb3lyp'];
const quantumChemistry = {
  elements: null,
  basisSetChoice: true,
  tasksNotOffered: [],
  tasksNotOfferedPeriodic: [],
  openShell: true,
  charged: true,
  periodic: 'no',
} as const;
const pyscf = {
  ...quantumChemistry,
  methods: [...functionals, 'wb97x_v', 'wb97m_v', 'wb97m_d3bj', 'hf', 'skala'],
  solventModels: ['cpcm', 'cosmo', 'pcm', 'SMD'],
  corrections: ['d3bj', 'd4'],
};

const all: Engine[] = [
  {
    name: 'aimnet2',
    title: 'AIMNet2',
    ...potential,
    methods: ['aimnet2_wb97md3'],
    elements: organic,
    tasksNotOffered: ['dipole', 'spin_density'],
    openShell: false,
    charged: true,
    periodic: 'yes',
  },
  {
    name: 'egret',
    title: 'Egret',
    ...potential,
    methods: ['egret_1', 'egret_1e', 'egret_1t'],
    elements: null,
    openShell: false,
    charged: false,
    periodic: 'yes',
  },
  {
    name: 'mace',
    title: 'MACE',
    ...potential,
    methods: ['mace_mp_0b2_l'],
    elements: materials,
    corrections: ['d3bj'],
    openShell: false,
    charged: false,
    periodic: 'materials',
  },
  {
    name: 'omol25',
    title: 'OMol25 (fairchem)',
    ...potential,
    methods: ['omol25_conserving_s', 'uma_s_omol', 'uma_m_omol', 'uma_s_omat', 'uma_m_omat', 'uma_s_omc', 'uma_m_omc'],
    elements: elementRange(1, 83),
    openShell: true,
    charged: true,
    periodic: 'yes',
  },
  {
    name: 'orb',
    title: 'Orb',
    ...potential,
    methods: ['orb_v3_conservative_inf_omat'],
    elements: materials,
    corrections: ['d3'],
    openShell: false,
    charged: false,
    periodic: 'materials',
  },
  {
    name: 'xtb',
    title: 'xTB',
    ...potential,
    methods: ['gfn2_xtb', 'g_xtb', 'gfn_ff', 'gfn0_xtb', 'gfn1_xtb'],
    elements: null,
    tasksNotOffered: ['spin_density'],
    tasksNotOfferedPeriodic: [],
    openShell: true,
    charged: true,
    periodic: 'no',
  },
  {
    name: 'tblite',
    title: 'tblite',
    ...potential,
    methods: ['gfn2_xtb'],
    elements: elementRange(1, 86),
    solventModels: [],
    tasksNotOffered: ['spin_density', 'frequencies', 'optimize_ts'],
    tasksNotOfferedPeriodic: [],
    openShell: true,
    charged: true,
    periodic: 'only',
  },
  {
    name: 'psi4',
    title: 'Psi4',
    ...quantumChemistry,
    methods: [
      'hf',
      ...functionals,
      'wb97x_v',
      'wb97x_d3',
      'wb97m_v',
      'wb97m_d3bj',
      'hf_3c',
      'b97_3c',
      'b97_d3bj',
      'r2scan_3c',
      'wb97x_3c',
      'dsd_blyp_d3bj',
    ],
    solventModels: ['cpcm', 'pcm'],
    corrections: ['d3bj'],
  },
  { name: 'pyscf', title: 'PySCF', ...pyscf },
  { name: 'gpu4pyscf', title: 'GPU4PySCF', ...pyscf },
  {
    name: 'openff',
    title: 'OpenFF',
    ...potential,
    methods: ['off_sage_2_2_1', 'smirnoff_2_2_1_amber_am1bcc'],
    elements: null,
    solventModels: [],
    openShell: false,
    charged: true,
    periodic: 'yes',
  },
  { name: 'terachem', title: 'TeraChem', ...quantumChemistry, methods: [], solventModels: [], corrections: [] },
];

/**
 * Engines by the name that the API spells: methods, elements, solvent models, corrections, tasks, open shell, charge and cell. Source: the public
 * client's compatibility table (2026-02), which mirrors the platform's form; `pcm` and `SMD` are the public models' spellings of its `iefpcm` and `smd`.
 */
export const engines: ReadonlyMap<string, Engine> = new Map(all.map((engine) => [engine.name, engine]));

/** Whether an engine is one of the platform's table or of those that Cuvette adds. */
export function isEngine(name: string): boolean {
  return engines.has(name) || engineExtensions.some((row) => row.name === name);
}

/** Title of an engine for headings; an unknown name stands for itself. */
export function engineTitle(name: string): string {
  return engines.get(name)?.title ?? engineExtensions.find((row) => row.name === name)?.title ?? name;
}

/** Engines for a method: those of the platform's table in its order, then what Cuvette's own compute adds. */
export function enginesOf(method: string): string[] {
  const offering = [...all, ...engineExtensions].filter(({ methods }) => methods.includes(method));
  return [...new Set(offering.map(({ name }) => name))];
}

/** Solvent models of a method on an engine. */
export function solventModelsOf(method: string, engine: string): readonly string[] {
  const own = engineExtensions.find(({ name, methods }) => name === engine && methods.includes(method));
  return own?.solventModels ?? engines.get(engine)?.solventModels ?? [];
}

/** Tasks that are missing for a method on an engine, leaving the method's own limits aside. */
export function tasksMissing(method: string, engine: string, periodic: boolean): readonly Task[] {
  const own = engineExtensions.find(({ name, methods }) => name === engine && methods.includes(method));
  if (own && !periodic) return own.tasksNotOffered;
  const row = engines.get(engine);
  return [...(row?.tasksNotOffered ?? []), ...(periodic ? (row?.tasksNotOfferedPeriodic ?? []) : [])];
}

/** Engines that a double-ended transition-state search takes. */
export const doubleEndedSearchEngines = ['aimnet2', 'egret', 'mace', 'omol25', 'orb', 'xtb', 'psi4'] as const;

/** Engines that give orbitals and isosurfaces. */
export const orbitalEngines = ['psi4'] as const;
