import type { AccountClient } from '@cuvette/core/client';
import { type ChangeEvent, type DragEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Depiction } from '../../structure/depiction.tsx';
import { emptyMolecule, type MoleculeDraft } from '../draft.ts';
import { fileFault } from '../molecule-file.ts';
import { StructureSources } from '../sources/structure-sources.tsx';
import { draftOfTaken } from '../sources/taken.ts';
import { submitWords } from '../words.ts';
import { emptyFirst, type FirstDraft } from './first-draft.ts';
import { FirstFacts } from './first-facts.tsx';
import { readDropped } from './read-dropped.ts';
import type { FirstMolecule } from './use-first-molecule.ts';
import { firstWords as words } from './words.ts';

export interface FirstFieldProps {
  client: AccountClient;
  /** Folder that the new item goes to; null is the root folder. */
  folder: string | null;
  first: FirstDraft;
  found: FirstMolecule;
  /** Names and PDB IDs can be looked up on this server. */
  lookups: boolean;
  onChange: (change: Partial<FirstDraft>) => void;
  /** Enter was pressed in the field. */
  onEnter: () => void;
  /** A text was pasted into the field. */
  onPaste?: ((text: string) => void) | undefined;
  /** Adds a protein: the entry of a PDB ID, or the text of a file with its name. */
  onProtein: (source: { pdb: string } | { name: string; text: string }) => Promise<void>;
  /** Ways besides those that every input has. */
  more?: ReactNode;
  /** Without the line on the molecule and its drawing, where another page shows them. */
  plain?: boolean | undefined;
}

/** One field for a molecule, whatever it is given as, and at once what it is. */
export function FirstField(props: FirstFieldProps) {
  const { first, found, lookups, onChange, onEnter, onPaste, onProtein, plain } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { pasted, state } = found;

  const change = (next: Partial<FirstDraft>) => {
    setProblem(null);
    onChange({ taken: null, fragment: null, isomer: null, ...next });
  };
  const take = async (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    const fault = fileFault(file);
    try {
      const read = await readDropped(file);
      if (read.kind === 'protein') return await onProtein({ name: file.name, text: read.text });
      if (read.kind === 'many') return change({ text: read.text, isList: true });
      if (fault) return setProblem(fault);
      change({
        text: '',
        isList: false,
        taken: { ...emptyMolecule, kind: 'file', file: { name: file.name, text: read.text } },
      });
    } catch {
      setProblem(submitWords.fileUnreadable(file.name));
    }
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    setOver(false);
    // A text that is dropped goes into the field by itself.
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || first.isList || pasted.kind === 'many') return;
    event.preventDefault();
    onEnter();
  };
  const isList = first.isList || pasted.kind === 'many';
  const placeholder = isList ? words.placeholderList : lookups ? words.placeholder : words.placeholderWithoutLookups;
  return (
    <div
      className="cv-first"
      data-over={over || undefined}
      data-plain={plain || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="cv-first-in">
        <label htmlFor={id} className="cv-hidden">
          {words.label}
        </label>
        {first.taken?.kind === 'file' ? (
          <p className="cv-first-file">
            <span>{submitWords.fileChosen(first.taken.file?.name ?? '')}</span>
            <button type="button" className="cv-button" data-dense="" onClick={() => change(emptyFirst)}>
              {words.clear}
            </button>
          </p>
        ) : (
          <textarea
            ref={field}
            id={id}
            className="cv-first-text"
            rows={isList ? 5 : 1}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={placeholder}
            value={first.taken ? first.taken.text : first.text}
            aria-invalid={state.status === 'wrong'}
            aria-describedby={`${id}s`}
            onChange={(event) => change({ text: event.target.value })}
            onPaste={(event) => onPaste?.(event.clipboardData.getData('text'))}
            onKeyDown={key}
          />
        )}
        <Ways
          {...props}
          isList={isList}
          onFile={take}
          onTake={(taken) => change({ text: '', isList: false, taken })}
          onList={() => {
            onChange({ isList: !first.isList, taken: null });
            field.current?.focus();
          }}
        />
        {first.protein ? <ProteinChip protein={first.protein} onRemove={() => onChange({ protein: null })} /> : null}
        {plain ? null : (
          <div id={`${id}s`} className="cv-first-found">
            <FoundText {...props} problem={problem} />
          </div>
        )}
      </div>
      {plain ? null : (
        <div className="cv-first-picture">
          {state.smiles ? (
            <Depiction smiles={state.isomer ?? state.smiles} label={found.called ?? undefined} />
          ) : (
            <span className="cv-quiet cv-small">{state.molecule ? words.noDrawing : words.drawnHere}</span>
          )}
        </div>
      )}
    </div>
  );
}

