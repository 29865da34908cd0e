import {
  atomName,
  bondsOf,
  ligandContacts,
  ligandIn,
  type Macromolecule,
  residueName,
  residuesNear,
} from '@cuvette/core/chemistry';
import { formatNumber, tableOf } from '@cuvette/core/tables';
import { useEffect, useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { FreeTable } from '../free-table.tsx';
import { useMacromolecule } from '../hooks/use-macromolecule.ts';
import { useMolecules } from '../hooks/use-reads.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import { Section } from '../tabs/sheet.tsx';
import { ContactDiagram } from './contact-diagram.tsx';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Å from the ligand within which residues count as near: what the viewer's pocket shows. */
const near = 5;
const kinds = ['hydrogen bond', 'hydrophobic contact'] as const;

/** Sessions in which the residues near were drawn without being asked for. */
const drawn = new WeakSet<object>();

const namesOf = (whole: Macromolecule, residue: number) =>
  residuesNear(whole, [residue], near).flatMap((index) => {
    const found = whole.residues[index];
    return found ? [residueName(found)] : [];
  });

/** Shows what the shown pose touches: residues near it, hydrogen bonds and close carbon atoms, listed as they are drawn in the viewer. */
export function ContactsPanel({ item, client, session, definition, tables }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const texts = words.panels.contacts;
  const { structure, viewer } = useSessionState(session);
  const active = useMemo(
    () => definition.structures(item).find(({ id }) => id === structure) ?? null,
    [definition, item, structure],
  );
  const uuid = active?.source.kind === 'calculation' && active.within ? active.source.uuid : null;
  const { molecules, failed: noPose } = useMolecules(client, item, uuid);
  const { read, failed: noProtein } = useMacromolecule(client, active, definition.predictsProteins);
  const pose = molecules?.at(-1) ?? null;
  useEffect(() => {
    // What is listed is drawn, until somebody chooses otherwise.
    if (drawn.has(session)) return;
    drawn.add(session);
    session.setViewer({ protein: { ...session.getState().viewer.protein, pocket: true } });
  }, [session]);
  const found = useMemo(() => {
    if (!read) return null;
    if (active?.source.kind === 'protein') {
      // A complex that holds its ligand itself: a co-folded one.
      const whole = read.macromolecule;
      const own = ligandIn(whole);
      if (!own) return null;
      const contacts = ligandContacts(whole, own.atoms, own.bonds, own.residue);
      return { contacts, ligand: own.atoms, residues: namesOf(whole, own.residue) };
    }
    if (!pose || uuid === null) return null;
    const contacts = ligandContacts(read.macromolecule, pose.atoms, bondsOf(pose.atoms));
    return { contacts, ligand: pose.atoms, residues: namesOf(read.withLigand(pose.atoms, 'LIG'), 0) };
  }, [active, pose, read, uuid]);
  const table = useMemo(
    () =>
      tableOf({
        id: 'contacts',
        title: 'Contacts',
        rows: found?.contacts ?? [],
        columns: [
          { id: 'kind', title: 'Kind', notation: 'term', text: ({ kind }) => kind },
          { id: 'atom', title: 'Ligand atom', text: ({ ligandAtom }) => atomName(found?.ligand ?? [], ligandAtom) },
          { id: 'residue', title: 'Residue', text: ({ residue }) => residue },
          {
            id: 'protein_atom',
            title: 'Atom of the residue',
            text: ({ proteinAtom }) => read?.macromolecule.names[proteinAtom],
          },
          { id: 'distance', title: 'Distance', unit: 'Å', precision: 2, value: ({ distance }) => distance },
        ],
        empty: 'No hydrogen bonds and no close carbon atoms were found.',
      }),
    [found, read],
  );
  const written = useMemo(
    () => [...smilesOf(tables, active?.id ?? null), pose?.smiles ?? '', item.smiles ?? ''],
    [tables, active, pose, item],
  );
  // The room of the diagram: what is below it stays where it is when the pose and its protein were read.
  const reading = uuid !== null && !noPose && !noProtein && (!pose || !read);
  if (!found) return reading ? <Skeleton height={480} label={words.ui.loading} /> : null;
  return (
    <Section title={texts.title}>
      <ContactDiagram
        smiles={written}
        atoms={found.ligand}
        contacts={found.contacts}
        name={`${item.name} ${active ? words.ui.term(active.name) : ''} contacts`}
      />
      <div className="cv-choices" role="group" aria-label={texts.drawn}>
        <Button
          dense
          label={texts.all}
          aria-pressed={viewer.marked === null}
          onClick={() => session.setViewer({ marked: null })}
        />
        {kinds.map((kind) => (
          <Button
            key={kind}
            dense
            label={words.ui.term(kind)}
            aria-pressed={viewer.marked === kind}
            onClick={() => session.setViewer({ marked: kind })}
          />
        ))}
        <Button
          dense
          label={texts.none}
          aria-pressed={viewer.marked === 'none'}
          onClick={() => session.setViewer({ marked: 'none' })}
        />
        <Button
          dense
          label={texts.pocket}
          aria-pressed={viewer.protein.pocket}
          onClick={() => session.setViewer({ protein: { ...viewer.protein, pocket: !viewer.protein.pocket } })}
        />
      </div>
      <FreeTable table={table} name={`${item.name} contacts`} />
      <p className="cv-small">
        {texts.near(formatNumber(near, 0), found.residues.length)} {found.residues.join(', ')}
      </p>
      <p className="cv-quiet cv-small">{texts.how}</p>
    </Section>
  );
}

/** Returns what the tables of a result write as the SMILES of a structure: of a batch each ligand has its own. */
function smilesOf(tables: PanelProps['tables'], structure: string | null): string[] {
  return tables.flatMap(({ structures, columns }) => {
    const row = structure === null ? -1 : structures.indexOf(structure);
    const column = columns.find((each) => each.kind === 'text' && each.notation === 'smiles');
    const smiles = row >= 0 && column?.kind === 'text' ? column.values[row] : null;
    return smiles ? [smiles] : [];
  });
}
