import { readMolecules, structureFileText } from '@cuvette/core/chemistry';
import type { SmilesInspection } from '@cuvette/core/entities';
import { useEffect, useState } from 'react';
import { useFormScene } from '../editors/form-scene.ts';
import { FileDrop } from './file-drop.tsx';
import { ProblemTexts } from './problem-texts.tsx';
import { useWork } from './protein-input.tsx';
import type { RoleProps } from './role-props.ts';
import { roleWords as words } from './words.ts';

/** SMILES of one call. */
const batch = 50;
/** Pause after the last letter before the list is read, in milliseconds. */
const pause = 400;

interface SmilesListProps extends RoleProps {
  inspections: ReadonlyMap<string, SmilesInspection>;
  onInspections: (found: ReadonlyMap<string, SmilesInspection>) => void;
}

/** A list of SMILES: written one on a line or read from a file, each read by the server, with the lines that cannot be named. */
export function SmilesListInput({ rule, value, problems, onChange, inspections, onInspections }: SmilesListProps) {
  const { client } = useFormScene();
  const list = (Array.isArray(value) ? value : []).filter((each): each is string => typeof each === 'string');
  const [text, setText] = useState(list.join('\n'));
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const { busy, problem, run } = useWork();
  // The text is the person's own as long as it says what the data say.
  const shown = sameList(linesOf(text), list) ? text : list.join('\n');
  const unread = [...new Set(list)].filter((smiles) => smiles.trim() !== '' && !inspections.has(smiles));
  const waiting = unread.join('\n');

  useEffect(() => {
    const asked = waiting
      .split('\n')
      .filter((smiles) => smiles !== '')
      .slice(0, batch);
    if (asked.length === 0) return;
    let gone = false;
    const timer = setTimeout(async () => {
      try {
        const { results } = await client.inspectSmiles(asked);
        if (gone) return;
        onInspections(
          new Map([...inspections, ...results.map((result, index) => [asked[index] ?? '', result] as const)]),
        );
      } catch {
        // The server judges again when the form is sent.
      }
    }, pause);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [waiting, client, inspections, onInspections]);

  const take = (file: File) =>
    run(async () => {
      const content = await structureFileText(file);
      const { smiles, failed } = await readCompounds(client, file.name, content);
      setLeftOut(failed);
      setText(smiles.join('\n'));
      onChange(smiles);
    });
  const repeated = list.length - new Set(list).size;
  return (
    <div className="cv-role">
      <label className="cv-field">
        {words.smilesList}
        <textarea
          className="cv-mono"
          rows={5}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={shown}
          aria-invalid={problems.length > 0 && list.length > 0}
          onChange={(event) => {
            setText(event.target.value);
            onChange(linesOf(event.target.value));
          }}
        />
      </label>
      <FileDrop
        label={`${words.listFile}: ${rule.title}`}
        accept=".smi,.smiles,.csv,.sdf,.cdxml,.cdx,.rxn"
        drop=""
        choose={words.chooseFile}
        hint={words.smilesListHint}
        disabled={busy}
        onFile={take}
      />
      <p className="cv-quiet" role="status">
        {busy
          ? words.readingFile
          : list.length === 0
            ? ''
            : `${words.compounds(list.length)}${repeated > 0 ? words.distinct(repeated) : ''}. ${
                unread.length > 0 ? words.checking(new Set(list).size - unread.length, new Set(list).size) : ''
              }`}
      </p>
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {leftOut.length > 0 ? (
        <div className="cv-problem" role="alert">
          <p>{words.leftOut(leftOut.length)}</p>
          {leftOut.slice(0, 5).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      <ProblemTexts problems={problems} more={words.more} />
    </div>
  );
}

/** SMILES of a file of compounds, and the lines that were left out. */
async function readCompounds(
  client: ReturnType<typeof useFormScene>['client'],
  name: string,
  text: string,
): Promise<{ smiles: string[]; failed: string[] }> {
  if (/\.csv$/i.test(name)) {
    return { smiles: readMolecules(name, text).flatMap(({ smiles }) => smiles ?? []), failed: [] };
  }
  const { molecules, failed } = await client.readFile(name.replace(/\.smiles$/i, '.smi'), text);
  return { smiles: molecules.flatMap(({ smiles }) => smiles ?? []), failed: failed.map(({ detail }) => detail) };
}

/** SMILES of a text with one on each line; a name after it is left away. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/[\s,;]+/)[0] ?? '')
    .filter((smiles) => smiles !== '');
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, index) => each === b[index]);
