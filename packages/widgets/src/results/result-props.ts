import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { ResultDefinition } from '@cuvette/core/workflows';
import type { TableAction } from '../table/action-buttons.tsx';

/** What every result view gets. A view reads only through the client's query options and changes only the session. */
export interface ResultProps {
  item: WorkflowItem;
  /** Null for a type that this version does not know. */
  definition: ResultDefinition | null;
  client: Client;
  session: Session;
  /** Address of the item's own page, for people who look at it elsewhere; null for none. */
  pageAddress: string | null;
  /** Address of the log; null where this source has none. */
  logAddress: string | null;
  /** What the page offers for each row that stands for a structure. */
  actions?: readonly TableAction[] | undefined;
}
