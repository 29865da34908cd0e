import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodExtension } from '@cuvette/core/methods';
import { Molecule } from 'openchemlib';
import { type BasicityComparison, type BasicityRows, basicity, type FirstFit } from './basicity.ts';
import { type BondSet, bondSets, measuredEnthalpies, oneLine, type SpeciesEnergies } from './bonds.ts';
import { calibratedCouples } from './redox.ts';
import { deviation, fit, leftOut, type Point, type Sample } from './statistics.ts';
import { correctedTautomers, type TautomerSet } from './tautomers.ts';

/**
 * Where the measured values of a set were seen: at the source itself, in a list that cites it, some of them, or nowhere. 'program' is a set
 * that compares two programs and needs no measured values.
 */
type Reference = 'opened' | 'opened in a list' | 'partly opened' | 'not opened' | 'program';

/** A check set: what it is of, where its measured values come from, and its values. */
export interface CheckSet {
  /** Workflow type and method as "type/method"; other text where a set checks no method of our own. */
  id: string;
  title: string;
  method: string;
  unit: string;
  source: string;
  /** Whether the measured values were seen at their source; absent, they were not. */
  reference?: Reference;
  /** What was computed for these numbers, and when. */
  ran: string;
  points: readonly Point[];
}

/** What the product prints of a method: its own error, and for each class the size of its set, the RMSE of its line and that of leaving out. */
export interface PrintedError {
  size: number;
  mae: number;
  rmse: number;
  classes: Record<
    string,
    {
      size: number;
      rmse: number;
      leaveOneOut?: number;
      slope?: number;
      intercept?: number;
      /** Values of the class that were not seen in their source. */
      notSeen?: number;
    }
  >;
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

/** Errors of the lines that are in core, class by class, and of leaving one out. */
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

interface NmrPoints {
  classes: (string | null)[];
  shieldings: (number | null)[];
}

/** Shifts of DELTA50 and of solvents that were measured as traces: one for each shielding of a molecule that has a measured shift. */
function nmrSamples(): Sample[] {
  const molecules = ['delta50', 'solvents'].flatMap((name) => {
    const set = read(`packages/compute/bench/sets/nmr-${name}.json`) as {
      molecules: { name: string; numbers: number[]; shifts: (number | null)[] }[];
    };
    return set.molecules;
  });
  const found = read('packages/compute/bench/points/nmr.json') as Record<string, NmrPoints>;
  const reference = { ...tetramethylsilane() } as Record<string, number>;
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
  const hydrogen = chloroform['1'] ?? 0;
  return { C: chloroform['6'] ?? 0, 'H on C': hydrogen, 'H on C beside O': hydrogen };
}

const nmrTitles: Readonly<Record<string, string>> = {
  C: 'NMR, ¹³C',
  'H on C': 'NMR, ¹H on carbon',
  'H on C beside O': 'NMR, ¹H on carbon beside oxygen',
};

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
      title: nmrTitles[group] ?? group,
      method:
        'GIAO B3LYP/6-31G(d) in CPCM(chloroform), geometries by GFN2-xTB; each molecule by the line of the others',
      unit: 'ppm',
      source:
        'DELTA50: Cohen et al., Molecules 2023, 28, 2449 (10.3390/molecules28062449), measured in CDCl₃; six alcohols and esters in CDCl₃: Babij et al., Org. Process Res. Dev. 2016, 20, 661, as a public repository lists them, the primary source not opened (their hydrogens on carbon alone)',
      reference: 'partly opened',
      ran: `${molecules} molecules, the smaller ones, by the recipe, 2026-11-22, the alcohols, esters and tetrahydrofuran 2026-11-23`,
      points,
    });
  }
  const { size, mae, rmse } = deviation(all);
  return { sets, printed: { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes } };
}

/** Where the collision cross sections of the check set come from. */
const driftTubes =
  'drift-tube values: tetraalkylammonium ions, means of three, in the table of calibrants of PNNL’s viewer of ion-mobility data (their publication was not found); protonated metabolites, Stow et al., Anal. Chem. 2017, 89, 9048 (10.1021/acs.analchem.7b01729), as CCSbase lists them';

