import { entryOfPath, entryOfType } from '@cuvette/core/workflows';
import { redirect } from '@tanstack/react-router';

/** What a route with a type in its path hands to `beforeLoad`. */
interface TypedPlace {
  params: { type: string };
  location: { pathname: string; searchStr: string; hash: string };
}

/**
 * Leads from the API's spelling of a type (`/new/spin_states`) to the address that its pages have (`/new/spin-states`); the rest of the path, the query
 * and the fragment stay. Does nothing where the address is one of the type's own, or names no type at all.
 */
export function toTypePath({ params: { type }, location: { pathname, searchStr, hash } }: TypedPlace): void {
  if (entryOfPath(`/${type}`)) return;
  const path = entryOfType(type)?.path;
  if (!path) return;
  const spelled = pathname
    .split('/')
    .map((part) => (part === type ? path.slice(1) : part))
    .join('/');
  throw redirect({ href: `${spelled}${searchStr}${hash ? `#${hash}` : ''}`, replace: true });
}
