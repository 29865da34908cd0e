import type { Calculation, CalculationSummary, Molecule } from '@cuvette/core/entities';
import type { FileStore } from '../files/file-store.ts';
import { type Executor } from './database.ts';
import { type Reader } from './reader.ts';
/** File keys of a calculation that lie ready in the file store, for the row that is written next. */
export interface CalculationFiles {
  molecules: string;
  log: string | null;
}
/** Writes molecules and log to the file store; the row comes after. The key holds a hash, so another version never overwrites one that a row points to. */
export declare function storeCalculationFiles(
  files: FileStore,
  workflow: string,
  uuid: string,
  calculation: Calculation,
): Promise<CalculationFiles>;
/** Stores a calculation's row; sent again, it replaces what was there. False when the uuid belongs to another item. */
export declare function upsertCalculation(
  db: Executor,
  workflow: string,
  uuid: string,
  calculation: Calculation,
  stored: CalculationFiles,
): Promise<boolean>;
/**
 * Calculations that were under way when their item ended, or went back to the queue, say so: stopped with it, waiting with it, and failed where
 * the item ended in any other way without them. The item has its new status already.
 */
export declare function settleCalculations(db: Executor, workflow: string): Promise<void>;
/** Bytes of text that may still be read into memory. */
export interface ReadingRoom {
  left: number;
}
/** What is read does not fit into its `ReadingRoom`. */
export declare class NoRoomLeft extends Error {}
/** A calculation without its heavy parts, or null when the reader may not see it. */
export declare function readCalculation(db: Executor, reader: Reader, uuid: string): Promise<CalculationSummary | null>;
/** Several calculations without their heavy parts; what the reader may not see is left out. */
export declare function readCalculations(
  db: Executor,
  reader: Reader,
  uuids: readonly string[],
): Promise<CalculationSummary[]>;
/** The molecules of one calculation (trajectory, last = final), without vibrational modes unless asked for; null when not visible. */
export declare function readMolecules(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
  frequencies: boolean,
): Promise<Molecule[] | null>;
/** Molecules of several calculations by uuid; what the reader may not see is left out. */
export declare function readManyMolecules(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuids: string[],
  frequencies: boolean,
): Promise<Record<string, Molecule[]>>;
/** The log of a calculation ('' when it has none); null when not visible. */
export declare function readCalculationLog(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
): Promise<string | null>;
/** The whole calculation, molecules and log inlined; null when not visible. Throws `NoRoomLeft`, before it is held, when it does not fit. */
export declare function readWholeCalculation(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
  room?: ReadingRoom | null,
): Promise<
  | (Calculation & {
      uuid: string;
      workflow_uuid: string;
    })
  | null
>;
