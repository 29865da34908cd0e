import type { ModalSize } from '@cuvette/core/entities';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from './button.tsx';

export interface DialogProps {
  title: string;
  size?: ModalSize;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
}

/**
 * A native modal dialog: focus is kept inside and given back, Escape closes. It is drawn where it is in the tree, in the
 * element's own shadow root, and rises to the browser's top layer from there.
 */
export function Dialog({ title, size = 'medium', open, onClose, children, actions }: DialogProps) {
  const words = useWords();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const before = (element.getRootNode() as Document | ShadowRoot).activeElement;
    element.showModal();
    return () => {
      element.close();
      // React puts the focus back on the dialog's own button after this; the button is gone a moment later.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      className="cv-dialog"
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="cv-dialog-head">
        <h2 className="cv-heading" id={id}>
          {title}
        </h2>
        <Button kind="quiet" dense icon="cross" iconOnly label={words.ui.close} onClick={onClose} />
      </div>
      <div className="cv-dialog-body">{children}</div>
      {actions && <div className="cv-dialog-foot">{actions}</div>}
    </dialog>
  );
}
