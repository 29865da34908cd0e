import { readAtomRanges, writeAtomRanges } from '@cuvette/core/chemistry';
import { useId, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';

export interface AtomListProps {
  atomCount: number;
  selected: readonly number[];
  select: (atoms: readonly number[]) => void;
  all: () => void;
}

/** The selected atoms as a list of numbers, to be read and to be written. */
export function AtomList({ atomCount, selected, select, all }: AtomListProps) {
  const words = useWords().viewer.selection;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = () => {
    const read = readAtomRanges(typed ?? '', atomCount);
    if ('problem' in read) return setProblem(read.problem);
    select(read.atoms);
    forget();
  };
  const forget = () => {
    setTyped(null);
    setProblem(null);
  };
  return (
    <form
      className="cv-viewer-strip"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) apply();
      }}
    >
      <label className="cv-viewer-control">
        <span>{words.field}</span>
        <input
          type="text"
          value={typed ?? writeAtomRanges(selected)}
          placeholder={words.example}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : id}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button dense label={words.apply} type="submit" />
      <Button
        dense
        label={words.all}
        onClick={() => {
          all();
          forget();
        }}
      />
      <Button
        dense
        label={words.none}
        onClick={() => {
          select([]);
          forget();
        }}
      />
      {problem !== null && (
        <span className="cv-viewer-problem" id={id} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
