import type { MethodReport } from '../../../entities/method-report.ts';
import type { WorkflowData, WorkflowDefinition } from '../../definition.ts';

/** One choice that a server cannot run and what took its place: the field, why, and what is used, as text. */
export interface Replacement {
  field: string;
  reason: string;
  action: string;
}

/** Data that the server can run, and what was replaced for it. */
export interface Substituted {
  data: WorkflowData;
  replacements: Replacement[];
}

/** Offers follow from one another (a method, then its solvent); more than this many in a row would be going in circles. */
const mostOffers = 12;

/** Takes the first offer for each choice that this server cannot run, until none is left. Data that can run come back as they are. */
export function substituted(
  definition: WorkflowDefinition,
  given: WorkflowData,
  report: MethodReport | null,
): Substituted {
  let data = given;
  const replacements: Replacement[] = [];
  for (let taken = 0; taken < mostOffers; taken += 1) {
    const [offer] = definition.offers(data, report);
    if (!offer) break;
    const next = offer.apply(data);
    if (JSON.stringify(next) === JSON.stringify(data)) break;
    replacements.push({ field: offer.field, reason: offer.text, action: offer.action });
    data = next;
  }
  return { data, replacements };
}

/** A change of a JSON document (RFC 6902) as the offers of a refusal hold it. */
export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The operations (RFC 6902) that make one document of another; lists are replaced as a whole. */
export function patchBetween(before: unknown, after: unknown, path = ''): PatchOperation[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ op: 'replace', path, value: after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): PatchOperation[] => {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!(key in after) || after[key] === undefined) return key in before ? [{ op: 'remove', path: place }] : [];
    if (!(key in before)) return [{ op: 'add', path: place, value: after[key] }];
    return patchBetween(before[key], after[key], place);
  });
}

/** The offers of a refusal, each with what it changes in `workflow_data`. */
export function offeredPatches(
  definition: WorkflowDefinition,
  data: WorkflowData,
  report: MethodReport | null,
): (Replacement & { patch: PatchOperation[] })[] {
  return definition.offers(data, report).map((offer) => ({
    field: offer.field,
    reason: offer.text,
    action: offer.action,
    patch: patchBetween(data, offer.apply(data)),
  }));
}
