import type { MethodReport } from '../../../entities/method-report.ts';
import type { Offer, WorkflowData, WorkflowDefinition } from '../../definition.ts';
import { valueAt } from '../forms/data-path.ts';

/** One choice that a server cannot run and what took its place: the field, why, and what is used, as text. */
export interface Replacement {
  field: string;
  reason: string;
  action: string;
  /** Both in one sentence: "AIMNet2 is not installed here; computed with GFN2-xTB". */
  text: string;
  /** What was asked for at each path that was changed; null where it was left out. */
  requested: Readonly<Record<string, unknown>>;
}

/** Returns the replacement as one sentence without a full stop. */
function replacementText({ text, action, missing }: Offer): string {
  if (missing) return `${missing.what} is not installed here; computed with ${missing.instead}`;
  return `${text.replace(/\.$/, '')}; used instead: ${withoutVerb(action)}`;
}

const withoutVerb = (action: string) => action.replace(/^Use /, '');

/** An offer that is not taken, because it would change what somebody chose. */
export interface Withheld {
  /** The choices, in the order of the data. */
  chosen: { path: string; value: unknown }[];
  /** Why the value that it begins with cannot run here, as a sentence. */
  reason: string;
  /** What would run in its place: "GFN2-xTB with ALPB(water)". */
  instead: string;
}

/** Data that the server can run, and what was replaced for it. */
export interface Substituted {
  data: WorkflowData;
  replacements: Replacement[];
  /** The first offer for a value that may be replaced which does not fit choices beside it; null where there is none. */
  withheld: Withheld | null;
}

/** Offers follow from one another (a method, then its solvent); more than this many in a row would be going in circles. */
const mostOffers = 12;

/**
 * Takes the first offer for each choice that this server cannot run, until none is left. Data that can run come back as they are.
 * @param isOpen whether the value at a path of the given data may be replaced; every value where it is left out. A value that an earlier offer put
 * there may always be replaced.
 */
export function substituted(
  definition: WorkflowDefinition,
  given: WorkflowData,
  report: MethodReport | null,
  isOpen: (path: string, given: WorkflowData) => boolean = () => true,
): Substituted {
  let data = given;
  let withheld: Withheld | null = null;
  const replacements: Replacement[] = [];
  for (let taken = 0; taken < mostOffers; taken += 1) {
    const found = firstOffers(definition.offers(data, report), data, (path) => {
      const isOurs = JSON.stringify(valueAt(data, path)) !== JSON.stringify(valueAt(given, path));
      return isOurs || isOpen(path, given);
    });
    const free = found.find(({ closed }) => closed.length === 0);
    if (!free) {
      // Choices by themselves are refused at their own fields.
      const held = found.find(({ offer, closed }) => !closed.includes(offer.field));
      if (held) {
        const chosen = held.closed.map((path) => ({ path, value: valueAt(given, path) ?? null }));
        withheld = { chosen, reason: held.offer.text, instead: withoutVerb(held.offer.action) };
      }
      break;
    }
    const { offer, next, changed } = free;
    replacements.push({
      field: offer.field,
      reason: offer.text,
      action: offer.action,
      text: replacementText(offer),
      requested: Object.fromEntries(changed.map((path) => [path, valueAt(given, path) ?? null])),
    });
    data = next;
  }
  return { data, replacements, withheld };
}

/** The first offer of each field that changes something, with what it changes and what of that somebody chose; the others of a field are second choices. */
function firstOffers(offers: readonly Offer[], data: WorkflowData, isOpen: (path: string) => boolean) {
  const firsts = offers.filter((offer, index) => offers.findIndex(({ field }) => field === offer.field) === index);
  return firsts.flatMap((offer) => {
    const next = offer.apply(data);
    const changed = changedPaths(data, next);
    if (changed.length === 0) return [];
    return [{ offer, next, changed, closed: [...new Set([offer.field, ...changed])].filter((path) => !isOpen(path)) }];
  });
}

/** Paths, with dots, of the values in which two documents differ. */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const inner = (keys: readonly string[], of: (value: unknown, key: string) => unknown) =>
    keys.flatMap((key) => changedPaths(of(before, key), of(after, key), path === '' ? key : `${path}.${key}`));
  const at = (value: unknown, key: string) => (value as Record<string, unknown>)[key];
  if (isRecord(before) && isRecord(after)) {
    return inner([...new Set([...Object.keys(before), ...Object.keys(after)])], at);
  }
  const isSameList = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  return isSameList ? inner(Object.keys(before), at) : [path];
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
): { field: string; reason: string; action: string; patch: PatchOperation[] }[] {
  return definition.offers(data, report).map((offer) => ({
    field: offer.field,
    reason: offer.text,
    action: offer.action,
    patch: patchBetween(data, offer.apply(data)),
  }));
}
