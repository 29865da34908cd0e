import { useState } from 'react';
import type { EditorProps } from './editor-props.ts';
import { editorWords as words } from './words.ts';

interface Row {
  name: string;
  text: string;
}

function rowsOf(value: unknown): Row[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).map(([name, text]) => ({ name, text: typeof text === 'string' ? text : '' }));
}

/** An entry without a text is null. A row without a name is none yet. */
function recordOf(rows: readonly Row[]): Record<string, string | null> {
  const named = rows.map(({ name, text }) => [name.trim(), text.trim() === '' ? null : text.trim()] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}

/** Texts by name: the sequences of chains, or the ligands and ions that stay with their SMILES. */
export function NamesEditor({ id, field, value, describedBy, problems, onChange }: EditorProps) {
  const [typed, setTyped] = useState<readonly Row[]>([]);
  // Rows that have no name yet, or one that another row has, are in no value: what was typed stays as long as it says the same.
  const given = rowsOf(value);
  const rows = JSON.stringify(recordOf(typed)) === JSON.stringify(recordOf(given)) ? typed : given;
  const isSequences = field.kind === 'editor' && field.editor === 'chain_sequences';
  const change = (next: readonly Row[]) => {
    setTyped(next);
    onChange(recordOf(next));
  };
  const edit = (index: number, part: Partial<Row>) =>
    change(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));
  return (
    <fieldset id={id} className="cv-editor" aria-describedby={describedBy}>
      <legend>{field.title}</legend>
      {rows.length > 0 ? (
        <ul className="cv-editor-rows" aria-label={words.rows(field.title)}>
          {rows.map(({ name, text }, index) => {
            const invalid = problems.some(({ field: path }) => path === `${field.path}.${name}`);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place while its name is typed
              <li key={index} className="cv-editor-row">
                <label className="cv-cell">
                  <span>{isSequences ? words.chainName : words.keptName}</span>
                  <input type="text" value={name} onChange={(event) => edit(index, { name: event.target.value })} />
                </label>
                <label className="cv-cell cv-grow">
                  <span>{isSequences ? words.chainSequence : words.keptSmiles}</span>
                  <input
                    type="text"
                    value={text}
                    aria-invalid={invalid}
                    spellCheck={false}
                    onChange={(event) => edit(index, { text: event.target.value })}
                  />
                </label>
                <button
                  type="button"
                  className="cv-button"
                  data-kind="quiet"
                  data-dense=""
                  aria-label={words.remove(name || `${index + 1}`)}
                  onClick={() => change(rows.filter((_, place) => place !== index))}
                >
                  {words.removeShort}
                </button>
              </li>
            );
          })}
        </ul>
      ) : null}
      <button type="button" className="cv-button" onClick={() => setTyped([...rows, { name: '', text: '' }])}>
        {isSequences ? words.addSequence : words.addKept}
      </button>
    </fieldset>
  );
}
