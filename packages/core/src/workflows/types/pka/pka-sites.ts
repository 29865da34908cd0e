import * as z from 'zod/mini';
import { atomLabel } from '../../../chemistry/atoms.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { numbered, phrase, type Text } from '../../../entities/phrases.ts';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import type { Subject } from '../../../methods/applicability.ts';
import { type Calibration, calibrationInWords } from '../../../methods/extensions.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { pkaBadgeOpacity } from '../../../tables/derived-values.ts';
import { formatNumber } from '../../../tables/number-format.ts';
import type { TableData } from '../../../tables/table.ts';
import type { StructureReference } from '../../definition.ts';
import type { Mark } from '../../marks.ts';
import { calculationStructure, smilesStructure } from '../../parts/calculations/structure-references.ts';

/** A stored calculation by its identifier. */
export const StoredCalculation = z.looseObject({ uuid: z.string() });

/** What a molecule becomes when one site gives or takes a proton. */
export const PkaMicrostate = z.looseObject({
  /** Atom that carries the proton, counted from 1. */
  atom_index: z.int(),
  smiles: optionalNull(z.string()),
  structures: z._default(z.array(StoredCalculation), []),
  /** kcal/mol */
  deltaG: optionalNull(z.number()),
  pka: z.number(),
  uncertainty: optionalNull(z.number()),
});
export type PkaMicrostate = z.infer<typeof PkaMicrostate>;

/** The lists of an item's sites and the structures that were computed first. */
export interface PkaSites {
  structures: readonly { uuid: string }[];
  conjugate_acids: readonly PkaMicrostate[];
  conjugate_bases: readonly PkaMicrostate[];
}

/** Structure that stands for a site: its calculation, or its SMILES under a name of the list and the place. */
function structureId(list: 'conjugate_acid' | 'conjugate_base', site: PkaMicrostate, index: number): string | null {
  return site.structures[0]?.uuid ?? (site.smiles ? `${list}-${index + 1}` : null);
}

/** The molecule's structures, then those of its conjugate acids and bases, numbered through; each calculation once. */
export function siteStructures({ structures, conjugate_acids, conjugate_bases }: PkaSites): StructureReference[] {
  const ofSites = (list: 'conjugate_acid' | 'conjugate_base', sites: readonly PkaMicrostate[]) =>
    sites.flatMap((site, index) => {
      const uuid = site.structures[0]?.uuid;
      return uuid
        ? calculationStructure('', uuid)
        : smilesStructure(structureId(list, site, index) ?? '', '', site.smiles);
    });
  const found = new Map(
    [
      ...structures.flatMap(({ uuid }) => calculationStructure('', uuid)),
      ...ofSites('conjugate_acid', conjugate_acids),
      ...ofSites('conjugate_base', conjugate_bases),
    ].map((reference) => [reference.id, reference]),
  );
  return [...found.values()].map((reference, index) => ({ ...reference, name: numbered('Structure', index + 1) }));
}

/** Colours of badges: acids as oxygen, bases as nitrogen is drawn. */
const badgeColours = { acid: '#d9480f', base: '#1c5fd1' } as const;

/** Name of the group of a site's badge: what it is and its atom (counted from 1). */
export function siteGroup(kind: 'acid' | 'base', { atom_index }: Pick<PkaMicrostate, 'atom_index'>): string {
  return `${kind} ${atom_index}`;
}

/** A badge with the pKa at each site's atom; the stronger the acid or base, the more opaque. */
export function siteMarks({ conjugate_acids, conjugate_bases }: PkaSites): Mark[] {
  const badges = (kind: 'acid' | 'base', sites: readonly PkaMicrostate[]) =>
    sites.map(
      (site): Mark => ({
        group: siteGroup(kind, site),
        kind: 'badge',
        atom: site.atom_index - 1,
        text: formatNumber(site.pka, 2),
        colour: badgeColours[kind],
        opacity: pkaBadgeOpacity(site.pka, kind),
      }),
    );
  return [...badges('acid', conjugate_bases), ...badges('base', conjugate_acids)];
}

interface Row {
  kind: string;
  site: PkaMicrostate;
  structure: string | null;
  calibration: Text | null;
}

/**
 * One row for each site: acidic ones (from the conjugate bases) with the strongest acid first, then basic ones with the strongest base first. `calibration`
 * is the method's own where it has one; then each row says its error, or that it lies outside. `molecule` is what `applicability` judges.
 */
