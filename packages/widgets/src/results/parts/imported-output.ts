import type { Imported, ImportedOutput } from '@cuvette/core/entities';

/** The program that computed an imported item, and the file that it was read from; null for an item of another server. */
export function importedOutput(imported: Imported | null): Required<ImportedOutput> | null {
  const { program, file } = imported ?? { program: null, file: null };
  return typeof program === 'string' ? { program, file: typeof file === 'string' ? file : '' } : null;
}
