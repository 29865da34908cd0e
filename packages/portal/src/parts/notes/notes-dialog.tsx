import { texts } from '@cuvette/core/texts';
import { Tabs } from '@cuvette/widgets/ui';
import { type ReactNode, useState } from 'react';
import { listWords, noteWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { ExitQuestion } from '../exit-question.tsx';
import { hasStatus, problemText } from '../problem.tsx';
import { NotesView } from './notes-view.tsx';

interface NotesDialogProps {
  /** The notes when the dialog opened. */
  notes: string;
  readOnly: boolean;
  /** Keeps notes that replace those that were read; throws ApiError 409 where others are there by now. */
  onSave: (notes: string, before: string) => Promise<unknown>;
  /** Reads what is there now. */
  onRead: () => Promise<string>;
  onClose: () => void;
  /** A button that takes back what the notes belong to, where somebody deleted it meanwhile; it tells when it is there again. */
  restore?: ((onRestored: () => void) => ReactNode) | undefined;
}

/**
 * Reads and writes notes in Markdown. Two people, or two tabs, can write at once: whoever saves last sees what the other saved and decides, so that
 * neither text is lost.
 */
export function NotesDialog({ notes, readOnly, onSave, onRead, onClose, restore }: NotesDialogProps) {
  const [before, setBefore] = useState(notes);
  const [text, setText] = useState(notes);
  const [theirs, setTheirs] = useState<string | null>(null);
  const [tab, setTab] = useState('write');
  const [leaving, setLeaving] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const changed = !readOnly && text !== before;
  const close = () => (changed ? setLeaving(true) : onClose());
  const save = async () => {
    setBusy(true);
    setProblem(null);
    setGone(false);
    try {
      await onSave(text, before);
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      if (hasStatus(error, 409)) await lookAgain();
      if (hasStatus(error, 404)) {
        setGone(true);
        setProblem(restore ? noteWords.gone : noteWords.goneForGood);
      }
    } finally {
      setBusy(false);
    }
  };
  const lookAgain = async () => {
    try {
      const now = await onRead();
      setBefore(now);
      setTheirs(now);
      setProblem(noteWords.changedMeanwhile);
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  const write = (
    <label className="field">
      <span className="cv-quiet">{noteWords.hint}</span>
      <textarea
        data-first=""
        rows={12}
        className="notes-text"
        aria-label={words.notes}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
  return (
    <>
      <Dialog
        title={words.notes}
        size="large"
        onClose={close}
        onSubmit={readOnly ? undefined : () => void save()}
        submitLabel={theirs === null ? words.save : noteWords.saveMine}
        submitDisabled={busy}
        problem={problem}
      >
        {gone
          ? restore?.(() => {
              setGone(false);
              setProblem(null);
            })
          : null}
        {theirs === null ? null : (
          <section className="notice" data-tone="neutral" aria-label={noteWords.theirs}>
            <strong>{noteWords.theirs}</strong>
            <NotesView notes={theirs} />
            <button
              type="button"
              className="cv-button"
              onClick={() => {
                setText(`${text.trimEnd()}\n\n${theirs}`);
                setTheirs(null);
                setProblem(null);
              }}
            >
              {noteWords.addTheirs}
            </button>
          </section>
        )}
        {readOnly ? (
          <NotesView notes={text} />
        ) : (
          <Tabs
            label={words.notes}
            active={tab}
            onChange={setTab}
            tabs={[
              { id: 'write', title: noteWords.write, content: () => write },
              { id: 'preview', title: noteWords.preview, content: () => <NotesView notes={text} /> },
            ]}
          />
        )}
      </Dialog>
      {leaving ? (
        <Dialog
          size="small"
          title={texts.exitView}
          onClose={() => setLeaving(false)}
          onSubmit={onClose}
          submitLabel={listWords.exit}
          closeLabel={listWords.stay}
          danger
        >
          <p>{listWords.exitUnsaved}</p>
        </Dialog>
      ) : null}
      <ExitQuestion loss={changed ? listWords.exitUnsaved : null} closing />
    </>
  );
}
