import * as z from 'zod/mini';
import type { Client } from './client.ts';

const LogAnswer = z.object({ logfile: z.string() });

/** The end of a calculation's log. Throws ApiError; status 404 where it has none, as in a bundle. */
export async function readCalculationLog(client: Client, uuid: string, signal?: AbortSignal): Promise<string> {
  const base = client.kind === 'shared' ? '/api/shared' : '/api';
  const link = client.link ? `?${new URLSearchParams({ link: client.link })}` : '';
  const path = `${base}/calculation/${encodeURIComponent(uuid)}/logfile${link}`;
  return (await client.transport.get(path, LogAnswer, signal)).logfile;
}
