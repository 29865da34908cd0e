/** Writes bytes so that after a crash the file is whole or absent. */
export declare function writeDurably(file: string, bytes: Uint8Array): Promise<void>;
