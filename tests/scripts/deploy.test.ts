import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { which } from '../../scripts/lib/apt.mjs';
import { root } from '../../scripts/lib/stamps.mjs';

const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The stages of a Containerfile, with the instructions of each and of those that it is made from. */
function stagesOf(text: string): Map<string, string[]> {
  const stages = new Map<string, string[]>();
  let name = '';
  for (const line of text.replaceAll(/\\\n/g, ' ').split('\n')) {
    const from = /^FROM (\S+) AS (\S+)/.exec(line);
    if (from) {
      name = from[2] ?? '';
      stages.set(name, [...(stages.get(from[1] ?? '') ?? [])]);
    } else if (/^[A-Z]/.test(line)) stages.get(name)?.push(line);
  }
  return stages;
}

describe('the images', () => {
  const stages = stagesOf(read('containers/Containerfile'));

  test.each(['server', 'worker'])(
    'the %s runs as an ordinary user, has a health check, and starts what is there',
    (name) => {
      const lines = stages.get(name) ?? [];
      expect(lines.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER 10001:10001');
      expect(lines.filter((line) => line.startsWith('HEALTHCHECK'))).toHaveLength(1);
      const named = lines.join('\n').match(/\/opt\/cuvette\/[\w/.-]+\.\w+/g) ?? [];
      expect(named.length).toBeGreaterThan(0);
      for (const file of named) expect(existsSync(join(root, file.replace('/opt/cuvette/', ''))), file).toBe(true);
    },
  );

  test('nothing that was built or is private goes into the build', () => {
    const ignored = readFileSync(join(root, '.containerignore'), 'utf8').split('\n');
    for (const name of ['.git', '.cuvette', '**/node_modules', '**/.venv', '**/dist']) expect(ignored).toContain(name);
  });

  test('compose, Apptainer and the units start the same programs', () => {
    expect(read('containers/compose.yaml')).toContain('dockerfile: deploy/containers/Containerfile, target: server');
    expect(read('containers/cuvette-worker.def')).toContain('/opt/cuvette/deploy/containers/worker.sh');
    for (const unit of ['cuvette.service', 'cuvette-worker@.service']) {
      expect(read(`systemd/${unit}`)).toContain('/opt/cuvette/packages/server/bin/cuvette.js');
    }
  });
});

test('the chart has the version of the product', () => {
  const chart = read('helm/cuvette/Chart.yaml');
  expect(chart).toContain(`version: ${version}\n`);
  expect(chart).toContain(`appVersion: "${version}"`);
});

describe.runIf(which('systemd-analyze'))('the units of systemd', () => {
  /** What systemd says of a unit, as it is for a checkout that is here. */
  function verified(
    name: string,
    change: (unit: string) => string = (unit) => unit,
  ): { status: number | null; text: string } {
    const place = mkdtempSync(join(tmpdir(), 'cuvette-units-'));
    try {
      // An instance of a template has the name of one.
      const file = join(place, name.replace('@', '@1'));
      const here = existsSync(join(root, 'node_modules/.bin/node')) ? root : '';
      writeFileSync(file, change(read(`systemd/${name}`).replaceAll('/opt/cuvette', here)));
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      return { status, text: stdout + stderr };
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }

  test.each(readdirSync(join(root, 'deploy/systemd')))(
    '%s is read by systemd without a word, and its program is there',
    (name) => {
      expect(verified(name)).toEqual({ status: 0, text: '' });
      const absent = verified(name, (unit) => unit.replace('.bin/node', '.bin/no-such-program'));
      expect(absent.text).toContain('no-such-program is not executable');
    },
  );
});

test('the scripts of the application for Open OnDemand are scripts, and its form names what they use', () => {
  const folder = 'open-ondemand/template';
  for (const name of readdirSync(join(root, 'deploy', folder))) {
    // Ruby puts quoted values there; any will do to read the script.
    const script = read(`${folder}/${name}`)
      .replaceAll(/<%-.*?-%>\n/g, '')
      .replaceAll(/<%=.*?%>/g, 'value');
    execFileSync('bash', ['-n'], { input: script });
    for (const [, used = ''] of read(`${folder}/${name}`).matchAll(/context\.(\w+)/g)) {
      expect(read('open-ondemand/form.yml')).toContain(`  - ${used}\n`);
    }
  }
  // What the view shows is what the job tells.
  const submitted = read('open-ondemand/submit.yml.erb');
  expect(read('open-ondemand/view.html.erb')).toContain('html_escape(sign_in)');
  expect(submitted).toContain('    - sign_in\n');
});
