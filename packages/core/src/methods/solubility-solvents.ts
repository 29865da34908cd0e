/** A solvent that solubility is predicted in: the SMILES goes over the wire, the first name is shown. */
export interface SolubilitySolvent {
  smiles: string;
  names: readonly string[];
}

const rows: [smiles: string, ...names: string[]][] = [
  ['CC(C)=O', 'acetone'],
  ['CC#N', 'acetonitrile'],
  ['c1ccccc1', 'benzene'],
  ['Clc1ccccc1', 'chlorobenzene'],
  ['ClC(Cl)Cl', 'chloroform'],
  ['C1CCCCC1', 'cyclohexane'],
  ['ClCCl', 'dichloromethane'],
  ['ClCCCl', '1,2-dichloroethane'],
  ['CCOCC', 'diethyl ether'],
  ['CN(C)C=O', 'dimethylformamide', 'dmf'],
  ['CN(C)C(C)=O', 'dimethylacetamide', 'dma'],
  ['CS(C)=O', 'dimethylsulfoxide', 'dmso'],
  ['C1COCCO1', '1,4-dioxane', 'dioxane'],
  ['CCO', 'ethanol'],
  ['CC(=O)OCC', 'ethyl acetate'],
  ['CCCCCCC', 'heptane'],
  ['CCCCCC', 'hexane'],
  ['CC(C)O', 'isopropanol'],
  ['CC(=O)OC(C)C', 'isopropyl acetate'],
  ['CO', 'methanol'],
  ['CN1CCCC1=O', 'n-methylpyrrolidone', 'nmp'],
  ['CCCCCCCCC', 'nonane'],
  ['CCCCCO', 'pentanol', '1-pentanol'],
  ['CC(C)(C)O', 'tert-butanol'],
  ['C1CCCO1', 'tetrahydrofuran', 'thf'],
  ['ClC(Cl)=C(Cl)Cl', 'tetrachloroethylene'],
  ['ClC=C(Cl)Cl', 'trichloroethylene'],
  ['Cc1ccccc1', 'toluene'],
  ['O', 'water'],
];

/** The 29 solvents of fastsolv, in the order of the form (first 29 of the public client's list, 2026-03). */
export const fastsolvSolvents: readonly SolubilitySolvent[] = rows.map(([smiles, ...names]) => ({ smiles, names }));

/** Temperatures of fastsolv in kelvin: 0 to 100 °C in steps of 25. */
export const fastsolvTemperatures = [273.15, 298.15, 323.15, 348.15, 373.15] as const;

/** What kingfisher and ESOL take: water at 298.15 K; a temperature within the tolerance (kelvin) counts as it. */
export const waterOnly = { smiles: 'O', temperature: 298.15, tolerance: 0.1 } as const;

/** Solvents (SMILES) and temperatures (kelvin) that a solubility method offers. */
export function solubilityChoices(method: 'fastsolv' | 'kingfisher' | 'esol'): {
  solvents: readonly SolubilitySolvent[];
  temperatures: readonly number[];
} {
  if (method === 'fastsolv') return { solvents: fastsolvSolvents, temperatures: fastsolvTemperatures };
  return {
    solvents: fastsolvSolvents.filter(({ smiles }) => smiles === waterOnly.smiles),
    temperatures: [waterOnly.temperature],
  };
}

/** Other SMILES of listed solvents that clients write: Kekulé rings, another first atom, explicit hydrogens. */
const otherSpellings: ReadonlyMap<string, string> = new Map([
  ['C1=CC=CC=C1', 'c1ccccc1'],
  ['CC1=CC=CC=C1', 'Cc1ccccc1'],
  ['ClC1=CC=CC=C1', 'Clc1ccccc1'],
  ['C1CCOC1', 'C1CCCO1'],
  ['CCOC(C)=O', 'CC(=O)OCC'],
  ['CCOC(=O)C', 'CC(=O)OCC'],
  ['CC(=O)C', 'CC(C)=O'],
  ['CS(=O)C', 'CS(C)=O'],
  ['O=S(C)C', 'CS(C)=O'],
  ['CN(C)C(=O)C', 'CN(C)C(C)=O'],
  ['CC(=O)N(C)C', 'CN(C)C(C)=O'],
  ['O=CN(C)C', 'CN(C)C=O'],
  ['C(Cl)Cl', 'ClCCl'],
  ['C(Cl)(Cl)Cl', 'ClC(Cl)Cl'],
  ['OC', 'CO'],
  ['OCC', 'CCO'],
  ['OC(C)C', 'CC(C)O'],
  ['O1CCOCC1', 'C1COCCO1'],
  ['O1CCCC1', 'C1CCCO1'],
  ['O=C1CCCN1C', 'CN1CCCC1=O'],
  ['N#CC', 'CC#N'],
  ['[H]O[H]', 'O'],
  ['[OH2]', 'O'],
]);

/** A listed solvent as the list writes it, from any spelling known here; an unknown SMILES stands for itself. */
export function listedSolvent(smiles: string): string {
  return otherSpellings.get(smiles) ?? smiles;
}

/** Name of a solvent given as SMILES; an unknown SMILES stands for itself. */
export function solubilitySolventName(smiles: string): string {
  return fastsolvSolvents.find((solvent) => solvent.smiles === listedSolvent(smiles))?.names[0] ?? smiles;
}
