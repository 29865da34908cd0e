import { projectListSize } from '@cuvette/core/client';
import type { Project } from '@cuvette/core/entities';
import { Combobox } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { projectName } from './projects.ts';

/** How long after the last key the server is asked; ms. */
const askAfter = 250;

/**
 * Finds a project by typing and goes to its root folder. Where there are more projects than a list holds, the server is asked for those of that name.
 * @param projects those that were read already, by name
 */
export function ProjectSwitcher({ projects }: { projects: readonly Project[] }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), askAfter);
    return () => clearTimeout(timer);
  }, [typed]);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  const incomplete = projects.length >= projectListSize;
  const enabled = incomplete && asked !== '';
  const more = useQuery({ ...ownerClient.projects(asked), enabled, staleTime: 15_000 }, ownerClient.queryClient);
  const known = useMemo(
    () => new Map([...projects, ...(more.data ?? [])].map((project) => [project.uuid, project])),
    [projects, more.data],
  );
  const options = useMemo(
    () =>
      [...known.values()].map((project) => ({
        value: project.uuid,
        label: projectName(project),
        detail: project.owner && project.owner.uuid !== me.data?.uuid ? project.owner.username : undefined,
      })),
    [known, me.data],
  );
  const open = (uuid: string) => {
    const folder = known.get(uuid)?.root_folder_uuid;
    if (folder) void navigate({ to: '/folder/$uuid', params: { uuid: folder }, search: {} });
    else void navigate({ to: '/project/$uuid', params: { uuid }, search: {} });
  };
  return (
    <Combobox
      label={words.findProject}
      placeholder={words.findProject}
      options={options}
      value={null}
      onChange={open}
      onQuery={setTyped}
      pending={incomplete && (more.isFetching || asked !== typed)}
    />
  );
}
