import { execFile, spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullRun } from './testing/load.ts';
import { pilotSettings } from './testing/pilot-settings.ts';
import {
  endAll,
  type Product,
  processes,
  startCuvette,
  startProduct,
  submitSleep,
  until,
  untilStatus,
} from './testing/product.ts';
import { makeWorkerKey, quickProbe } from './testing/remote-worker.ts';

/*
 * Nodes that reach the server by a proxy: Debian's tinyproxy, and a server behind TLS, so that the proxy is asked for a tunnel as it is at sites.
 */

const token = 'the-token-of-the-demand-of-tests';
const program = '/usr/bin/tinyproxy';
const here =
  fullRun &&
  (await access(program).then(
    () => true,
    () => false,
  ));

describe.runIf(here)('pilots by a proxy', () => {
  let root = '';
  let server: Product & { address: string };
  let front: Server;
  let proxy: ReturnType<typeof spawn>;

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-proxy-'));
    server = await startProduct(path.join(root, 'data'), root, { CUVETTE_WORKERS: '0', CUVETTE_DEMAND_TOKEN: token });
    const [key, cert] = [path.join(root, 'key.pem'), path.join(root, 'cert.pem')];
    const parts =
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`.split(' ');
    await promisify(execFile)('openssl', [...parts, '-keyout', key, '-out', cert]);
    front = createServer({ key: await readFile(key), cert: await readFile(cert) }, (incoming, outgoing) => {
      const { method = 'GET', headers, url = '/' } = incoming;
      const onward = request(new URL(url, server.address), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const settings = `Port 28888\nListen 127.0.0.1\nTimeout 600\nMaxClients 100\nLogLevel Connect\nLogFile "${root}/proxy.log"\nAllow 127.0.0.1\n`;
    await writeFile(path.join(root, 'proxy.conf'), settings);
    proxy = spawn(program, ['-d', '-c', path.join(root, 'proxy.conf')], { stdio: 'ignore' });
  });
  afterAll(async () => {
    proxy?.kill('SIGTERM');
    for (const { pid } of await processes(`--server https://127.0.0.1:${(front?.address() as AddressInfo)?.port} `)) {
      process.kill(pid, 'SIGKILL');
    }
    front?.closeAllConnections();
    front?.close();
    endAll();
    await server?.exited;
    await rm(root, { recursive: true, force: true });
  });

  test('a worker reaches the server through the proxy of its settings, by a tunnel', async () => {
    const { port } = front.address() as AddressInfo;
    const settings = await pilotSettings({
      root,
      server: `https://127.0.0.1:${port}`,
      token,
      workerKey: await makeWorkerKey(path.join(root, 'data'), root),
      python: await quickProbe(path.join(root, 'python')),
      environment: { NODE_EXTRA_CA_CERTS: `"${root}/cert.pem"` },
    });
    const uuid = await submitSleep(server, { seconds: 1 });
    const file = await settings({ top: { network: '"proxy"', proxy: '"http://127.0.0.1:28888"' } });
    // The controller itself reaches the server directly.
    const controller = startCuvette(['pilots', '--settings', file], root, { SSL_CERT_FILE: `${root}/cert.pem` });
    await untilStatus(server, uuid, [2]);
    controller.child.kill('SIGTERM');
    expect(await controller.exited).toBe(0);
    const log = await readFile(path.join(root, 'proxy.log'), 'utf8');
    expect(log).toContain(`CONNECT 127.0.0.1:${port}`);
    // Without the proxy the worker has no way to the server, and says so.
    proxy.kill('SIGTERM');
    const later = await submitSleep(server, { seconds: 1 });
    const name = startCuvette(['worker', '--server', `https://127.0.0.1:${port}`, '--idle', '1'], root, {
      CUVETTE_WORKER_KEY: 'x',
      CUVETTE_PYTHON: await quickProbe(path.join(root, 'python')),
      HTTPS_PROXY: 'http://127.0.0.1:28888',
      NODE_EXTRA_CA_CERTS: `${root}/cert.pem`,
    });
    await until('it says that the server does not answer', async () => /does not answer/.test(name.output()));
    await name.exited;
    await untilStatus(server, later, [0]);
  });
});
