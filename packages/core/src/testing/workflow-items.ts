import * as z from 'zod/mini';
import { WorkflowItem } from '../entities/workflow-item.ts';
import { loadWorkflow, type WorkflowDefinition, type WorkflowInputs } from '../workflows/index.ts';

/** A finished item of a type with these data, as the API would answer it. */
export function finishedItem(object_type: string, object_data: object, more: object = {}): WorkflowItem {
  return z.parse(WorkflowItem, {
    uuid: '9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5a11',
    name: 'Test item',
    created_at: '2026-11-21T00:00:00Z',
    object_status: 2,
    object_type,
    parent_uuid: '1c8f7a76-52a1-4b3c-9f6d-2f4f5d9be001',
    object_data,
    ...more,
  });
}

/** The definition of a type that is known to exist. */
export async function definitionOf(type: string): Promise<WorkflowDefinition> {
  const definition = await loadWorkflow(type);
  if (!definition) throw new Error(`${type} is not in the catalogue.`);
  return definition;
}

/** A submission without a small molecule. */
export const noInputs: WorkflowInputs = { molecule: null, smiles: null };
