import { elementList } from '../../../chemistry/elements.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { basisSetElements, basisSets } from '../../../methods/basis-sets.ts';
import { engines, engineTitle } from '../../../methods/engines.ts';
import { elementsOf, needsBasisSet } from '../../../methods/method-support.ts';
import { maximumAtoms, methods, methodTitle } from '../../../methods/methods.ts';
import type { Level, Offer, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { type Choice, choiceProblem } from '../forms/choice-problem.ts';
import { mapAt, valueAt } from '../forms/data-path.ts';
import { shortList } from '../forms/short-list.ts';
import { inputAtomCount, inputElements, inputMultiplicity } from '../inputs/input-problems.ts';
import { methodProblem, unavailableReason } from './method-availability.ts';
import { runningEngine } from './running-engine.ts';
import { settingProblems } from './setting-problems.ts';
import {
  elementsWithoutFunctions,
  methodOffer,
  missingElements,
  solventModelOffer,
  solventModelTitle,
} from './settings-fields.ts';

/** Levels whose engine nobody chose get the one that this server's workers have for the method: what is stored is what runs. `asked` is the submission. */
export function withProbedEngines(
  data: WorkflowData,
  asked: WorkflowData,
  paths: readonly string[],
  report: MethodReport,
): WorkflowData {
  const probed = (level: unknown, place: string): unknown => {
    if (level === null || typeof level !== 'object' || valueAt(asked, `${place}.engine`)) return level;
    const found = report.methods[String((level as { method?: unknown }).method)];
    return found?.available && found.engine ? { ...level, engine: found.engine } : level;
  };
  return paths.reduce((changed, path) => mapAt(changed, path, probed) as WorkflowData, data);
}

/**
 * Lists what is wrong with the levels of a job: methods that nobody knows or no worker has, elements and spins that they do not take. One answer for
 * each method. `choiceOf` reads the value of a field.
 */
export function levelProblems(
  levels: readonly Level[],
  inputs: WorkflowInputs,
  report: MethodReport | null,
  choiceOf: (field: string) => Choice | null = () => null,
): Problem[] {
  const seen = new Set<string>();
  return levels.flatMap((level) => {
    const { settings, field } = level;
    const { method, engine } = settings;
    const model = solventModelProblems(settings, field, report, choiceOf(field));
    // A model that is not there needs no word about its solvents.
    const own = [
      ...model,
      ...settingProblems(level, report).filter((problem) => model.every((one) => one.field !== problem.field)),
      ...basisSetElementProblems(level, inputElements(inputs), report),
      ...referenceProblems(level, inputMultiplicity(inputs)),
    ];
    if (seen.has(method)) return own;
    seen.add(method);
    const known = methods.get(method);
    // A laboratory's own engine brings methods that only its workers know.
    if (!known && report?.methods[method]) {
      const reason = methodProblem(report, method, field, choiceOf(field));
      return [...(reason ? [reason] : []), ...own];
    }
    if (!known) {
      const others = [...new Set([...methods.keys(), ...Object.keys(report?.methods ?? {})])];
      const detail = `Change ${field}: "${method}" is not a known method. Choose one of ${shortList(others)}.`;
      return [{ field, detail }];
    }
    const unavailable = methodProblem(report, method, field, choiceOf(field));
    const runner = engine ?? known.defaultEngine;
    const structure = inputs.molecule ? 'initial_molecule' : 'initial_smiles';
    const elements = elementsOf(method, runner, null);
    return [
      ...(unavailable ? [unavailable] : []),
      ...own,
      ...(elements ? missingElements(elements, inputElements(inputs), methodTitle(method), structure) : []),
      ...engineProblems(runner, method, inputs, structure),
      ...sizeProblems(method, inputs, structure),
    ];
  });
}

const restricted = ['rhf', 'rks', 'restricted'];
const unrestricted = ['uhf', 'uks', 'unrestricted'];

/** A reference of the self-consistent field that nobody knows, or a restricted one that cannot hold unpaired electrons. */
function referenceProblems({ settings, field }: Level, multiplicity: number): Problem[] {
  const reference = valueAt(settings, 'scf_settings.reference');
  if (reference === undefined || reference === null || reference === '') return [];
  const place = field.endsWith('.method') ? field.replace(/method$/, 'scf_settings.reference') : field;
  const name = String(reference).toLowerCase();
  if (![...restricted, ...unrestricted].includes(name)) {
    const detail = `The reference "${String(reference).slice(0, 60)}" is not known. Choose one of ${[...restricted, ...unrestricted].join(', ')}.`;
    return [{ field: place, detail }];
  }
  if (multiplicity === 1 || !restricted.includes(name)) return [];
  const detail = `A restricted reference cannot hold the unpaired electrons of multiplicity ${multiplicity}. Use an unrestricted reference.`;
  return [{ field: place, detail }];
}

/** A basis set without functions for an element of the structure, with the sets that have them. */
function basisSetElementProblems(
  { settings, field }: Level,
  elements: readonly number[],
  report: MethodReport | null,
): Problem[] {
  const { method, engine, basis_set: chosen } = settings;
  if (!chosen || !needsBasisSet(method)) return [];
  const runner = runningEngine(report, settings)?.engine ?? engine ?? null;
  const missing = elementsWithoutFunctions(chosen.name, runner, elements);
  // A set that PySCF lacks as a whole is refused as such.
  if (missing.length === 0 || basisSetElements(chosen.name, runner)?.length === 0) return [];
  const covering = [...basisSets.keys()].filter(
    (name) => elementsWithoutFunctions(name, runner, elements).length === 0,
  );
  const offered = !field.endsWith('.method')
    ? 'It belongs to the method, which has no other.'
    : covering.length > 0
      ? `Choose one that covers all elements: ${shortList(covering)}.`
      : 'No basis set of the list covers all elements of this structure.';
  return [
    {
      field: field.endsWith('.method') ? field.replace(/method$/, 'basis_set.name') : field,
      detail: `The basis set ${chosen.name} has no functions for ${elementList(missing)}. ${offered}`,
    },
  ];
}

/** A structure that is larger than is computed with a method. */
function sizeProblems(method: string, inputs: WorkflowInputs, field: string): Problem[] {
  const [atoms, most] = [inputAtomCount(inputs), maximumAtoms(method)];
  if (atoms === null || most === null || atoms <= most) return [];
  return [
    {
      field,
      detail: `The structure has ${atoms} atoms; with ${methodTitle(method)} at most ${most} are computed. Cut out the part that matters, or choose a faster method.`,
    },
  ];
}

/** A solvent model that no worker has for the method: refused here as the worker would refuse it. */
function solventModelProblems(
  settings: Level['settings'],
  field: string,
  report: MethodReport | null,
  choice: Choice | null,
): Problem[] {
  const { method, solvent_settings } = settings;
  const entry = runningEngine(report, settings);
  if (!solvent_settings || !entry?.available || entry.solvent_models.includes(solvent_settings.model)) return [];
  const isMethod = field.endsWith('.method');
  const title = solventModelTitle(solvent_settings.model);
  const why = `${title} is not available with ${methodTitle(method)} on this server.`;
  const place = isMethod ? field.replace(/method$/, 'solvent_settings.model') : field;
  const { detail } = isMethod
    ? choiceProblem(place, solvent_settings.model, why, entry.solvent_models)
    : choiceProblem(place, choice?.value ?? null, why, choice?.available ?? []);
  return [{ field: isMethod ? field.replace(/method$/, 'solvent_settings.solvent') : field, detail }];
}

/** Spin and charge that an engine does not take. */
export function engineProblems(name: string, method: string, inputs: WorkflowInputs, field: string): Problem[] {
  const engine = engines.get(name);
  if (!engine?.methods.includes(method)) return [];
  const multiplicity = inputMultiplicity(inputs);
  const charge = inputs.molecule?.charge ?? inputs.inspection?.charge ?? 0;
  const found: Problem[] = [];
  if (!engine.openShell && multiplicity !== 1) {
    found.push({
      field,
      detail: `${engineTitle(name)} takes closed-shell structures only; this one has multiplicity ${multiplicity}.`,
    });
  }
  if (!engine.charged && charge !== 0) {
    found.push({ field, detail: `${engineTitle(name)} takes neutral structures only; this one has charge ${charge}.` });
  }
  return found;
}

/** For each form field whose method, or its solvent model, does not run here: the best one that does. */
export function levelOffers(levels: readonly Level[], report: MethodReport | null): Offer[] {
  const seen = new Set<string>();
  return levels.flatMap(({ settings, field }) => {
    if (!field.endsWith('.method') || seen.has(field)) return [];
    seen.add(field);
    const path = field.slice(0, -'.method'.length);
    return unavailableReason(report, settings.method) === null
      ? solventModelOffer(path, settings, report)
      : methodOffer(path, settings, report);
  });
}