export function siteTable(
  sites: PkaSites,
  atoms: Molecule['atoms'] | null,
  calibration: Calibration | null,
  classes: ItemProvenance['site_classes'],
  molecule: Subject,
  empty: string,
): TableData {
  const inWords = (siteClass: string | null | undefined) => {
    if (calibration === null || siteClass === undefined) return null;
    const error = calibrationInWords(calibration, { ...molecule, class: siteClass });
    return siteClass === null ? error : phrase('{class}: {error}', { class: siteClass, error });
  };
  const rowsOf = (list: 'conjugate_acid' | 'conjugate_base', order: 1 | -1): Row[] =>
    sites[`${list}s`]
      .map((site, index) => ({
        kind: list === 'conjugate_base' ? 'acid' : 'base',
        site,
        structure: structureId(list, site, index),
        calibration: inWords(classes?.[`${list}s`][index]),
      }))
      .sort((a, b) => order * (a.site.pka - b.site.pka));
  const rows = [...rowsOf('conjugate_base', 1), ...rowsOf('conjugate_acid', -1)];
  return tableOf({
    id: 'pka',
    title: 'pKa Prediction',
    rows,
    columns: [
      { id: 'atom', title: 'Site', text: ({ site }) => atomLabel(atoms, site.atom_index, 1) },
      {
        id: 'kind',
        title: 'Acts as',
        help: 'An acid gives its proton away; of a base, the pKa is that of its conjugate acid.',
        notation: 'term',
        text: ({ kind }) => kind,
      },
      { id: 'pka', title: 'pKa', precision: 2, perAtom: 'magnitude', value: ({ site }) => site.pka },
      ...(rows.some(({ site }) => site.uncertainty !== null)
        ? [{ id: 'uncertainty', title: '±', precision: 2, value: ({ site }: Row) => site.uncertainty }]
        : []),
      ...(calibration === null
        ? []
        : [
            { id: 'calibration', title: 'Calibration', notation: 'term' as const, text: (row: Row) => row.calibration },
          ]),
      ...(rows.some(({ site }) => site.deltaG !== null)
        ? [{ id: 'delta_g', title: 'ΔG', unit: 'kcal/mol', precision: 2, value: ({ site }: Row) => site.deltaG }]
        : []),
      ...(rows.some(({ site }) => site.smiles !== null)
        ? [{ id: 'smiles', title: 'SMILES', text: ({ site }: Row) => site.smiles }]
        : []),
    ],
    structure: ({ structure }) => structure,
    atom: ({ site }) => site.atom_index - 1,
    empty,
  });
}

const Sites = z.looseObject({
  structures: z._default(z.array(StoredCalculation), []),
  conjugate_acids: z._default(z.array(PkaMicrostate), []),
  conjugate_bases: z._default(z.array(PkaMicrostate), []),
  initial_molecule: optionalNull(Molecule),
  initial_smiles: optionalNull(z.string()),
});

/** A site as a view lists it. */
export interface ListedSite {
  kind: 'acid' | 'base';
  site: PkaMicrostate;
  group: string;
  /** Structure of the partner that gave or took the proton; null where none was computed. */
  partner: string | null;
}

/** Sites of an item, strongest first, with the structure that they are of. Empty for data of another kind. */
export function pkaSitesOf(data: unknown): {
  sites: ListedSite[];
  marks: Mark[];
  molecule: Molecule | null;
  smiles: string | null;
  own: string | null;
} {
  const parsed = z.safeParse(Sites, data ?? {});
  if (!parsed.success) return { sites: [], marks: [], molecule: null, smiles: null, own: null };
  const { structures, conjugate_acids, conjugate_bases, initial_molecule, initial_smiles } = parsed.data;
  const listed = (kind: 'acid' | 'base', all: readonly PkaMicrostate[], order: 1 | -1): ListedSite[] =>
    all
      .map((site, index) => ({
        kind,
        site,
        group: siteGroup(kind, site),
        partner: structureId(kind === 'acid' ? 'conjugate_base' : 'conjugate_acid', site, index),
      }))
      .sort((a, b) => order * (a.site.pka - b.site.pka));
  return {
    sites: [...listed('acid', conjugate_bases, 1), ...listed('base', conjugate_acids, -1)],
    marks: siteMarks(parsed.data),
    molecule: initial_molecule,
    smiles: initial_smiles || null,
    own: structures[0]?.uuid ?? null,
  };
}
