import { ApiError } from '@cuvette/core/client';
import type { PubchemCompound } from '@cuvette/core/entities';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Depiction } from '../../structure/depiction.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { SourceDialogProps } from './structure-sources.tsx';
import { sourceWords as words } from './words.ts';

type Answer = { compound: PubchemCompound } | { problem: string } | 'asking' | null;

/** Most other compounds of a name that are offered. */
const mostOthers = 6;

/** Finds a molecule by its name or number in PubChem, which the server asks. A server whose lookups are off says so here in its own words. */
export default function NameDialog({ client, onTake, onClose }: SourceDialogProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [answer, setAnswer] = useState<Answer>(null);
  const field = useRef<HTMLInputElement>(null);
  // The dialog is opened to type here; by itself it would begin at its close button.
  useEffect(() => field.current?.focus(), []);
  const look = async (identifier: string) => {
    if (identifier.trim() === '') return setAnswer({ problem: words.nameEmpty });
    setAnswer('asking');
    try {
      const [compound] = (await client.pubchemSmiles([identifier])).results;
      const problem = compound?.error?.detail;
      if (compound && compound.smiles !== null) setAnswer({ compound });
      else setAnswer({ problem: problem ?? '' });
    } catch (error) {
      setAnswer({ problem: error instanceof ApiError ? error.detail : String(error) });
    }
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The dialog is in the form that it serves: Enter must not submit that.
    event.preventDefault();
    void look(name);
  };
  const compound = answer !== null && answer !== 'asking' && 'compound' in answer ? answer.compound : null;
  const problem = answer !== null && answer !== 'asking' && 'problem' in answer ? answer.problem : null;
  const use = () =>
    onTake({ name: compound?.name ?? (name.trim() || null), smiles: compound?.smiles ?? '', molecule: null });
  return (
    <Dialog
      title={words.nameTitle}
      open
      onClose={onClose}
      actions={
        <button type="button" className="cv-button" data-kind="primary" disabled={!compound} onClick={use}>
          {words.use}
        </button>
      }
    >
      <div className="cv-by-name">
        <div className="cv-field">
          <label htmlFor={id}>{words.nameLabel}</label>
          <div className="cv-row cv-look">
            <input
              id={id}
              value={name}
              aria-describedby={`${id}h ${id}p`}
              aria-invalid={Boolean(problem)}
              ref={field}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={enter}
            />
            <button type="button" className="cv-button" disabled={answer === 'asking'} onClick={() => void look(name)}>
              {words.look}
            </button>
          </div>
          <p id={`${id}h`} className="cv-quiet">
            {words.nameHint}
          </p>
        </div>
        <p id={`${id}p`} className="cv-problem" role="alert">
          {problem}
        </p>
        <p role="status" className="cv-quiet">
          {answer === 'asking' ? words.looking : ''}
        </p>
        {compound ? <Found compound={compound} onOther={(cid) => void look(words.cid(cid))} /> : null}
      </div>
    </Dialog>
  );
}

function Found({ compound, onOther }: { compound: PubchemCompound; onOther: (cid: number) => void }) {
  const { cid, name, smiles, other_cids: others } = compound;
  const title = cid === null ? (name ?? '') : name ? words.found(name, cid) : words.foundUnnamed(cid);
  return (
    <section className="cv-found" aria-label={title}>
      <p>
        <strong>{title}</strong>
      </p>
      <Depiction smiles={smiles ?? ''} label={name ?? undefined} />
      <p className="cv-mono">{smiles}</p>
      {others.length > 0 ? (
        <p className="cv-row">
          <span className="cv-quiet">{words.othersCalledSo(others.length)}</span>
          {others.slice(0, mostOthers).map((other) => (
            <button key={other} type="button" className="cv-button" data-dense="" onClick={() => onOther(other)}>
              {words.cid(other)}
            </button>
          ))}
        </p>
      ) : null}
    </section>
  );
}
