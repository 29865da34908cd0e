import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Why an address is not sent to: it holds a password, is not https, or leads into the network of this server. */
type AddressFault = 'credentials' | 'not https' | 'inside';

/** Whether the operator allowed a host inside of the network ("host" or "host:port"), also by http. */
export function isAllowedInside(url: URL, allowed: readonly string[]): boolean {
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    (allowed.includes(url.hostname) || allowed.includes(url.host))
  );
}

/** What is wrong with an address that a person gave for this server to send to; null where nothing is. */
export function addressFault(url: URL, allowed: readonly string[]): AddressFault | null {
  if (url.username || url.password) return 'credentials';
  if (isAllowedInside(url, allowed)) return null;
  if (url.protocol !== 'https:') return 'not https';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = /(^|\.)localhost\.?$/.test(host);
  return local || (isIP(host) !== 0 && !isPublicAddress(host)) ? 'inside' : null;
}
