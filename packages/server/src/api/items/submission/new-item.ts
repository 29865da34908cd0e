import { randomInt, randomUUID } from 'node:crypto';
import { type Message, type MethodReport } from '@cuvette/core/entities';
import {
  type Replacement,
  type Resources,
  type TimedChoice,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import type { NewWorkflow } from '../../../store/workflows/insert-workflows.ts';
import { type Submission, textOf } from './read-submission.ts';

/** An item that is ready to be stored, with what it needs of a worker. */
export type PreparedWorkflow = NewWorkflow & { resources: Resources };

export interface Isomer {
  number: number;
  count: number;
}

export function isomerMessage({ number, count }: Isomer, smiles: string): Message {
  return {
    type: 'info',
    title: 'Stereoisomers',
    body: `${smiles} leaves stereocentres undefined. This is stereoisomer ${number} of ${count}; each is a separate item in this folder.`,
  };
}

export function replacementMessage({ text, reason }: Replacement): Message {
  const isStereo = reason === stereoReason;
  return {
    type: 'info',
    title: isStereo ? 'Stereoisomer' : 'Replaced',
    body: isStereo ? `${text}. ${reason}` : `${text}.`,
  };
}

/** Returns what was replaced for items that a call made, each as one sentence, for the `warnings` of its answer. */
export function replacedInWords(items: readonly Pick<PreparedWorkflow, 'options'>[]): string[] {
  const found = items.flatMap(({ options }) => (options.replacements ?? []) as readonly Replacement[]);
  return [...new Set(found.map(({ text }) => `${text}.`))];
}

/** Why an isomer runs that nobody named, and what else can be asked for. */
export const stereoReason = 'options.stereo "each" computes all of them, "refuse" none.';

/** The first isomer, in canonical order, of a SMILES that leaves some open, as replacements name it. */
export function firstIsomer(smiles: string, isomer: string, count: number): Replacement {
  return {
    field: 'initial_smiles',
    text: `${smiles} leaves its stereochemistry open; computed for ${isomer}, the first of ${count} isomers`,
    reason: stereoReason,
    action: `Use ${isomer}`,
    requested: { initial_smiles: smiles },
  };
}

export function messagesOf(messages: Message[]): { messages?: Message[] } {
  return messages.length > 0 ? { messages } : {};
}

/** A setting that was filled by the expected time, as it is recorded. */
type RecordedChoice = Pick<TimedChoice, 'path' | 'value' | 'title' | 'seconds'> & { reason: string };

export function choicesOf(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  accepted: MethodReport,
): RecordedChoice[] {
  return definition
    .choices(data, one, accepted)
    .flatMap(({ path, value, title, seconds, reason }) =>
      reason === null ? [] : [{ path, value, title, seconds, reason }],
    );
}

export function choiceMessage({ fields }: WorkflowDefinition, { path, reason }: RecordedChoice): Message {
  const title = fields.find((field) => field.path === path)?.title ?? path;
  return { type: 'info', title: 'Chosen by the Expected Time', body: `${title}. ${reason}` };
}

interface Parts {
  submission: Submission;
  parent: string;
  type: string;
  data: Record<string, unknown>;
  smiles: string | null;
  requirements: string[];
  resources?: Resources;
  replacements?: readonly Replacement[];
  choices?: readonly RecordedChoice[];
  inputHash?: string;
  title?: string;
}

const nothingKnown: Resources = { memory_mb: null, gpus: 0, seconds: null };

export function fill(parts: Parts): PreparedWorkflow {
  const {
    submission,
    parent,
    type,
    data,
    smiles,
    requirements,
    resources = nothingKnown,
    replacements = [],
    choices = [],
    inputHash = null,
    title,
  } = parts;
  return {
    uuid: randomUUID(),
    parent,
    name: textOf(submission.name) ?? title ?? type,
    type,
    data,
    // Compute writes what was replaced and what was chosen into the provenance of the result.
    options: {
      ...submission.options,
      ...(replacements.length > 0 ? { replacements } : {}),
      ...(choices.length > 0 ? { choices } : {}),
    },
    smiles,
    maxCredits: submission.max_credits,
    requirements: [...new Set(requirements)].sort(),
    resources,
    inputHash,
    seed: randomInt(1, 2 ** 31 - 1),
    status: 5,
    resubmittedFrom: submission.resubmitted_from_uuid,
    emailWhenComplete: submission.email_when_complete,
    webhookUrl: submission.webhook_url,
  };
}
