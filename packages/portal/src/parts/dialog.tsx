import type { ModalSize } from '@cuvette/core/entities';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';
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
  /** Label of the button beside the one that submits, "Cancel" by default. Without `onSubmit` it is there only when this is given. */
  closeLabel?: string | undefined;
  /** Small for a question, large for what needs room beside it. */
  size?: ModalSize | undefined;
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

/** A modal dialog with a close button in its corner: focus moves in, Escape closes, focus goes back to where it was. */
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
      data-size={props.size ?? 'medium'}
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
        {props.onSubmit || props.closeLabel ? (
          <div className="dialog-actions">
            <button type="button" className="cv-button" onClick={props.onClose}>
              {props.closeLabel ?? words.cancel}
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
        ) : null}
        {/* The last one in the order of the keyboard, so that the focus moves to the first field when the dialog opens. */}
        <button
          type="button"
          className="cv-button dialog-close"
          data-kind="quiet"
          data-dense=""
          data-icon-only=""
          aria-label={words.close}
          title={words.close}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}
