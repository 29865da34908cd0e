import { alpbSolvents, solvents, solventsOfModel } from './solvents.ts';

/** Solvents that one program has parameters for, with one method and one implicit model. */
export interface SolventSupport {
  engine: string;
  method: string;
  model: string;
  solvents: readonly string[];
}

const gbsaOfGfn1 = [
  'acetone',
  'acetonitrile',
  'benzene',
  'chloroform',
  'dichloromethane',
  'diethylether',
  'dimethylsulfoxide',
  'methanol',
  'tetrahydrofuran',
  'toluene',
  'water',
] as const;

/**
 * What the programs take, found by asking each for water in every solvent of the platform's list (tblite 0.4 and 0.5 through its Python interface: 17 of
 * the names work with ALPB, the others are refused). Plain data, to be exported as JSON. Where a method and model are not listed, the list of the model holds.
 */
export const solventSupport: readonly SolventSupport[] = [
  { engine: 'tblite', method: 'gfn1_xtb', model: 'alpb', solvents: alpbSolvents },
  { engine: 'tblite', method: 'gfn1_xtb', model: 'gbsa', solvents: gbsaOfGfn1 },
  { engine: 'tblite', method: 'gfn2_xtb', model: 'alpb', solvents: alpbSolvents },
  {
    engine: 'tblite',
    method: 'gfn2_xtb',
    model: 'gbsa',
    solvents: [...gbsaOfGfn1, 'dimethylformamide', 'hexane'].sort(),
  },
  { engine: 'xtb', method: 'gfn_ff', model: 'alpb', solvents: alpbSolvents },
];

/** Solvents of a method in an implicit model, by the name that the API spells. */
export function solventsOf(method: string, model: string): readonly string[] {
  const name = model.toLowerCase();
  const found = solventSupport.find((entry) => entry.method === method && entry.model === name);
  return found?.solvents ?? solventsOfModel(name);
}

const byLooseName = new Map([...solvents.keys()].map((name) => [looseName(name), name]));

function looseName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** A solvent as the API spells it, whatever the case and the dashes; null for a name that is not on the list. */
export function canonicalSolvent(name: string): string | null {
  return byLooseName.get(looseName(name)) ?? null;
}
