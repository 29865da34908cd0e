import { emit } from '../elements/events.ts';

/** Reports a SMILES that was not drawn, as an event and in the browser's console. */
export function reportSmiles(element: HTMLElement, title: string, smiles: string, error: unknown) {
  const message = `${title}: ${smilesProblem(smiles, error)}`;
  if (emit(element, 'cuvette-error', { message, error })) console.warn(`<${element.localName}>: ${message}`);
}

/**
 * Lists what is wrong in a SMILES and where, from what the drawing toolkit says of it. Characters are counted from 1.
 * @param error what reading it threw
 */
export function smilesProblem(smiles: string, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, rest = ''] = /SmilesParser: ([\s\S]*)/i.exec(text) ?? [];
  const found = / position: ?(\d+)/i.exec(rest);
  const cause = rest.slice(0, found?.index ?? 0).replace(/[.;,]$/, '');
  if (!found || cause === '') return text;
  const ring = /dangling ring closure: (\d+)/.exec(cause)?.[1];
  if (ring !== undefined) return `the ring ${ring} of “${smiles}” is opened and not closed.`;
  const at = Number(found[1]);
  if (at >= smiles.length) return `“${smiles}” ends too early (${reason(cause)}).`;
  return `“${smiles}” cannot be read from character ${at + 1}, “${smiles[at]}”, on (${reason(cause)}).`;
}

/** The toolkit's words, without the empty character that it reads beyond the end. */
const reason = (cause: string) =>
  (cause.charAt(0).toLowerCase() + cause.slice(1)).replace(/: '(.)'$/s, (whole, read: string) =>
    read > ' ' ? whole : '',
  );
