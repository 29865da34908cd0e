import * as z from 'zod/mini';
import { CalculationSummary } from '../entities/calculation.ts';
import { WorkflowItem } from '../entities/workflow-item.ts';
import { batched } from './batch.ts';
import type { Client } from './client.ts';
import { ApiError } from './transport.ts';

/** As many as the server reads in one call. */
const atOnce = 50;

const Items = z.record(z.string(), WorkflowItem);
const Calculations = z.record(z.string(), CalculationSummary);

/** Reads of what is compared, gathered: those asked for at once make one call and arrive together. */
export interface ReadTogether {
  workflow: (uuid: string) => Promise<WorkflowItem>;
  calculation: (uuid: string) => Promise<CalculationSummary>;
}

const made = new WeakMap<Client, ReadTogether>();

/** The gathered reads of a client; a bundle, which has no server, reads each by itself. */
export function readTogether(client: Client): ReadTogether {
  const known = made.get(client);
  if (known) return known;
  const { kind, link, source, transport } = client;
  const base = kind === 'owner' ? '/api' : '/api/shared';
  const address = (path: string, uuids: readonly string[]) => {
    const query = new URLSearchParams(uuids.map((uuid) => ['uuids', uuid]));
    if (link) query.set('link', link);
    return `${base}/${path}?${query}`;
  };
  const gathered = <Value>(path: string, schema: z.ZodMiniType<Record<string, Value>>) => {
    const read = batched(
      atOnce,
      (uuids) => transport.get(address(path, uuids), schema),
      (uuid) => new ApiError(404, `${uuid} was not found.`),
    );
    // The server names what it found in lower case.
    return (uuid: string) => read(uuid.toLowerCase());
  };
  const reads: ReadTogether =
    kind === 'bundle'
      ? { workflow: (uuid) => source.workflow(uuid), calculation: (uuid) => source.calculation(uuid) }
      : {
          workflow: gathered('workflow/read_workflows', Items),
          calculation: gathered('calculation/read_calculations', Calculations),
        };
  made.set(client, reads);
  return reads;
}
