import type { Client } from '@cuvette/core/client';
import type { CalculationSummary, Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { ResultDefinition } from '@cuvette/core/workflows';

/** What a tab of a single calculation draws from. */
export interface CalculationTabProps {
  /** The item that the calculation is of, for what lies beside it: grids. */
  item: WorkflowItem;
  client: Client;
  definition: ResultDefinition;
  /** Name of the item, for captions and file names. */
  name: string;
  /** The final structure with its properties. */
  molecule: Molecule;
  /** Settings and provenance; null while they are being read. */
  summary: CalculationSummary | null;
  session: Session;
  /** Where the same calculation can be submitted with tighter thresholds; null where this source cannot submit. */
  tightenAddress: string | null;
  /** The text above a table while the workflow is not completed. */
  sentence: string | null;
}
