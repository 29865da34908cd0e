import { ApplicationPermission } from '@cuvette/core/entities';
import type { Scope } from '../store/api-keys.ts';

/** What an application may ask for, by the names of OAuth, with the scope of an API key that each amounts to. No application may delete. */
const scopeOfPermission = { read: 'read', submit: 'read_write' } as const satisfies Record<
  ApplicationPermission,
  Scope
>;

/** All permissions, the lesser one first. */
export const permissions: readonly ApplicationPermission[] = ApplicationPermission.options;

/** The scope that lets an application renew its access without asking the person again. */
export const renewalScope = 'offline_access';

/** The permissions in a list of OAuth's scopes; others are left out. */
export function permissionsIn(scopes: readonly string[]): ApplicationPermission[] {
  return permissions.filter((one) => scopes.includes(one));
}

/** The scope of an API key that the scopes of a token amount to; null where it may do nothing. */
export function keyScopeOf(scopes: readonly string[]): Scope | null {
  const granted = permissionsIn(scopes).at(-1);
  return granted === undefined ? null : scopeOfPermission[granted];
}
