import type { Vector3 } from '../chemistry/atoms.ts';
import type { Text } from '../entities/phrases.ts';

/**
 * Something drawn on a structure beside its own atoms and bonds, in the viewer and, where it is of atoms or bonds, in the formula. `group` names what it belongs to
 * (a bond of a table, a contact): the viewer can show one group alone. Atoms count from 0, places are in Å, colours are CSS; `meaning` is what marks of this
 * colour are, and their text, for the legend.
 */
export type Mark = { group: string; meaning?: Text } & (
  | { kind: 'bond'; atoms: readonly [number, number]; colour: string; opacity: number }
  | { kind: 'badge'; atom: number; text: string; colour: string; opacity: number }
  | { kind: 'line'; from: Vector3; to: Vector3; colour: string; text?: string }
  | { kind: 'sphere'; position: Vector3; radius: number; colour: string; opacity: number; text?: string }
);

/** The groups of marks, each once, in their order. */
export function markGroups(marks: readonly Mark[]): string[] {
  return [...new Set(marks.map(({ group }) => group))];
}
