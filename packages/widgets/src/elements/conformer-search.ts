import { Workflow, type WorkflowProps } from '../results/workflow.tsx';
import { defineElement } from './define.tsx';
import { resultAttributes, resultProperties } from './workflow.ts';

/** `<cuvette-conformer-search workflow="…">`: conformers with energies, weights and structures. */
defineElement<WorkflowProps>({
  tag: 'cuvette-conformer-search',
  view: Workflow,
  attributes: resultAttributes,
  properties: resultProperties,
});
