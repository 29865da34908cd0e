import * as z from 'zod/mini';
import { IdenticalItem } from './identical-item.ts';
import { WorkflowItem } from './workflow-item.ts';

/** An item that was submitted just now. Apart from `workflow-item.ts`, which each element loads. */
export const SubmittedWorkflow = z.extend(WorkflowItem, {
  /** Finished items of the project with the same input and versions; missing where there are none. It runs all the same. */
  identical: z.optional(z.array(IdenticalItem)),
});
export type SubmittedWorkflow = z.infer<typeof SubmittedWorkflow>;
