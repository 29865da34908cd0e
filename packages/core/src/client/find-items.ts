import * as z from 'zod/mini';
import { status } from '../entities/item-status.ts';
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

/** The person's newest completed items of a type, at most so many, without their results. */
export async function completedItems(
  client: Pick<Client, 'transport'>,
  type: string,
  most: number,
  signal?: AbortSignal,
): Promise<WorkflowItem[]> {
  const query = new URLSearchParams({
    object_type: type,
    object_status: String(status.completed),
    size: String(most),
  });
  return (await client.transport.get(`/api/workflow?${query}`, Found, signal)).workflows;
}
