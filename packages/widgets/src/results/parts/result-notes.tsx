import { itemMessages, textOfCaveat, type WorkflowItem } from '@cuvette/core/entities';
import { methodTitle } from '@cuvette/core/methods';
import type { MoleculesByCalculation, ResultDefinition } from '@cuvette/core/workflows';
import { useWords } from '../../elements/context.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { Words } from '../../words.ts';

const noMolecules: MoleculesByCalculation = new Map();

export interface ResultNotesProps {
  item: WorkflowItem;
  definition: ResultDefinition | null;
  /** Whether warnings are left out, because the view itself shows what they are about. */
  withoutWarnings: boolean;
}

interface ShownNote {
  title: string;
  text: string;
}

/** Returns what ran otherwise than asked, how conformers were ranked instead, and which are left out of the weights. */
function notesOfRun({ provenance }: WorkflowItem, words: Words): ShownNote[] {
  // Another program for the same method changes no number: it is in the info tab.
  const changed = (provenance?.deviations ?? [])
    .filter(({ kind }) => kind !== 'engine')
    .map(({ what, reason }) => ({ title: '', text: words.parts.changed(what, reason) }));
  const ranking = provenance?.ranking;
  const ranked =
    ranking?.requested && ranking.requested !== ranking.ran
      ? words.conformers.ranking(methodTitle(ranking.ran), methodTitle(ranking.requested), ranking.reason ?? '')
      : null;
  const excluded = (provenance?.ensemble?.conformers ?? []).flatMap(({ excluded: reason }, index) =>
    reason ? [words.conformers.leftOutOne(index + 1, reason)] : [],
  );
  return [
    ...changed,
    ...(ranked === null ? [] : [{ title: '', text: ranked }]),
    ...(excluded.length === 0 ? [] : [{ title: words.conformers.leftOut(excluded.length), text: excluded.join(' ') }]),
  ];
}

/** Shows what limits the use of a result, in one line above its tabs that opens where there is more than one note. */
export function ResultNotes({ item, definition, withoutWarnings }: ResultNotesProps) {
  const words = useWords();
  const limits = (definition?.caveats(item, noMolecules) ?? [])
    .filter(({ severity }) => severity === 'limits_use')
    .map((caveat) => ({ title: '', text: words.ui.term(textOfCaveat(caveat)) }));
  const warnings = itemMessages(item)
    .filter(({ type }) => type === 'warning' && !withoutWarnings)
    .map(({ title, body }) => ({ title, text: body }));
  const notes = [...limits, ...notesOfRun(item, words), ...warnings];
  const [first] = notes;
  if (!first) return null;
  return (
    <details className="cv-notes">
      <summary>
        <Icon name="warning" />
        <span>{notes.length === 1 ? first.title || first.text : words.parts.notes(notes.length)}</span>
      </summary>
      <ul>
        {notes.map(({ title, text }) => (
          <li key={title + text} className="cv-text">
            {title ? <strong>{title}: </strong> : null}
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
