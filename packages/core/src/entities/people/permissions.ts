/** What may be done to a thing of one kind at all, by those who may; a calculation changes and goes with its workflow only. */
export const permissionKinds = {
  workflow: ['read', 'update', 'delete'],
  folder: ['read', 'update', 'delete'],
  calculation: ['read'],
} as const satisfies Record<string, readonly Permission[]>;

export type Permission = 'read' | 'update' | 'delete';
export type PermittedKind = keyof typeof permissionKinds;

/** Whether a permission exists for a kind of thing. */
export function hasPermissionKind(kind: PermittedKind, permission: Permission): boolean {
  const kinds: readonly Permission[] = permissionKinds[kind];
  return kinds.includes(permission);
}

/** Returns what a view may do: through the shared endpoints things are read only, without a login. */
export function permissionsOfView(kind: PermittedKind, view: 'owner' | 'shared'): readonly Permission[] {
  return view === 'shared' ? ['read'] : permissionKinds[kind];
}