/** Where the barriers come from, and what was left out of them. */
const reactions =
  'BH76, BHDIV10, BHPERI and WCPT18 of GMTKN55: Goerigk et al., Phys. Chem. Chem. Phys. 2017, 19, 32184 (10.1039/C7CP04913G), in the files of its authors (grimme-lab/GMTKN55); without zero-point energy';
const rotations =
  'BHROT27 of GMTKN55 (W1-F12, W2-F12): Goerigk et al., Phys. Chem. Chem. Phys. 2017, 19, 32184 (10.1039/C7CP04913G), in the files of its authors (grimme-lab/GMTKN55); without zero-point energy';

const redoxMethod = 'redox_potential/gfn2_alpb_absolute';
const redoxWithoutLines = `${redoxMethod}, without lines`;

const recipes: Record<string, Pick<CheckSet, 'id' | 'title' | 'method' | 'unit' | 'source' | 'reference'>> = {
  solubility: {
    id: 'solubility/esol_crippen',
    title: 'Solubility, Delaney’s compounds',
    method: 'ESOL refitted to Crippen’s logP',
    unit: 'log10(mol/L)',
    source:
      'Delaney, J. Chem. Inf. Comput. Sci. 2004, 44, 1000 (10.1021/ci034243x); the set that the equation was fitted to',
    reference: 'opened',
  },
  solubility_environments: {
    id: 'solubility/esol_environments',
    title: 'Solubility, Delaney’s compounds, his coefficients with our logP',
    method: 'ESOL with Delaney’s coefficients and logP from atom environments',
    unit: 'log10(mol/L)',
    source:
      'Delaney, J. Chem. Inf. Comput. Sci. 2004, 44, 1000 (10.1021/ci034243x); the set that the equation was fitted to, and many of it in the fit of logP',
    reference: 'opened',
  },
  pka: {
    id: 'pka/gfn2_alpb_linear, by the recipe',
    title: 'Microscopic pKa, ten compounds',
    method: 'GFN2-xTB/ALPB(water), calibrated by class, the whole recipe',
    unit: 'pKa',
    source:
      'eight of them values of TR215, that is of the fit (Thapa and Raghavachari 2019, 10.1021/acs.jctc.9b00606; pyridine with 5.23 for 5.17 there); aniline: Martell and Smith 1976 (table E5 of LibreTexts); N-methylimidazole as listed in the notes of the project, not opened',
    reference: 'partly opened',
  },
  redox_potential: {
    id: redoxWithoutLines,
    title: 'Redox potential, nothing fitted',
    method: 'GFN2-xTB/ALPB(acetonitrile) minus 4.846 eV and 4.28 V, the whole recipe without the lines of the classes',
    unit: 'V',
    source:
      'against SCE, 0.244 V added: reductions in aprotic solvents as the repository gozem-gsu/Redox-Potential-Protocol lists them (its README names aprotic solvents, not the one of each value); benzene and toluene in acetonitrile from the abstract of Merkel et al., J. Org. Chem. 2009, 74, 5163 (10.1021/jo9011267); the two dimethylanilines in acetonitrile from a supplier’s page that cites a dissertation (`packages/compute/bench/sets/redox-couples.json` names the source of each)',
    reference: 'opened in a list',
  },
  conformers: {
    id: 'conformer_search',
    title: 'Conformers of butane and pentane',
    method: 'GFN2-xTB, energies above the lowest conformer',
    unit: 'kcal/mol',
    source: 'ACONF (W1h-val) as listed in the notes of the project; not opened in a primary source',
    reference: 'not opened',
  },
  hydrogen_bond_basicity: {
    id: 'hydrogen_bond_basicity/vmin_hf_631gd_gfn2, by the recipe',
    title: 'Hydrogen-bond basicity, twenty molecules outside the fit',
    method: 'V(min) at HF/6-31G(d)//GFN2-xTB, the whole recipe with its conformers; the sum over all acceptors',
    unit: 'pKBHX',
    source: 'Laurence et al., J. Med. Chem. 2009, 52, 4073 (10.1021/jm801331y)',
    reference: 'opened in a list',
  },
  folding_amines: {
    id: 'pka/gfn2_alpb_linear, amines with a second polar group',
    title: 'Microscopic pKa, amines with a second polar group',
    method:
      'GFN2-xTB/ALPB(water), calibrated by class; conformers folded onto the other group are left out. The whole recipe',
    unit: 'pKa',
    source:
      'Perrin, Dissociation Constants of Organic Bases in Aqueous Solution 1965, as the IUPAC Digitized pKa Dataset v2.3 has it (10.5281/zenodo.7236452), at 25 °C; 2-methoxyethylamine and 1,3-diaminopropane between 20 and 30 °C, 2-dimethylaminoethanol at 20 °C',
    reference: 'opened in a list',
  },
  macropka: {
    id: 'macropka/gfn2_alpb_linear',
    title: 'Macroscopic pKa, eight molecules',
    method: 'GFN2-xTB/ALPB(water), microstates with the lines of the classes, the whole recipe',
    unit: 'pKa',
    source:
      'opened: acetic acid (Martell and Smith 1976, table E5 of LibreTexts), glycine, succinic acid and citric acid 1 and 2 (table of polyprotic acids, J. R. Fromm 1997), ethylenediamine (Perrin 1965 in the IUPAC Digitized pKa Dataset v2.3, 10.5281/zenodo.7236452). From memory of the CRC Handbook: histidine, citric acid 3, imidazole, 4-aminobenzoic acid',
    reference: 'partly opened',
  },
  log_d: {
    id: 'macropka/log_d',
    title: 'logD at pH 7.4, fourteen drugs',
    method:
      'microstates as above, logP from atom environments for uncharged forms (these drugs are in no part of that fit) and 3.5 less for ions, the whole recipe',
    unit: 'logD',
    source: 'octanol and water, AstraZeneca’s measurements in ChEMBL (CHEMBL3301361, 10.6019/CHEMBL3301361)',
    reference: 'opened in a list',
  },
  admet: {
    id: 'admet/admet_ai, against the original package',
    title: 'ADMET-AI in NumPy, against the original package',
    method:
      'the 31 probabilities of ADMET-AI 2.0.1 on twenty approved drugs. This says that the evaluation is right, not how good the models are',
    unit: 'probability',
    source:
      'what the original package with torch computed of the same drugs (the table inside its wheel): no measured values',
    reference: 'program',
  },
  ion_mobility: {
    id: 'ion_mobility/trajectory_n2_campuzano',
    title: 'Collision cross sections in nitrogen, UFF parameters',
    method:
      'trajectory method with the parameters of Campuzano et al. 2012 on GFN2-xTB conformers with charges of its electrostatic potential, the whole recipe',
    unit: 'Å²',
    source: driftTubes,
    reference: 'opened in a list',
  },
  ion_mobility_ieritano: {
    id: 'ion_mobility/trajectory_n2_ieritano',
    title: 'Collision cross sections in nitrogen, MMFF94 parameters',
    method:
      'trajectory method with the parameters of Ieritano et al. 2019 on GFN2-xTB conformers with charges of its electrostatic potential, the whole recipe',
    unit: 'Å²',
    source: driftTubes,
    reference: 'opened in a list',
  },
  ion_mobility_inelastic: {
    id: 'ion_mobility/trajectory_n2_inelastic',
    title: 'Collision cross sections in nitrogen, inelastic collisions',
    method:
      'trajectory method with the parameters of Ieritano et al. 2019, what inelastic collisions leave of it, and one number, which was fitted to sixteen other ions (`packages/compute/bench/fit_inelastic.py`); the whole recipe',
    unit: 'Å²',
    source: driftTubes,
    reference: 'opened in a list',
  },
  spin_states: {
    id: 'spin_states/r2scan_3c',
    title: 'Singlets above triplets, the default of spin states',
    method:
      'r²SCAN-3c//GFN2-xTB, singlets with broken symmetry and spin projection where that lowers them, the whole recipe; gaps without zero-point energy',
    unit: 'kcal/mol',
    source:
      'methylene: T0 of Jensen and Bunker, J. Chem. Phys. 1988, 89, 1327 (8.998; the abstract was opened); oxygen, silylene and difluorocarbene from memory, not opened. NH (35.9, from memory) is withheld by the recipe: the two ways to its gap differ by 15',
    reference: 'partly opened',
  },
  barriers_gfn2: {
    id: 'double_ended_ts_search/gfn2_xtb',
    title: 'Barriers of reactions, GFN2-xTB',
    method: 'GFN2-xTB at its own stationary points; a transition state that it does not have is left out',
    unit: 'kcal/mol',
    source: reactions,
    reference: 'opened',
  },
  barriers_r2scan_3c: {
    id: 'double_ended_ts_search/r2scan_3c_gfn2_xtb',
    title: 'Barriers of reactions, r²SCAN-3c on GFN2-xTB geometries',
    method:
      'r²SCAN-3c single points at the stationary points of GFN2-xTB; a transition state that it does not have is left out',
    unit: 'kcal/mol',
    source: reactions,
    reference: 'opened',
  },
  rotations_gfn2: {
    id: 'scan/gfn2_xtb',
    title: 'Barriers of rotation, GFN2-xTB',
    method: 'GFN2-xTB at its own stationary points',
    unit: 'kcal/mol',
    source: rotations,
    reference: 'opened',
  },
  rotations_r2scan_3c: {
    id: 'scan/r2scan_3c_gfn2_xtb',
    title: 'Barriers of rotation, r²SCAN-3c on GFN2-xTB geometries',
    method: 'r²SCAN-3c single points at the stationary points of GFN2-xTB',
    unit: 'kcal/mol',
    source: rotations,
    reference: 'opened',
  },
  tautomers: {
    id: 'tautomers/gfn2_alpb',
    title: 'Tautomers in water',
    method: 'GFN2-xTB/ALPB(water) without a correction, the whole recipe',
    unit: 'kcal/mol',
    source:
      'equilibrium constants in water at 25 °C of Kenny and Taylor’s compilation (10.6084/m9.figshare.8966276.v1), as Tautobase lists them with the number of each paper (`packages/compute/bench/sets/tautomers.json`); the papers themselves were not opened, but for phenol (Capponi et al., Can. J. Chem. 1999, 77, 605, 10.1139/v99-048, its abstract)',
    reference: 'opened in a list',
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
  'spin_states/r2scan_3c',
  'double_ended_ts_search/gfn2_xtb',
  'double_ended_ts_search/r2scan_3c_gfn2_xtb',
]);

