import type { Molecule } from '@cuvette/core/entities';
import type { Field } from '@cuvette/core/workflows';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormScene } from './form-scene.ts';
import { editorWords as words } from './words.ts';

/** A row of an editor: what it says, its controls, and the button that takes it away. */
export interface EditorRow {
  key: string;
  /** What the row is, for people and for the name of its button. */
  title: string;
  controls?: ReactNode;
  remove: () => void;
}

interface EditorFrameProps {
  id: string;
  field: Pick<Field, 'path' | 'title'> & { open?: boolean };
  describedBy: string;
  rows: readonly EditorRow[];
  /** What is shown under the rows. */
  note?: ReactNode;
  /** The picture and what to do with picked atoms. */
  picker: (molecule: Molecule) => ReactNode;
}

/** The frame of an editor of atoms: its rows, and the picture that opens under them. Only one picture of a form is open at a time. */
export function EditorFrame({ id, field, describedBy, rows, note, picker }: EditorFrameProps) {
  const { molecule, picking, setPicking } = useFormScene();
  const open = picking === null ? field.open === true && molecule !== null : picking === field.path;
  const frame = useRef<HTMLFieldSetElement>(null);
  const stay = useKeyboardPlace(frame, rows.length);
  return (
    <fieldset
      ref={frame}
      id={id}
      className="cv-editor"
      aria-describedby={describedBy}
      // A press by Enter or Space counts no clicks.
      onClickCapture={({ detail, target }) => stay(detail === 0, target)}
    >
      <legend>{field.title}</legend>
      {rows.length > 0 ? (
        <ul className="cv-editor-rows" aria-label={words.rows(field.title)}>
          {rows.map(({ key, title, controls, remove }) => (
            <li key={key} className="cv-editor-row">
              <span className="cv-editor-title">{title}</span>
              {controls}
              <button
                type="button"
                className="cv-button"
                data-kind="quiet"
                data-dense=""
                aria-label={words.remove(title)}
                onClick={remove}
              >
                {words.removeShort}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {note}
      {molecule === null ? (
        <p className="cv-quiet">{words.needMolecule}</p>
      ) : (
        <>
          <button
            type="button"
            className="cv-button cv-editor-open"
            aria-expanded={open}
            onClick={() => setPicking(open ? '' : field.path)}
          >
            {open ? words.pickDone : words.pick}
          </button>
          {open ? picker(molecule) : null}
        </>
      )}
    </fieldset>
  );
}

/**
 * Keeps the keyboard in an editor where a press takes the pressed button away: after a row is added at the first field of it, else at the field that the next atoms
 * are written in; after a row is removed at the one that takes its place.
 * @returns to be called at each press, whether it came from the keyboard and at what
 */
function useKeyboardPlace(
  frame: RefObject<HTMLFieldSetElement | null>,
  rows: number,
): (byKeyboard: boolean, target: EventTarget) => void {
  const before = useRef(rows);
  /** The row that was pressed in; -1 for a press outside rows; null for a mouse. */
  const pressed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const [was, place] = [before.current, pressed.current];
    before.current = rows;
    pressed.current = null;
    const root = frame.current;
    if (was === rows || place === null || !root || root.querySelector(':focus')) return;
    const all = [...root.querySelectorAll<HTMLElement>('.cv-editor-row')];
    const next =
      rows > was
        ? (all.at(-1)?.querySelector<HTMLInputElement>('input') ??
          root.querySelector<HTMLInputElement>('.cv-picker input'))
        : all[Math.min(place, all.length - 1)]?.querySelector<HTMLElement>('button:last-of-type');
    (next ?? root.querySelector<HTMLElement>('.cv-editor-open'))?.focus();
    if (next instanceof HTMLInputElement) next.select();
  }, [frame, rows]);
  return (byKeyboard, target) => {
    const row = target instanceof Element ? target.closest('.cv-editor-row') : null;
    pressed.current = byKeyboard ? [...(row?.parentElement?.children ?? [])].indexOf(row as Element) : null;
  };
}

/** Picked atoms (0-based), forgotten with the structure that they are of. */
export function usePicked(): [readonly number[], (atoms: readonly number[]) => void] {
  const { molecule } = useFormScene();
  const [picked, setPicked] = useState<readonly number[]>([]);
  const count = molecule?.atoms.length ?? 0;
  useEffect(() => setPicked((before) => (before.every((atom) => atom < count) ? before : [])), [count]);
  return [picked, setPicked];
}
