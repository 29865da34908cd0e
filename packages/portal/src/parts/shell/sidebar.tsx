import type { User } from '@cuvette/core/entities';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { basePath } from '../../base-path.ts';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { applyTheme, storedTheme, type Theme } from '../../theme.ts';
import { words } from '../../words.ts';
import { Icon } from '../icon.tsx';
import { FolderLinks } from './folder-links.tsx';
import { SearchBox } from './search-box.tsx';

interface SidebarProps {
  /** Folded out, on a narrow screen. */
  open: boolean;
  user: User | null;
  onCollapse: () => void;
}

/** Where to go, who is signed in, and how the portal looks. */
export function Sidebar({ open, user, onCollapse }: SidebarProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const signOut = async () => {
    try {
      await ownerClient.signOut();
    } finally {
      ownerClient.queryClient.clear();
      await navigate({ to: '/sign-in', search: {} });
    }
  };
  return (
    <nav id="sidebar" className={open ? 'sidebar open' : 'sidebar'} aria-label={words.mainNavigation}>
      <div className="side-head">
        <Link to="/" className="brand">
          <img src={`${basePath}/cuvette.svg`} alt="" width="22" height="22" />
          {words.product}
        </Link>
        <button
          type="button"
          className="cv-button side-hide"
          data-kind="quiet"
          data-icon-only=""
          data-dense=""
          aria-label={listWords.hideSidebar}
          title={listWords.hideSidebar}
          onClick={onCollapse}
        >
          <Icon name="hide" />
        </button>
      </div>
      <SearchBox />
      <Link to="/new" search={{}} className="cv-button new" data-kind="primary">
        {words.newWorkflow}
      </Link>
      <div className="side-places">
        <Link to="/" activeOptions={{ exact: true }} className="side-link">
          {words.home}
        </Link>
        <FolderLinks />
        <Link to="/search" search={{}} className="side-link">
          {listWords.savedSearches}
        </Link>
        <Link
          to="/proteins"
          search={{}}
          className="side-link"
          aria-current={pathname.startsWith('/protein/') ? 'page' : undefined}
        >
          {words.proteins}
        </Link>
        <Link to="/deleted" search={{}} className="side-link">
          {words.deleted}
        </Link>
      </div>
      <div className="side-foot">
        <ThemeChoice />
        {/* Its place is kept until it is known who it is. */}
        <div className="side-user" data-unknown={user === null || undefined}>
          {user?.administrator ? (
            <Link
              to="/administration/$part"
              params={{ part: 'people' }}
              className="side-link"
              aria-current={pathname.startsWith('/administration/') ? 'page' : undefined}
            >
              {words.administration}
            </Link>
          ) : null}
          <Link to="/account" className="user side-link">
            {words.account}
            <span>{user?.email ?? '\u00a0'}</span>
          </Link>
          <button type="button" className="cv-button" data-kind="quiet" onClick={signOut}>
            {words.signOut}
          </button>
        </div>
      </div>
    </nav>
  );
}

/** Light, dark, or as the system says. */
function ThemeChoice() {
  const id = useId();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  return (
    <div className="theme">
      <label htmlFor={id}>{words.theme}</label>
      <select
        id={id}
        value={theme}
        onChange={(event) => {
          const next = event.target.value as Theme;
          applyTheme(next);
          setTheme(next);
        }}
      >
        <option value="auto">{words.themes.auto}</option>
        <option value="light">{words.themes.light}</option>
        <option value="dark">{words.themes.dark}</option>
      </select>
    </div>
  );
}
