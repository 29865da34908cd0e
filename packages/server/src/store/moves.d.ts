import { type Executor } from './database.ts';
import { type Member } from './reader.ts';
/**
 * Moves folders with all that is in them into another folder, all or none, also to another project. Throws 404 for what is not
 * visible, 403 for what may be read only, 422 for a root folder, a move into itself or too deep a tree, 409 for a taken name.
 */
export declare function moveFolders(
  tx: Executor,
  member: Member,
  given: readonly string[],
  parent: string,
  uniqueNames: boolean,
): Promise<void>;
/** Moves items into a folder, all or none, also to another project. Throws 404 for what is not visible, 403 for what may be read only. */
export declare function moveWorkflows(
  tx: Executor,
  member: Member,
  given: readonly string[],
  parent: string,
): Promise<void>;