/** Methods whose results print the error of a class of such a set. */
const printedByClass = new Set(['scan/gfn2_xtb', 'scan/r2scan_3c_gfn2_xtb']);

/** The sets that recipes were run on, as far as their values are there. */
function byRecipes(): CheckSet[] {
  return Object.entries(recipes).flatMap(([name, head]): CheckSet[] => {
    const path = `packages/compute/bench/points/${name}.json`;
    if (!existsSync(join(root, path))) return [];
    const {
      ran,
      versions,
      points,
      without_saddle: missing = [],
      saddles = 0,
    } = read(path) as {
      ran: string;
      /** Transition states that the method of the geometries does not have, of how many. */
      without_saddle?: string[];
      saddles?: number;
      versions: Record<string, string>;
      points: [string, string, number, number][];
    };
    const programs = Object.entries(versions).map(([program, version]) => `${program} ${version}`);
    return [
      {
        ...head,
        ran: [
          `${ran} with ${programs.join(', ')}`,
          ...(missing.length > 0 ? [`${missing.length} of ${saddles} transition states are none of GFN2-xTB`] : []),
        ].join('; '),
        points: points.map(([label, group, computed, measured]) => ({ name: label, group, computed, measured })),
      },
    ];
  });
}

/** How far the best pose of independent dockings lies from the ligand of the crystal. */
function docking(): CheckSet {
  const { ran, versions, points } = read('packages/compute/bench/points/docking_searches.json') as {
    ran: string;
    versions: Record<string, string>;
    points: [complex: string, runs: number, found: number, score: number, rmsd: number][];
  };
  const programs = Object.entries(versions).map(([program, version]) => `${program} ${version}`);
  return {
    id: 'docking/vina',
    title: 'Redocked complexes, best pose',
    method:
      'Vina, best pose of independent searches; RMSD of the heavy atoms from the ligand of the crystal (0 is wanted)',
    unit: 'Å',
    source: 'the crystal structures 1ia1, 1of6, 1s3v and 1uou, which come with PoseBusters',
    reference: 'opened',
    ran: `${ran} with ${programs.join(', ')}`,
    points: points.map(([name, , , , rmsd]) => ({ name, group: 'complex', computed: rmsd, measured: 0 })),
  };
}

