import { catalogue, exportedSchema } from '@cuvette/core/workflows';
import type { JsonSchema } from './document.ts';

/** A workflow type as whoever submits one needs it. */
export interface WorkflowType {
  workflow_type: string;
  title: string;
  summary: string;
  /** Addresses of the JSON Schemas of what is submitted and of what is added to it. */
  settings: string;
  results: string;
}

/** Where the schemas of the workflow types are. */
export const schemasPath = '/api/schemas';

/** All workflow types of this version, in the order of the menus. */
export function workflowTypes(): WorkflowType[] {
  return catalogue.map(({ type, title, summary }) => ({
    workflow_type: type,
    title,
    summary,
    settings: `${schemasPath}/${type}.settings.json`,
    results: `${schemasPath}/${type}.results.json`,
  }));
}

/** The JSON Schema of a name such as `pka.settings.json`; null where there is none. */
export async function workflowSchema(name: string): Promise<JsonSchema | null> {
  const [, type, part] = /^(\w+)\.(settings|results)\.json$/.exec(name) ?? [];
  const entry = catalogue.find((one) => one.type === type);
  if (!entry || (part !== 'settings' && part !== 'results')) return null;
  return exportedSchema((await entry.load())[part]);
}
