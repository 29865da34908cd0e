import { randomUUID } from 'node:crypto';
import type { Bundle, BundleFile, Calculation, Message, Molecule, WorkflowItem } from '@cuvette/core/entities';
import { Correction, SolventModel } from '@cuvette/core/entities';
import { canonicalMethod, engines } from '@cuvette/core/methods';
import * as z from 'zod/mini';
import type { ReadCalculation, ReadOutput } from './read-output.ts';

/** What the items are called, and what is stored as their log. */
export interface OutputNames {
  /** Name of the file that was given. */
  file: string;
  /** A name that was wished for; that of the file without its ending otherwise. */
  name: string | null;
  log: string;
}

const completed = 2;
const ending = /\.(?:out|log|txt|xyz|json|zip|molden|fchk|fch|hess|property|inp|input|trj|allxyz)$/i;

/** The engine as the platform spells it where it knows the program, else the program's own name. */
function engineOf({ program }: ReadCalculation): string {
  const name = program.toLowerCase();
  return engines.has(name) ? name : program;
}

const dispersion: Readonly<Record<string, string>> = {
  d3bj: 'd3bj',
  'd3(bj)': 'd3bj',
  d3zero: 'd3',
  d3: 'd3',
  d4: 'd4',
};

/** Method and corrections in the platform's words where it has them: "BP86-D3ZERO" is bp86 with d3. A method that it does not know keeps its name. */
export function levelOf({ method, corrections }: Pick<ReadCalculation, 'method' | 'corrections'>): {
  method: string;
  corrections: z.infer<typeof Correction>[];
} {
  const known = corrections.flatMap((one) => z.safeParse(Correction, one).data ?? []);
  const text = (method ?? '').trim();
  if (text === '') return { method: 'method not stated', corrections: known };
  const whole = canonicalMethod(text);
  if (whole) return { method: whole, corrections: known };
  const dash = text.lastIndexOf('-');
  const suffix = dispersion[text.slice(dash + 1).toLowerCase()];
  const base = dash > 0 && suffix ? canonicalMethod(text.slice(0, dash)) : null;
  const added = z.safeParse(Correction, suffix).data;
  if (base && added) return { method: base, corrections: known.includes(added) ? known : [...known, added] };
  return { method: text, corrections: known };
}

function settingsOf(read: ReadCalculation): Record<string, unknown> {
  const model = z.safeParse(SolventModel, read.solvent_model).data;
  const saddle = read.tasks.includes('optimize_ts');
  return {
    ...levelOf(read),
    engine: engineOf(read),
    mode: 'manual',
    tasks: read.tasks,
    basis_set: read.basis_set === null ? null : { name: read.basis_set },
    solvent_settings: model && read.solvent ? { solvent: read.solvent, model } : null,
    ...(read.excitations > 0 ? { excited_state_settings: { num_excitations: read.excitations } } : {}),
    ...(saddle ? { opt_settings: { transition_state: true } } : {}),
    ...(read.temperature === null ? {} : { thermochem_settings: { temperature: read.temperature } }),
  };
}

/** Programs whose B3LYP has another local correlation than that of Gaussian, Psi4 and PySCF, so that total energies are not comparable. */
const otherB3lyp = new Set(['ORCA', 'Turbomole']);