/** All check sets, and the errors that the product prints. */
export function accuracy(): Accuracy {
  const sets: CheckSet[] = [];
  const printed: Record<string, PrintedError> = {};
  const add = (
    id: string,
    head: Pick<CheckSet, 'title' | 'method' | 'unit' | 'source' | 'reference'>,
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
      reference: 'opened',
    },
    rowsOf('pka-gfn2-alpb-tr215').map(([smiles, name, pka, energy]) =>
      sample(smiles, String(name), name === 'amine' ? amineClass(String(smiles)) : String(name), energy, pka),
    ),
  );
  const enthalpies = read('packages/compute/bench/sets/bond-enthalpies.json') as BondSet;
  const bonds = bondSets(enthalpies, read('packages/compute/bench/points/bond_energies.json') as SpeciesEnergies);
  sets.push(...bonds.sets);
  Object.assign(printed, bonds.printed);
  const measured = measuredEnthalpies(enthalpies);
  for (const [id, functional, column] of [
    ['bde/b3lyp_631gd_gfn2_linear', 'B3LYP/6-31G(d)', 5],
    ['bde/wb97xd_631gd_gfn2_linear', 'ωB97X-D/6-31G(d)', 4],
  ] as const) {
    const samples = rowsOf('bde-psi4-38').flatMap((row): Sample[] => {
      const [parent, first, second] = row.map(String);
      const enthalpy = measured(parent ?? '', first ?? '', second ?? '');
      if (enthalpy === null) return [];
      return [sample(`${parent} → ${first} + ${second}`, 'any bond', 'any bond', row[column], enthalpy)];
    });
    const found = oneLine(samples, 'any bond');
    printed[id] = found.printed;
    sets.push({
      id,
      title: `Bond dissociation, ${functional}`,
      method: `${functional}//GFN2-xTB, one line; each bond by the line of the others`,
      unit: 'kcal/mol',
      source: enthalpies.source,
      ran: kept,
      points: found.points,
    });
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
  for (const set of computed.filter(({ id }) => printedByClass.has(id))) {
    const { size, mae, rmse } = deviation(set.points);
    const classes = Object.fromEntries(
      [...Map.groupBy(set.points, ({ group }) => group)].map(([name, own]) => [
        name,
        { size: own.length, rmse: rounded(deviation(own).rmse, 2) },
      ]),
    );
    printed[set.id] = { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes };
  }
  sets.push(...computed, docking());
  const couples = computed.find(({ id }) => id === redoxWithoutLines);
  if (couples) {
    const byClass = calibratedCouples(redoxMethod, couples);
    sets.push(byClass.set);
    printed[redoxMethod] = byClass.printed;
  }
  const tautomers = computed.find(({ id }) => id === 'tautomers/gfn2_alpb');
  if (tautomers) {
    const corrected = correctedTautomers(read('packages/compute/bench/sets/tautomers.json') as TautomerSet, tautomers);
    sets.push(corrected.set);
    printed[corrected.set.id] = corrected.printed;
  }
  // The shift of GFN2-xTB and the absolute electrode (`redox_potential.py`).
  const remembered = rowsOf('redox-gfn2-alpb-mecn-20').map(
    ([name, kind, measured, x]): Point => ({
      name: String(name),
      group: kind === 'ox' ? 'oxidation' : 'reduction',
      computed: Number(x) - 4.846 - 4.28,
      measured: Number(measured),
    }),
  );
  sets.push({
    id: `${redoxMethod}, values from memory`,
    title: 'Redox potential, twenty couples from memory',
    method: 'GFN2-xTB/ALPB(acetonitrile) minus 4.846 eV and 4.28 V',
    unit: 'V',
    source: 'values in acetonitrile as listed in the notes of the project; not opened, and not printed by the product',
    ran: kept,
    points: remembered,
  });
  return { sets, printed, basicity: acceptors.comparison };
}
