import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const program =
  ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file)) ?? null;

/** Whether this machine has nginx (Debian's package of that name). */
export const hasNginx = program !== null;

/** A path of a host that an nginx hands on to a Cuvette. */
export interface ProxiedPath {
  /** Without a slash at the end. */
  path: string;
  /** Whether the Cuvette gets the path as it was asked for, or without its beginning. */
  keeps: boolean;
  /** Whether browsers reach it by https, with a certificate that nobody vouches for. */
  secure: boolean;
}

/** What an nginx serves. */
interface Proxied {
  /** Address that people have, without a slash at the end. */
  address: string;
  /** The port of the Cuvette behind it, which is still to be started. */
  port: number;
}

/** A running nginx. */
export interface Nginx {
  proxied: Proxied[];
  /** The certificate that https is served with: whoever shall trust it names this file. */
  certificate: string;
  /** What was asked for outside of the paths, one line each: nothing of Cuvette's may be there. */
  strays(): Promise<string[]>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One server of nginx, as `docs/sub-path.md` has it; what lies beside the path is another application, which answers 418. */
function serverBlock(root: string, { path: base, keeps, secure }: ProxiedPath, at: number, port: number): string {
  const hand = (to: string) => `
      proxy_pass http://127.0.0.1:${port}${to};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_read_timeout 120s;
      client_max_body_size 600m;`;
  return `
  server {
    listen 127.0.0.1:${at}${secure ? ' ssl' : ''};
    ${secure ? `ssl_certificate ${root}/cert.pem; ssl_certificate_key ${root}/key.pem;` : ''}
    location ${base}/ {${hand(keeps ? '' : '/')}
    }
    location = ${base} { return 301 ${base}/; }
    location = /.well-known/oauth-authorization-server${base} {${hand('')}
    }
    location / {
      access_log ${root}/strays.log stray;
      return 418 "another application";
    }
  }`;
}

/** Starts an nginx that serves each path on a port of its own. Throws with what it wrote when it does not start. */
export async function startNginx(paths: readonly ProxiedPath[]): Promise<Nginx> {
  if (program === null) throw new Error('This machine has no nginx.');
  const root = await mkdtemp(path.join(tmpdir(), 'cuvette-nginx-'));
  const own = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`;
  const files = ['-keyout', path.join(root, 'key.pem'), '-out', path.join(root, 'cert.pem')];
  await promisify(execFile)('openssl', [...own.split(' '), ...files]);
  const servers = await Promise.all(
    paths.map(async (one) => {
      const [at, port] = [await freePort(), await freePort()];
      const address = `http${one.secure ? 's' : ''}://127.0.0.1:${at}${one.path}`;
      return { block: serverBlock(root, one, at, port), address, port, at };
    }),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await mkdir(path.join(root, 'tmp'));
  const settings = `
daemon off;
master_process off;
pid ${root}/nginx.pid;
error_log ${root}/error.log warn;
events { worker_connections 256; }
http {
  access_log off;
  log_format stray '$request_method $request_uri';
  ${temporary.map((name) => `${name}_temp_path ${root}/tmp/${name};`).join('\n  ')}
${servers.map(({ block }) => block).join('\n')}
}
`;
  await writeFile(path.join(root, 'nginx.conf'), settings);
  const child = spawn(program, ['-p', root, '-e', `${root}/error.log`, '-c', path.join(root, 'nginx.conf')]);
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(root, { recursive: true, force: true });
  };
  for (let round = 0; ; round += 1) {
    const answer = await fetch(
      `http://127.0.0.1:${servers.find(({ address }) => address.startsWith('http:'))?.at ?? servers[0]?.at}/`,
    ).catch(() => null);
    if (answer !== null) break;
    if (child.exitCode !== null || round > 200) {
      const log = await readFile(path.join(root, 'error.log'), 'utf8').catch(() => '');
      await stop();
      throw new Error(`nginx did not start: ${printed}${log}`);
    }
    await sleep(25);
  }
  await rm(path.join(root, 'strays.log'), { force: true });
  return {
    proxied: servers.map(({ address, port }) => ({ address, port })),
    certificate: path.join(root, 'cert.pem'),
    async strays() {
      const text = await readFile(path.join(root, 'strays.log'), 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean);
    },
    stop,
  };
}
