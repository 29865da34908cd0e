import type { WorkflowItem } from '@cuvette/core/entities';
import type { Resources } from '@cuvette/core/workflows';
import { type SQL } from 'drizzle-orm';
import { type Database, type Executor } from './database.ts';
import { type Member, type Reader } from './reader.ts';
/** What is known of an item that waits. */
export interface WaitingFacts {
  object_status: number;
  requirements: string[];
  /** Null where it is not known; so is the time. */
  memory_mb: number | null;
  gpus: number;
  seconds_needed: number | null;
  /** Items before it: in the queue for a queued one, of the same person for one that awaits the queue. */
  ahead: number;
  /** True while it rests before its next attempt. */
  resting: boolean;
  /** Why its last attempt ended without a result. */
  last_failure: string | null;
}
/** How waiting is told: what counts the items before a queued one (the row with alias w), and the words. */
export interface WaitingRule {
  ahead: SQL;
  tell(item: WaitingFacts): NonNullable<WorkflowItem['waiting']>;
}
/** The newest completed item that the reader may see and that was submitted from this one (the row with alias w), of its type and for its molecule. */
export declare function newerThan(reader: Reader): SQL;
/** One item with its data, or null when the reader may not see it. `log` is put into `object_logfile`. */
export declare function readWorkflow(
  db: Executor,
  reader: Reader,
  uuid: string,
  waiting: WaitingRule,
  log?: string,
): Promise<WorkflowItem | null>;
/** These items with their data, in this order; what the reader may not see is left out. Their logs are not read. */
export declare function readWorkflows(
  db: Executor,
  reader: Reader,
  uuids: readonly string[],
  waiting: WaitingRule,
): Promise<WorkflowItem[]>;
/** Items of a condition without their data, in the given order. */
export declare function listWorkflows(
  db: Executor,
  reader: Reader,
  condition: SQL,
  tail: SQL,
  waiting: WaitingRule,
): Promise<WorkflowItem[]>;
/** What a page of items may be asked with. */
export interface PageOptions {
  /** Where all of them lie in one folder, this one: whether it is public is then asked once. */
  folder?: string;
  /** A condition that is asked for along with them. */
  beside?: SQL;
}
/**
 * The items of a page, without their data: `page` is a query of whole rows, of those only that the reader may see, and `order` its order by columns
 * of `w`. One statement for all, because each costs more on its way than in the database. `beside` is null where it was not asked or there are no items.
 */
export declare function listPage(
  db: Executor,
  reader: Reader,
  page: SQL,
  order: SQL,
  waiting: WaitingRule,
  { folder, beside }?: PageOptions,
): Promise<{
  items: WorkflowItem[];
  beside: boolean | null;
}>;
/** The newest items, by their last change, that a person submitted themselves and that have one of these statuses, without their data. */
export declare function listOwn(
  db: Executor,
  member: Member,
  statuses: readonly number[],
  size: number,
  waiting: WaitingRule,
): Promise<WorkflowItem[]>;
/** What a new item is made from. */
export interface NewWorkflow {
  uuid: string;
  parent: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
  options: Record<string, unknown>;
  smiles: string | null;
  maxCredits: number | null;
  requirements: string[];
  /** What it needs of a worker besides; null where it is not known. */
  resources?: Resources;
  seed: number;
  /** 0 queued (where nothing else is said), 5 awaiting a place in the queue, 6 a draft. */
  status?: 0 | 5 | 6;
  resubmittedFrom?: string | null;
  emailWhenComplete?: boolean;
  webhookUrl?: string | null;
  /** What was sent, of a draft. */
  draft?: Record<string, unknown> | null;
}
/**
 * Stores items of one folder, in few statements; they join the queue in their order. To be called in a transaction where there are several. Item and
 * queue entry are the same row, so neither can exist without the other.
 * False when the folder is not visible to the person; throws 403 for a viewer of its project.
 */
export declare function insertWorkflows(
  db: Executor,
  user: string,
  parent: string,
  items: readonly NewWorkflow[],
): Promise<boolean>;
/** Stores an item, as `insertWorkflows` does. */
export declare function insertWorkflow(db: Executor, user: string, item: NewWorkflow): Promise<boolean>;
/** What an owner may change of an item. */
export interface WorkflowChange {
  name?: string | undefined;
  notes?: string | undefined;
  notes_before?: string | undefined;
  starred?: boolean | undefined;
  public?: boolean | undefined;
  email_when_complete?: boolean | undefined;
  parent_uuid?: string | null | undefined;
}
/**
 * Changes an item, and moves it. False when it is not visible to the person. Throws 403 where they may only read, 404 for a folder that is not visible,
 * 409 for notes that somebody else has changed.
 */
export declare function changeWorkflow(
  db: Database,
  member: Member,
  uuid: string,
  change: WorkflowChange,
): Promise<boolean>;
/** An item that shall be changed, its row locked until the transaction ends. False when it is not visible; throws 403 for a viewer. */
export declare function lockForChange(tx: Executor, member: Member, uuid: string, action: string): Promise<boolean>;
/**
 * Stops an item: a queued one at once, a running one by telling its worker at the next heartbeat; a finished one stays.
 * False when it is not visible. Throws 403 for a viewer.
 */
export declare function stopWorkflow(db: Database, member: Member, uuid: string): Promise<boolean>;
/** Whether an item may be read by a person: one of their projects, or one that is shared with everybody. */
export declare function isReadable(db: Executor, member: Member, uuid: string): Promise<boolean>;
/** Takes the runtime limit off an item that has not ended. False when it is not visible. Throws 403 for a viewer, 409 when it has ended. */
export declare function removeCreditLimit(db: Database, member: Member, uuid: string): Promise<boolean>;
