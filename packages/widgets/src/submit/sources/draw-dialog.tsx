import { useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { CanvasDrawing, type Drawing } from './canvas-drawing.tsx';
import type { SourceDialogProps } from './structure-sources.tsx';
import { sourceWords as words } from './words.ts';

/** Draws the molecule: the editor with a SMILES field beside it, each in step with the other. Leaving with changes asks what becomes of them. */
export default function DrawDialog({ smiles, onTake, onClose }: SourceDialogProps) {
  const id = useId();
  const [text, setText] = useState(smiles);
  const [shown, setShown] = useState<Drawing | { problem: string } | null>(null);
  const [failed, setFailed] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const answer = useRef<HTMLButtonElement>(null);
  // The question is what the person has to answer now.
  useEffect(() => {
    if (leaving) answer.current?.focus();
  }, [leaving]);
  const isEmpty = text.trim() === '';
  const isChanged = text.trim() !== smiles.trim();
  const use = () => {
    if (!isEmpty) onTake({ name: null, smiles: text.trim(), molecule: null });
  };
  const leave = () => {
    if (isChanged && !leaving) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      title={words.drawTitle}
      size="large"
      open
      onClose={leave}
      actions={
        leaving ? (
          <div className="cv-row" role="alertdialog" aria-label={words.leaveTitle}>
            <span>{words.leaveTitle}</span>
            <button type="button" className="cv-button" onClick={onClose}>
              {words.discard}
            </button>
            <button type="button" className="cv-button" onClick={() => setLeaving(false)}>
              {words.goOn}
            </button>
            <button
              type="button"
              className="cv-button"
              data-kind="primary"
              disabled={isEmpty}
              ref={answer}
              onClick={use}
            >
              {words.use}
            </button>
          </div>
        ) : (
          <>
            <span className="cv-quiet">{isEmpty ? words.useNothing : ''}</span>
            <button type="button" className="cv-button" data-kind="primary" disabled={isEmpty} onClick={use}>
              {words.use}
            </button>
          </>
        )
      }
    >
      <div className="cv-draw">
        {failed ? (
          <p className="cv-problem" role="alert">
            {words.editorFailed}
          </p>
        ) : (
          <CanvasDrawing
            smiles={text}
            onDrawn={(drawn) => {
              setText(drawn);
              setLeaving(false);
            }}
            onShown={setShown}
            onFailed={() => setFailed(true)}
          />
        )}
        <Templates onAdd={(template) => setText(isEmpty ? template : `${text.trim()}.${template}`)} />
        <div className="cv-field">
          <label htmlFor={id}>{words.drawSmiles}</label>
          <textarea
            id={id}
            className="cv-mono"
            rows={2}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={text}
            aria-describedby={`${id}h ${id}s`}
            onChange={(event) => setText(event.target.value)}
          />
          <p id={`${id}h`} className="cv-quiet">
            {words.drawHint}
          </p>
          <p id={`${id}s`} role="status" className="cv-quiet" data-drawn>
            {drawnText(shown)}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** Rings and groups that drawings often begin with; each is added beside what is there. */
const templates = {
  benzene: 'c1ccccc1',
  cyclohexane: 'C1CCCCC1',
  cyclopentane: 'C1CCCC1',
  pyridine: 'c1ccncc1',
  imidazole: 'c1cnc[nH]1',
  indole: 'c1ccc2[nH]ccc2c1',
  naphthalene: 'c1ccc2ccccc2c1',
  carboxylicAcid: 'CC(=O)O',
  amide: 'CC(=O)NC',
} as const;

function Templates({ onAdd }: { onAdd: (smiles: string) => void }) {
  return (
    <div className="cv-row cv-templates" role="group" aria-label={words.templates}>
      <span className="cv-quiet">{words.templates}</span>
      {Object.entries(templates).map(([name, smiles]) => (
        <button key={name} type="button" className="cv-button" data-dense="" onClick={() => onAdd(smiles)}>
          {words.templateNames[name as keyof typeof templates]}
        </button>
      ))}
    </div>
  );
}

function drawnText(shown: Drawing | { problem: string } | null): string {
  if (shown === null) return '';
  if ('problem' in shown) return words.drawBehind(shown.problem);
  return shown.smiles === '' ? words.drawnNothing : words.drawn(shown.formula, shown.heavyAtoms);
}
