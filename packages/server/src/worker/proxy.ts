import * as http from 'node:http';

/** The variables that name a proxy, as other programs know them. */
const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/**
 * Has this process call the server through the proxy that the environment names, where it names one (`HTTPS_PROXY`, `HTTP_PROXY`; `NO_PROXY` names hosts
 * without it). A Node that cannot do that says what to set instead.
 */
export function useProxy(server: string, log: (text: string) => void): void {
  if (server.startsWith('file:') || !variables.some((name) => process.env[name])) return;
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: () => void };
  if (setGlobalProxyFromEnv) setGlobalProxyFromEnv();
  else if (process.env.NODE_USE_ENV_PROXY !== '1') {
    log('A proxy is named, and this Node uses it only when NODE_USE_ENV_PROXY=1 is set too (Node 22.21 or newer).');
  }
}
