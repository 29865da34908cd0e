import { itemMessages, type WorkflowItem } from '@cuvette/core/entities';
import type { MoleculesByCalculation, ResultDefinition } from '@cuvette/core/workflows';
import { useWords } from '../../elements/context.tsx';
import { Icon } from '../../ui/icons.tsx';

const noMolecules: MoleculesByCalculation = new Map();

export interface ResultNotesProps {
  item: WorkflowItem;
  definition: ResultDefinition | null;
  /** Whether warnings are left out, because the view itself shows what they are about. */
  withoutWarnings: boolean;
}

/** What limits the use of a result, in one line above its tabs that opens where there is more than one note. */
export function ResultNotes({ item, definition, withoutWarnings }: ResultNotesProps) {
  const words = useWords();
  const limits = (definition?.caveats(item, noMolecules) ?? [])
    .filter(({ severity }) => severity === 'limits_use')
    .map(({ text }) => ({ title: '', text: words.ui.term(text) }));
  const warnings = itemMessages(item)
    .filter(({ type }) => type === 'warning' && !withoutWarnings)
    .map(({ title, body }) => ({ title, text: body }));
  const notes = [...limits, ...warnings];
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
