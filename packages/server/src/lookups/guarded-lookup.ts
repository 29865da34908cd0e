import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** How names become addresses: the system's resolver, or a test's. */
export type Resolver = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export const systemResolver: Resolver = (host, done) =>
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []));

/**
 * Resolves a name for the connection itself, so that nothing can change between the check and the connection. A name with any
 * private address is refused with the error that `refusal` makes of it.
 */
export function guardedLookup(resolve: Resolver, refusal: (host: string, address: string) => Error): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      const wanted = addresses.filter(({ family }) => !options.family || options.family === family);
      const first = wanted[0];
      if (error || !first) return done(error ?? new Error(`${host} has no address.`), '', 0);
      const found = addresses.find(({ address }) => !isPublicAddress(address));
      if (found) return done(refusal(host, found.address), '', 0);
      if (options.all) done(null, wanted);
      else done(null, first.address, first.family);
    });
  };
}
