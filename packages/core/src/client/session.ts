import * as z from 'zod/mini';
import { ApiKey, type ApiKeyCreateInput, NewApiKey } from '../entities/people/api-key.ts';
import {
  type ApplicationPermission,
  ApplicationRequest,
  ConnectedApplications,
} from '../entities/people/application.ts';
import { SignedIn } from '../entities/people/second-factor.ts';
import { SignInWays } from '../entities/people/sign-in-ways.ts';
import { SignedInBrowser } from '../entities/people/signed-in-browser.ts';
import { User } from '../entities/people/user.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';

/** Makes the calls for the signed-in account, and for signing in and out. */
export function sessionCalls({ queryClient, transport }: Client, refreshed: Refreshed) {
  const post = <T extends z.core.$ZodType>(path: string, body: unknown, schema: T) =>
    transport.send('POST', path, body, schema);
  const anything = z.unknown();
  return {
    me: () =>
      queryOptions({
        queryKey: ['me'],
        queryFn: ({ signal }) => transport.get('/api/user/me', User, signal),
        staleTime: 60_000,
      }),
    /** Closes the page of welcome for good. */
    closeWelcome: () => refreshed(post('/api/user/me', { welcome_closed: true }, User), ['me']),
    /** Signs in with the token of a one-time link. */
    signInWithLink: (token: string) => refreshed(post('/api/session/one_time', { token }, SignedIn), ['me']),
    /** How people sign in to this server. */
    signInWays: () =>
      queryOptions({
        queryKey: ['session'],
        queryFn: ({ signal }) => transport.get('/api/session', SignInWays, signal),
        staleTime: 60_000,
      }),
    signIn: (body: { email: string; password: string }) =>
      refreshed(post('/api/session/sign_in', body, SignedIn), ['me']),
    signUp: (body: { email: string; password: string }) =>
      refreshed(post('/api/session/sign_up', body, anything), ['me']),
    /** Where the browser goes to sign in by another service. */
    signInElsewhere: (return_to: string) =>
      post('/api/session/open_id', { return_to }, z.looseObject({ url: z.string() })),
    changePassword: (body: { current_password: string | null; new_password: string }) =>
      post('/api/session/password', body, anything),
    /** The browsers in which the person is signed in. */
    sessions: () =>
      queryOptions({
        queryKey: ['sessions'],
        queryFn: ({ signal }) =>
          transport.get('/api/session/list', z.looseObject({ sessions: z.array(SignedInBrowser) }), signal),
      }),
    signOutSession: (uuid: string) => refreshed(post(`/api/session/${uuid}/sign_out`, {}, anything), ['sessions']),
    /** Signs all other browsers of the account out. */
    signOutOthers: () => refreshed(post('/api/session/sign_out_others', {}, anything), ['sessions']),
    signOutEverywhere: () => post('/api/session/sign_out_everywhere', {}, anything),

    apiKeys: () =>
      queryOptions({
        queryKey: ['api-keys'],
        queryFn: ({ signal }) => transport.get('/api/api_key?active=true', z.array(ApiKey), signal),
      }),
    /** Makes a key; its answer is the only one that holds the key itself. */
    createApiKey: (body: ApiKeyCreateInput) => refreshed(post('/api/api_key', body, NewApiKey), ['api-keys']),
    revokeApiKey: (uuid: string) => refreshed(post(`/api/api_key/${uuid}/revoke`, {}, anything), ['api-keys']),

    /** The applications that the person connected by OAuth. */
    applications: () =>
      queryOptions({
        queryKey: ['applications'],
        queryFn: ({ signal }) => transport.get('/api/application', ConnectedApplications, signal),
      }),
    /** What an application asks for, by the query of the page that it opened. */
    applicationRequest: (query: string) =>
      queryOptions({
        queryKey: ['application-request', query],
        queryFn: () => post('/api/application/request', { query }, ApplicationRequest),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    /** Allows or denies it that; where the browser goes then. */
    answerApplication: (body: { query: string; allow: boolean; permissions?: ApplicationPermission[] }) =>
      refreshed(post('/api/application/answer', body, z.looseObject({ url: z.string() })), ['applications']),
    disconnectApplication: (uuid: string) =>
      refreshed(post(`/api/application/${uuid}/disconnect`, {}, anything), ['applications']),

    async signOut() {
      await post('/api/session/sign_out', {}, anything);
      queryClient.clear();
    },
  };
}
