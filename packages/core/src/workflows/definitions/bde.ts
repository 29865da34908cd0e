import * as z from 'zod/mini';
import { bondsOf } from '../../chemistry/atoms.ts';
import { bondSides } from '../../chemistry/bond-sides.ts';
import { bondKind, bondName, brokenBonds } from '../../chemistry/broken-bonds.ts';
import { halogensOnCarbon, hydrogensOnCarbon } from '../../chemistry/carbon-bonds.ts';
import type { Problem } from '../../chemistry/problem.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../chemistry/units.ts';
import { status } from '../../entities/item-status.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { phrase } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import {
  bondDissociationChain,
  bondDissociationExtensions,
  bondDissociationModes,
} from '../../methods/bond-dissociation-modes.ts';
import { calibrationInWords, methodExtension } from '../../methods/extensions.ts';
import { methodTitle } from '../../methods/methods.ts';
import type { Change, Resolved } from '../../methods/resolution.ts';
import { typeEntry } from '../catalogue-entries.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, NamedValue, Notice, Offer, Option, WorkflowData, WorkflowInputs } from '../definition.ts';
import {
  BondDissociationResults,
  bondDissociationRows,
  bondDissociationStructures,
  bondDissociationTable,
  bondMarks,
} from '../results/bond-dissociation-rows.ts';
import { finalStage } from '../results/structure-references.ts';
import { refusedOptions, withoutRefusedOptions } from '../rules/chain-restrictions.ts';
import { unavailableReason } from '../rules/method-availability.ts';
import { select, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import {
  chainShape,
  completeChain,
  MultistageOptimizationSettings,
  storedChain,
} from '../schemas/multistage-optimization.ts';

const { title } = typeEntry('bde');
const modes = [...bondDissociationModes, ...bondDissociationExtensions];
const [defaultMode] = modes.map(({ value }) => value);

const atomNumbers = z.array(z.int().check(z.minimum(1)));
const settings = z.looseObject({
  ...moleculeInput,
  ...chainShape,
  mode: z._default(z.string(), defaultMode ?? 'OMOL25_CONSERVING_S'),
  /** Whether the fragments are relaxed; null as the mode has it. */
  optimize_fragments: optionalNull(z.boolean()),
  /** Atoms that each break off alone, counted from 1. */
  atoms: z._default(atomNumbers, []),
  /** Groups of atoms that break off together, counted from 1; once stored also each single atom. */
  fragment_indices: z._default(z.array(atomNumbers), []),
  /** Every hydrogen on carbon, every halogen on carbon. */
  all_CH: z._default(z.boolean(), false),
  all_CX: z._default(z.boolean(), false),
});
type Data = z.output<typeof settings>;

/** A mode as it is spelled in the list; `auto` is the default. */
function modeOf(mode: string): string {
  const found = modes.find(({ value }) => value.toLowerCase() === mode.toLowerCase())?.value;
  return found ?? (mode.toLowerCase() === 'auto' ? modeOf(String(defaultMode)) : mode);
}

const nothingElse = {
  solvent: null,
  xtbPreoptimization: false,
  frequencies: false,
  transitionState: false,
  constraints: [],
};

/** Levels of a mode as a chain by hand; without levels for a text that is no mode. */
function chainOf(mode: string): MultistageOptimizationSettings {
  const { optimization_settings = [], singlepoint_settings = null } = bondDissociationChain(modeOf(mode)) ?? {};
  const given = z.parse(MultistageOptimizationSettings, {
    mode: 'manual',
    optimization_settings,
    singlepoint_settings,
  });
  return completeChain('manual', given, nothingElse);
}

function levels({ mode }: Data): Level[] {
  const { optimization_settings, singlepoint_settings } = chainOf(mode);
  const chain = singlepoint_settings ? [...optimization_settings, singlepoint_settings] : optimization_settings;
  return chain.map((level) => ({ settings: level, field: 'mode' }));
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/** Atoms that a flag chooses in a molecule. */
function flaggedAtoms({ all_CH, all_CX }: Data, molecule: Molecule | null): number[] {
  if (!molecule) return [];
  return [...(all_CH ? hydrogensOnCarbon(molecule.atoms) : []), ...(all_CX ? halogensOnCarbon(molecule.atoms) : [])];
}

/** Single atoms and fragments that will break off, each once, in the order of their atoms. */
function chosen(data: Data, molecule: Molecule | null): { atoms: number[]; fragments: number[][] } {
  const atoms = ascending([...data.atoms, ...flaggedAtoms(data, molecule)]);
  const all = [...data.fragment_indices.map(ascending), ...atoms.map((atom) => [atom])].filter(
    ({ length }) => length > 0,
  );
  const once = new Map(all.map((fragment) => [fragment.join(' '), fragment]));
  const byAtoms = (a: number[], b: number[]) => {
    const place = a.findIndex((atom, index) => atom !== b[index]);
    return place === -1 ? a.length - b.length : (a[place] ?? 0) - (b[place] ?? 0);
  };
  return { atoms, fragments: [...once.values()].sort(byAtoms) };
}

function rules(data: Data, { molecule }: WorkflowInputs): Problem[] {
  const refused = refusedOptions(
    data,
    ['solvent', 'xtb_preopt', 'constraints', 'transition_state', 'frequencies'],
    title,
  );
  const asked =
    data.all_CH || data.all_CX || data.atoms.length > 0 || data.fragment_indices.some(({ length }) => length > 0);
  if (!asked) {
    const detail = 'Choose at least one bond: atoms or a fragment to break off, all C–H bonds or all C–halogen bonds.';
    return [...refused, { field: 'atoms', detail }];
  }
  if (!molecule) return refused;
  const count = molecule.atoms.length;
  const bonds = bondsOf(molecule.atoms);
  const { fragments } = chosen(data, molecule);
  const found = fragments.flatMap((fragment): Problem[] => {
    const field = fragment.length === 1 && data.atoms.includes(fragment[0] ?? 0) ? 'atoms' : 'fragment_indices';
    const outside = fragment.find((atom) => atom > count);
    if (outside !== undefined) {
      return [{ field, detail: `Atom ${outside} is not there: the molecule has ${count} atoms.` }];
    }
    if (fragment.length === count) return [{ field, detail: 'A fragment must leave a part of the molecule behind.' }];
    const broken = brokenBonds(bonds, fragment);
    if (broken.length !== 1) return [{ field, detail: notOneBond(molecule, bonds, broken) }];
    return uncalibrated(data.mode, molecule, broken).map((detail) => ({ field, detail }));
  });
  return [...refused, ...found];
}

/** Why a fragment that hangs on no bond, or on several, has no bond-dissociation energy. */
function notOneBond(
  { atoms }: Molecule,
  bonds: readonly [number, number][],
  broken: readonly [number, number][],
): string {
  if (broken.length === 0) return 'This fragment hangs on no bond of the molecule.';
  const names = broken.map((bond) => bondName(atoms, bond)).join(', ');
  const inRing = broken.some(([first, second]) => bondSides(bonds, first, second).kind === 'ring');
  const ring = inRing ? ' A bond of a ring does not take the molecule apart.' : '';
  return `To take this fragment off, ${names} would have to break together; choose one bond.${ring}`;
}

/** Bonds of a kind that a calibration by kind has no line for: no value would be given. */
function uncalibrated(mode: string, { atoms }: Molecule, broken: readonly [number, number][]): string[] {
  const calibration = methodExtension('bde', modeOf(mode))?.calibration;
  if (!calibration?.refused) return [];
  return broken.flatMap((bond) => {
    const kind = bondKind(atoms[bond[0]]?.atomic_number ?? 0, atoms[bond[1]]?.atomic_number ?? 0);
    if (calibration.lines.some((line) => line.class === kind)) return [];
    return [
      `${modeTitle(mode)} gives no energy for ${bondName(atoms, bond)}: it is calibrated for ${calibration.lines.map((line) => line.class).join(', ')} bonds only. Leave it out or choose another mode.`,
    ];
  });
}

function modeTitle(mode: string): string {
  return modes.find(({ value }) => value === modeOf(mode))?.title ?? mode;
}

function notices(data: Data): Notice[] {
  const found: Notice[] = [];
  const extension = methodExtension('bde', modeOf(data.mode));
  if (extension) {
    const { calibration } = extension;
    const error = calibrationInWords(calibration, calibration?.lines[0]?.class ?? null);
    const body = [extension.method, calibration?.domain, calibration?.refused, `Error: ${error}.`];
    found.push({ kind: 'info', title: extension.title, body: body.filter(Boolean).join(' ') });
  }
  return found;
}

/** A mode as a choice, greyed with the reason where a method of its chain is missing here. */
function modeOption({ value, title: name }: Option, report: MethodReport | null): Option {
  const { optimization_settings, singlepoint_settings } = chainOf(value);
  const chain = [...optimization_settings, ...(singlepoint_settings ? [singlepoint_settings] : [])];
  const missing = chain.map(({ method }) => method).find((method) => unavailableReason(report, method) !== null);
  const option = { value, title: name };
  return missing
    ? { ...option, unavailable: `${methodTitle(missing)}: ${unavailableReason(report, missing)}` }
    : option;
}

function modeOptions(data: WorkflowData, report: MethodReport | null): Option[] {
  const current = modeOf(String(data.mode ?? ''));
  return modes.filter(({ value, offered }) => offered || value === current).map((mode) => modeOption(mode, report));
}

/** Where the mode lacks a method here: the first one that runs, by its own name. */
function offers({ mode }: Data, report: MethodReport | null): Offer[] {
  const options = modeOptions({ mode }, report);
  const reason = options.find(({ value }) => value === modeOf(mode))?.unavailable;
  const best = options.find(({ unavailable }) => unavailable === undefined);
  if (!reason || !best) return [];
  const apply = (data: WorkflowData) => ({ ...data, mode: best.value });
  return [{ field: 'mode', text: reason, action: `Use ${best.title}`, apply }];
}

/** The form starts with what was chosen by hand: what a flag chooses is found again. */
function resubmit(data: Data): Resolved<Data> {
  const refused = withoutRefusedOptions(
    data,
    ['solvent', 'xtb_preopt', 'constraints', 'transition_state', 'frequencies'],
    title,
  );
  const flagged = new Set(flaggedAtoms(data, data.initial_molecule));
  const dropped = data.atoms.filter((atom) => flagged.has(atom));
  const atoms = data.atoms.filter((atom) => !flagged.has(atom));
  const single = new Set(data.atoms);
  const fragment_indices = data.fragment_indices.filter(
    ([first, ...others]) => others.length > 0 || first === undefined || !(single.has(first) || flagged.has(first)),
  );
  const words = [...(data.all_CH ? ['C–H'] : []), ...(data.all_CX ? ['C–halogen'] : [])].join(' and ');
  const change: Change = {
    what: 'atoms',
    kind: 'dropped',
    from: dropped,
    to: atoms,
    reason: `All ${words} bonds are chosen; they are found again in the structure.`,
  };
  return {
    value: { ...refused.value, mso_mode: 'auto', multistage_opt_settings: null, atoms, fragment_indices },
    changes: [...refused.changes, ...(dropped.length > 0 ? [change] : [])],
  };
}

/** The lowest of the energies, with the bond that it breaks and the ± of its kind. */
function weakestBond(data: Data & BondDissociationResults): NamedValue {
  const rows = bondDissociationRows(data, data.initial_molecule).filter(({ energy }) => energy !== null);
  const [lowest] = rows.toSorted((a, b) => (a.energy ?? 0) - (b.energy ?? 0));
  return {
    path: 'weakest_bond',
    title: 'Weakest bond',
    unit: 'kcal/mol',
    precision: 1,
    value: lowest?.energy == null ? null : lowest.energy * HARTREE_TO_KCAL_PER_MOL,
    remark: lowest ? phrase('{bond}, {error}', { bond: lowest.bond, error: lowest.error }) : null,
  };
}

/** Homolytic bond-dissociation energies of chosen bonds of a neutral closed-shell molecule. */
export default defineWorkflow({
  type: 'bde',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, charged: false, batch: false }),
  modes: { mode: modes.map(({ value }) => value) },
  settings,
  results: BondDissociationResults,
  settle: (data) => ({ value: { ...data, mode: modeOf(data.mode) }, changes: [] }),
  complete(data, { molecule }) {
    const { atoms, fragments } = chosen(data, molecule);
    const general = z.safeParse(Mode, data.mode);
    const mso_mode = general.success ? general.data : 'manual';
    return {
      atoms,
      fragment_indices: fragments,
      optimize_fragments: data.optimize_fragments ?? bondDissociationChain(data.mode)?.optimizeFragments ?? true,
      mso_mode,
      multistage_opt_settings: { ...storedChain(chainOf(data.mode)), mode: mso_mode },
    };
  },
  levels,
  rules: [rules],
  notices,
  offers,

  fields: [
    select('mode', 'Mode', modeOptions),
    toggle('all_CH', 'All C–H bonds', { help: 'Every hydrogen within 1.2 Å of a carbon.' }),
    toggle('all_CX', 'All C–halogen bonds', { help: 'Every halogen bonded to a carbon.' }),
    {
      kind: 'editor',
      editor: 'bonds',
      open: true,
      path: 'fragment_indices',
      covers: ['atoms'],
      title: 'Bonds to break',
      help: 'One atom breaks off alone; two bonded atoms break their bond; more atoms break off together.',
    },
  ],
  structures: (data) => bondDissociationStructures(data, data.initial_molecule),
  calculations: ({ bdes, optimization_calculation_uuids }) => [
    ...(optimization_calculation_uuids ?? []),
    ...bdes.flatMap(({ calculation_uuids }) => calculation_uuids.flat()),
  ],
  tables: (data, { item }) => [
    bondDissociationTable(
      bondDissociationRows(data, data.initial_molecule),
      item.object_status === status.completed ? 'No BDEs found for this structure.' : 'No BDEs yet.',
    ),
  ],
  values: (data) => [weakestBond(data)],
  tabs: () => [{ id: 'bde', title: 'bde' }, infoTab],
  parts: ({ bdes }) => ({
    bde: [...(bdes.length > 0 ? [{ kind: 'panel', panel: 'bonds' } as const] : []), { kind: 'table', table: 'bde' }],
  }),
  // A fragment has lost the bonds: they are drawn on the whole molecule alone.
  marks: (data, _read, structure) =>
    structure === null || structure === 'initial' || structure === finalStage(data.optimization_calculation_uuids)
      ? bondMarks(bondDissociationRows(data, data.initial_molecule))
      : [],
  resubmit,
  cite: (data) => [modeOf(data.mode), ...levelCitations(levels(data).map((level) => level.settings))],
});
