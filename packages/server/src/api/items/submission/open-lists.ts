import type { Replacement } from '@cuvette/core/workflows';
import { shortList } from '@cuvette/core/workflows/parts/forms/short-list';
import type { Knowledge } from './judge.ts';
import { stereoReason } from './new-item.ts';
import type { ReadSubmission } from './read-submission.ts';

/** What lists of compounds become where some of them leave their stereochemistry open. */
export interface DefinedLists {
  data: Record<string, unknown>;
  replacements: Replacement[];
}

/** The isomers, in canonical order, that take the place of an entry; the entry itself where it leaves nothing open. */
function isomersOfEntry(
  entry: unknown,
  { submission }: Pick<ReadSubmission, 'submission'>,
  inspections: Knowledge['inspections'],
): readonly unknown[] {
  const isomers = typeof entry === 'string' ? (inspections.get(entry)?.stereoisomers ?? []) : [];
  const { enumerate_stereo, stereo } = submission.options;
  if (isomers.length < 2) return [entry];
  if (enumerate_stereo || stereo === 'each') return isomers;
  return stereo === 'first' ? isomers.slice(0, 1) : [entry];
}

/** Roles whose entries are compounds of their own, so that an isomer can stand for each. */
function rolesOf({ definition, data }: ReadSubmission): string[] {
  return (definition?.inputs ?? [])
    .filter(({ kind, together, role }) => kind === 'smiles_list' && !together && Array.isArray(data[role]))
    .map(({ role }) => role);
}

/** SMILES that the lists of a submission get instead of its own, which are to be inspected too. */
export function isomersInLists(read: ReadSubmission, inspections: Knowledge['inspections']): unknown[] {
  return rolesOf(read).flatMap((role) =>
    (read.data[role] as unknown[]).flatMap((entry) => {
      const own = isomersOfEntry(entry, read, inspections);
      return own[0] === entry ? [] : own;
    }),
  );
}

/** Lists of compounds in which the first isomer, in canonical order, stands for an entry that leaves some open, or with `options.stereo` "each" all of them. */
export function withDefinedLists(read: ReadSubmission, inspections: Knowledge['inspections']): DefinedLists {
  let { data } = read;
  const replacements: Replacement[] = [];
  for (const role of rolesOf(read)) {
    const given = data[role] as unknown[];
    const entries = given.map((entry) => isomersOfEntry(entry, read, inspections));
    const open = entries.flatMap((own, index) =>
      own[0] === given[index] ? [] : [{ place: index + 1, smiles: String(given[index]), own }],
    );
    if (open.length === 0) continue;
    data = { ...data, [role]: entries.flat() };
    const all = open.some(({ own }) => own.length > 1);
    const named = open.map(({ place, smiles, own }) => {
      const count = inspections.get(smiles)?.stereoisomers.length ?? own.length;
      return all
        ? `${smiles} (${place}: ${count} isomers)`
        : `${own[0]} for ${smiles} (${place}: the first of ${count} isomers)`;
    });
    const verb = open.length === 1 ? 'One compound leaves its' : `${open.length} compounds leave their`;
    replacements.push({
      field: role,
      text: `${verb} stereochemistry open; computed for ${all ? 'each isomer of ' : ''}${shortList(named)}`,
      reason: stereoReason,
      action: `Use ${shortList(open.map(({ own }) => own.join(', ')))}`,
      requested: { [role]: given },
    });
  }
  return { data, replacements };
}
