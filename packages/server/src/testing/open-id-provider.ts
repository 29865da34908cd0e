import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';

/** Whom the provider signs in next, and what is wrong with its answers. */
interface ProviderState {
  profile: Record<string, unknown>;
  /** Sign with a key that is not among the published ones. */
  forged: boolean;
  /** Name another audience in the token. */
  audience: string | null;
}

/** A small OpenID Connect provider of the test's own: discovery, authorization with PKCE and nonce, token, keys. */
export async function startOpenIdProvider(clientId: string, clientSecret: string) {
  const [own, other] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const state: ProviderState = { profile: {}, forged: false, audience: null };
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string }>();
  let issuer = '';
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (nonce: string) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: state.audience ?? clientId, iat: now, exp: now + 300, nonce, ...state.profile };
    const text = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part(claims)}`;
    const key = state.forged ? other.privateKey : own.privateKey;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (url.pathname === '/.well-known/openid-configuration') {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (url.pathname === '/keys') {
      return json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] });
    }
    if (url.pathname === '/authorize') {
      const ask = (name: string) => url.searchParams.get(name) ?? '';
      if (ask('client_id') !== clientId || ask('code_challenge_method') !== 'S256' || ask('response_type') !== 'code') {
        return json({ error: 'invalid_request' }, 400);
      }
      const code = randomBytes(16).toString('hex');
      const redirect = ask('redirect_uri');
      codes.set(code, { challenge: ask('code_challenge'), nonce: ask('nonce'), redirect });
      const back = new URL(redirect);
      back.searchParams.set('code', code);
      back.searchParams.set('state', ask('state'));
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/token') {
      let body = '';
      for await (const chunk of request) body += chunk;
      const sent = new URLSearchParams(body);
      const basic = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
      const secret = sent.get('client_secret') ?? decodeURIComponent(basic.split(':')[1] ?? '');
      const known = codes.get(sent.get('code') ?? '');
      codes.delete(sent.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      if (
        !known ||
        secret !== clientSecret ||
        verifier !== known.challenge ||
        sent.get('redirect_uri') !== known.redirect
      ) {
        return json({ error: 'invalid_grant' }, 400);
      }
      return json({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: token(known.nonce) });
    }
    return json({ error: 'not found' }, 404);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  issuer = `http://127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { issuer, state, stop, startAgain: () => listen(port) };
}
