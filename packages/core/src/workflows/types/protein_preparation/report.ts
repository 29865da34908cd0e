import * as z from 'zod/mini';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import type { NamedValue } from '../../definition.ts';

const list = <Entry extends z.ZodMiniType>(entry: Entry) => z._default(z.array(entry), []);
const Residue = z.looseObject({ residue: z.string(), name: z.string() });
const Counts = z._default(
  z.looseObject({ residues: z.number(), hydrogens: z.number(), heterogens: z.number(), waters: z.number() }),
  { residues: 0, hydrogens: 0, heterogens: 0, waters: 0 },
);

/** The record of a preparation, as compute's `PROTOCOL.md` describes it. */
export const Report = z.looseObject({
  before: Counts,
  after: Counts,
  added_hydrogens: z._default(z.number(), 0),
  removed: z.prefault(
    z.looseObject({
      waters: z._default(z.number(), 0),
      heterogens: list(Residue),
      hydrogens: z._default(z.number(), 0),
      invalid_hydrogens: list(z.string()),
      alternate_locations: z._default(z.number(), 0),
    }),
    {},
  ),
  replaced_residues: list(z.looseObject({ residue: z.string(), from: z.string(), to: z.string() })),
  built_residues: list(Residue),
  caps: list(Residue),
  open_gaps: list(z.looseObject({ residues: z.string(), count: z.number(), reason: z.string() })),
  added_atoms: list(z.looseObject({ residue: z.string(), name: z.string(), atoms: z.array(z.string()) })),
  kept: list(Residue),
  ligand_hydrogens: list(z.looseObject({ residue: z.string(), name: z.string(), count: z.number() })),
  without_hydrogens: list(z.string()),
  titration: list(
    z.looseObject({
      residue: z.string(),
      name: z.string(),
      pka: optionalNull(z.number()),
      state: optionalNull(z.string()),
      chosen: z.string(),
    }),
  ),
});
export type Report = z.output<typeof Report>;

/** The report of a finished preparation; null where there is none. */
export function reportOf(provenance: ItemProvenance | null): Report | null {
  const parsed = z.safeParse(Report, (provenance as { preparation?: unknown } | null)?.preparation);
  return parsed.success ? parsed.data : null;
}

/** Heavy atoms that were added to residues that were there. */
export const addedAtoms = ({ added_atoms }: Report): number =>
  added_atoms.reduce((sum, { atoms }) => sum + atoms.length, 0);

/** The numbers of a report by name. */
export function reportValues(report: Report | null): NamedValue[] {
  const number = (path: string, title: string, value: number | null): NamedValue => ({
    path,
    title,
    unit: null,
    precision: 0,
    value,
    // PROPKA, which runs after it, gives pKa values alone.
    stage: { engine: 'pdbfixer' },
  });
  return [
    number('number_of_residues', 'Number of residues', report?.after.residues ?? null),
    number('added_hydrogens', 'Hydrogens added', report?.added_hydrogens ?? null),
    number('built_residues', 'Residues built', report?.built_residues.length ?? null),
    number('added_heavy_atoms', 'Heavy atoms added', report ? addedAtoms(report) : null),
  ];
}
