import { CopyField } from '../copy-field.tsx';
import { saveText } from '../list/save-file.ts';
import { factorWords as words } from './words.ts';

/** Backup codes, shown once: to be copied or saved. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <>
      <p>{words.keepHint}</p>
      <CopyField label={words.codes} value={text} rows={codes.length} />
      <p>
        <button type="button" className="cv-button" onClick={() => saveText(words.fileName, `${text}\n`, 'text/plain')}>
          {words.save}
        </button>
      </p>
    </>
  );
}
