import type { Client } from '@cuvette/core/client';
import { mostCompared } from '@cuvette/core/workflows/comparison/index';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { identifiersIn } from './identifiers.ts';
import { useFoundItems } from './use-found-items.ts';

interface AddItemsProps {
  client: Client;
  /** The type that all must have; null for items of any type. */
  type: string | null;
  uuids: readonly string[];
  onAdd: (uuids: readonly string[]) => void;
}

/**
 * Adds items: one's own by a part of their name, which the browser's list offers while it is typed, any by their identifier or address; several
 * identifiers at once may be pasted. What cannot be added is shown beside the field.
 */
export function AddItems({ client, type, uuids, onAdd }: AddItemsProps) {
  const words = useWords().compare;
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const searches = client.kind === 'owner';
  const identifiers = identifiersIn(text);
  const { found, current } = useFoundItems(client, identifiers.length > 0 ? '' : text, type);
  const fresh = found.filter(({ uuid }) => !uuids.includes(uuid));

  const take = (wanted: readonly string[]) => {
    setWaiting(false);
    const added = wanted.filter((uuid) => !uuids.includes(uuid));
    if (added.length === 0) return setProblem(words.alreadyThere);
    if (uuids.length + added.length > mostCompared) return setProblem(words.full(mostCompared));
    setProblem(null);
    setText('');
    onAdd(added);
  };
  const takeFirst = () => {
    setWaiting(false);
    const chosen = found.find(({ label }) => label === text) ?? fresh[0] ?? found[0];
    if (chosen) take([chosen.uuid]);
    else setProblem((searches ? words.noneNamed : words.notAnAddress)(text.trim().slice(0, 60)));
  };
  const answered = useEffectEvent(takeFirst);
  useEffect(() => {
    // The search may not have answered yet: then "nothing found" would be wrong.
    if (waiting && current) answered();
  }, [waiting, current]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (identifiers.length > 0) return take(identifiers);
    if (searches && text.trim().length > 1 && !current) return setWaiting(true);
    takeFirst();
  };
  return (
    <form className="cv-compare-add" onSubmit={submit}>
      <input
        id={id}
        className="cv-input cv-text-box"
        value={text}
        placeholder={searches ? words.findHint : words.addHint}
        aria-label={words.addLabel}
        aria-invalid={problem !== null}
        aria-describedby={`${id}p`}
        autoComplete="off"
        {...(searches ? { list: `${id}l` } : {})}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(value);
          setProblem(null);
          setWaiting(false);
          // A line of the list was chosen.
          const chosen = found.find(({ label }) => label === value);
          if (chosen) take([chosen.uuid]);
        }}
      />
      {searches ? (
        <datalist id={`${id}l`}>
          {fresh.map(({ uuid, label }) => (
            <option key={uuid} value={label} />
          ))}
        </datalist>
      ) : null}
      <Button type="submit" label={words.add} disabled={text.trim() === ''} />
      <span id={`${id}p`} role="alert" className="cv-compare-wrong">
        {problem}
      </span>
    </form>
  );
}
