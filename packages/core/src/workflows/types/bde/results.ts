import { bondKind } from '../../../chemistry/broken-bonds.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { status } from '../../../entities/item-status.ts';
import { phrase } from '../../../entities/phrases.ts';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { finalStage } from '../../parts/calculations/structure-references.ts';
import {
  BondDissociationResults,
  bondDissociationRows,
  bondDissociationStructures,
  bondDissociationTable,
  bondMarks,
} from './bond-dissociation-rows.ts';
import { entry } from './entry.ts';
import { bondHeadline } from './headline.ts';
import { type Data, levels, modeOf, settings } from './settings.ts';

/** The lowest of the energies, with the bond that it breaks and the ± of its kind. */
function weakestBond(data: Data & BondDissociationResults, provenance: ItemProvenance | null): NamedValue {
  const rows = bondDissociationRows(data, data.initial_molecule, provenance).filter(({ energy }) => energy !== null);
  const [lowest] = rows.toSorted((a, b) => (a.energy ?? 0) - (b.energy ?? 0));
  return {
    path: 'weakest_bond',
    title: 'Weakest bond',
    unit: 'kcal/mol',
    precision: 1,
    value: lowest?.energy == null ? null : lowest.energy * HARTREE_TO_KCAL_PER_MOL,
    uncertainty: lowest?.uncertainty ?? null,
    remark: lowest?.remark ? phrase('{bond}, {error}', { bond: lowest.bond, error: lowest.remark }) : null,
  };
}

/** Where a mode is known to fail: one line for all bonds of B3LYP/6-31G(d) leaves O–H bonds too weak. */
function knownFailures(data: Data & BondDissociationResults, provenance: ItemProvenance | null): Caveat[] {
  if (modeOf(data.mode) !== 'b3lyp_631gd_gfn2_linear' || !data.initial_molecule) return [];
  const { atoms } = data.initial_molecule;
  const rows = bondDissociationRows(data, data.initial_molecule, provenance);
  const kinds = rows.map(({ broken: [first] }) =>
    first ? bondKind(atoms[first[0]]?.atomic_number ?? 0, atoms[first[1]]?.atomic_number ?? 0) : null,
  );
  const places = kinds.flatMap((kind, place) => (kind === 'O–H' ? [place] : []));
  if (places.length === 0) return [];
  const [weakest] = rows.filter(({ energy }) => energy !== null).toSorted((a, b) => (a.energy ?? 0) - (b.energy ?? 0));
  const isWeakest = weakest !== undefined && places.includes(rows.indexOf(weakest));
  return [
    caveatOf('changes_number', 'O–H bonds come out about 5 kcal/mol too weak by this mode.', {
      table: 'bde',
      rows: places,
      values: isWeakest ? ['weakest_bond'] : null,
    }),
  ];
}

export default defineResults({
  entry,
  settings,
  results: BondDissociationResults,
  settle: (data) => ({ value: { ...data, mode: modeOf(data.mode) }, changes: [] }),
  levels,
  calibration({ mode }) {
    const extension = methodExtension('bde', modeOf(mode));
    return extension?.calibration ? { title: extension.title, calibration: extension.calibration } : null;
  },
  structures: (data) => bondDissociationStructures(data, data.initial_molecule),
  calculations: ({ bdes, optimization_calculation_uuids }) => [
    ...(optimization_calculation_uuids ?? []),
    ...bdes.flatMap(({ calculation_uuids }) => calculation_uuids.flat()),
  ],
  tables: (data, { item }) => [
    bondDissociationTable(
      bondDissociationRows(data, data.initial_molecule, item.provenance),
      item.object_status === status.completed ? 'No BDEs found for this structure.' : 'No BDEs yet.',
    ),
  ],
  values: (data, { item }) => [weakestBond(data, item.provenance)],
  caveats: (data, { item }) => knownFailures(data, item.provenance),
  headline(data, { item }) {
    const rows = bondDissociationRows(data, data.initial_molecule, item.provenance);
    const [weakest] = rows
      .filter(({ energy }) => energy !== null)
      .toSorted((a, b) => (a.energy ?? 0) - (b.energy ?? 0));
    return bondHeadline(rows, weakest);
  },
  tabs: () => [{ id: 'bde', title: 'bde' }, infoTab],
  parts: ({ bdes }) => ({
    bde: [...(bdes.length > 0 ? [{ kind: 'panel', panel: 'bonds' } as const] : []), { kind: 'table', table: 'bde' }],
  }),
  // A fragment has lost the bonds: they are drawn on the whole molecule alone.
  marks: (data, _read, structure) =>
    structure === null || structure === 'initial' || structure === finalStage(data.optimization_calculation_uuids)
      ? bondMarks(bondDissociationRows(data, data.initial_molecule))
      : [],
  cite: (data) => [modeOf(data.mode), ...levelCitations(levels(data).map((level) => level.settings))],
});
