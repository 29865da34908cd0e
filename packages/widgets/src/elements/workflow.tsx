import { Workflow, type WorkflowProps } from '../results/workflow.tsx';
import { defineElement } from './define.tsx';

const attributes = {
  workflow: 'string',
  src: 'string',
  api: 'string',
  public: 'boolean',
  link: 'string',
  tab: 'string',
  session: 'string',
  noLink: 'boolean',
} as const;
const properties = ['item', 'client'] as const;

function ConformerSearch(props: WorkflowProps) {
  return <Workflow {...props} type="conformer_search" />;
}

function BasicCalculation(props: WorkflowProps) {
  return <Workflow {...props} type="basic_calculation" />;
}

/** `<cuvette-workflow workflow="…">`: any item, with the view of its type. */
defineElement<WorkflowProps>({ tag: 'cuvette-workflow', view: Workflow, attributes, properties });

/** `<cuvette-conformer-search workflow="…">`: conformers with energies, weights and structures. */
defineElement<WorkflowProps>({ tag: 'cuvette-conformer-search', view: ConformerSearch, attributes, properties });

/** `<cuvette-basic-calculation workflow="…">`: one calculation with its tabs. */
defineElement<WorkflowProps>({ tag: 'cuvette-basic-calculation', view: BasicCalculation, attributes, properties });
