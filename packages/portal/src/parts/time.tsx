import { words } from '../words.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** "3 minutes ago"; from a week on the date itself. `now` and `then` in milliseconds. */
export function since(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return words.justNow;
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (size < 7 * 86400) return relative.format(Math.round(seconds / 86400), 'day');
  return absolute.format(then);
}

/** A point in time in words, with the exact time as its title. `iso`: ISO 8601. */
export function Time({ iso }: { iso: string }) {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return null;
  return (
    <time dateTime={iso} title={absolute.format(then)}>
      {since(then, Date.now())}
    </time>
  );
}
