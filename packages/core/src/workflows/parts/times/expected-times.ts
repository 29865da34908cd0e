import { bondsOf } from '../../../chemistry/atoms.ts';
import { bondSides } from '../../../chemistry/bond-sides.ts';
import { saturatedRings } from '../../../chemistry/saturated-rings.ts';
import { heavyAtomsOfSmiles } from '../../../chemistry/smiles-atoms.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { optimizationGradients } from '../../../methods/estimate.ts';
import type { Level, WorkflowInputs } from '../../definition.ts';
import type { ConformerGenerationSettings } from '../conformers/conformer-generation.ts';
import { inputAtomCount } from '../inputs/input-problems.ts';
import { chainSeconds, expectedSeconds } from './long-jobs.ts';

/**
 * Seconds of a GFN2-xTB gradient of caffeine on the machine whose times of other programs are in this file (`bench:estimates`, processor time of one core).
 * A worker's own time of that gradient scales them.
 */
const referenceGradient = 0.015;

/** Seconds here of what took so many on the reference machine; null where the worker's speed is not known. */
export function scaledSeconds(reference: number, report: MethodReport | null): number | null {
  const seconds = report?.methods.gfn2_xtb?.seconds_per_gradient;
  return seconds ? (reference * seconds) / referenceGradient : null;
}

/** The sum of seconds; null where one of them is not known. */
export function together(...parts: readonly (number | null)[]): number | null {
  return parts.reduce((sum: number | null, one) => (sum === null || one === null ? null : sum + one), 0);
}

/** Bonds that turn: outside rings, between two atoms that have further heavy neighbours, or to a hydroxyl or thiol group. Bond orders are not looked at. */
function rotatableBonds({ atoms }: Molecule): number {
  const bonds = bondsOf(atoms);
  const element = (atom: number) => atoms[atom]?.atomic_number ?? 0;
  const around = atoms.map((): number[] => []);
  for (const [a, b] of bonds) {
    around[a]?.push(b);
    around[b]?.push(a);
  }
  const heavy = (atom: number) => around[atom]?.filter((next) => element(next) > 1).length ?? 0;
  const turns = (atom: number) =>
    heavy(atom) > 1 || ([8, 16].includes(element(atom)) && (around[atom]?.length ?? 0) > 1);
  return bonds.filter(
    ([a, b]) =>
      element(a) > 1 &&
      element(b) > 1 &&
      turns(a) &&
      turns(b) &&
      heavy(a) + heavy(b) > 2 &&
      bondSides(bonds, a, b).kind === 'sides',
  ).length;
}

/** Bonds that turn in an input; of a SMILES that nobody inspected a typical number for its size, null without an input. */
export function inputRotatableBonds({ molecule, inspection, smiles }: WorkflowInputs): number | null {
  const known = molecule ?? inspection?.molecule ?? null;
  if (known) return rotatableBonds(known);
  if (inspection?.rotatable_bonds != null) return inspection.rotatable_bonds;
  const heavy = smiles === null ? null : heavyAtomsOfSmiles(smiles);
  return heavy === null ? null : Math.round(heavy / 4);
}

/** Atoms of an input; of a SMILES that nobody inspected about twice its heavy atoms. */
export function expectedAtoms(inputs: WorkflowInputs): number | null {
  const known = inputAtomCount(inputs);
  if (known !== null) return known;
  const heavy = inputs.smiles === null ? null : heavyAtomsOfSmiles(inputs.smiles);
  return heavy === null ? null : 2 * heavy;
}

/** Forms of a saturated ring that a search keeps: chairs and twist boats of six atoms or more, envelopes of five. */
const ringForms = (size: number): number => (size >= 6 ? 5 : size === 5 ? 2 : 1);

/**
 * Conformers that a search is expected to keep, at most as many as the settings allow: about two for each bond that turns, and the forms of each saturated
 * ring. Fitted to what rapid searches kept (hexane 11, ethylene glycol 8, alanine 6, proline 8, morpholine 3, methylcyclohexane 5, cyclohexanol 13,
 * benzylpiperidine 9, ibuprofen 12, menthol 44): half of them within a factor of 1.6, all within 3.
 */
export function expectedConformers(inputs: WorkflowInputs, most: number | null): number | null {
  const bonds = inputRotatableBonds(inputs);
  if (bonds === null) return null;
  const known = inputs.molecule ?? inputs.inspection?.molecule ?? null;
  const rings = known ? saturatedRings(known.atoms) : (inputs.inspection?.saturated_rings ?? []);
  const forms = rings.reduce((product, size) => product * ringForms(size), 1);
  return Math.min(most ?? 100, forms * 2 ** Math.min(bonds, 12));
}

/** Seconds of so many structures embedded and minimized with MMFF94: measured at 17 atoms (6 ms) and at 33 (18 ms). */
export function embeddingSeconds(structures: number, atoms: number, report: MethodReport | null): number | null {
  return scaledSeconds(structures * 0.006 * (atoms / 17) ** 1.7, report);
}

/** Gradients of the loose optimization that a candidate conformer is ranked by: measured with GFN0-xTB on ibuprofen. */
const rankingGradients = 6;

/** Seconds of ranking so many candidates. The program starts once for each of them, not for each gradient. */
function rankingSeconds(method: string, candidates: number, atoms: number, report: MethodReport | null): number | null {
  const once = expectedSeconds(method, candidates, atoms, report);
  const start = candidates * (report?.methods[method]?.seconds_smallest ?? 0);
  return once === null ? null : once + (rankingGradients - 1) * Math.max(once - start, 0);
}

