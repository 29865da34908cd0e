import { stat } from 'node:fs/promises';
import { ConfigProblem } from '../config-problem.ts';
import { logTrouble } from '../log.ts';
import type { FilesSettings } from '../s3-settings.ts';
import type { FileStore } from './file-store.ts';
import { localFiles } from './local-files.ts';
import type { Patience } from './s3-bucket.ts';

/** Name that a directory of files gets when it was moved elsewhere. */
export const movedSuffix = '.moved';

/** Opens the configured store of files. The library for S3 is loaded where S3 is configured only. Throws `ConfigProblem` for a store that cannot be used. */
export async function openFiles(settings: FilesSettings, patience?: Patience): Promise<FileStore> {
  if (settings.kind === 's3') {
    const { openS3Files } = await import('./s3-files.ts');
    return openS3Files(settings, logTrouble, patience);
  }
  const moved = `${settings.directory}${movedSuffix}`;
  const is = async (place: string) => (await stat(place).catch(() => null)) !== null;
  if (!(await is(settings.directory)) && (await is(moved))) {
    throw new ConfigProblem(
      `The files of this data directory were moved: set CUVETTE_FILES to where they are now. To go back to how it was before, rename ${moved} to "files".`,
    );
  }
  const files = localFiles(settings.directory);
  const trouble = await files.trouble();
  if (trouble !== null)
    throw new ConfigProblem(
      `${trouble} Give this user the right to write there, or choose another with CUVETTE_FILES.`,
    );
  return files;
}
