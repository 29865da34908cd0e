import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { RunningServer } from '../serve.ts';
import { type Answer, call } from './test-server.ts';

/** Where the applications of the tests get their answers. Nothing listens there: the tests read the address. */
export const redirectUri = 'http://127.0.0.1:7777/done';

/** An application that keeps what it learns in memory, as the MCP SDK wants it. */
export class TestApplication implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata;
  /** Where it would send the person's browser. */
  asked: URL | null = null;
  known: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  #verifier = '';

  constructor(name = 'Test agent') {
    // As most clients register themselves: with no word on how they authenticate.
    this.clientMetadata = { client_name: name, redirect_uris: [redirectUri] };
  }
  state() {
    return 'state of the test';
  }
  clientInformation() {
    return this.known;
  }
  saveClientInformation(known: OAuthClientInformationMixed) {
    this.known = known;
  }
  tokens() {
    return this.held;
  }
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

/** Opens an address as a browser would that follows no redirects. */
export async function visit(address: URL | string, cookie: string): Promise<{ status: number; location: URL }> {
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
  return { status: answer.status, location: new URL(answer.headers.get('location') ?? '/', address) };
}

/** What the consent page sends when a button is pressed. */
export function press(
  server: RunningServer,
  cookie: string,
  page: URL,
  pressed: { allow: boolean; permissions?: string[] },
): Promise<Answer<{ url: string; detail?: string }>> {
  const body = { query: page.search.slice(1), ...pressed };
  return call(server, 'POST', '/api/application/answer', { key: null, headers: { cookie }, body });
}

/** A verifier of PKCE and its challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Sends a form, as applications ask for tokens. */
export async function sendForm(server: RunningServer, path: string, fields: Record<string, string>) {
  const answer = await fetch(new URL(path, server.address), { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}
