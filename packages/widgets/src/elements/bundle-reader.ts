import { type Client, clientFor, createClient } from '@cuvette/core/client';
import { BundleProblem } from './bundle-problem.ts';
import type { ClientSettings } from './client-settings.ts';
import { inlineBundleOf } from './inline-bundle.ts';

const held = new WeakMap<Element, { text: string; client: Client }>();

/**
 * The client for settings: one per origin, source and principal on the whole page, so that ten elements make one request; for a bundle inside an
 * element one of that element's own, so that two never mix. Null while the page still delivers that bundle.
 */
export function clientOf(settings: ClientSettings): Client | null {
  const { client, origin, source, link, src, holder } = settings;
  if (client) return client;
  if (src) return clientFor({ bundle: () => fetchBundle(src), key: src });
  if (!holder) return clientFor({ origin, source, link });
  const inline = inlineBundleOf(holder);
  if (inline.state === 'coming') return null;
  if (inline.state === 'none') return clientFor({ origin, source, link });
  const known = held.get(inline.script);
  if (known?.text === inline.text) return known.client;
  const { script, text } = inline;
  const made = createClient({ bundle: async () => readInline(text) });
  held.set(script, { text, client: made });
  return made;
}

function readInline(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BundleProblem('inlineNotJson', '', error instanceof Error ? error.message : String(error));
  }
}

/** @throws BundleProblem */
async function fetchBundle(src: string): Promise<unknown> {
  const response = await fetch(src, { credentials: 'same-origin' }).catch(() => null);
  if (!response) throw new BundleProblem('unreachable', src, '', true);
  if (response.status === 413) throw new BundleProblem('tooLarge', src);
  if (!response.ok) throw new BundleProblem('missing', src, String(response.status), response.status >= 500);
  const text = await textOf(response).catch(() => null);
  if (text === null) throw new BundleProblem('cut', src, '', true);
  try {
    return JSON.parse(text);
  } catch {
    throw new BundleProblem('notJson', src);
  }
}

/** The text of a file, unpacked where the host delivers a `.gz` as it lies there; what it says to be gzip the browser unpacks itself. */
async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return await new Response(unpacked).text();
}
