import { ElabftwConnection, ElabftwPlace } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { elabftwAddress, elabftwClient } from '../../eln/elabftw-client.ts';
import { placeOf, sendItem } from '../../eln/send-to-elabftw.ts';
import { elabftwAccount, forgetElabftwAccount, keepElabftwAccount } from '../../store/elabftw.ts';
import { person, type Route, route } from '../http/route.ts';
import { originOf } from '../pages/public-address.ts';

const ConnectBody = z.object({
  address: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  key: z.string().check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(/^[\x21-\x7e]+$/)),
});
const SendBody = z.object({ follow: z._default(z.boolean(), false) });

const notConnected = { address: null, name: null, connected_at: null };

/** Results in the person's own eLabFTW: its address and key, and sending an item there. */
export const elabftwRoutes: Route[] = [
  route('GET /api/user/me/elabftw', person, {
    summary: 'Answers which eLabFTW you connected, without the key',
    answer: ElabftwConnection,
    async handle({ db, account }) {
      const found = await elabftwAccount(db.drizzle, account.id);
      if (!found) return notConnected;
      const { address, name, connected_at } = found;
      return { address, name, connected_at };
    },
  }),
  route('POST /api/user/me/elabftw', person, {
    summary: 'Connects your eLabFTW: its address, and a key of yours that may write',
    description:
      'The key is tried, and kept encrypted with a secret that is not in the database. It is never sent back, and goes to this address only. An address inside of the network needs `CUVETTE_ELABFTW_HOSTS`.',
    example: { address: 'https://eln.example.org', key: '3-d9a1f0c2' },
    body: ConnectBody,
    answer: ElabftwConnection,
    async handle({ services, db, account, body: { address: text, key } }) {
      const { elabftwHosts: allowed } = services.config;
      const address = elabftwAddress(text, allowed);
      const name = await elabftwClient({ address, key, allowed }).user();
      await keepElabftwAccount(db.drizzle, account.id, { address, sealed_key: await services.sealing.seal(key), name });
      const found = await elabftwAccount(db.drizzle, account.id);
      return { address, name, connected_at: found?.connected_at ?? null };
    },
  }),
  route('DELETE /api/user/me/elabftw', person, {
    summary: 'Forgets your eLabFTW and its key; what was sent stays there',
    answer: ElabftwConnection,
    async handle({ db, account }) {
      await forgetElabftwAccount(db.drizzle, account.id);
      return notConnected;
    },
  }),
  route('GET /api/workflow/:uuid/elabftw', person, {
    summary: 'Answers which experiment of your eLabFTW holds an item',
    answer: ElabftwPlace,
    handle: ({ services, account, uuid }) => placeOf(services, account.id, uuid),
  }),
  route('POST /api/workflow/:uuid/elabftw', person, {
    summary: 'Sends an item to your eLabFTW, or updates the experiment that holds it',
    description:
      'The experiment gets the result in a sentence with picture, table and link, and pictures, tables as CSV and the bundle as files. Sent again, its part of the text and its files are replaced, and what you wrote around it stays. With `follow` it is sent again when a new run of the item ends (a resubmission), and an item that has not ended is sent when it ends.',
    body: SendBody,
    emptyBody: {},
    example: { follow: true },
    answer: ElabftwPlace,
    handle: ({ services, account, request, uuid, body }) =>
      sendItem(services, originOf(services, request), account.id, uuid, body.follow),
  }),
];
