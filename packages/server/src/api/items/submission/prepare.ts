import { madeFromOf, type Substitution } from '@cuvette/core/entities';
import { type Replacement, substituted, type WorkflowInputs } from '@cuvette/core/workflows';
import { defaultsOf } from '../../../client-defaults/client-defaults.ts';
import { knownMethods } from '../../../queue/workers.ts';
import type { Services } from '../../../services.ts';
import type { Member } from '../../../store/reader.ts';
import { requireNamed } from '../named-things.ts';
import { keptUnknown } from '../unknown-settings.ts';
import { inputHash } from './input-hash.ts';
import { awaitsReport, type Knowledge, refuseProblems } from './judge.ts';
import {
  choiceMessage,
  choicesOf,
  fill,
  firstIsomer,
  type Isomer,
  isomerMessage,
  messagesOf,
  type PreparedWorkflow,
  replacementMessage,
} from './new-item.ts';
import { isomersInLists, withDefinedLists } from './open-lists.ts';
import { type ReadSubmission, readSubmission, type Submission, textOf, typeOfDraft } from './read-submission.ts';
import { buildAll, inspectAll, isomersOf, takesMolecule, withStructure } from './smiles.ts';

/** Returns what is replaced for a submission: what it says itself, else what the server is set to. */
function substitutionOf({ options }: Submission, server: Substitution): Substitution {
  const { substitute = null } = options;
  if (substitute === null) return server;
  if (typeof substitute === 'boolean') return substitute ? 'on' : 'off';
  return substitute;
}

/** The items of one submission. Throws 422 with the first problem's text and field. */
function itemsOf(read: ReadSubmission, parent: string, knowledge: Knowledge): PreparedWorkflow[] {
  const { inspections, accepted, live, isGrowing, substitute, built } = knowledge;
  // What nobody has reported yet is not known to be lacking.
  const report = isGrowing && awaitsReport(read, inspections, accepted) ? null : accepted;
  const { submission, definition, molecule, smiles } = read;
  const { workflow_type: type } = submission;
  if (!definition) return [fill({ submission, parent, type, data: read.data, smiles: null, requirements: ['rdkit'] })];
  const replacing = substitutionOf(submission, substitute);
  const defined = withDefinedLists(read, inspections);
  const {
    data,
    replacements: replaced,
    withheld,
  } = replacing !== 'off' && !isGrowing // Where no worker has reported in time, what it brings is waited for in the queue rather than replaced.
    ? substituted(definition, defined.data, accepted, replacing === 'on' ? undefined : defaultsOf(type))
    : { data: defined.data, replacements: [], withheld: null };
  const from = madeFromOf(read.data);
  const beside = keptUnknown(definition, read.data);
  const make = (given: WorkflowInputs, isomer: Isomer | null, first: Replacement[] = []): PreparedWorkflow => {
    const replacements = [...replaced, ...defined.replacements, ...first];
    const one = takesMolecule(definition, data) ? withStructure(given, definition.limits(read.data), built) : given;
    refuseProblems(definition, data, one, knowledge, { replacements: replaced, withheld });
    const choices = choicesOf(definition, data, one, accepted);
    const computed = definition.prepare(data, one, report);
    const prepared = {
      ...beside.kept,
      ...computed,
      ...(one.molecule ? { initial_molecule: one.molecule } : {}),
      ...(one.smiles ? { initial_smiles: one.smiles } : {}),
      ...(from ? { made_from: from } : {}),
      ...messagesOf([
        ...replacements.map(replacementMessage),
        ...(isomer ? [isomerMessage(isomer, smiles ?? '')] : []),
        ...beside.messages,
        ...choices.map((choice) => choiceMessage(definition, choice)),
      ]),
    };
    const item = fill({
      submission,
      parent,
      type,
      replacements,
      choices,
      data: prepared,
      smiles: one.inspection?.canonical ?? textOf(one.molecule?.smiles) ?? null,
      requirements: definition.capabilities(prepared, report),
      resources: definition.resources(prepared, one, live),
      inputHash: inputHash(definition, {
        data: computed,
        molecule: one.molecule,
        smiles: one.smiles,
        enumerateStereo: isomer === null && submission.options.enumerate_stereo,
        inspections,
      }),
      title: definition.title,
    });
    return isomer ? { ...item, name: `${item.name} (stereoisomer ${isomer.number} of ${isomer.count})` } : item;
  };
  const isomers = isomersOf(read, inspections);
  if (isomers.length === 0) {
    return [make({ molecule, smiles, inspection: inspections.get(smiles ?? '') ?? null, inspections }, null)];
  }
  const definedAs = (isomer: string) => ({
    molecule: null,
    smiles: isomer,
    inspection: inspections.get(isomer) ?? null,
  });
  const [only] = isomers;
  if (isomers.length === 1 && only !== undefined) {
    const count = inspections.get(smiles ?? '')?.stereoisomers.length ?? 1;
    return [make(definedAs(only), null, [firstIsomer(smiles ?? '', only, count)])];
  }
  return isomers.map((isomer, index) => {
    const defined = definedAs(isomer);
    return make(defined, { number: index + 1, count: isomers.length });
  });
}

