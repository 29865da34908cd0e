/** Parsed JSON of a file of this folder. */
export function readJson(path: string): unknown;
/** Names of the JSON files of a folder of this folder, without their ending. */
export function jsonNames(folder: string): string[];
