import { useEffect, useState } from 'react';
import { proteinWords } from './words.ts';

/** How long nothing is typed before the list is asked for, in milliseconds. */
const restAfter = 250;

/** A field whose text goes into the address when nobody types any more. */
export function NameFilter({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query]);
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => onChange(typed.trim()), restAfter);
    return () => clearTimeout(timer);
  });
  return (
    <label className="field">
      {proteinWords.findLabel}
      <input type="search" value={typed} maxLength={200} onChange={(event) => setTyped(event.target.value)} />
    </label>
  );
}
