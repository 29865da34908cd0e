import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { hasStatus } from '../problem.tsx';
import { Messages } from './messages.tsx';
import { Sidebar } from './sidebar.tsx';

/** The frame around every page of a person who is signed in: skip link, sidebar, main region. */
export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  // A chosen page is what the person wants to see: the folded-out sidebar must not stay above it.
  useEffect(() => {
    if (location.pathname) setOpen(false);
  }, [location.pathname]);
  const signedOut = hasStatus(me.error, 401);
  useEffect(() => {
    if (!signedOut) return;
    // Read from the window, once: while the router is on its way, its own location is already the next one.
    const { pathname, search } = window.location;
    if (pathname === '/sign-in') return;
    void navigate({ to: '/sign-in', search: pathname === '/' ? {} : { next: pathname + search }, replace: true });
  }, [signedOut, navigate]);
  if (signedOut) return null;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <header className="topbar">
        <button
          type="button"
          className="cv-button"
          data-kind="quiet"
          aria-expanded={open}
          aria-controls="sidebar"
          onClick={() => setOpen(!open)}
        >
          {words.menu}
        </button>
        <span className="brand">{words.product}</span>
      </header>
      <Messages />
      <Sidebar open={open} user={me.data ?? null} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