interface WaysProps extends Pick<FirstFieldProps, 'client' | 'folder' | 'found' | 'more'> {
  isList: boolean;
  onFile: (file: File | undefined) => Promise<void>;
  onTake: (taken: MoleculeDraft) => void;
  onList: () => void;
}

/** The ways to a molecule besides the text. */
function Ways({ client, folder, found, more, isList, onFile, onTake, onList }: WaysProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <StructureSources
      client={client}
      folder={folder}
      smiles={found.state.smiles ?? found.draft.text}
      onTake={(structure) => onTake(draftOfTaken(structure))}
    >
      <input
        ref={input}
        type="file"
        className="cv-hidden"
        tabIndex={-1}
        aria-label={submitWords.fileLabel}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          void onFile(event.target.files?.[0]);
          // The same file, mended, may be chosen again.
          event.target.value = '';
        }}
      />
      <button type="button" className="cv-button" data-dense="" onClick={() => input.current?.click()}>
        {words.file}
      </button>
      {more}
      <button type="button" className="cv-button" data-dense="" aria-pressed={isList} onClick={onList}>
        {words.many}
      </button>
    </StructureSources>
  );
}

function ProteinChip({ protein, onRemove }: { protein: { name: string }; onRemove: () => void }) {
  return (
    <p className="cv-row cv-first-protein">
      <span>{words.protein(protein.name)}</span>
      <button
        type="button"
        className="cv-button"
        data-kind="quiet"
        data-dense=""
        aria-label={words.removeProtein(protein.name)}
        onClick={onRemove}
      >
        {words.clear}
      </button>
    </p>
  );
}

/** The lines below the field: what was given, what is open or wrong, what happens now. */
function FoundText({
  found,
  lookups,
  onChange,
  onProtein,
  first,
  problem,
}: FirstFieldProps & { problem: string | null }) {
  const { pasted, state, looking, unfound } = found;
  const [busy, setBusy] = useState(false);
  const add = async (source: { pdb: string } | { name: string; text: string }) => {
    setBusy(true);
    await onProtein(source);
    setBusy(false);
  };
  const addButton = (label: string, source: { pdb: string } | { name: string; text: string }) => (
    <button type="button" className="cv-button" data-dense="" disabled={busy} onClick={() => void add(source)}>
      {label}
    </button>
  );
  if (problem || unfound)
    return (
      <p className="cv-problem" role="alert">
        {problem ?? unfound}
      </p>
    );
  if (pasted.kind === 'many')
    return (
      <p role="status" className="cv-quiet">
        {words.lines(pasted.lines)}. {words.linesHint}
      </p>
    );
  if (pasted.kind === 'pdb')
    return (
      <p role="status" className="cv-row">
        {lookups ? words.pdbEntry(pasted.id) : words.noPdb}
        {lookups ? addButton(words.fetchPdb(pasted.id), { pdb: pasted.id }) : null}
      </p>
    );
  if (pasted.kind === 'protein')
    return (
      <p role="status" className="cv-row">
        {words.proteinText} {addButton(words.addProtein, { name: pasted.name, text: first.text })}
      </p>
    );
  if (state.status === 'wrong' || state.status === 'refused')
    return (
      <p className="cv-problem" role="alert">
        {state.problem?.detail}
      </p>
    );
  if (looking || state.status === 'reading')
    return (
      <p role="status" className="cv-quiet">
        {looking ? words.looking(first.text.trim()) : words.reading}
      </p>
    );
  if (state.status === 'empty') return <p className="cv-quiet">{words.hint}</p>;
  return <FirstFacts called={found.called} state={state} onChange={onChange} />;
}
