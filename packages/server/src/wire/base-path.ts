import { withoutEndSlashes } from '../slashes.ts';

/** Path of a public address without a slash at its end: `/cuvette` of `https://lab.example.org/cuvette/`; empty at the root of a host. */
export function basePathOf(publicUrl: string | null): string {
  return publicUrl === null ? '' : withoutEndSlashes(new URL(publicUrl).pathname);
}

/** The rest of an address behind a path, with a slash at its beginning; null where the address is not below the path. */
function below(base: string, target: string): string | null {
  if (!target.startsWith(base)) return null;
  const rest = target.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || /^[?#]/.test(rest) ? `/${rest}` : null;
}

/**
 * The address of a call without the path that a server is under. A proxy that takes the path off itself sends the address as it is here already, so one
 * below the path and one without it are the same. RFC 8414 and RFC 9728 put the path behind `/.well-known/NAME`; it is taken off there too.
 */
export function withoutBasePath(base: string, target: string): string {
  if (base === '') return target;
  const found = below(base, target);
  if (found !== null) return found;
  const [, known = '', rest = ''] = /^(\/\.well-known\/[\w-]+)(.*)$/s.exec(target) ?? [];
  const behind = known === '' ? null : below(base, rest);
  return behind === null ? target : `${known}${behind}`;
}
