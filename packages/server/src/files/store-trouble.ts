import { HttpProblem } from '../errors.ts';

/** The file store did not do what it was asked for. People read that they may try again; `reason` is for whoever runs the server. */
export class StoreTrouble extends HttpProblem {
  readonly reason: string;
  /** Whether the same may work in a moment. */
  readonly passing: boolean;

  constructor(reason: string, passing: boolean, cause?: unknown) {
    super(
      503,
      'Files cannot be read or written at the moment: the file store of this server does not answer as it should. Try again in a minute; if it stays so, tell the administrator of the server.',
    );
    this.name = 'StoreTrouble';
    this.reason = reason;
    this.passing = passing;
    this.cause = cause;
  }
}

interface StoreError {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number | undefined };
}

/** Codes by which a service says that there is no room left. */
const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'QuotaExceededException']);
/** Refusals that another try may not meet. */
const passingCodes = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown', 'IncompleteBody', 'BadDigest']);

const advice: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket; make it, or name another in CUVETTE_FILES',
  InvalidAccessKeyId: 'the service does not know the key; look at AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'the secret does not belong to the key; look at AWS_SECRET_ACCESS_KEY',
  AccessDenied: 'the key may not do this; it needs to read, write, delete and list in the bucket',
  CredentialsProviderError: 'there are no keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: 'the bucket lies elsewhere; look at CUVETTE_S3_REGION and CUVETTE_S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'the bucket lies in another region; look at CUVETTE_S3_REGION',
  ENOTFOUND: 'its address is not known; look at CUVETTE_S3_ENDPOINT',
  ECONNREFUSED: 'nothing answers at its address; look at CUVETTE_S3_ENDPOINT',
};

/** Returns what an error of the library means: a full store like a full disk (EDQUOT), everything else as `StoreTrouble`. */
export function troubleOf(error: unknown): Error {
  if (error instanceof StoreTrouble) return error;
  const { name = '', code = '', $metadata } = (error ?? {}) as StoreError;
  const status = $metadata?.httpStatusCode;
  if (full.has(name) || status === 507) {
    return Object.assign(new Error('The file store is full.', { cause: error }), { code: 'EDQUOT' });
  }
  const word = advice[name] ? name : advice[code] ? code : name || code || 'unknown';
  const answer = status === undefined ? word : `${status} ${word}`;
  const passing =
    (status === undefined && word !== 'CredentialsProviderError') ||
    (status ?? 0) >= 500 ||
    status === 429 ||
    passingCodes.has(name);
  return new StoreTrouble(advice[word] ? `${advice[word]} (${answer})` : answer, passing, error);
}
