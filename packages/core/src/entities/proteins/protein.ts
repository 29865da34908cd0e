import * as z from 'zod/mini';
import { Pdb } from '../../chemistry/pdb/schema.ts';
import { Name } from '../name.ts';
import { optionalNull, uuid } from '../scalars.ts';
import { StructureMatch } from '../structure-query.ts';
import { Pocket } from './pocket.ts';
import { Preparation } from './protein-preparation.ts';

/**
 * A protein; `data` is left out of lists, `pocket` is [centre, size] in Å. `sanitized` is a code of `sanitizationState`, 0 before any preparation;
 * `preparation` is the state of the last one and its report (left out of lists).
 */
export const Protein = z.looseObject({
  uuid: z.string(),
  name: optionalNull(z.string()),
  created_at: optionalNull(z.string()),
  ancestor_uuid: optionalNull(z.string()),
  project_uuid: optionalNull(z.string()),
  /** Whether an item of its project names it; null for who reads it as something shared. */
  used_in_workflow: optionalNull(z.boolean()),
  sanitized: optionalNull(z.int()),
  public: optionalNull(z.boolean()),
  pocket: optionalNull(z.array(z.array(z.number()))),
  /** A job made it, as a pose in its protein; null where an older server does not say. */
  computed: optionalNull(z.boolean()),
  data: optionalNull(Pdb),
  preparation: z.optional(z.nullable(Preparation)),
});
export type Protein = z.infer<typeof Protein>;

/** `GET /api/protein`. */
export const ProteinList = z.looseObject({
  proteins: z.array(Protein),
  num_pages: z.int(),
  /** Of a search by structure: the ligand of each protein that was found, the most similar one. */
  matches: z.optional(z.record(z.string(), StructureMatch)),
});

/** Codes of a protein's `sanitized`, null apart (in progress). */
export const sanitizationCode = { inProgress: 1, done: 2, failed: 3, stopped: 4 } as const;

const sanitizationStates = {
  inProgress: 'Sanitization in progress',
  done: 'Sanitized',
  failed: 'Sanitization failed',
  stopped: 'Sanitization stopped',
} as const;

/** How far the sanitization of a protein is, with words for it; null and 1 mean in progress. An unknown code is no state: null. */
export function sanitizationState(
  code: number | null,
): { state: keyof typeof sanitizationCode; words: string; finished: boolean } | null {
  for (const [state, value] of Object.entries(sanitizationCode) as [keyof typeof sanitizationCode, number][]) {
    if (value !== (code ?? sanitizationCode.inProgress)) continue;
    return { state, words: sanitizationStates[state], finished: state !== 'inProgress' };
  }
  return null;
}

/** Whether the structure of a protein is a prepared one: that of its last preparation, or of an earlier one where the last failed, was stopped or goes on. */
export function isPrepared({ sanitized, preparation }: Pick<Protein, 'sanitized' | 'preparation'>): boolean {
  return sanitized === sanitizationCode.done || preparation?.has_original === true;
}

const name = Name;

/** Body of `POST /api/protein`. */
export const ProteinCreate = z.object({
  name,
  protein_data: Pdb,
  project_uuid: optionalNull(uuid),
  ancestor_uuid: optionalNull(uuid),
});
export type ProteinCreate = z.input<typeof ProteinCreate>;

/** Body of `POST /api/protein/{uuid}`: what is missing stays. */
export const ProteinUpdate = z.object({
  name: z.optional(name),
  data: z.optional(Pdb),
  public: z.optional(z.nullable(z.boolean())),
  pocket: z.optional(z.nullable(Pocket)),
});
export type ProteinUpdate = z.input<typeof ProteinUpdate>;
