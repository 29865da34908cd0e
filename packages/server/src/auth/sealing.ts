import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

/** Keys of other services that a person leaves here, encrypted for the database. */
export interface Sealing {
  seal: (text: string) => Promise<string>;
  /** Null for what was sealed with another secret (a data directory without its file `secret`). */
  unseal: (sealed: string) => Promise<string | null>;
}

/**
 * Encrypts with the secret of the data directory (XChaCha20-Poly1305 of better-auth), so that a dump of the database alone tells no key.
 * @param secret from the file `secret`; the key is derived from it and serves for nothing else
 */
export function createSealing(secret: string): Sealing {
  const key = `keys of other services: ${secret}`;
  return {
    seal: (data) => symmetricEncrypt({ key, data }),
    unseal: (data) => symmetricDecrypt({ key, data }).catch(() => null),
  };
}
