import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodExtension } from '@cuvette/core/methods';
import { Molecule } from 'openchemlib';
import { type BasicityComparison, type BasicityRows, basicity, type FirstFit } from './basicity.ts';
import { deviation, fit, leftOut, type Point, type Sample } from './statistics.ts';

/** A check set: what it is of, where its measured values come from, and its values. */
export interface CheckSet {
  /** Workflow type and method as "type/method"; other text where a set checks no method of our own. */
  id: string;
  title: string;
  method: string;
  unit: string;
  source: string;
  /** What was computed for these numbers, and when. */
  ran: string;
  points: readonly Point[];
}

/** What the product prints of a method: its own error, and for each class the size of its set, the RMSE of its line and that of leaving out. */
export interface PrintedError {
  size: number;
  mae: number;
  rmse: number;
  classes: Record<string, { size: number; rmse: number; leaveOneOut?: number; slope?: number; intercept?: number }>;
}

export interface Accuracy {
  sets: CheckSet[];
  printed: Record<string, PrintedError>;
  /** What two fits of hydrogen-bond basicity have on the same molecules. */
  basicity: BasicityComparison;
}

type Row = (string | number)[];
const root = join(import.meta.dirname, '../../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

const calibrations = () =>
  read('packages/core/src/methods/fixtures/calibration.json') as Record<string, { rows: Row[] } | undefined>;
const rowsOf = (name: string): Row[] => calibrations()[name]?.rows ?? [];

const kept = 'energies kept from the fit, made with xtb 6.5.1 and psi4 1.3.2; not computed again';

/** Errors of the lines that stand in core, class by class, and of leaving one out. */
function ofLines(id: string, samples: readonly Sample[]): { points: Point[]; printed: PrintedError } {
  const [type = '', value = ''] = id.split('/');
  const lines = methodExtension(type, value)?.calibration?.lines ?? [];
  const lineOf = (name: string) => lines.find((line) => line.class === name);
  const points = samples.map(({ name, group, offset, x, y }) => {
    const line = lineOf(offset);
    if (!line) throw new Error(`${id} has no line for ${offset}.`);
    return { name, group, computed: line.slope * x + line.intercept, measured: y };
  });
  const classes: PrintedError['classes'] = {};
  for (const [group, own] of Map.groupBy(samples, (sample) => sample.group)) {
    const rmse = deviation(points.filter((point) => point.group === group)).rmse;
    for (const name of new Set(own.map(({ offset }) => offset))) {
      // An offset alone is no fitted line.
      const leaveOneOut = lineOf(name)?.slope === 1 ? {} : { leaveOneOut: rounded(deviation(leftOut(own)).rmse, 2) };
      classes[name] = { size: own.length, rmse: rounded(rmse, 2), ...leaveOneOut };
    }
  }
  const all = deviation(points);
  return { points, printed: { size: all.size, mae: rounded(all.mae, 2), rmse: rounded(all.rmse, 2), classes } };
}

const degrees = ['', 'primary amine', 'secondary amine', 'tertiary amine'];

/** How many carbons the amine nitrogen of a molecule has. */
function amineClass(smiles: string): string {
  const molecule = Molecule.fromSmiles(smiles);
  for (let atom = 0; atom < molecule.getAllAtoms(); atom++) {
    if (molecule.getAtomicNo(atom) === 7 && molecule.getAtomPi(atom) === 0)
      return degrees[molecule.getConnAtoms(atom)] ?? '';
  }
  return '';
}

/** The class of a bond by the atoms that carry the unpaired electrons of its two radicals. */
function bondClass(first: string, second: string): string | null {
  const atomOf = (radical: string) => /\[([A-Z][a-z]?|c)/.exec(radical)?.[1]?.toUpperCase() ?? '';
  const [one, other] = [atomOf(first), atomOf(second)];
  if (other === 'H') return `${one}–H`;
  if (one === 'C' && other === 'C') return 'C–C';
  return one === 'C' && ['F', 'CL', 'BR', 'I'].includes(other) ? 'C–halogen' : null;
}

interface NmrPoints {
  classes: (string | null)[];
  shieldings: (number | null)[];
}

/** Shifts of DELTA50: one for each shielding of a molecule that has a measured shift. */
function nmrSamples(): Sample[] {
  const { molecules } = read('packages/compute/bench/sets/nmr-delta50.json') as {
    molecules: { name: string; numbers: number[]; shifts: (number | null)[] }[];
  };
  const found = read('packages/compute/bench/points/nmr.json') as Record<string, NmrPoints>;
  const reference = { C: 0, 'H on C': 0, ...tetramethylsilane() } as Record<string, number>;
  return molecules.flatMap(({ name, shifts }) => {
    const own = found[name];
    const seen = new Set<string>();
    return (own?.shieldings ?? []).flatMap((shielding, atom): Sample[] => {
      const [group, y] = [own?.classes[atom] ?? '', shifts[atom]];
      const key = `${group} ${shielding}`;
      if (shielding === null || typeof y !== 'number' || !(group in reference) || seen.has(key)) return [];
      seen.add(key);
      const x = (reference[group] ?? 0) - shielding;
      return [{ name: `${name}, ${group === 'C' ? 'C' : 'H'}${atom + 1}`, group, unit: name, offset: group, x, y }];
    });
  });
}

/** Shieldings of the reference in chloroform, from what core exports. */
function tetramethylsilane(): Record<string, number> {
  const { nmr_reference: reference } = read('packages/compute/src/cuvette_compute/schemas/knowledge.json') as {
    nmr_reference: { shieldings: { chloroform: Record<string, number> } };
  };
  const { chloroform } = reference.shieldings;
  return { C: chloroform['6'] ?? 0, 'H on C': chloroform['1'] ?? 0 };
}

/** Lines and errors of shifts, each molecule predicted by the line of the others. */
function nmr(): { sets: CheckSet[]; printed: PrintedError } {
  const samples = nmrSamples();
  const classes: PrintedError['classes'] = {};
  const sets: CheckSet[] = [];
  const all: Point[] = [];
  for (const [group, own] of Map.groupBy(samples, (sample) => sample.group)) {
    const { slope, intercepts } = fit(own);
    const intercept = intercepts.get(group) ?? 0;
    const fitted = own.map(({ name, x, y }) => ({ name, group, computed: slope * x + intercept, measured: y }));
    const points = leftOut(own);
    all.push(...points);
    classes[group] = {
      size: own.length,
      rmse: rounded(deviation(fitted).rmse, 2),
      leaveOneOut: rounded(deviation(points).rmse, 2),
      slope: rounded(slope, 4),
      intercept: rounded(intercept, 3),
    };
    const molecules = new Set(own.map(({ unit }) => unit)).size;
    sets.push({
      id: 'nmr/giao_b3lyp_631gd',
      title: `NMR, ${group === 'C' ? '¹³C' : '¹H on carbon'}`,
      method:
        'GIAO B3LYP/6-31G(d) in CPCM(chloroform), geometries by GFN2-xTB; each molecule by the line of the others',
      unit: 'ppm',
      source: 'DELTA50: Cohen et al., Molecules 2023, 28, 2449 (10.3390/molecules28062449), measured in CDCl₃',
      ran: `${molecules} of the 50 molecules, the smaller ones, by the recipe, 2026-11-22`,
      points,
    });
  }
  const { size, mae, rmse } = deviation(all);
  return { sets, printed: { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes } };
}

/** Where the collision cross sections of the check set come from. */
const driftTubes =
  'drift-tube values: tetraalkylammonium ions, means of three, in the table of calibrants of PNNL’s viewer of ion-mobility data (their publication was not found); protonated metabolites, Stow et al., Anal. Chem. 2017, 89, 9048 (10.1021/acs.analchem.7b01729), as CCSbase lists them';

const recipes: Record<string, Pick<CheckSet, 'id' | 'title' | 'method' | 'unit' | 'source'>> = {
  solubility: {
    id: 'solubility/esol_crippen',
    title: 'Solubility, Delaney’s compounds',
    method: 'ESOL refitted to Crippen’s logP',
    unit: 'log10(mol/L)',
    source:
      'Delaney, J. Chem. Inf. Comput. Sci. 2004, 44, 1000 (10.1021/ci034243x); the set that the equation was fitted to',
  },
  solubility_environments: {
    id: 'solubility/esol_environments',
    title: 'Solubility, Delaney’s compounds, his coefficients with our logP',
    method: 'ESOL with Delaney’s coefficients and logP from atom environments',
    unit: 'log10(mol/L)',
    source:
      'Delaney, J. Chem. Inf. Comput. Sci. 2004, 44, 1000 (10.1021/ci034243x); the set that the equation was fitted to, and many of it in the fit of logP',
  },
  pka: {
    id: 'pka/gfn2_alpb_linear, by the recipe',
    title: 'Microscopic pKa, ten compounds',
    method: 'GFN2-xTB/ALPB(water), calibrated by class, the whole recipe',
    unit: 'pKa',
    source:
      'eight of them values of TR215, that is of the fit (Thapa and Raghavachari 2019, 10.1021/acs.jctc.9b00606; pyridine with 5.23 for 5.17 there); aniline: Martell and Smith 1976 (table E5 of LibreTexts); N-methylimidazole as listed in the notes of the project, not opened',
  },
  redox_potential: {
    id: 'redox_potential/gfn2_alpb_absolute, by the recipe',
    title: 'Redox potential, ten couples',
    method: 'GFN2-xTB/ALPB(acetonitrile), the whole recipe',
    unit: 'V',
    source: 'values in acetonitrile as listed in the notes of the project; not opened in a primary source',
  },
  conformers: {
    id: 'conformer_search',
    title: 'Conformers of butane and pentane',
    method: 'GFN2-xTB, energies above the lowest conformer',
    unit: 'kcal/mol',
    source: 'ACONF (W1h-val) as listed in the notes of the project; not opened in a primary source',
  },
  hydrogen_bond_basicity: {
    id: 'hydrogen_bond_basicity/vmin_hf_631gd_gfn2, by the recipe',
    title: 'Hydrogen-bond basicity, twenty molecules outside the fit',
    method: 'V(min) at HF/6-31G(d)//GFN2-xTB, the whole recipe with its conformers; the sum over all acceptors',
    unit: 'pKBHX',
    source: 'Laurence et al., J. Med. Chem. 2009, 52, 4073 (10.1021/jm801331y)',
  },
  folding_amines: {
    id: 'pka/gfn2_alpb_linear, amines with a second polar group',
    title: 'Microscopic pKa, amines with a second polar group',
    method:
      'GFN2-xTB/ALPB(water), calibrated by class; conformers folded onto the other group are left out. The whole recipe',
    unit: 'pKa',
    source:
      'Perrin, Dissociation Constants of Organic Bases in Aqueous Solution 1965, as the IUPAC Digitized pKa Dataset v2.3 has it (10.5281/zenodo.7236452), at 25 °C; 2-methoxyethylamine and 1,3-diaminopropane between 20 and 30 °C, 2-dimethylaminoethanol at 20 °C',
  },
  macropka: {
    id: 'macropka/gfn2_alpb_linear',
    title: 'Macroscopic pKa, eight molecules',
    method: 'GFN2-xTB/ALPB(water), microstates with the lines of the classes, the whole recipe',
    unit: 'pKa',
    source:
      'opened: acetic acid (Martell and Smith 1976, table E5 of LibreTexts), glycine, succinic acid and citric acid 1 and 2 (table of polyprotic acids, J. R. Fromm 1997), ethylenediamine (Perrin 1965 in the IUPAC Digitized pKa Dataset v2.3, 10.5281/zenodo.7236452). From memory of the CRC Handbook: histidine, citric acid 3, imidazole, 4-aminobenzoic acid',
  },
  log_d: {
    id: 'macropka/log_d',
    title: 'logD at pH 7.4, fourteen drugs',
    method:
      'microstates as above, logP from atom environments for uncharged forms (these drugs are in no part of that fit) and 3.5 less for ions, the whole recipe',
    unit: 'logD',
    source: 'octanol and water, AstraZeneca’s measurements in ChEMBL (CHEMBL3301361, 10.6019/CHEMBL3301361)',
  },
  admet: {
    id: 'admet/admet_ai, against the original package',
    title: 'ADMET-AI in NumPy, against the original package',
    method:
      'the 31 probabilities of ADMET-AI 2.0.1 on twenty approved drugs. This says that the evaluation is right, not how good the models are',
    unit: 'probability',
    source:
      'what the original package with torch computed of the same drugs (the table inside its wheel): no measured values',
  },
  ion_mobility: {
    id: 'ion_mobility/trajectory_n2_campuzano',
    title: 'Collision cross sections in nitrogen, UFF parameters',
    method:
      'trajectory method with the parameters of Campuzano et al. 2012 on GFN2-xTB conformers with charges of its electrostatic potential, the whole recipe',
    unit: 'Å²',
    source: driftTubes,
  },
  ion_mobility_ieritano: {
    id: 'ion_mobility/trajectory_n2_ieritano',
    title: 'Collision cross sections in nitrogen, MMFF94 parameters',
    method:
      'trajectory method with the parameters of Ieritano et al. 2019 on GFN2-xTB conformers with charges of its electrostatic potential, the whole recipe',
    unit: 'Å²',
    source: driftTubes,
  },
  ion_mobility_inelastic: {
    id: 'ion_mobility/trajectory_n2_inelastic',
    title: 'Collision cross sections in nitrogen, inelastic collisions',
    method:
      'trajectory method with the parameters of Ieritano et al. 2019, what inelastic collisions leave of it, and one number, which was fitted to sixteen other ions (`packages/compute/bench/fit_inelastic.py`); the whole recipe',
    unit: 'Å²',
    source: driftTubes,
  },
  tautomers: {
    id: 'tautomers/gfn2_alpb',
    title: 'Tautomers in water',
    method: 'GFN2-xTB/ALPB(water), the whole recipe',
    unit: 'kcal/mol',
    source:
      'equilibria in water from memory of reviews, enols after Keeffe and Kresge, The Chemistry of Enols, 1990; not opened in a primary source',
  },
};

/** Methods whose results print the error of such a set. */
const printedWhole = new Set([
  'solubility/esol_crippen',
  'solubility/esol_environments',
  'macropka/gfn2_alpb_linear',
  'macropka/log_d',
  'ion_mobility/trajectory_n2_campuzano',
  'ion_mobility/trajectory_n2_ieritano',
  'ion_mobility/trajectory_n2_inelastic',
  'tautomers/gfn2_alpb',
]);

/** The sets that recipes were run on, as far as their values are there. */
function byRecipes(): CheckSet[] {
  return Object.entries(recipes).flatMap(([name, head]): CheckSet[] => {
    const path = `packages/compute/bench/points/${name}.json`;
    if (!existsSync(join(root, path))) return [];
    const { ran, versions, points } = read(path) as {
      ran: string;
      versions: Record<string, string>;
      points: [string, string, number, number][];
    };
    const programs = Object.entries(versions).map(([program, version]) => `${program} ${version}`);
    return [
      {
        ...head,
        ran: `${ran} with ${programs.join(', ')}`,
        points: points.map(([label, group, computed, measured]) => ({ name: label, group, computed, measured })),
      },
    ];
  });
}

/** All check sets, and the errors that the product prints. */
export function accuracy(): Accuracy {
  const sets: CheckSet[] = [];
  const printed: Record<string, PrintedError> = {};
  const add = (
    id: string,
    head: Pick<CheckSet, 'title' | 'method' | 'unit' | 'source'>,
    samples: readonly Sample[],
  ) => {
    const found = ofLines(id, samples);
    printed[id] = found.printed;
    sets.push({ id, ...head, ran: kept, points: found.points });
  };
  const sample = (name: unknown, group: string, offset: string, x: unknown, y: unknown): Sample => ({
    name: String(name),
    group,
    unit: String(name),
    offset,
    x: Number(x),
    y: Number(y),
  });
  const shifts = nmr();
  printed['nmr/giao_b3lyp_631gd'] = shifts.printed;
  sets.push(...shifts.sets);
  add(
    'pka/gfn2_alpb_linear',
    {
      title: 'Microscopic pKa, the set of the fit',
      method: 'GFN2-xTB/ALPB(water), lines of the classes',
      unit: 'pKa',
      source: 'TR215: Thapa and Raghavachari, J. Chem. Theory Comput. 2019, 15, 6025 (10.1021/acs.jctc.9b00606)',
    },
    rowsOf('pka-gfn2-alpb-tr215').map(([smiles, name, pka, energy]) =>
      sample(smiles, String(name), name === 'amine' ? amineClass(String(smiles)) : String(name), energy, pka),
    ),
  );
  add(
    'redox_potential/gfn2_alpb_absolute',
    {
      title: 'Redox potential, twenty couples',
      method: 'GFN2-xTB/ALPB(acetonitrile) minus 4.846 eV and 4.28 V',
      unit: 'V',
      source: 'values in acetonitrile as listed in the notes of the project; not opened in a primary source',
    },
    rowsOf('redox-gfn2-alpb-mecn-20').map(([name, , measured, x]) =>
      sample(name, 'any one-electron couple', 'any one-electron couple', x, measured),
    ),
  );
  const enthalpies =
    'bond dissociation enthalpies after Blanksby and Ellison, Acc. Chem. Res. 2003, 36, 255 (10.1021/ar020230d), as listed in the notes of the project';
  add(
    'bde/gfn2_bond_type',
    {
      title: 'Bond dissociation, by bond type',
      method: 'GFN2-xTB and an offset for the bond type',
      unit: 'kcal/mol',
      source: enthalpies,
    },
    rowsOf('bde-gfn2-39').flatMap(([parent, first, second, measured, energy]) => {
      const group = bondClass(String(first), String(second));
      return group === null ? [] : [sample(`${parent} → ${first} + ${second}`, group, group, energy, measured)];
    }),
  );
  for (const [id, functional, column] of [
    ['bde/b3lyp_631gd_gfn2_linear', 'B3LYP/6-31G(d)', 5],
    ['bde/wb97xd_631gd_gfn2_linear', 'ωB97X-D/6-31G(d)', 4],
  ] as const) {
    add(
      id,
      {
        title: `Bond dissociation, ${functional}`,
        method: `${functional}//GFN2-xTB, one line`,
        unit: 'kcal/mol',
        source: enthalpies,
      },
      rowsOf('bde-psi4-38').map((row) =>
        sample(`${row[0]} → ${row[1]} + ${row[2]}`, 'any bond', 'any bond', row[column], row[3]),
      ),
    );
  }
  const acceptors = basicity(
    calibrations()['pkbhx-vmin-hf631gd'] as BasicityRows,
    read('packages/compute/bench/sets/pkbhx-first-fit.json') as FirstFit,
  );
  sets.push(...acceptors.sets);
  printed[acceptors.id] = acceptors.printed;
  const computed = byRecipes();
  for (const set of computed.filter(({ id }) => printedWhole.has(id))) {
    const { size, mae, rmse } = deviation(set.points);
    printed[set.id] = { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes: {} };
  }
  sets.push(...computed);
  return { sets, printed, basicity: acceptors.comparison };
}
