const names: [name: string, title: string][] = [
  ['water', 'Water'],
  ['nitromethane', 'Nitromethane'],
  ['nitrobenzene', 'Nitrobenzene'],
  ['toluene', 'Toluene'],
  ['benzene', 'Benzene'],
  ['chlorobenzene', 'Chlorobenzene'],
  ['carbontetrachloride', 'Carbon tetrachloride'],
  ['dichloroethane', '1,2-Dichloroethane'],
  ['dichloromethane', 'Dichloromethane'],
  ['chloroform', 'Chloroform'],
  ['diethylether', 'Diethyl ether'],
  ['diisopropylether', 'Diisopropyl ether'],
  ['dimethylsulfoxide', 'Dimethyl sulfoxide'],
  ['tetrahydrofuran', 'Tetrahydrofuran'],
  ['cyclohexane', 'Cyclohexane'],
  ['octane', 'Octane'],
  ['aceticacid', 'Acetic acid'],
  ['hexane', 'Hexane'],
  ['ethylacetate', 'Ethyl acetate'],
  ['acetone', 'Acetone'],
  ['acetonitrile', 'Acetonitrile'],
  ['methanol', 'Methanol'],
  ['ethanol', 'Ethanol'],
  ['isopropanol', 'Isopropanol'],
  ['octanol', 'Octanol'],
  ['dimethylacetamide', 'Dimethylacetamide'],
  ['dimethylformamide', 'Dimethylformamide'],
  ['n_methylpyrrolidone', 'N-Methylpyrrolidone'],
  ['ethylene_glycol', 'Ethylene glycol'],
];

/** Solvents of the implicit models, by the name that the API spells. */
export const solvents: ReadonlyMap<string, string> = new Map(names);

/** Solvents that ALPB has parameters for (Ehlert et al. 2021, DOI 10.1021/acs.jctc.1c00471, as the platform offers them). */
export const alpbSolvents: readonly string[] = [
  'acetone',
  'acetonitrile',
  'benzene',
  'chloroform',
  'dichloromethane',
  'diethylether',
  'dimethylformamide',
  'dimethylsulfoxide',
  'ethanol',
  'ethylacetate',
  'hexane',
  'methanol',
  'nitromethane',
  'octanol',
  'tetrahydrofuran',
  'toluene',
  'water',
];

/** Solvents that CPCM-X has parameters for, as the platform offers them (Stahn et al. 2023, DOI 10.1021/acs.jpca.3c04382). */
export const cpcmxSolvents: readonly string[] = [
  'aceticacid',
  'acetonitrile',
  'benzene',
  'carbontetrachloride',
  'chlorobenzene',
  'chloroform',
  'cyclohexane',
  'dichloroethane',
  'dichloromethane',
  'diethylether',
  'diisopropylether',
  'dimethylacetamide',
  'dimethylformamide',
  'dimethylsulfoxide',
  'ethanol',
  'ethylacetate',
  'hexane',
  'isopropanol',
  'nitrobenzene',
  'nitromethane',
  'octane',
  'octanol',
  'tetrahydrofuran',
  'toluene',
  'water',
];

/** Solvents that the table of SMD lacks (Marenich et al. 2009, DOI 10.1021/jp810292n). */
const notInSmd = new Set(['n_methylpyrrolidone']);

/** Solvents of an implicit model; the polarizable continuum models publish no limit and take all names. */
export function solventsOfModel(model: string): readonly string[] {
  if (model === 'alpb') return alpbSolvents;
  if (model === 'cpcmx') return cpcmxSolvents;
  if (model.toLowerCase() === 'smd') return [...solvents.keys()].filter((name) => !notInSmd.has(name));
  return [...solvents.keys()];
}

/** Solvents that a use allows, first one the default. */
export const solventsByUse = {
  /** Microscopic pKa, AIMNet2. */
  aimnet2_wagen2024: ['water'],
  /** Microscopic pKa, Chemprop. */
  chemprop_nevolianis2025: [
    'water',
    'dimethylsulfoxide',
    'dimethylformamide',
    'acetonitrile',
    'methanol',
    'ethanol',
    'ethylene_glycol',
    'n_methylpyrrolidone',
  ],
  redox_potential: ['acetonitrile'],
  nmr: [
    'chloroform',
    'tetrahydrofuran',
    'dichloromethane',
    'acetone',
    'acetonitrile',
    'dimethylsulfoxide',
    'methanol',
    'water',
    'benzene',
    'toluene',
    'chlorobenzene',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Solvent models that CREST's metadynamics takes. */
export const metadynamicsSolventModels = ['alpb', 'gbsa'] as const;

/** SMILES of the solvents, for drawing. */
export const solventSmiles: ReadonlyMap<string, string> = new Map([
  ['water', 'O'],
  ['nitromethane', 'C[N+](=O)[O-]'],
  ['nitrobenzene', 'O=[N+]([O-])c1ccccc1'],
  ['toluene', 'Cc1ccccc1'],
  ['benzene', 'c1ccccc1'],
  ['chlorobenzene', 'Clc1ccccc1'],
  ['carbontetrachloride', 'ClC(Cl)(Cl)Cl'],
  ['dichloroethane', 'ClCCCl'],
  ['dichloromethane', 'ClCCl'],
  ['chloroform', 'ClC(Cl)Cl'],
  ['diethylether', 'CCOCC'],
  ['diisopropylether', 'CC(C)OC(C)C'],
  ['dimethylsulfoxide', 'CS(C)=O'],
  ['tetrahydrofuran', 'C1CCOC1'],
  ['cyclohexane', 'C1CCCCC1'],
  ['octane', 'CCCCCCCC'],
  ['aceticacid', 'CC(=O)O'],
  ['hexane', 'CCCCCC'],
  ['ethylacetate', 'CCOC(C)=O'],
  ['acetone', 'CC(C)=O'],
  ['acetonitrile', 'CC#N'],
  ['methanol', 'CO'],
  ['ethanol', 'CCO'],
  ['isopropanol', 'CC(C)O'],
  ['octanol', 'CCCCCCCCO'],
  ['dimethylacetamide', 'CN(C)C(C)=O'],
  ['dimethylformamide', 'CN(C)C=O'],
  ['n_methylpyrrolidone', 'CN1CCCC1=O'],
  ['ethylene_glycol', 'OCCO'],
]);

/** Title of a solvent for headings. */
export function solventTitle(name: string): string {
  return solvents.get(name) ?? name;
}
