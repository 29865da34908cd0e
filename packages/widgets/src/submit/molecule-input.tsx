import { structureFileText } from '@cuvette/core/chemistry';
import type { AccountClient } from '@cuvette/core/client';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import type { MoleculeDraft } from './draft.ts';
import type { InputProblem } from './input-problem.ts';
import { markedPlace } from './marked-place.ts';
import { fileFault } from './molecule-file.ts';
import { StructureSources } from './sources/structure-sources.tsx';
import { draftOfTaken } from './sources/taken.ts';
import { IsomerChoice, PartChoice } from './structure-choices.tsx';
import type { MoleculeState } from './use-molecule.ts';
import { submitWords as words } from './words.ts';

/** Failed lines that are there at once; the others are one step away. */
const mostFailedLines = 5;

interface MoleculeInputProps {
  client: AccountClient;
  /** Folder that the item goes to; null is the root folder. */
  folder: string | null;
  draft: MoleculeDraft;
  state: MoleculeState;
  onChange: (change: Partial<MoleculeDraft>) => void;
  /** Every stereoisomer may run, each as an item of its own: the type takes SMILES. */
  canRunEvery: boolean;
}

/** What belongs to one structure only, and is forgotten with it. */
const freshStructure = { record: 0, fragment: null, isomer: null, called: null, charge: null, multiplicity: null };

