import { type ReactNode, useEffect, useState } from 'react';
import type { SettingDifference } from './setting-differences.ts';
import { submitWords as words } from './words.ts';

interface SettingsFoldProps {
  /** Identifier of its heading. */
  id: string;
  differences: readonly SettingDifference[];
  /** Some setting is wrong or lacks something: it has to be seen. */
  faulty: boolean;
  children: ReactNode;
}

/** The settings of a form, folded to what differs from a new one. A fault opens them; they stay as the person left them after that. */
export function SettingsFold({ id, differences, faulty, children }: SettingsFoldProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (faulty) setOpen(true);
  }, [faulty]);
  return (
    <details className="cv-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2 id={id} className="cv-heading">
          {words.settings}
        </h2>
        <span className="cv-fold-summary">
          {differences.length === 0
            ? words.settingsUsual
            : differences.slice(0, mostShown).map(({ path, text }) => (
                <span key={path} className="cv-fold-chip">
                  {text}
                </span>
              ))}
          {differences.length > mostShown ? <span>{words.settingsMore(differences.length - mostShown)}</span> : null}
        </span>
      </summary>
      <div className="cv-fold-body">{children}</div>
    </details>
  );
}

const mostShown = 6;
