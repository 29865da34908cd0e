import { mostCompared } from '@cuvette/core/workflows/comparison/index';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { identifiersIn } from './identifiers.ts';

/** Adds items by their identifier or address; several at once may be pasted. What cannot be added is said beside the field. */
export function AddItems({ uuids, onAdd }: { uuids: readonly string[]; onAdd: (uuids: readonly string[]) => void }) {
  const words = useWords().compare;
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const found = identifiersIn(text);
    const fresh = found.filter((uuid) => !uuids.includes(uuid));
    if (found.length === 0) return setProblem(words.notAnAddress(text.trim().slice(0, 60)));
    if (fresh.length === 0) return setProblem(words.alreadyThere);
    if (uuids.length + fresh.length > mostCompared) return setProblem(words.full(mostCompared));
    setProblem(null);
    setText('');
    onAdd(fresh);
  };
  return (
    <form className="cv-compare-add" onSubmit={add}>
      <input
        id={id}
        className="cv-input"
        value={text}
        placeholder={words.addHint}
        aria-label={words.addLabel}
        aria-invalid={problem !== null}
        aria-describedby={`${id}p`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" label={words.add} disabled={text.trim() === ''} />
      <span id={`${id}p`} role="alert" className="cv-compare-wrong">
        {problem}
      </span>
    </form>
  );
}
