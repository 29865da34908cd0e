import type { Client } from '@cuvette/core/client';

/** Address of the page of one calculation; null where it has none: in a bundle. */
export function calculationAddress(client: Client, uuid: string): string | null {
  if (client.kind === 'bundle') return null;
  const query = client.kind === 'shared' && client.link ? `?link=${encodeURIComponent(client.link)}` : '';
  return `${client.origin}${client.kind === 'shared' ? '/public' : ''}/sub_calculation/${uuid}${query}`;
}