/**
 * Turns submissions into the items that are stored: validated by their type's definition (the same rules as the form), the
 * SMILES judged by RDKit; what they name is checked by `requireNamed` before. One item each, except where undefined stereocentres are to be enumerated: then one for each
 * stereoisomer, for diastereomers are never mixed in one ensemble. Throws 422 with the first problem's text and field, as
 * `about` tells it of the submission with that index; where it answers null, that one is left out.
 */
export async function prepareSubmissions(
  services: Services,
  submissions: readonly Submission[],
  parent: string,
  about: (error: unknown, index: number) => unknown = (error) => error,
): Promise<PreparedWorkflow[][]> {
  const { drizzle } = services.db;
  const read: ReadSubmission[] = [];
  /** Index of each in the call: those that `about` passes over are left out. */
  const places: number[] = [];
  const passOver = (error: unknown, index: number): void => {
    const placed = about(error, index);
    if (placed !== null) throw placed;
  };
  for (const [index, submission] of submissions.entries()) {
    try {
      read.push(await readSubmission(services, submission));
      places.push(index);
    } catch (error) {
      passOver(error, index);
    }
  }
  const given = await inspectAll(
    services,
    read.flatMap(({ smiles, listed }) => [smiles, ...listed]),
  );
  const isomers = await inspectAll(
    services,
    read.flatMap((one) => [...isomersOf(one, given), ...isomersInLists(one, given)]),
  );
  const inspections = new Map([...given, ...isomers]);
  // Asked first: a worker may report while the methods are read.
  const awaited = services.awaitsWorker();
  let known = await knownMethods(drizzle);
  if (awaited && read.some((one) => awaitsReport(one, inspections, known.accepted))) {
    await services.firstReport();
    known = await knownMethods(drizzle);
  }
  const knowledge = {
    inspections,
    ...known,
    isGrowing: services.awaitsWorker(),
    substitute: services.config.substitute,
    built: await buildAll(
      services,
      read.flatMap((one) => {
        const { definition, molecule, smiles } = one;
        if (!takesMolecule(definition, null) || molecule !== null || smiles === null) return [];
        if (inspections.get(smiles)?.error !== null) return [];
        // A structure that is refused for its size would take minutes to build.
        if (definition?.limits(one.data).size?.({ molecule, smiles })) return [];
        const several = isomersOf(one, inspections);
        return several.length > 0 ? several : [smiles];
      }),
    ),
  };
  return read.flatMap((one, index) => {
    try {
      return [itemsOf(one, parent, knowledge)];
    } catch (error) {
      passOver(error, places[index] ?? index);
      return [];
    }
  });
}

/** The items of one submission, as `prepareSubmissions` makes them, once everything that it names is there for this person. Throws 422. */
export async function prepareSubmission(
  services: Services,
  reader: Member,
  submission: Submission,
  parent: string,
): Promise<PreparedWorkflow[]> {
  const definition = await typeOfDraft(submission.workflow_type);
  if (definition) await requireNamed(services, reader, definition, submission.workflow_data);
  return (await prepareSubmissions(services, [submission], parent))[0] ?? [];
}
