import type { ImportAnswer } from '@cuvette/core/entities';
import { useRouter } from '@tanstack/react-router';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { FileChoice } from '../file-choice.tsx';
import { Icon } from '../icon.tsx';
import { PathLink } from '../path-link.tsx';
import { problemText } from '../problem.tsx';

/** A button that lets the person choose a bundle or the output of another program, which is then brought into the folder. */
export function UploadButton({ onFile, label = words.upload }: { onFile: (file: File) => void; label?: string }) {
  return (
    <FileChoice
      label={
        <>
          <Icon name="upload" />
          {label}
        </>
      }
      name={words.uploadFile}
      onFile={onFile}
    />
  );
}

/** Takes a file that is dropped anywhere inside, and says so while one is held above it. */
export function DropPlace({
  onFile,
  sign = words.dropHere,
  children,
}: {
  onFile: (file: File) => void;
  /** The text while a file is held above it. */
  sign?: string;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const held = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // Dropping is the mouse's way to what the button does.
    <div
      className="drop-place"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!held(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {over ? <p className="drop-sign">{sign}</p> : null}
      {children}
    </div>
  );
}

type State =
  | { step: 'sending'; sent: number; total: number }
  | { step: 'failed'; problem: string }
  | { step: 'done'; answer: ImportAnswer };

interface UploadDialogProps {
  file: File;
  /** The folder that it goes to; null: the root folder. */
  folder: string | null;
  onClose: () => void;
}

/** Brings a file in and shows how far it is. The result opens at once, unless there is a message to read first. */
export function UploadDialog({ file, folder, onClose }: UploadDialogProps) {
  const router = useRouter();
  const label = useId();
  const [state, setState] = useState<State>({ step: 'sending', sent: 0, total: file.size });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const stop = new AbortController();
    const onProgress = (sent: number, total: number) => setState({ step: 'sending', sent, total });
    ownerClient.importFile(file, { folder, onProgress, signal: stop.signal }).then(
      (answer) => {
        const [only, ...more] = answer.items;
        if (stop.signal.aborted) return;
        if (!only || more.length > 0 || answer.warnings.length > 0) return setState({ step: 'done', answer });
        close();
        router.history.push(`/workflow/${only.uuid}`);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ step: 'failed', problem: problemText(error) });
      },
    );
    return () => stop.abort();
  }, [file, folder, router]);
  const share = state.step === 'sending' && state.total > 0 ? state.sent / state.total : 0;
  return (
    <Dialog
      title={state.step === 'done' ? words.uploadDone : words.uploadNamed(file.name)}
      onClose={onClose}
      closeLabel={state.step === 'sending' ? words.cancel : undefined}
      problem={state.step === 'failed' ? state.problem : null}
    >
      {state.step === 'sending' ? (
        <>
          <p id={label}>{share < 1 ? words.uploading(Math.floor(share * 100)) : words.uploadReading}</p>
          <progress aria-labelledby={label} max={1} value={share < 1 ? share : undefined} />
        </>
      ) : null}
      {state.step === 'failed' ? <p className="cv-quiet">{words.uploadHint}</p> : null}
      {state.step === 'done' ? <Outcome answer={state.answer} /> : null}
    </Dialog>
  );
}

function Outcome({ answer: { items, warnings } }: { answer: ImportAnswer }) {
  return (
    <>
      <p>{words.uploaded(items.length)}</p>
      <ul className="outcome">
        {items.map(({ uuid, name }) => (
          <li key={uuid}>
            <PathLink href={`/workflow/${uuid}`}>{name}</PathLink>
          </li>
        ))}
      </ul>
      {warnings.length > 0 ? (
        <>
          <p>{words.uploadWarnings}</p>
          <ul className="outcome">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
