import * as z from 'zod/mini';
import type { InputProgram } from '../methods/index.ts';
import type { Client } from './client.ts';

const Answer = z.object({ filename: z.string(), text: z.string(), notes: z.array(z.string()) });

/** A calculation as the input of another program. Throws ApiError with the reason (status 422) for what the program does not have. */
export async function readProgramInput(
  client: Client,
  uuid: string,
  program: InputProgram,
  signal?: AbortSignal,
): Promise<z.infer<typeof Answer>> {
  const base = client.kind === 'shared' ? '/api/shared' : '/api';
  const query = new URLSearchParams({ program, ...(client.link ? { link: client.link } : {}) });
  const path = `${base}/calculation/${encodeURIComponent(uuid)}/input?${query}`;
  return client.transport.get(path, Answer, signal);
}
