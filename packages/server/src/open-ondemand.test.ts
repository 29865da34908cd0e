import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import { useTemplate } from './testing/databases.ts';
import { fullRun } from './testing/load.ts';
import { call } from './testing/test-server.ts';

/*
 * The application for Open OnDemand as it is rendered by Ruby and run by the shell. What Open OnDemand itself gives to these files is here in a few lines: the values of
 * the form as `context`, and the shell functions of its template "basic".
 */

const run = promisify(execFile);
const folder = path.join(checkout, 'deploy/open-ondemand');
const ruby = ['/usr/bin/ruby', '/usr/local/bin/ruby', '/opt/homebrew/bin/ruby'].find((file) => existsSync(file)) ?? '';

/** Renders a file with the values of a form; `context` is what template files see, bare names what the others see. */
async function rendered(file: string, values: Record<string, string>): Promise<string> {
  const program = `
require 'erb'; require 'json'; require 'ostruct'
values = JSON.parse(ARGV[1]); scope = OpenStruct.new(values); scope.context = OpenStruct.new(values)
puts ERB.new(File.read(ARGV[0]), trim_mode: '-').result(scope.instance_eval { binding })`;
  return (await run(ruby, ['-e', program, path.join(folder, file), JSON.stringify(values)])).stdout;
}

/** What Open OnDemand puts before the scripts of a job. */
const basic = `
host=127.0.0.1
find_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
wait_until_port_used() {
  for _ in $(seq 1 $(( $2 * 5 ))); do (exec 3<>"/dev/tcp/\${1%:*}/\${1#*:}") 2>/dev/null && return 0; sleep 0.2; done; return 1
}
clean_up() { echo "clean_up $1"; exit "$1"; }
`;

describe.runIf(fullRun && ruby !== '')('the application for Open OnDemand', () => {
  let root = '';
  let values: Record<string, string> = {};
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-ondemand-'));
    // A name that a shell would take apart.
    const data = path.join(root, "my data; it's $HOME");
    await mkdir(data, { recursive: true });
    await useTemplate(data);
    values = { portal: 'http://127.0.0.1:8080', checkout, data, num_cores: '2' };
  });
  afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));

  test('is read by Ruby: the description, the form, and what is submitted', async () => {
    for (const [file, has] of [
      ['manifest.yml', 'batch_connect'],
      ['form.yml', 'portal'],
      ['submit.yml.erb', '--cpus-per-task=2'],
    ] as const) {
      const text = file.endsWith('.erb')
        ? await rendered(file, values)
        : await readFile(path.join(folder, file), 'utf8');
      const place = path.join(root, file);
      await writeFile(place, text);
      const { stdout } = await run(ruby, ['-ryaml', '-rjson', '-e', 'puts YAML.load_file(ARGV[0]).to_json', place]);
      expect(stdout).toContain(has);
    }
    const odd = await rendered('submit.yml.erb', { ...values, num_cores: '2; rm -rf /' });
    expect(odd).toContain('"--cpus-per-task=2"');
  });

  test('starts a server that answers below /node/HOST/PORT, and its view signs in', async () => {
    const parts = await Promise.all(
      ['before', 'script', 'after'].map((name) => rendered(`template/${name}.sh.erb`, values)),
    );
    const [before = '', script = '', after = ''] = parts;
    await writeFile(path.join(root, 'script.sh'), script);
    const job = `${basic}\n${before}\nbash "${root}/script.sh" >"${root}/output.log" 2>&1 & server=$!\n${after}\necho "port=$port"; echo "sign_in=$sign_in"\nread -r _; kill $(pgrep -P $server); wait $server`;
    const shell = spawn('bash', ['-c', job], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', HOME: root, CUVETTE_EXAMPLES: 'off' },
    });
    try {
      let text = '';
      await new Promise<void>((resolve, reject) => {
        const heard = (chunk: Buffer) => {
          text += chunk.toString();
          if (/sign_in=.*\n/.test(text)) resolve();
        };
        shell.stdout.on('data', heard);
        shell.stderr.on('data', heard);
        shell.once('exit', async () =>
          reject(new Error(`${text}${await readFile(path.join(root, 'output.log'), 'utf8').catch(() => '')}`)),
        );
      });
      const port = /port=(\d+)/.exec(text)?.[1] ?? '';
      const signIn = /sign_in=(\S*)/.exec(text)?.[1] ?? '';
      const at = { address: `http://127.0.0.1:${port}` };
      const base = `/node/127.0.0.1/${port}`;
      // `/node` keeps the path, `/rnode` takes it off.
      for (const address of [`${base}/healthz`, '/healthz']) expect((await call(at, 'GET', address)).status).toBe(200);
      const view = await rendered('view.html.erb', { host: '127.0.0.1', port, sign_in: signIn });
      const link = /href="([^"]*)"/.exec(view)?.[1] ?? '';
      expect(link).toMatch(new RegExp(`^${base}/sign-in\\?token=[\\w-]+$`));
      const token = new URL(link, at.address).searchParams.get('token');
      const signedIn = await call(at, 'POST', `${base}/api/session/one_time`, { key: null, body: { token } });
      expect(signedIn.status).toBe(200);
      expect(signedIn.headers.getSetCookie()[0]).toMatch(new RegExp(`cuvette_session=.*; Path=${base}; `));
    } finally {
      const gone = new Promise((resolve) => shell.once('exit', resolve));
      shell.stdin.end('\n');
      await gone;
    }
  });
});
