import * as z from 'zod/mini';
import { Name } from './name.ts';
import { optionalNull, uuid } from './scalars.ts';

/** What somebody is in a project: the owner also manages people and may delete it, a member changes what is in it, a viewer reads. */
export const projectRoles = ['owner', 'member', 'viewer'] as const;
export const ProjectRole = z.enum(projectRoles);
export type ProjectRole = z.infer<typeof ProjectRole>;

/** A person as the others of a project see them. */
export const ProjectUser = z.looseObject({
  uuid: z.string(),
  username: z.string(),
  firstname: optionalNull(z.string()),
  lastname: optionalNull(z.string()),
  role: optionalNull(ProjectRole),
});
export type ProjectUser = z.infer<typeof ProjectUser>;

/** A project: its name, who owns it and who works in it. `name` may be null in older data. */
export const Project = z.looseObject({
  uuid: z.string(),
  name: optionalNull(z.string()),
  root_folder_uuid: optionalNull(z.string()),
  created_at: optionalNull(z.string()),
  owner: optionalNull(ProjectUser),
  users: z._default(z.array(ProjectUser), []),
  /** The project that its owner's account began with; it can be neither deleted nor given away. */
  is_default: z._default(z.boolean(), false),
  has_edit_access: z._default(z.boolean(), false),
});
export type Project = z.infer<typeof Project>;

/** `GET /api/project`: a bare list, or one under `projects` for newer clients; both are read. */
export const ProjectList = z.pipe(
  z.transform((value: unknown) =>
    value !== null && typeof value === 'object' && 'projects' in value ? value.projects : value,
  ),
  z.array(Project),
);

/** Bodies of `POST /api/project` and `POST /api/project/{id}`. */
export const ProjectCreate = z.object({ name: Name });
export type ProjectCreate = z.infer<typeof ProjectCreate>;
export const ProjectUpdate = z.object({ name: z.optional(Name) });
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;

/** Body of `POST /api/project/{id}/add_users` and `/remove_users`: people by uuid, or by e-mail address or username (`users`), in the role they get. */
export const ProjectUsersBody = z
  .object({
    user_uuids: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(100))),
    users: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(320))).check(z.minLength(1), z.maxLength(100)),
    ),
    role: z.optional(z.enum(['member', 'viewer'])),
  })
  .check(
    z.refine(({ user_uuids, users }) => user_uuids !== undefined || users !== undefined, {
      error: 'name the people: user_uuids, or users with e-mail addresses or usernames',
      path: ['user_uuids'],
    }),
  );
export type ProjectUsersBody = z.infer<typeof ProjectUsersBody>;

/** Query of `POST /api/project/{id}/reassign_ownership`: whom the project goes to. */
export const ProjectOwnerQuery = z.object({ user_uuid: uuid });
export type ProjectOwnerQuery = z.infer<typeof ProjectOwnerQuery>;

/** `GET /api/project/{id}/has_edit_access`; editing a folder needs it on the folder's project. */
export const ProjectEditAccess = z.looseObject({ has_edit_access: z.boolean() });
export type ProjectEditAccess = z.infer<typeof ProjectEditAccess>;
