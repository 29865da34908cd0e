import { useId, useState } from 'react';
import { words } from '../words.ts';
import { CopyAlert } from './copy-alert.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  rows?: number | undefined;
}

/** A text that is there to be copied: shown in full, with a button, and selectable where copying is not allowed. */
export function CopyField({ label, value, rows = 1 }: CopyFieldProps) {
  const id = useId();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-row">
        <textarea id={id} readOnly rows={rows} value={value} className="cv-mono" spellCheck={false} />
        <button type="button" className="cv-button" onClick={copy}>
          {words.copy}
        </button>
      </div>
      <p className="cv-quiet" role="status">
        {state === 'copied' ? words.copied : ''}
      </p>
      {state === 'failed' ? <CopyAlert text={value} onClose={() => setState('idle')} /> : null}
    </div>
  );
}
