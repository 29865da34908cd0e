import { Workflow, type WorkflowProps } from '../results/workflow.tsx';
import { defineElement } from './define.tsx';
import { resultAttributes, resultProperties } from './workflow.ts';

/** `<cuvette-basic-calculation workflow="…">`: one calculation with its tabs. */
defineElement<WorkflowProps>({
  tag: 'cuvette-basic-calculation',
  view: Workflow,
  attributes: resultAttributes,
  properties: resultProperties,
});
