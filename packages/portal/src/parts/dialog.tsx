import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { words } from '../words.ts';
import { ProblemLine } from './problem.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** When given, the dialog is a form with this action. */
  onSubmit?: (() => void) | undefined;
  submitLabel?: string | undefined;
  submitDisabled?: boolean | undefined;
  danger?: boolean | undefined;
  /** Text of an error that the action met; read out at once. */
  problem?: string | null | undefined;
  closeLabel?: string | undefined;
  /** For what needs room beside it. */
  size?: 'large' | undefined;
  children: ReactNode;
}

/** Moves the focus to where it was; where that is gone with what was done, to the heading of what is shown now. */
function giveBack(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before.focus();
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const heading = place.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A modal question: focus moves in, Escape closes, focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // Where something is to be written, writing can begin at once; a name is there to be written over.
    const first = dialog?.querySelector<HTMLElement>('[data-first]');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
    return () => giveBack(before);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.submitDisabled) props.onSubmit?.();
  };
  return (
    <dialog
      ref={element}
      className="cv-dialog dialog"
      data-size={props.size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <form onSubmit={submit}>
        <h2 id={titleId}>{props.title}</h2>
        <div className="dialog-body">{props.children}</div>
        <ProblemLine text={props.problem} />
        <div className="dialog-actions">
          <button type="button" className="cv-button" onClick={props.onClose}>
            {props.closeLabel ?? (props.onSubmit ? words.cancel : words.close)}
          </button>
          {props.onSubmit ? (
            <button
              type="submit"
              className="cv-button"
              data-kind={props.danger ? 'danger' : 'primary'}
              disabled={props.submitDisabled}
            >
              {props.submitLabel}
            </button>
          ) : null}
        </div>
      </form>
    </dialog>
  );
}
