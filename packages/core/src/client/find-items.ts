import * as z from 'zod/mini';
import { WorkflowItem } from '../entities/workflow-item.ts';
import type { Client } from './client.ts';

const Found = z.looseObject({ workflows: z.array(WorkflowItem) });

/** Most items that are offered for a few letters. */
const mostFound = 10;

/** The person's own items with a text in their name, newest first: of one type, or of any where it is null. What is shared has no such list. */
export async function findItems(
  client: Pick<Client, 'transport'>,
  text: string,
  type: string | null,
  signal?: AbortSignal,
): Promise<WorkflowItem[]> {
  const query = new URLSearchParams({
    name_contains: text,
    size: String(mostFound),
    ...(type ? { object_type: type } : {}),
  });
  return (await client.transport.get(`/api/workflow?${query}`, Found, signal)).workflows;
}
