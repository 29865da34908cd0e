import type { AtomPair } from '@cuvette/core/client';
import type { Session } from '@cuvette/core/session';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { overlayColour } from '../../viewer/overlay/overlay.ts';
import { useSessionState } from '../hooks/use-session.ts';

export interface AtomPairsProps {
  session: Session;
  pairs: readonly AtomPair[];
  names: readonly string[];
  /** Atoms of the structure. */
  atoms: number;
  nameOf: (atom: number) => string;
  /** The distance of a pair (by its place) in the frame that is shown. */
  valueOf: (place: number) => string | null;
}

const samePair = (a: readonly number[], b: readonly number[]) =>
  a.length === 2 && b.length === 2 && b.every((atom) => a.includes(atom));

/** Adds a pair of atoms to the measurements of a session, unless it is one already. */
export function followPair(session: Session, pair: AtomPair): void {
  const { measurements } = session.getState().viewer;
  if (measurements.some((each) => samePair(each, pair))) return;
  session.setViewer({ measurements: [...measurements, [...pair]] });
}

/** The pairs whose distances are followed, and adding one: two atoms of the viewer, or their numbers. */
export function AtomPairs({ session, pairs, names, atoms, nameOf, valueOf }: AtomPairsProps) {
  const words = useWords().dynamics;
  const { atoms: selected } = useSessionState(session);
  const [fields, setFields] = useState(['', '']);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    if (selected.length !== 2) return;
    setFields(selected.map((atom) => String(atom + 1)));
    setProblem(null);
  }, [selected]);
  const numbers = fields.map((field) => (/^\d+$/.test(field.trim()) ? Number(field) - 1 : -1));
  const known = (atom: number) => atom >= 0 && atom < atoms;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const [a = -1, b = -1] = numbers;
    if (!known(a) || !known(b) || a === b) return setProblem(words.wrongAtom(atoms));
    if (pairs.some((pair) => samePair(pair, [a, b]))) return setProblem(words.alreadyThere);
    setProblem(null);
    followPair(session, [a, b]);
    session.selectAtoms([a, b]);
  };
  const remove = (pair: AtomPair) => {
    const { measurements } = session.getState().viewer;
    session.setViewer({ measurements: measurements.filter((each) => !samePair(each, pair)) });
  };
  return (
    <>
      <form className="cv-row cv-atom-pair" onSubmit={add} noValidate>
        {[words.firstAtom, words.secondAtom].map((label, place) => (
          <label key={label} className="cv-trajectory-field">
            <span>{label}</span>
            <input
              inputMode="numeric"
              value={fields[place]}
              aria-invalid={problem !== null || undefined}
              aria-describedby={problem === null ? undefined : `${id}-problem`}
              onChange={({ target: { value } }) =>
                setFields((before) => before.map((field, at) => (at === place ? value : field)))
              }
            />
            <span className="cv-atom-pair-name">{known(numbers[place] ?? -1) ? nameOf(numbers[place] ?? 0) : ''}</span>
          </label>
        ))}
        <Button label={words.add} type="submit" />
      </form>
      {problem === null ? (
        <p className="cv-quiet cv-small">{words.pairsHint}</p>
      ) : (
        <p id={`${id}-problem`} className="cv-small" role="alert">
          {problem}
        </p>
      )}
      {pairs.length === 0 ? (
        <p className="cv-quiet">{words.noPairs}</p>
      ) : (
        <ul className="cv-pair-list">
          {pairs.map((pair, place) => (
            <li key={pair.join()} className="cv-row">
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={overlayColour(place)} />
              </svg>
              <span>{names[place]}</span>
              <span className="cv-number cv-quiet">{valueOf(place)}</span>
              <Button
                dense
                kind="quiet"
                icon="cross"
                iconOnly
                label={words.remove(names[place] ?? '')}
                onClick={() => remove(pair)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
