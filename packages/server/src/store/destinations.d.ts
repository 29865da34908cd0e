import { type Executor } from './database.ts';
import { type Member } from './reader.ts';
/** What a viewer of a project hears who wants to put something into it. */
export declare const viewersOnly = 'You may read the project of this folder, but not put anything into it.';
/** How deep folders can be nested, the root folder counted: what a path shows and a walk over a tree can take. */
export declare const deepestFolder = 200;
/** Refuses (409) a name that another live folder of the parent has, letter case aside. */
export declare function refuseTakenName(tx: Executor, parent: string, name: string, except: string): Promise<void>;
/** A folder into which something shall go, its row kept from being deleted until the transaction ends. Null for a stranger; throws 403 for a viewer. */
export declare function lockDestination(
  tx: Executor,
  member: Member,
  uuid: string,
  field?: string,
): Promise<{
  uuid: string;
  project_uuid: string;
} | null>;
/** How many folders stand above and including this one. */
export declare function depthOf(tx: Executor, uuid: string): Promise<number>;
/** Refuses (422) folders nested more deeply than `deepestFolder`. */
export declare function refuseDepth(depth: number): void;
