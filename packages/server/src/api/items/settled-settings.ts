import type { Change } from '@cuvette/core/methods';

/** Most characters of a value that was changed. */
const longestValue = 60;

/** Returns what the server changed in the settings of a submission because it follows from other ones, a sentence for each with its reason. */
export function settledInWords(changes: readonly Change[]): string[] {
  const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, longestValue);
  return changes.map(
    ({ what, from, to, reason }) =>
      `The setting ${JSON.stringify(what)} was changed from ${shown(from)} to ${shown(to)}. ${reason}`,
  );
}
