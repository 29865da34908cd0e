import { words } from '../words.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
/** Date and time of this browser's language. */
export const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

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

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The day of a moment. `iso`: ISO 8601. */
export function onDay(iso: string): string {
  const then = Date.parse(iso);
  return Number.isNaN(then) ? iso : day.format(then);
}
