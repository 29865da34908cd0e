import * as z from 'zod/mini';
import { atomLabel } from '../../../chemistry/atoms.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { chargeTable } from '../../parts/calculations/calculation-tables.ts';
import { fukuiKinds, fukuiTable } from '../../parts/calculations/fukui-tables.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { type AtomValues, DescriptorValues, descriptorTable, listedValues } from './descriptor-values.ts';
import { entry } from './entry.ts';
import { descriptorHeadline, quotedDescriptors } from './headline.ts';

const settings = z.looseObject({ ...moleculeInput, mode: z._default(Mode, 'auto') });

const results = z.looseObject({
  /** Calculation of the optimized structure that the descriptors in three dimensions are of. */
  optimization: optionalNull(z.string()),
  descriptors: optionalNull(DescriptorValues),
});

/** The structure is optimized with GFN2-xTB before; no form field changes that. */
export const optimization = {
  settings: z.parse(Settings, { method: 'gfn2_xtb', tasks: ['optimize'] }),
  field: 'workflow_type',
};

/** Values of each atom, one column for each list. */
function atomTable(
  id: string,
  title: string,
  lists: readonly AtomValues[],
  atoms: Molecule['atoms'] | null,
  structure: string,
  head: { title?: string; unit?: string },
): TableData {
  const length = Math.max(0, ...lists.map(({ values }) => values.length));
  return tableOf({
    id,
    title,
    rows: Array.from({ length }, (_, index) => index),
    columns: [
      { id: 'atom', title: 'Atom', text: (index) => atomLabel(atoms, index, 0) },
      ...lists.map(({ name, values }) => ({
        id: name,
        title: (lists.length === 1 ? head.title : undefined) ?? name,
        ...(head.unit ? { unit: head.unit } : {}),
        precision: 3,
        perAtom:
          head.unit === 'e' || values.some((value) => (value ?? 0) < 0) ? ('signed' as const) : ('magnitude' as const),
        value: (index: number) => values[index],
      })),
    ],
    structure: () => structure,
    atom: (index) => index,
    empty: 'There are no values of the atoms.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  levels: () => [optimization],
  structures: ({ optimization: uuid }) => calculationStructure('Optimized Structure', uuid),
  calculations: ({ optimization: uuid }) => [uuid],
  tables(data, { molecules }) {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    const molecule = optimized ?? data.initial_molecule;
    const atoms = molecule?.atoms ?? null;
    const structure = data.optimization ?? 'initial';
    const { numbers, charges, fukui, others } = listedValues(data.descriptors ?? {});
    const stored = charges.length === 0 && optimized?.mulliken_charges ? chargeTable(optimized, 'Mulliken') : null;
    return [
      descriptorTable(numbers),
      stored ?? atomTable('charge', 'charge', charges, atoms, structure, { title: 'Charge', unit: 'e' }),
      ...fukuiKinds.map((kind) => fukuiTable(kind, fukui[kind.id], atoms, structure)),
      atomTable('atom_values', 'Other values of the atoms', others, atoms, structure, {}),
    ];
  },
  values: ({ descriptors }) => quotedDescriptors(listedValues(descriptors ?? {}).numbers),
  headline: ({ descriptors }) => descriptorHeadline(listedValues(descriptors ?? {}).numbers),
  tabs: () => [
    { id: 'descriptors', title: 'descriptors' },
    { id: 'charge', title: 'charge' },
    ...fukuiKinds.map(({ id, title }) => ({ id, title })),
    infoTab,
  ],
  cite: () => ['mordred', 'fukui', ...levelCitations([optimization.settings])],
});
