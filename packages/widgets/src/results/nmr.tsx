import { atomLabel } from '@cuvette/core/chemistry';
import type { Client } from '@cuvette/core/client';
import type { ItemProvenance, Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { NumberColumn, TableData } from '@cuvette/core/tables';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { type NmrLook, nmrLooks } from '../plot/nmr-looks.ts';
import type { NmrLine } from '../plot/nmr-spectrum.tsx';
import { nmrWords } from '../plot/nmr-words.ts';
import { AtomDrawing } from '../structure/atom-drawing.tsx';
import { Table } from '../table/table.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { GenericResult } from './generic.tsx';
import { useFirstMolecules } from './hooks/use-first-molecules.ts';
import { useItemMolecules } from './hooks/use-item-molecules.ts';
import { useSessionState } from './hooks/use-session.ts';
import { NmrMeasured } from './nmr-measured.tsx';
import { AtomsPart } from './parts/atoms-part.tsx';
import { TablePart } from './parts/table-part.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';

addEnglish({ nmr: nmrWords });

/** The two spectra by their tabs, with the number of the element. */
const spectra: Readonly<Record<string, NmrLook & { number: number }>> = {
  proton_nmr: { number: 1, ...nmrLooks.proton_nmr },
  carbon_nmr: { number: 6, ...nmrLooks.carbon_nmr },
};

/** Predicted spectra of a molecule: lines, formula, viewer and table select the same nuclei; then conformers, all shifts and equivalent nuclei. */
export function NmrResult(props: ResultProps) {
  const { item, definition, client, session } = props;
  const words = useWords();
  const molecules = useItemMolecules(client, item, definition);
  const settling = useFirstMolecules(client, item, definition);
  const tables = useMemo(
    () => new Map(definition?.tables(item, molecules).map((table) => [table.id, table])),
    [definition, item, molecules],
  );
  const molecule = useMemo(() => moleculeOf(item, molecules), [item, molecules]);
  const groups = useMemo(() => peaksOf(item), [item]);
  if (!definition) return <GenericResult {...props} />;
  const sentence = unfinishedIn(words, item);

  const contents: Record<string, (table: TableData) => ReactNode> = Object.fromEntries(
    Object.keys(spectra).map((id) => [
      id,
      (table: TableData) => (
        <Spectrum
          item={item}
          client={client}
          kind={id === 'proton_nmr' ? id : 'carbon_nmr'}
          table={table}
          groups={groups[id] ?? []}
          molecule={molecule}
          drawing={item.provenance?.nmr?.drawing ?? null}
          name={item.name}
          session={session}
          sentence={sentence}
        />
      ),
    ]),
  );
  return (
    <ResultLayout
      {...props}
      ensemble={tables.get('conformers')}
      settling={settling}
      tabs={definition.tabs(item, molecules).flatMap(({ id, title }) => {
        const table = tables.get(id);
        if (!table) return [];
        const content = () =>
          contents[id]?.(table) ?? (
            <div className="cv-stack">
              {id === 'chemical_shifts' ? <AtomsPart table={table} column="shift" session={session} /> : null}
              <TablePart table={table} name={item.name} session={session} sentence={sentence} />
            </div>
          );
        return [{ id, title, content }];
      })}
    />
  );
}

type Drawing = NonNullable<NonNullable<ItemProvenance['nmr']>['drawing']>;

interface SpectrumProps {
  item: WorkflowItem;
  client: Client;
  kind: 'proton_nmr' | 'carbon_nmr';
  table: TableData;
  /** Atoms (from 0) of each row of the table. */
  groups: readonly (readonly number[])[];
  molecule: Molecule | null;
  drawing: Drawing | null;
  name: string;
  session: Session;
  sentence: string | null;
}

/** One spectrum with the formula and its table, all showing which lines hold a selected atom. */
function Spectrum({ item, client, kind, table, groups, molecule, drawing, name, session, sentence }: SpectrumProps) {
  const words = useWords();
  const { atoms } = useSessionState(session);
  const look = spectra[kind];
  const marked = useMemo(() => {
    const chosen = new Set(atoms);
    return new Set(groups.flatMap((group, row) => (group.some((atom) => chosen.has(atom)) ? [row] : [])));
  }, [atoms, groups]);
  const shift = table.columns.find(
    (column): column is NumberColumn => column.id === 'shift' && column.kind === 'number',
  );
  const lines = useMemo<NmrLine[]>(
    () =>
      groups.map((group, row) => ({
        shift: shift?.values[row] ?? Number.NaN,
        count: group.length,
        atoms: group.map((atom) => atomLabel(molecule?.atoms, atom, 0)).join(', '),
      })),
    [groups, shift, molecule],
  );
  const heavy = useMemo(() => heavyAtoms(molecule), [molecule]);
  const select = (row: number) => session.selectAtoms(groups[row] ?? []);
  /** The atoms of this spectrum that belong to an atom of the formula: itself, or the hydrogens on it. */
  const pick = (place: number) => {
    const atom = drawing?.atoms[place];
    if (atom === undefined) return;
    const rows = groups.filter((group) => group.some((each) => each === atom || heavy[each] === atom));
    session.selectAtoms(rows.length > 0 ? rows.flat() : [atom]);
  };
  const [first = null] = marked;
  return (
    <div className="cv-stack">
      {look && shift && lines.length > 0 ? (
        <NmrMeasured
          item={item}
          client={client}
          kind={kind}
          look={look}
          lines={lines}
          marked={marked}
          precision={shift.precision}
          onPick={select}
        />
      ) : null}
      {drawing && molecule && lines.length > 0 ? (
        <AtomDrawing
          smiles={drawing.smiles}
          label={words.nmr.drawing}
          names={drawing.atoms.map((atom) => atomLabel(molecule.atoms, atom, 0))}
          marked={
            new Set(
              drawing.atoms.flatMap((atom, place) =>
                atoms.some((each) => each === atom || heavy[each] === atom) ? [place] : [],
              ),
            )
          }
          onPick={pick}
        />
      ) : null}
      <Table
        table={table}
        name={name}
        sentence={sentence}
        activeRow={first}
        marked={marked}
        onActiveRow={(row) => select(row)}
      />
    </div>
  );
}

/** The molecule whose atoms the numbers of the shifts are: the given one, else the first conformer. */
function moleculeOf(item: WorkflowItem, molecules: ReadonlyMap<string, readonly Molecule[]>): Molecule | null {
  const given = item.object_data?.initial_molecule as Molecule | null | undefined;
  return given ?? [...molecules.values()][0]?.at(-1) ?? null;
}

/** The atoms of the peaks of each spectrum, from low field to high field as in its table. */
function peaksOf(item: WorkflowItem): Record<string, number[][]> {
  const peaks = (item.object_data?.predicted_peaks ?? {}) as Record<
    string,
    { shift: number; atom_indices: number[] }[]
  >;
  return Object.fromEntries(
    Object.entries(spectra).map(([id, { number }]) => [
      id,
      [...(peaks[String(number)] ?? [])].sort((a, b) => b.shift - a.shift).map((peak) => peak.atom_indices),
    ]),
  );
}

/** For each hydrogen the nearest heavy atom, which carries it; null for the others. */
function heavyAtoms(molecule: Molecule | null): readonly (number | null)[] {
  const atoms = molecule?.atoms ?? [];
  return atoms.map(({ atomic_number, position }) => {
    if (atomic_number !== 1) return null;
    let nearest: number | null = null;
    let least = Number.POSITIVE_INFINITY;
    atoms.forEach((other, index) => {
      const distance = Math.hypot(...other.position.map((value, axis) => value - (position[axis] ?? 0)));
      if (other.atomic_number === 1 || distance >= least) return;
      nearest = index;
      least = distance;
    });
    return nearest;
  });
}