/** Gradients of a CREST search for 30 atoms by its speed. Rough: the trajectories and optimizations that its settings imply, not measured. */
const crestGradients = { megaquick: 10_000, superquick: 15_000, quick: 25_000, normal: 50_000, extensive: 100_000 };

/** Seconds of generating conformers; null where that is unknown. */
export function generationSeconds(
  generation: ConformerGenerationSettings | null,
  inputs: WorkflowInputs,
  report: MethodReport | null,
): number | null {
  if (generation === null) return 0;
  const atoms = expectedAtoms(inputs);
  if (atoms === null) return null;
  if (generation.settings_type === 'etkdg') {
    const ranked = expectedConformers(inputs, generation.num_confs_considered);
    const ranking =
      ranked === null || ranked < 2 ? 0 : rankingSeconds(generation.conf_opt_method, ranked, atoms, report);
    return together(embeddingSeconds(generation.num_initial_confs, atoms, report), ranking);
  }
  if (generation.settings_type === 'imtd') {
    const speed = report?.methods[generation.mtd_method];
    if (!speed?.seconds_per_gradient || !speed.atoms) return null;
    // The program runs as a whole: what its start takes is in each single gradient of the probe, not in those of a trajectory.
    const each = Math.max(speed.seconds_per_gradient - (speed.seconds_smallest ?? 0), 0.0005);
    return crestGradients[generation.speed] * each * (atoms / speed.atoms) ** (speed.exponent ?? 2) * (atoms / 30);
  }
  if (generation.settings_type === 'monte_carlo_multiple_minimum') {
    const gradients = generation.num_monte_carlo_iterations * optimizationGradients(atoms, 250, 'rapid');
    return expectedSeconds(generation.energy_settings.method, gradients, atoms, report);
  }
  // Pentane 0.1 s, ibuprofen 1 s, maraviroc 7.5 s with 200 steps.
  if (generation.settings_type === 'openconf') {
    return scaledSeconds((generation.n_steps / 200) * (atoms / 33) ** 2.3, report);
  }
  return null;
}

/** What an unrestricted wave function takes beside a restricted one: two spins, and more cycles. */
export const unrestrictedFactor = 2;

/** Seconds of levels of theory that run one after another on each of so many structures; null where one of them was not timed, or none is known. */
export function settingsSeconds(
  levels: readonly Level[],
  inputs: WorkflowInputs,
  report: MethodReport,
  structures = 1,
): number | null {
  return chainSeconds(
    levels.map(({ settings }) => settings),
    expectedAtoms(inputs),
    report,
    structures,
  );
}

/** Forms of a molecule with one proton more or less, and itself: a nitrogen can take one, a nitrogen, oxygen or sulfur with hydrogen give one. */
function protonationForms(inputs: WorkflowInputs): number | null {
  const known = inputs.molecule ?? inputs.inspection?.molecule;
  if (known) {
    const element = (atom: number) => known.atoms[atom]?.atomic_number ?? 0;
    const pairs = bondsOf(known.atoms).flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
    const acids = new Set(
      pairs.filter(([a, b]) => [7, 8, 16].includes(element(a)) && element(b) === 1).map(([a]) => a),
    );
    return 1 + acids.size + known.atoms.filter(({ atomic_number }) => atomic_number === 7).length;
  }
  if (inputs.smiles === null) return null;
  // In a SMILES that nobody inspected about every nitrogen and every second oxygen counts.
  const count = (symbols: RegExp) => inputs.smiles?.match(symbols)?.length ?? 0;
  return 2 + count(/[Nn](?![a-z])/g) + Math.floor(count(/[OoSs](?![a-z])/g) / 2);
}

/** Seconds of the forms of a molecule with a proton more or less, of each of which conformers are built and some kept and optimized. */
export function protonationSeconds(
  levels: readonly Level[],
  numbers: { built: number; kept: number },
  inputs: WorkflowInputs,
  report: MethodReport,
): number | null {
  const forms = protonationForms(inputs);
  const atoms = expectedAtoms(inputs);
  const kept = expectedConformers(inputs, numbers.kept);
  if (forms === null || atoms === null || kept === null) return null;
  return together(
    embeddingSeconds(forms * numbers.built, atoms, report),
    settingsSeconds(levels, inputs, report, forms * kept),
  );
}

/**
 * Seconds of docking one ligand: Vina's steps grow with atoms and torsions, and each step with the atoms. Searches that may be repeated until they agree
 * are expected to be doubled once.
 */
export function dockingSeconds(
  { exhaustiveness, extend_search }: { exhaustiveness: number; extend_search: boolean },
  inputs: WorkflowInputs,
  report: MethodReport | null,
): number | null {
  const torsions = inputRotatableBonds(inputs);
  const known = inputs.molecule?.atoms.filter(({ atomic_number }) => atomic_number > 1).length;
  const heavy = known ?? (inputs.smiles === null ? null : heavyAtomsOfSmiles(inputs.smiles));
  if (torsions === null || heavy === null) return null;
  const searches = exhaustiveness * (extend_search ? 2 : 1);
  return scaledSeconds(searches * 0.0012 * heavy * (50 + heavy + 10 * torsions), report);
}
