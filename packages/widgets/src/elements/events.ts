import type { WorkflowItem } from '@cuvette/core/entities';

/** What each event of a Cuvette element carries in `detail`. All bubble and cross shadow roots. */
export interface CuvetteEventDetails {
  /**
   * The item (or bundle) was read; sent again whenever a poll brings a new state. A `<cuvette-value>` that asks a server reads no more than the item's named
   * numbers: there `item` is what `GET /api/workflow/{uuid}/values` answers, without `object_data`.
   */
  'cuvette-load': {
    item: Pick<WorkflowItem, 'uuid' | 'name' | 'object_type' | 'object_status'> & Partial<WorkflowItem>;
  };
  /** Something cannot be shown. `message` is for people and says what to do. */
  'cuvette-error': { message: string; error?: unknown };
  /** Another structure, or other atoms (0-based), became the selected ones. */
  'cuvette-select': { structure: string | null; atoms: readonly number[] };
  /** Another tab was opened. */
  'cuvette-tab': { tab: string };
  /** Something else is shown, or it is looked at in another way, and has come to rest; `state` is what the attribute of that name takes. */
  'cuvette-state': { state: string };
  /** The pH slider of the microstates has come to rest somewhere else. */
  'cuvette-ph': { pH: number };
  /** Another frame is shown; frames of the trajectory and trajectories of the item count from 0. */
  'cuvette-frame': { frame: number; trajectory: number };
  /** A row of a table was opened: Enter, or a double click. `row` counts from 0 in the table's own order. */
  'cuvette-open': { row: number; structure: string | null };
  /** Other rows of a table with `multiple` are selected. */
  'cuvette-rows': { rows: readonly number[]; structures: readonly (string | null)[] };
  /** One of a table's own `actions` was pressed in a row. */
  'cuvette-action': { action: string; row: number; structure: string | null };
  /** A person added items to a comparison, took some away or chose another one as the reference; all that are there now, the reference first. `preventDefault()` keeps it as it was. */
  'cuvette-compare': { workflows: readonly string[] };
  /** A person chose other columns of a table, or another order of them. */
  'cuvette-columns': { columns: readonly string[] };
  /** The 3D viewer has drawn its first picture. */
  'cuvette-ready': { atoms: number };
}

export type CuvetteEventName = keyof CuvetteEventDetails;

declare global {
  interface HTMLElementEventMap {
    'cuvette-load': CustomEvent<CuvetteEventDetails['cuvette-load']>;
    'cuvette-error': CustomEvent<CuvetteEventDetails['cuvette-error']>;
    'cuvette-select': CustomEvent<CuvetteEventDetails['cuvette-select']>;
    'cuvette-tab': CustomEvent<CuvetteEventDetails['cuvette-tab']>;
    'cuvette-state': CustomEvent<CuvetteEventDetails['cuvette-state']>;
    'cuvette-ph': CustomEvent<CuvetteEventDetails['cuvette-ph']>;
    'cuvette-frame': CustomEvent<CuvetteEventDetails['cuvette-frame']>;
    'cuvette-open': CustomEvent<CuvetteEventDetails['cuvette-open']>;
    'cuvette-rows': CustomEvent<CuvetteEventDetails['cuvette-rows']>;
    'cuvette-action': CustomEvent<CuvetteEventDetails['cuvette-action']>;
    'cuvette-compare': CustomEvent<CuvetteEventDetails['cuvette-compare']>;
    'cuvette-columns': CustomEvent<CuvetteEventDetails['cuvette-columns']>;
    'cuvette-ready': CustomEvent<CuvetteEventDetails['cuvette-ready']>;
  }
}

/**
 * Sends a Cuvette event from an element: bubbling and composed, so that a page can listen on any ancestor.
 * @returns false when a listener called `preventDefault()`.
 */
export function emit<Name extends CuvetteEventName>(
  from: EventTarget,
  name: Name,
  detail: CuvetteEventDetails[Name],
): boolean {
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
}
