/** Parsed JSON of a file of this folder. */
export function readJson(path: string): unknown;
/** Text of a file of this folder. */
export function readText(path: string): string;
/** Names of the JSON files of a folder of this folder, without their ending. */
export function jsonNames(folder: string): string[];
/** What lies in the folder of a workflow type: the public schema of its data, and public examples of its settings and of a result. */
export type FileOfType = 'public-schema' | 'example-settings' | 'example-result';
export function readOfType(type: string, name: FileOfType): unknown;
export function typesWith(name: FileOfType): string[];
