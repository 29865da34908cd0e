import type { Problem } from '@cuvette/core/chemistry';
import { nameProblem } from '@cuvette/core/entities';
import {
  featureProblems,
  type InputRule,
  valueAt,
  type WorkflowData,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import { blockedBy, nameOf, saveBlockedBy } from './blocked.ts';
import type { SubmitDraft } from './draft.ts';
import { limitOf } from './limit-and-mail.tsx';
import { coveredBy, rangeProblem } from './settings-form.tsx';
import type { MoleculeState } from './use-molecule.ts';
import type { ServerReport } from './use-server-report.ts';
import { submitWords as words } from './words.ts';

/** Whether an input is the one small molecule of a type. */
export const isSmallMolecule = ({ role }: InputRule) => role === 'initial_molecule' || role === 'initial_smiles';
const isOfMolecule = ({ field }: Problem) => /^initial_(molecule|smiles)(\.|$)/.test(field);

/** What is wrong with a submission, each problem where it is shown, what the server has instead, and what is in the way of sending it. */
export type Judgement = ReturnType<typeof judge>;

/** Judges a draft with what is known of its molecule and of the server. @param refused what the server refused when it was sent */
export function judge(
  definition: WorkflowDefinition,
  draft: SubmitDraft,
  state: MoleculeState,
  server: ServerReport,
  refused: Problem | null,
) {
  const { data } = draft;
  const { report } = server;
  const ready = state.status === 'ready';
  const found = ready
    ? problemsOf(definition, data, state.inputs, server)
    : problemsOfSettings(definition, data, server);
  const problems = refused && !found.some(({ detail }) => detail === refused.detail) ? [...found, refused] : found;
  const roles = definition.inputs.filter((rule) => !isSmallMolecule(rule));
  const isOfRole = ({ field }: Problem) => roles.some(({ role }) => field === role || field.startsWith(`${role}.`));
  const ofForm = problems.filter((problem) => !isOfMolecule(problem) && !isOfRole(problem));
  const isValid = ready && found.length === 0;
  const offers = definition.offers(data, report);
  const automaticName = nameOf(draft.molecule, state, definition.type);
  const name = draft.name ?? automaticName;
  const nameFault = nameProblem(name, { mayBeEmpty: true });
  const outOfRange = definition.fields.some(
    (field) =>
      field.kind === 'number' &&
      (field.shown?.(data) ?? true) &&
      rangeProblem(field, valueAt(data, field.path)) !== null,
  );
  return {
    isValid,
    ofMolecule: problems.filter(isOfMolecule),
    ofRoles: problems.filter((problem) => !isOfMolecule(problem) && isOfRole(problem)),
    ofForm,
    /** Problems that no field of the form shows. */
    elsewhere: ofForm.filter((problem) => !coveredBy(definition, data, problem)),
    offers,
    // A warning is there as soon as it applies, whatever else still has to be put in or chosen.
    notices: definition.notices(data, withKnownSpin(state.inputs), report),
    /** The data as it would be stored; null while the submission is not valid. */
    prepared: isValid ? definition.prepare(data, state.inputs, report) : null,
    choices: isValid && report ? definition.choices(data, state.inputs, report) : [],
    name,
    nameFault,
    /** What the item is called where nothing is typed. */
    fallbackName: automaticName || definition.title,
    /** Why it cannot be submitted; null where it can. */
    reason: blockedBy(
      state,
      noMethods(server),
      found,
      offers,
      outOfRange || limitOf(draft) === undefined || nameFault !== null,
    ),
    /** Why it cannot be kept as a draft; null where it can. */
    unsaved: saveBlockedBy(draft, state, nameFault),
  };
}

function noMethods({ report, unreported, error }: ServerReport): string | null {
  if (report) return null;
  if (unreported) return words.needWorker;
  return error ? words.methodsUnread : words.needMethods;
}

/** Inputs without a molecule whose charge or multiplicity is no number yet. */
function withKnownSpin(inputs: WorkflowInputs): WorkflowInputs {
  const { molecule } = inputs;
  return molecule && Number.isNaN(molecule.charge + molecule.multiplicity) ? { ...inputs, molecule: null } : inputs;
}

/** Everything that is wrong with a submission; what the administrator switched off comes first. */
function problemsOf(
  definition: WorkflowDefinition,
  data: WorkflowData,
  inputs: WorkflowInputs,
  { report, platform }: ServerReport,
): Problem[] {
  return [...featureProblems(definition, data, platform), ...definition.problems(data, inputs, report)];
}

/** Problems of the settings alone, where there is no molecule yet to judge them with, or many. */
export function problemsOfSettings(
  definition: WorkflowDefinition,
  data: WorkflowData,
  server: ServerReport,
): Problem[] {
  const problems = problemsOf(definition, data, { molecule: null, smiles: null }, server);
  return problems.filter((problem) => !isOfMolecule(problem));
}
