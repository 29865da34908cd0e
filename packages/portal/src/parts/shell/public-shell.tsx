import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { basePath } from '../../base-path.ts';
import { words } from '../../words.ts';

/** The frame around shared pages; with `embed=1` there is none, only the page's widget. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { embed } = useSearch({ from: '/public' });
  useEffect(() => {
    document.documentElement.classList.toggle('embedded', embed === 1);
  }, [embed]);
  if (embed) return <main id="main">{children}</main>;
  return (
    <div className="public-shell">
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <header className="public-bar">
        <span className="brand">
          <img src={`${basePath}/cuvette.svg`} alt="" width="22" height="22" />
          {words.product}
        </span>
        <span className="cv-quiet">{words.sharedReadOnly}</span>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
