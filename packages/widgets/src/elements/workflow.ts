import { Workflow, type WorkflowProps } from '../results/workflow.tsx';
import { defineElement } from './define.tsx';

/** Attributes that every result element has. */
export const resultAttributes = {
  workflow: 'string',
  src: 'string',
  api: 'string',
  public: 'boolean',
  link: 'string',
  tab: 'string',
  session: 'string',
  noLink: 'boolean',
} as const;

/** Data properties that every result element has. */
export const resultProperties = ['item', 'client'] as const;

/** `<cuvette-workflow workflow="…">`: any item, with the view of its type. */
defineElement<WorkflowProps>({
  tag: 'cuvette-workflow',
  view: Workflow,
  attributes: resultAttributes,
  properties: resultProperties,
});
