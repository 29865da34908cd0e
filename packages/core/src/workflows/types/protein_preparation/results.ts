import * as z from 'zod/mini';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { proteinStructure } from '../../parts/calculations/structure-references.ts';
import { entry } from './entry.ts';
import { preparationHeadline } from './headline.ts';
import { addedAtoms, type Report, reportOf, reportValues } from './report.ts';
import { type Data, settings } from './settings.ts';

const results = z.looseObject({
  /** The new protein. */
  prepared_protein: optionalNull(z.string()),
});

/** One kind of change: how many, and of which residues. */
interface Change {
  what: string;
  count: number;
  where: Text;
}

/** As many residues are named in a row; a table of hundreds is no report. */
const mostNamed = 20;

function named(entries: readonly string[]): Text {
  const shown = entries.slice(0, mostNamed).join(', ');
  const more = entries.length - mostNamed;
  return more > 0 ? phrase('{shown} and {more} more', { shown, more }) : shown;
}

const ofResidues = (what: string, residues: readonly { name: string; residue: string }[]): Change => ({
  what,
  count: residues.length,
  where: named(residues.map(({ name, residue }) => `${name} ${residue}`)),
});

function changesOf(report: Report): Change[] {
  const { removed } = report;
  const changes: Change[] = [
    ofResidues('Residues built', report.built_residues),
    ofResidues('Ends capped', report.caps),
    {
      what: 'Gaps left open',
      count: report.open_gaps.length,
      where: report.open_gaps.map(({ residues, reason }) => `${residues}: ${reason}`).join('; '),
    },
    {
      what: 'Heavy atoms added',
      count: addedAtoms(report),
      where: named(report.added_atoms.map(({ name, residue, atoms }) => `${name} ${residue} (${atoms.join(', ')})`)),
    },
    {
      what: 'Modified residues replaced',
      count: report.replaced_residues.length,
      where: named(report.replaced_residues.map(({ residue, from, to }) => `${residue}: ${from} → ${to}`)),
    },
    { what: 'Hydrogens added', count: report.added_hydrogens, where: '' },
    {
      what: 'Hydrogens removed',
      count: removed.hydrogens + removed.invalid_hydrogens.length,
      where: named(removed.invalid_hydrogens),
    },
    ofResidues('Ligands and ions kept', report.kept),
    {
      what: 'Hydrogens of ligands',
      count: report.ligand_hydrogens.reduce((sum, { count }) => sum + count, 0),
      where: named(report.ligand_hydrogens.map(({ name, residue }) => `${name} ${residue}`)),
    },
    ofResidues('Ligands and ions removed', removed.heterogens),
    { what: 'Waters removed', count: removed.waters, where: '' },
    { what: 'Alternate positions left out', count: removed.alternate_locations, where: '' },
    { what: 'Without hydrogens', count: report.without_hydrogens.length, where: named(report.without_hydrogens) },
  ];
  return changes.filter(({ count }) => count > 0);
}

function changeTable(report: Report | null): TableData {
  return tableOf({
    id: 'preparation',
    title: 'What was done',
    rows: report ? changesOf(report) : [],
    columns: [
      { id: 'change', title: 'Change', notation: 'term', text: ({ what }) => what },
      { id: 'count', title: 'Number', precision: 0, value: ({ count }) => count },
      { id: 'residues', title: 'Residues', text: ({ where }) => (where === '' ? null : where) },
    ],
    empty: 'No report yet.',
  });
}

const chosenWords: Readonly<Record<string, string>> = {
  pka: 'pKa in this structure',
  by_hand: 'chosen by hand',
  standard: 'standard pKa, or hydrogens of the file',
};

function titrationTable(report: Report | null): TableData {
  return tableOf({
    id: 'protonation',
    title: 'Protonation',
    rows: report?.titration ?? [],
    columns: [
      { id: 'residue', title: 'Residue', text: ({ name, residue }) => `${name} ${residue}` },
      { id: 'pka', title: 'pKa', precision: 1, help: 'By PROPKA, in this structure.', value: ({ pka }) => pka },
      {
        id: 'state',
        title: 'State',
        help: 'Amber’s name: HID has its hydrogen on Nδ1, HIE on Nε2, HIP on both.',
        text: ({ state }) => state,
      },
      { id: 'chosen', title: 'From', notation: 'term', text: ({ chosen }) => chosenWords[chosen] ?? chosen },
    ],
    empty: 'No residue has a choice of states.',
  });
}

const givenProtein = ({ protein }: Data) =>
  typeof protein === 'string' ? proteinStructure('Before preparation', protein) : [];

export default defineResults({
  entry,
  settings,
  results,
  structures: (data) => [...proteinStructure('Prepared protein', data.prepared_protein), ...givenProtein(data)],
  tables: (_data, { item }) => {
    const report = reportOf(item.provenance);
    return [changeTable(report), titrationTable(report)];
  },
  values: (_data, { item }) => reportValues(reportOf(item.provenance)),
  headline({ pH }, { item }) {
    const report = reportOf(item.provenance);
    return preparationHeadline({
      residues: report?.after.residues ?? null,
      hydrogens: report?.added_hydrogens ?? null,
      built: report?.built_residues.length ?? 0,
      atoms: report ? addedAtoms(report) : 0,
      open: report?.open_gaps.length ?? 0,
      pH,
    });
  },
  tabs: () => [{ id: 'preparation', title: 'Protein Preparation' }, infoTab],
  parts: () => ({
    preparation: [
      { kind: 'table', table: 'preparation' },
      { kind: 'table', table: 'protonation' },
    ],
  }),
  cite: ({ protonation_method: method }) => ['pdbfixer', 'openmm', ...(method === 'propka_3' ? ['propka'] : [])],
});
