import { absolute, since } from './relative-time.ts';

/** A point in time as text, with the exact time as its title. `iso`: ISO 8601. */
export function Time({ iso }: { iso: string }) {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return null;
  return (
    <time dateTime={iso} title={absolute.format(then)}>
      {since(then, Date.now())}
    </time>
  );
}
