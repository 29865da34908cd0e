import * as z from 'zod/mini';
import { status } from './item-status.ts';
import { Message } from './message.ts';
import { Molecule } from './molecule.ts';
import { CalculationProvenance } from './provenance.ts';
import { optionalNull } from './scalars.ts';
import { Settings, Task } from './settings.ts';

/** A calculation as compute delivers it and bundles hold it; `molecules` is the trajectory, the last one final. */
export const Calculation = z.looseObject({
  name: optionalNull(z.string()),
  status: z._default(z.int(), 0),
  settings: z.prefault(Settings, {}),
  tasks: z._default(z.array(Task), []),
  molecules: z.array(Molecule),
  elapsed: optionalNull(z.number()),
  engine: optionalNull(z.string()),
  messages: z._default(z.array(Message), []),
  json_format: z._default(z.string(), '09072023'),
  logfile: optionalNull(z.string()),
  bond_orders: optionalNull(z.array(z.tuple([z.int(), z.int(), z.number()]))),
  provenance: optionalNull(CalculationProvenance),
});
export type Calculation = z.infer<typeof Calculation>;

/** What `GET /calculation/{uuid}` answers: the calculation without its molecules and log, which have routes of their own. */
export const CalculationSummary = z.looseObject({
  uuid: z.string(),
  workflow_uuid: z.string(),
  name: optionalNull(z.string()),
  status: z._default(z.int(), 0),
  settings: z.prefault(Settings, {}),
  tasks: z._default(z.array(Task), []),
  elapsed: optionalNull(z.number()),
  engine: optionalNull(z.string()),
  messages: z._default(z.array(Message), []),
  bond_orders: optionalNull(z.array(z.tuple([z.int(), z.int(), z.number()]))),
  provenance: optionalNull(CalculationProvenance),
});
export type CalculationSummary = z.infer<typeof CalculationSummary>;

/** One page of what is under an item: its calculations, in the order in which they were made unless asked otherwise. */
export const WorkflowContents = z.looseObject({
  items: z.array(z.looseObject({ type: z.literal('calculation'), data: CalculationSummary })),
  num_pages: z.int(),
});
export type WorkflowContents = z.infer<typeof WorkflowContents>;

/** A calculation is finished when it is neither queued nor running; its codes are those of items. */
export function isCalculationFinished(code: number): boolean {
  return code > status.running;
}
