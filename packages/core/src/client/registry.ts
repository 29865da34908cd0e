import { type Client, type ClientOptions, createClient } from './client.ts';

const registryKey = Symbol.for('cuvette.clients.1');

function registry(): Map<string, Client> {
  const holder = globalThis as { [registryKey]?: Map<string, Client> };
  holder[registryKey] ??= new Map();
  return holder[registryKey];
}

/**
 * The page-wide client of an origin, a source and a principal (share link key), shared by all elements, also by those of separately loaded bundles.
 * A shared view never gets an owner's data, for they have different clients.
 * @param key names what tells a bundle from others: its address
 */
export function clientFor(options: ClientOptions & { key?: string }): Client {
  const kind = options.bundle ? 'bundle' : (options.source ?? 'owner');
  const key = [options.origin ?? '', kind, options.link ?? '', options.key ?? ''].join('\u0000');
  const clients = registry();
  const known = clients.get(key);
  if (known) return known;
  const client = createClient(options);
  clients.set(key, client);
  return client;
}
