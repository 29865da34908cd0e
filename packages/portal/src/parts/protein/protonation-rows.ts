import type { Pdb } from '@cuvette/core/chemistry';
import { type PreparationReport, type ProtonationState, protonationStates } from '@cuvette/core/entities';

/** pKa units around the pH within which either state may be the right one. */
const doubtful = 1.5;
/** The state of each residue that needs no look. */
const usual: ReadonlySet<string> = new Set(['ASP', 'GLU', 'LYS', 'CYS']);

/** A side chain whose protonation a person may choose. */
export interface ProtonationRow {
  /** "A.361". */
  residue: string;
  name: string;
  /** State in the last preparation; null where there was none. */
  pka: number | null;
  /** The state of the last preparation; null where there was none. */
  state: string | null;
  states: readonly ProtonationState[];
}

/**
 * The side chains of a structure that are worth a look, in its order: every histidine, those that a person chose, those in an unusual state, and those
 * whose pKa lies near the pH.
 */
export function protonationRows(
  pdb: Pdb | null,
  titration: PreparationReport['titration'],
  chosen: Readonly<Record<string, ProtonationState>>,
  ph: number,
): ProtonationRow[] {
  const known = new Map(titration.map((one) => [one.residue, one]));
  return Object.values(pdb?.models[0]?.polymer ?? {}).flatMap(({ residues }) =>
    Object.entries(residues).flatMap(([residue, { name }]) => {
      if (!isTitratable(name)) return [];
      const { pka = null, state = null } = known.get(residue) ?? {};
      const shown =
        name === 'HIS' ||
        residue in chosen ||
        (state !== null && !usual.has(state)) ||
        (pka !== null && Math.abs(pka - ph) <= doubtful);
      return shown ? [{ residue, name, pka, state, states: protonationStates[name] }] : [];
    }),
  );
}

function isTitratable(name: string | null | undefined): name is keyof typeof protonationStates {
  return typeof name === 'string' && Object.hasOwn(protonationStates, name);
}
