import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Flags of authenticator data (WebAuthn, 6.1): a person was present, was verified, and a new key is attached. */
const flags = { present: 1, verified: 4, attached: 64 };

/** A byte string in CBOR (RFC 8949), shorter than 64 KiB. */
function bytes(data: Buffer): Buffer {
  const head =
    data.length < 256 ? Buffer.from([0x58, data.length]) : Buffer.from([0x59, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

/** A text in CBOR, shorter than 24 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** A device with one passkey (ES256), as a browser would use it at `origin`. It signs also where its person was not verified, where a test asks for that. */
export function softwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const rpIdHash = sha256(new URL(origin).hostname);
  let count = 0;
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (set: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((count += 1));
    return Buffer.concat([rpIdHash, Buffer.from([set]), counter, rest]);
  };
  const setOf = (isVerified: boolean) => flags.present + (isVerified ? flags.verified : 0);
  const name = id.toString('base64url');
  const credential = { id: name, rawId: name, type: 'public-key', clientExtensionResults: {} };
  return {
    /** Answers the options of `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }, isVerified = true) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // The key as COSE has it: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ]);
      const attached = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const object = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
        bytes(data(setOf(isVerified) + flags.attached, attached)),
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      };
      return { ...credential, response };
    },
    /** Answers the options of `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }, isVerified = true) {
      const [client, own] = [clientData('webauthn.get', challenge), data(setOf(isVerified))];
      const signature = sign('sha256', Buffer.concat([own, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: own.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...credential, response };
    },
  };
}
