import { type AccountClient, accountFor } from '@cuvette/core/client';
import { createContext, useContext } from 'react';
import { serverAddress as origin } from './base-path.ts';

/** Reads and writes as the person who is signed in. */
export const ownerClient: AccountClient = accountFor({ origin, source: 'owner' });

/** Reads what is shared with everybody, or by a share link with whoever has it; sends no cookie. */
export function sharedClient(link: string | null): AccountClient {
  return accountFor({ origin, source: 'shared', link });
}

/** Which of the two the pages below read from: `/public/…` reads shared items only. */
export const ClientContext = createContext<AccountClient>(ownerClient);

/** The client of the page that is shown. */
export function useClient(): AccountClient {
  return useContext(ClientContext);
}
