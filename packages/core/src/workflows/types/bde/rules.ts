import * as z from 'zod/mini';
import { bondsOf } from '../../../chemistry/atoms.ts';
import { bondSides } from '../../../chemistry/bond-sides.ts';
import { bondKind, bondName, brokenBonds, kindOfBondClass } from '../../../chemistry/broken-bonds.ts';
import { halogensOnCarbon, hydrogensOnCarbon } from '../../../chemistry/carbon-bonds.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { Mode } from '../../../entities/settings.ts';
import { bondDissociationChain } from '../../../methods/bond-dissociation-modes.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { Change, Resolved } from '../../../methods/resolution.ts';
import type { Option, SubmissionRules, TimedOption, WorkflowInputs } from '../../definition.ts';
import { refusedOptions, withoutRefusedOptions } from '../../parts/chains/chain-restrictions.ts';
import { storedChain } from '../../parts/chains/multistage-optimization.ts';
import { unavailableReason } from '../../parts/levels/method-availability.ts';
import { chainSeconds } from '../../parts/times/long-jobs.ts';
import { entry } from './entry.ts';
import { chainOf, type Data, defaultMode, levels, modeOf, modes } from './settings.ts';

const { title } = entry;

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

function problems(data: Data, { molecule }: WorkflowInputs): Problem[] {
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
      return [{ field, detail: `There is no atom ${outside}: the molecule has ${count} atoms.` }];
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
  if (broken.length === 0) return 'This fragment has no bond to the rest of the molecule.';
  const names = broken.map((bond) => bondName(atoms, bond)).join(', ');
  const inRing = broken.some(([first, second]) => bondSides(bonds, first, second).kind === 'ring');
  const ring = inRing ? ' Breaking a ring bond does not divide the molecule.' : '';
  return `To break this fragment off, ${names} would have to break together; choose one bond.${ring}`;
}

/** Bonds of a kind that a calibration by kind has no line for: no value would be given. */
function uncalibrated(mode: string, { atoms }: Molecule, broken: readonly [number, number][]): string[] {
  const calibration = methodExtension('bde', modeOf(mode))?.calibration;
  if (!calibration?.refused) return [];
  return broken.flatMap((bond) => {
    const kind = bondKind(atoms[bond[0]]?.atomic_number ?? 0, atoms[bond[1]]?.atomic_number ?? 0);
    const kinds = [...new Set(calibration.lines.map((line) => kindOfBondClass(line.class)))];
    if (kinds.includes(kind)) return [];
    return [
      `${modeTitle(mode)} gives no energy for ${bondName(atoms, bond)}: it is calibrated for ${kinds.join(', ')} bonds only. Leave it out or choose another mode.`,
    ];
  });
}

function modeTitle(mode: string): string {
  return modes.find(({ value }) => value === modeOf(mode))?.title ?? mode;
}

/** A mode as a choice, greyed with the reason where a method of its chain is missing here. */
export function modeOption({ value, title: name }: Option, report: MethodReport | null): Option {
  const { optimization_settings, singlepoint_settings } = chainOf(value);
  const chain = [...optimization_settings, ...(singlepoint_settings ? [singlepoint_settings] : [])];
  const missing = chain.map(({ method }) => method).find((method) => unavailableReason(report, method) !== null);
  const option = { value, title: name };
  return missing
    ? { ...option, unavailable: `${methodTitle(missing)}: ${unavailableReason(report, missing)}` }
    : option;
}

/** What `auto` stands for, the best first: the platform's default, ours by density functional, ours by GFN2-xTB. */
export const timedModes: readonly (readonly [value: string, title: string])[] = [
  [String(defaultMode), 'the rapid neural potential'],
  ['r2scan3c_gfn2_by_class', 'r²SCAN-3c energies at GFN2-xTB geometries'],
  ['gfn2_bond_type', 'GFN2-xTB energies'],
];

/** The options for a mode that nobody chose, with the seconds of the whole run; the platform's default where the workers are not known. */
function timedOptions(data: Data, inputs: WorkflowInputs, report: MethodReport | null): TimedOption[] {
  const known = report === null ? timedModes.slice(0, 1) : timedModes;
  return known.map(([value, title]) => {
    const { unavailable } = modeOption({ value, title }, report);
    const seconds = secondsOf({ ...data, mode: value }, inputs, report);
    return unavailable === undefined ? { value, title, seconds } : { value, title, seconds: null, unavailable };
  });
}

/** An unrestricted calculation takes about twice as long as one with paired electrons. */
const radicalCost = 1.8;

/** Seconds of the molecule and of one large radical for each bond; hydrogens of one atom leave the same radical. */
function secondsOf(data: Data, { molecule }: WorkflowInputs, report: MethodReport | null): number | null {
  if (!molecule || report === null) return null;
  const bonds = bondsOf(molecule.atoms);
  const radicals = new Set(
    chosen(data, molecule).fragments.map((fragment) => {
      const [first] = brokenBonds(bonds, fragment);
      const [atom = 0] = fragment;
      const isHydrogen = fragment.length === 1 && molecule.atoms[atom - 1]?.atomic_number === 1;
      return isHydrogen && first ? `hydrogen of ${first[0]}` : fragment.join(' ');
    }),
  );
  const chain = levels(data).map(({ settings: level }) => level);
  return chainSeconds(chain, molecule.atoms.length, report, 1 + radicalCost * radicals.size);
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
    reason: `All ${words} bonds are chosen; they are determined again from the structure.`,
  };
  return {
    value: { ...refused.value, mso_mode: 'auto', multistage_opt_settings: null, atoms, fragment_indices },
    changes: [...refused.changes, ...(dropped.length > 0 ? [change] : [])],
  };
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, charged: false, batch: false }),
  modes: { mode: modes.map(({ value }) => value) },
  secondOpinion: { path: 'mode', among: ['r2scan3c_gfn2_by_class', 'gfn2_bond_type'] },
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
  timed: [{ path: 'mode', options: timedOptions }],
  seconds: secondsOf,
  rules: [problems],
  resubmit,
};
