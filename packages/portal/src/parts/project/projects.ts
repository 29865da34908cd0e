import type { Project, ProjectRole } from '@cuvette/core/entities';
import { words } from '../../words.ts';

/** Name of a project; older data may have none. */
export function projectName(project: Pick<Project, 'name'>): string {
  return project.name || words.unnamedProject;
}

/** The role of a person in a project; viewer where none is given. */
export function roleIn(project: Project, person: string | null): ProjectRole {
  if (person !== null && project.owner?.uuid === person) return 'owner';
  return project.users.find(({ uuid }) => uuid === person)?.role ?? 'viewer';
}
