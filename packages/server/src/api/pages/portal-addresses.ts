import { entryOfPath, entryOfType } from '@cuvette/core/workflows';
import { isUuid } from '../../wire/body.ts';

/**
 * Addresses of the portal's pages, as its router writes them (`packages/portal/src/router.tsx`; a test compares both). `$uuid` is an identifier, `$type` a
 * workflow type in the spelling of the pages or of the API, `$part` a page of administrators.
 */
export const portalAddresses = [
  '/',
  '/sign-in',
  '/connect',
  '/folder/$uuid',
  '/account',
  '/administration/$part',
  '/projects',
  '/project/$uuid',
  '/welcome',
  '/project/$uuid/structures',
  '/project/$uuid/calibrations',
  '/project/$uuid/documents',
  '/calibration/$uuid',
  '/search',
  '/proteins',
  '/protein/$uuid',
  '/deleted',
  '/new',
  '/new/$type',
  '/new/$type/batch',
  '/batch/$uuid',
  '/recipe/$uuid',
  '/recipe/of/$uuid',
  '/workflow/$uuid',
  '/sub_calculation/$uuid',
  '/sub-calculation/$uuid',
  '/compare/$type',
  '/$type/$uuid',
] as const;

/** Addresses of these that are below `/public` too. */
export const sharedAddresses = [
  '/folder/$uuid',
  '/protein/$uuid',
  '/proteins',
  '/workflow/$uuid',
  '/sub_calculation/$uuid',
  '/sub-calculation/$uuid',
  '/compare/$type',
  '/$type/$uuid',
] as const;

/** Pages of administrators. */
const administrationParts = ['people', 'workers', 'queue', 'usage', 'storage', 'settings', 'audit'];

const isType = (part: string) => entryOfPath(`/${part}`) !== null || entryOfType(part) !== null;

function fits(parts: readonly string[], address: string): boolean {
  const wanted = address.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((one, index) => {
      const part = parts[index] ?? '';
      if (one === '$uuid') return isUuid(part);
      if (one === '$part') return administrationParts.includes(part);
      return one === '$type' ? isType(part) : one === part;
    })
  );
}

/** Whether an address of the portal's pages begins with this part. */
export function beginsPage(part: string): boolean {
  return part === 'public' || isType(part) || portalAddresses.some((address) => address.split('/')[1] === part);
}

/** Whether the portal has a page at a path. */
export function isPortalPage(pathname: string): boolean {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const [, first = ''] = path.split('/');
  return first === 'public'
    ? sharedAddresses.some((address) => fits(path.slice('/public'.length).split('/'), address))
    : portalAddresses.some((address) => fits(path.split('/'), address));
}
