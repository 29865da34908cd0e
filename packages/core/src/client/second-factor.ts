import * as z from 'zod/mini';
import { Passkey, SecondFactorSetUp, SecondFactorState } from '../entities/people/second-factor.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';

const base = '/api/session';
const anything = z.unknown();
/** A question of the server that the browser answers by `navigator.credentials`. */
const Question = z.looseObject({ options: z.record(z.string(), z.unknown()) });

/** Calls for codes of authenticator apps, backup codes and passkeys; pages that need them add them to their client. */
export function secondFactorCalls({ transport, queryClient }: Pick<Client, 'transport' | 'queryClient'>) {
  const post = <T extends z.core.$ZodType>(path: string, body: unknown, schema: T) =>
    transport.send('POST', `${base}/${path}`, body, schema);
  async function change<T extends z.core.$ZodType>(path: string, body: unknown, schema: T): Promise<z.output<T>> {
    const answer = await post(path, body, schema);
    const keys = [['second-factor'], ['me'], ['sessions']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return answer;
  }
  return {
    /** Completes a sign-in that awaits a code. */
    enterCode: (code: string, remember: boolean) => change('second_factor', { code, remember }, anything),
    askForPasskey: () => post('passkey/options', {}, Question),
    signInWithPasskey: (response: object) => change('passkey', { response }, anything),

    state: () =>
      queryOptions({
        queryKey: ['second-factor'],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          transport.get(`${base}/second_factor`, SecondFactorState, signal),
      }),
    setUp: (password: string | null) => post('second_factor/set_up', { password }, SecondFactorSetUp),
    confirm: (code: string) => change('second_factor/confirm', { code }, anything),
    renewCodes: (password: string | null) =>
      change('second_factor/backup_codes', { password }, z.looseObject({ backup_codes: z.array(z.string()) })),
    remove: (password: string | null) => change('second_factor/remove', { password }, anything),
    askForNewPasskey: (password: string | null) => post('passkey/new', { password }, Question),
    addPasskey: (response: object, name: string) =>
      change('passkey/add', { response, name }, z.looseObject({ passkeys: z.array(Passkey) })),
    removePasskey: (uuid: string) => change(`passkey/${uuid}/remove`, {}, anything),
  };
}
