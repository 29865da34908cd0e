import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { appPath } from '../../base-path.ts';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { useTellEnds } from '../home/end-notices.ts';
import { Shortcuts } from '../palette/shortcuts.tsx';
import { hasStatus } from '../problem.tsx';
import { Messages } from './messages.tsx';
import { SearchBox, useSearchKey } from './search-box.tsx';
import { Sidebar } from './sidebar.tsx';
import { storeCollapsed, storedCollapsed } from './sidebar-choice.ts';
import { useProgressInTitle } from './window-title.ts';

/** The frame around every page of a person who is signed in: skip link, sidebar, main region. */
export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [collapsed, setCollapsed] = useState(storedCollapsed);
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
    const { search } = window.location;
    const pathname = appPath(window.location.pathname) ?? '/';
    if (pathname === '/sign-in') return;
    void navigate({ to: '/sign-in', search: pathname === '/' ? {} : { next: pathname + search }, replace: true });
  }, [signedOut, navigate]);
  useSearchKey();
  useProgressInTitle();
  useTellEnds();
  if (signedOut) return null;
  const collapse = (next: boolean) => {
    storeCollapsed(next);
    setCollapsed(next);
    // The keyboard goes on at the button that does the opposite.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(next ? '.topbar button' : '.side-hide')?.focus());
  };
  // On a narrow screen the side bar folds out below the bar; on a wide one it comes back.
  const menu = () => (collapsed && window.matchMedia('(min-width: 761px)').matches ? collapse(false) : setOpen(!open));
  return (
    <div className="shell" data-collapsed={collapsed || undefined}>
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
          onClick={menu}
        >
          {words.menu}
        </button>
        <span className="brand">{words.product}</span>
        <SearchBox />
      </header>
      <Messages />
      <Shortcuts />
      <Sidebar open={open} user={me.data ?? null} onCollapse={() => collapse(true)} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