/** Takes a molecule: a SMILES pasted, or a file dropped or chosen; says where it breaks and asks what it leaves open. */
export function MoleculeInput({ client, folder, draft, state, canRunEvery, onChange }: MoleculeInputProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [fileProblem, setFileProblem] = useState<string | null>(null);

  const take = async (file: File | undefined) => {
    setFileProblem(null);
    if (!file) return;
    const fault = fileFault(file);
    if (fault) return setFileProblem(fault);
    try {
      const text = await structureFileText(file);
      onChange({ ...freshStructure, kind: 'file', file: { name: file.name, text } });
    } catch {
      setFileProblem(words.fileUnreadable(file.name));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) return void take(file);
    const text = event.dataTransfer.getData('text/plain').trim();
    if (text) onChange({ ...freshStructure, kind: 'smiles', text });
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // A file may be dropped anywhere on the input; everything in it is reachable by keyboard on its own.
    <div
      className="cv-molecule-input"
      data-over={over || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <fieldset className="cv-choice-row">
        <legend className="cv-hidden">{words.inputKind}</legend>
        {(['smiles', 'file'] as const).map((kind) => (
          <label key={kind} className="cv-segment">
            <input
              type="radio"
              name={`${id}kind`}
              checked={draft.kind === kind}
              onChange={() => onChange({ ...freshStructure, kind })}
            />
            {kind === 'smiles' ? words.inputSmiles : words.inputFile}
          </label>
        ))}
      </fieldset>
      {draft.kind === 'smiles' ? (
        <SmilesText draft={draft} problem={state.problem} onChange={(text) => onChange({ ...freshStructure, text })} />
      ) : (
        <FileChooser draft={draft} onFile={take} onRemove={() => onChange({ ...freshStructure, file: null })} />
      )}
      <StructureSources
        client={client}
        folder={folder}
        smiles={draft.kind === 'smiles' ? draft.text.trim() : (state.smiles ?? '')}
        onTake={(structure) => onChange(draftOfTaken(structure))}
      />
      {fileProblem ? (
        <p className="cv-problem" role="alert">
          {fileProblem}
        </p>
      ) : null}
      {draft.kind === 'file' && state.problem ? (
        <FileFault problem={state.problem} text={draft.file?.text ?? ''} />
      ) : null}
      <FailedLines lines={state.failedLines} text={draft.file?.text ?? ''} />
      {state.records.length > 1 ? (
        <label className="cv-field">
          {words.record}
          <select
            value={draft.record}
            onChange={(event) => onChange({ ...freshStructure, record: Number(event.target.value) })}
          >
            {state.records.map(({ name }, index) => (
              <option key={`${index}-${name}`} value={index}>
                {words.recordName(index + 1, name)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {state.fragments.length > 0 ? (
        <PartChoice
          parts={state.fragments}
          count={state.parts}
          chosen={draft.fragment}
          onChoose={(fragment) => onChange({ ...freshStructure, record: draft.record, called: draft.called, fragment })}
        />
      ) : null}
      {state.isomers.length > 1 && state.undefinedCentres.length > 0 ? (
        <IsomerChoice
          isomers={state.isomers}
          centres={state.undefinedCentres}
          chosen={state.isomer}
          canRunEvery={canRunEvery}
          every={state.enumerated !== null}
          mirrorImages={state.mirrorImages}
          onChoose={(isomer) => onChange({ isomer, charge: null, multiplicity: null })}
        />
      ) : null}
      <p className="cv-quiet" role="status">
        {state.status === 'reading' ? words.reading : ''}
      </p>
    </div>
  );
}

function SmilesText({
  draft,
  problem,
  onChange,
}: {
  draft: MoleculeDraft;
  problem: InputProblem | null;
  onChange: (text: string) => void;
}) {
  const id = useId();
  // Positions count in the trimmed text that was read.
  const place = problem?.position ? markedPlace(draft.text.trim(), problem.position) : null;
  return (
    <div className="cv-field">
      <label htmlFor={id}>{words.smilesLabel}</label>
      <textarea
        id={id}
        className="cv-mono"
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder=""
        value={draft.text}
        aria-invalid={problem !== null}
        aria-describedby={`${id}h ${id}p`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}h`} className="cv-quiet">
        {words.smilesHint}
      </p>
      <div id={`${id}p`} className="cv-problem" role="alert">
        {place ? (
          <pre className="cv-mono cv-place" aria-hidden="true">
            {place.text}
            {'\n'}
            {' '.repeat(place.offset)}^
          </pre>
        ) : null}
        {problem ? (
          <p>
            {problem.position && !/character/.test(problem.detail) ? `${words.smilesAt(problem.position)} ` : ''}
            {asSentence(problem.detail)}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** RDKit's words as a sentence: first letter large, full stop at the end. What is one already stays as it is ("pKa takes …"). */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function FileFault({ problem, text }: { problem: InputProblem; text: string }) {
  const line = problem.line === null ? undefined : text.split(/\r?\n/, problem.line)[problem.line - 1];
  return (
    <div className="cv-problem" role="alert">
      {problem.line !== null && line !== undefined ? <Place line={problem.line} text={line} position={null} /> : null}
      <p>{problem.detail}</p>
    </div>
  );
}

/** Lines of a file that were left out, each with its words and the place where it breaks; the others were taken. */
function FailedLines({ lines, text }: { lines: MoleculeState['failedLines']; text: string }) {
  if (lines.length === 0) return null;
  const all = text.split(/\r?\n/);
  const shown = (from: number, to?: number) => (
    <ul className="cv-failed-lines">
      {lines.slice(from, to).map(({ line, detail, position }) => (
        <li key={line}>
          <Place line={line} text={(all[line - 1] ?? '').trimStart()} position={position} />
          {detail}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="cv-problem" role="alert">
      <p>{words.failedLines(lines.length)}</p>
      {shown(0, mostFailedLines)}
      {lines.length > mostFailedLines ? (
        <details>
          <summary>{words.failedMore(lines.length - mostFailedLines)}</summary>
          {shown(mostFailedLines)}
        </details>
      ) : null}
    </div>
  );
}

/** A line as it is in its file, with a caret under the 1-based place where it breaks. */
function Place({ line, text, position }: { line: number; text: string; position: number | null }) {
  const place = markedPlace(text, position ?? 1);
  const before = `${line} | `;
  return (
    <pre className="cv-mono cv-place">
      {before}
      {place.text}
      {position === null ? '' : `\n${' '.repeat(before.length + place.offset)}^`}
    </pre>
  );
}

function FileChooser({
  draft,
  onFile,
  onRemove,
}: {
  draft: MoleculeDraft;
  onFile: (file: File | undefined) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFile(event.target.files?.[0]);
    // The same file, mended, may be chosen again.
    event.target.value = '';
  };
  return (
    <div className="cv-drop">
      {/* Without `accept`, which would grey out VASP's files: they have no extension. */}
      <input ref={input} id={id} type="file" className="cv-hidden" aria-label={words.fileLabel} onChange={choose} />
      {draft.file ? (
        <p className="cv-row">
          <span>{words.fileChosen(draft.file.name)}</span>
          <button type="button" className="cv-button" data-dense="" onClick={() => input.current?.click()}>
            {words.fileChoose}
          </button>
          <button type="button" className="cv-button" data-kind="quiet" data-dense="" onClick={onRemove}>
            {words.fileRemove}
          </button>
        </p>
      ) : (
        <>
          <p className="cv-row">
            {words.fileDrop}
            <button type="button" className="cv-button" onClick={() => input.current?.click()}>
              {words.fileChoose}
            </button>
          </p>
          <p className="cv-quiet">{words.fileKinds}</p>
        </>
      )}
    </div>
  );
}
