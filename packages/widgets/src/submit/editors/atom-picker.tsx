import { atomName, formulaOf, readAtomSequence } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { initialViewerState, type ViewerState } from '@cuvette/core/session';
import type { Mark } from '@cuvette/core/workflows';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Viewer } from '../../viewer/viewer.tsx';
import { editorWords as words } from './words.ts';

export interface AtomPickerProps {
  molecule: Molecule;
  /** Picked atoms, 0-based, in the order in which they were picked. */
  picked: readonly number[];
  onPick: (atoms: readonly number[]) => void;
  /** Most atoms that are picked; a further one takes the place of the first. */
  most: number;
  /** What is in the picture already: two, three or four atoms each, 0-based. */
  lines: readonly (readonly number[])[];
  /** Atoms that are fixed in place, 0-based: each has a badge in the picture. */
  fixed?: readonly number[];
  hint: string;
  /** What the picked atoms are good for: their value, buttons. */
  children?: ReactNode;
}

const noAtoms: readonly number[] = [];
/** Colour of the badge of a fixed atom: readable on light and on dark. */
const fixedColour = '#5b6673';
/** With more atoms than this their names would cover the picture. */
const mostNamed = 60;
/** From this many atoms on, a list of all of them is no help. */
const mostListed = 300;

/** The structure to pick atoms in: by clicks, by writing their numbers, or out of a list. */
export function AtomPicker(props: AtomPickerProps) {
  const { molecule, picked, onPick, most, hint, children } = props;
  const id = useId();
  const { atoms } = molecule;
  const [typed, setTyped] = useState<string | null>(null);
  const written = picked.map((atom) => atomName(atoms, atom)).join(', ');
  const read = typed === null ? null : readAtomSequence(typed, atoms.length);
  const problem = read && 'problem' in read ? read.problem : null;
  // The text is the person's own as long as it says what is picked.
  const own = read && ('problem' in read || read.atoms.slice(-most).join() === picked.join());
  const pick = (next: readonly number[]) => {
    setTyped(null);
    onPick(next.slice(-most));
  };
  return (
    <div className="cv-picker">
      <PickingPicture {...props} onPick={pick} />
      <div className="cv-picker-controls">
        <label className="cv-field">
          {words.typed}
          <input
            value={own && typed !== null ? typed : written}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== null}
            aria-describedby={`${id}h ${id}p`}
            onChange={(event) => {
              setTyped(event.target.value);
              const next = readAtomSequence(event.target.value, atoms.length);
              if ('atoms' in next) onPick(next.atoms.slice(-most));
            }}
            onBlur={() => problem === null && setTyped(null)}
            onKeyDown={(event) => {
              // Here it ends the writing of atoms; it must not send the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        </label>
        {atoms.length <= mostListed ? (
          <label className="cv-field">
            {words.addAtom}
            <select
              value=""
              onChange={(event) => {
                const atom = Number(event.target.value);
                pick([...picked.filter((each) => each !== atom), atom]);
              }}
            >
              <option value="" disabled>
                {words.addAtomFirst}
              </option>
              {atoms.map((_, index) => (
                <option key={atomName(atoms, index)} value={index}>
                  {atomName(atoms, index)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </div>
      <p id={`${id}h`} className="cv-quiet">
        {hint} {words.typedHint}
      </p>
      <p id={`${id}p`} className="cv-problem" role="alert">
        {problem}
      </p>
      <div className="cv-row cv-picker-row">
        {children}
        {picked.length > 0 ? (
          <button
            type="button"
            className="cv-button"
            data-kind="quiet"
            data-dense=""
            onClick={({ detail, currentTarget }) => {
              // The button goes with the atoms: the keyboard, which counts no clicks, goes on where the next ones are written.
              if (detail === 0) currentTarget.closest('.cv-picker')?.querySelector('input')?.focus();
              pick([]);
            }}
          >
            {words.clear}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** The picture in which atoms are clicked, with what is there already. */
function PickingPicture({ molecule, picked, onPick, lines, fixed = noAtoms }: AtomPickerProps) {
  const { atoms } = molecule;
  const [view, setView] = useState<ViewerState>(() => ({
    ...initialViewerState,
    labels: atoms.length <= mostNamed ? 'name' : null,
  }));
  const shown = useMemo(
    () => ({ ...view, measurements: lines.filter(({ length }) => length > 1).map((line) => [...line]) }),
    [view, lines],
  );
  const marks = useMemo(
    () =>
      fixed.map(
        (atom): Mark => ({ kind: 'badge', group: 'fixed', atom, text: words.fixed, colour: fixedColour, opacity: 1 }),
      ),
    [fixed],
  );
  return (
    <div className="cv-preview-3d" data-picking="">
      <Viewer
        molecule={molecule}
        title={words.picture}
        description={words.pictureOf(formulaOf(atoms), atoms.length)}
        view={shown}
        marks={marks}
        onView={(change) => setView((before) => ({ ...before, ...change }))}
        selected={picked}
        onSelect={(next) => {
          // The picture lets the first of four go for a fifth: a list may be longer.
          const gained = next.filter((atom) => !picked.includes(atom));
          onPick(gained.length === 1 ? [...picked, ...gained] : next);
        }}
      />
    </div>
  );
}
