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

/** Title of a solvent for headings. */
export function solventTitle(name: string): string {
  return solvents.get(name) ?? name;
}
