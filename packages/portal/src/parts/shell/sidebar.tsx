import type { User } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { applyTheme, storedTheme, type Theme } from '../../theme.ts';
import { words } from '../../words.ts';
import { ProjectSwitcher } from '../project/project-switcher.tsx';
import { projectName } from '../project/projects.ts';

/** Where to go, who is signed in, and how the portal looks. */
export function Sidebar({ open, user }: { open: boolean; user: User | null }) {
  const navigate = useNavigate();
  // "My items" is an address that leads on to the root folder.
  const inRoot = useLocation().pathname === `/folder/${user?.root_folder_uuid}`;
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
      <Link to="/" className="brand">
        <img src="/cuvette.svg" alt="" width="22" height="22" />
        {words.product}
      </Link>
      <Link to="/new" search={{}} className="cv-button new" data-kind="primary">
        {words.newWorkflow}
      </Link>
      <ul>
        <li>
          <Link to="/" className="side-link" aria-current={inRoot ? 'page' : undefined}>
            {words.allItems}
          </Link>
        </li>
        <ProjectLinks />
        <li>
          <Link to="/deleted" search={{}} className="side-link">
            {words.deleted}
          </Link>
        </li>
      </ul>
      <div className="side-foot">
        <ThemeChoice />
        {user ? (
          <>
            <Link to="/account" className="user side-link">
              {words.account}
              <span>{user.email}</span>
            </Link>
            <button type="button" className="cv-button" data-kind="quiet" onClick={signOut}>
              {words.signOut}
            </button>
          </>
        ) : null}
      </div>
    </nav>
  );
}

/** Projects that the side bar lists; others are found by name. */
const mostProjects = 8;

/** The way to all projects, and straight into the root folder of each. */
function ProjectLinks() {
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  // The default project is "My items" already.
  const others = projects.data?.filter(({ uuid }) => uuid !== me.data?.default_project_uuid) ?? [];
  return (
    <li>
      <Link to="/projects" search={{}} className="side-link">
        {words.projects}
      </Link>
      {others.length > 0 ? (
        <ul className="side-projects" aria-label={words.projects}>
          {others.slice(0, mostProjects).map((project) => (
            <li key={project.uuid}>
              <Link
                to="/folder/$uuid"
                params={{ uuid: project.root_folder_uuid ?? '' }}
                search={{}}
                className="side-link"
                title={projectName(project)}
              >
                {projectName(project)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {others.length > mostProjects ? (
        <div className="side-find">
          <ProjectSwitcher projects={projects.data ?? []} />
        </div>
      ) : null}
    </li>
  );
}

/** Light, dark, or as the system says. */
export function ThemeChoice() {
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