/** What a reader has to know of the numbers, then what the file does not hold. */
function messagesOf(read: ReadCalculation): Message[] {
  const made = madeBy(read);
  const notes = read.notes.map((body): Message => ({ type: 'warning', title: `Output of ${made}`, body }));
  if (otherB3lyp.has(read.program) && read.method !== null && canonicalMethod(read.method) === 'b3lyp') {
    const body = `B3LYP of ${read.program} has the local correlation VWN5; that of Cuvette, Gaussian and Psi4 has VWN3. Total energies of both cannot be compared.`;
    notes.push({ type: 'warning', title: `Output of ${made}`, body });
  }
  if (read.lacking.length === 0) return notes;
  const body = `The file holds no ${listed(read.lacking.map((one) => one.replace(/^(?:the|a) /, '')))}.`;
  return [...notes, { type: 'warning', title: 'Not in the file', body }];
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and no ${words.at(-1)}`.replaceAll(', ', ', no ');
}

/** Program and version: "ORCA 6.0.1". */
export function madeBy({ program, version }: Pick<ReadCalculation, 'program' | 'version'>): string {
  return version === null ? program : `${program} ${version}`;
}

function calculationOf(read: ReadCalculation, name: string, molecules: Molecule[]): Calculation {
  const settings = settingsOf(read);
  const level = { method: String(settings.method), engine: engineOf(read), mode: null, settings };
  return {
    name,
    status: completed,
    settings,
    tasks: read.tasks,
    molecules,
    elapsed: read.seconds,
    engine: engineOf(read),
    messages: [],
    provenance: {
      requested: level,
      ran: { ...level, engine_version: read.version },
      charge_model: read.charge_model,
      deviations: [],
      ...(read.converged === null
        ? {}
        : { convergence: { converged: read.converged, steps: Math.max(0, molecules.length - 1) } }),
    },
  } as unknown as Calculation;
}

function bare({ charge, multiplicity, atoms, smiles }: Molecule): Record<string, unknown> {
  return { charge, multiplicity, atoms, ...(smiles ? { smiles } : {}) };
}

function itemOf(read: ReadCalculation, type: string, name: string, log: string, data: object): WorkflowItem {
  const now = new Date().toISOString();
  return {
    uuid: randomUUID(),
    name,
    created_at: now,
    completed_at: now,
    elapsed: read.seconds,
    object_type: type,
    object_status: completed,
    object_data: { messages: messagesOf(read), ...data },
    object_logfile: log,
    parent_uuid: randomUUID(),
  } as unknown as WorkflowItem;
}

/** Boltzmann weights of conformers at 298.15 K, of energies in Hartree. */
function ensembleOf(energies: readonly number[]): object {
  const lowest = Math.min(...energies);
  const relative = energies.map((energy) => (energy - lowest) * 627.5094740631);
  const factors = relative.map((kcal) => Math.exp(-kcal / (0.001987204258640832 * 298.15)));
  const sum = factors.reduce((total, factor) => total + factor, 0);
  return {
    quantity: 'E',
    unit: 'Hartree',
    temperature: 298.15,
    formula: 'w_i = exp(-(X_i-X_0)/RT) / sum',
    conformers: relative.map((kcal, index) => ({
      degeneracy: 1,
      weight: (factors[index] ?? 0) / sum,
      relative_energy_kcal: kcal,
    })),
  };
}

/** Conformers of one molecule as a conformer search, lowest energy first, each with a calculation of its own. */
function searchOf(read: ReadCalculation, name: string, log: string): Pick<Bundle, 'items' | 'calculations'> {
  const sorted = [...read.molecules].sort((one, other) => (one.energy ?? 0) - (other.energy ?? 0));
  const settings = { ...settingsOf(read), tasks: ['optimize'] };
  const calculations = Object.fromEntries(
    sorted.map((molecule, index) => [randomUUID(), calculationOf(read, `Conformer ${index + 1}`, [molecule])]),
  );
  const energies = sorted.map(({ energy }) => energy ?? 0);
  const data = {
    initial_molecule: bare(sorted[0] as Molecule),
    initial_conformers: sorted.map(bare),
    mode: 'manual',
    mso_mode: 'manual',
    multistage_opt_settings: { mode: 'manual', optimization_settings: [settings] },
    conformer_uuids: Object.keys(calculations).map((uuid) => [uuid]),
    energies,
  };
  const item = itemOf(read, 'conformer_search', name, log, data);
  item.provenance = {
    stages: [{ name: `Conformers of ${madeBy(read)}`, method: levelOf(read).method, engine: engineOf(read) }],
    ensemble: ensembleOf(energies),
  } as unknown as WorkflowItem['provenance'];
  item.calculation_uuids = Object.keys(calculations);
  return { items: [item], calculations };
}

function basicOf(read: ReadCalculation, name: string, log: string): Pick<Bundle, 'items' | 'calculations'> {
  const uuid = randomUUID();
  const item = itemOf(read, 'basic_calculation', name, log, {
    initial_molecule: bare(read.molecules[0] as Molecule),
    mode: 'manual',
    settings: settingsOf(read),
    tasks: read.tasks,
    engine: engineOf(read),
    calculation_uuid: uuid,
    ...read.orbitals?.levels,
  });
  item.calculation_uuids = [uuid];
  return { items: [item], calculations: { [uuid]: calculationOf(read, name, read.molecules) } };
}

/** The file of an item's grids, which lies beside the bundle. */
function gridsFile(
  workflow: string,
  { file, keys }: NonNullable<ReadCalculation['orbitals']>,
  bytes: number,
): BundleFile {
  return {
    media_type: 'application/json',
    workflow_uuid: workflow,
    name: 'orbitals.json',
    kind: 'orbitals',
    bytes,
    details: { keys },
    address: file,
  };
}

/** The bundle of what was read: a basic calculation for each job, a conformer search for a list of conformers. */
export function bundleOfOutput(
  { calculations: read, bytes }: Pick<ReadOutput, 'calculations' | 'bytes'>,
  { file, name, log }: OutputNames,
): Bundle {
  const stem = name?.trim() || file.replace(ending, '').replace(ending, '').slice(0, 200) || 'Imported results';
  const files: Bundle['files'] = {};
  const parts = read.map((one, index) => {
    const own = read.length === 1 ? stem : `${stem}, job ${index + 1}`;
    const part = one.ensemble ? searchOf(one, own, log) : basicOf(one, own, log);
    const [item] = part.items;
    if (one.orbitals && item && !one.ensemble) {
      files[one.orbitals.file] = gridsFile(item.uuid, one.orbitals, bytes.get(one.orbitals.file) ?? 0);
    }
    return part;
  });
  return {
    format: 'cuvette-bundle',
    version: 1,
    created_at: new Date().toISOString(),
    server: null,
    items: parts.flatMap(({ items }) => items),
    calculations: Object.assign({}, ...parts.map(({ calculations }) => calculations)),
    proteins: {},
    files,
  };
}
