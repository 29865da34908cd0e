/**
 * `npm run hosts-table`: how an item looks in each host. The tests of the hosts (`npm run test:full`) write the page that the real host makes; here each is
 * opened in Chromium against a started product: as it is, on paper, without the server, and dark. Writes docs/embed/hosts.md. Start it after `npm run build`.
 * With `--kept FOLDER` pages that were kept before are taken and no host runs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { Product, root } from '../e2e/support/product.ts';
import { type Host, hosts } from './hosts/list.ts';
import { type Measured, measure } from './hosts/measure.ts';

const given = process.argv.indexOf('--kept');
const kept = given > 0 ? (process.argv[given + 1] ?? '') : mkdtempSync(join(tmpdir(), 'cuvette-host-pages-'));

/** Runs the real hosts; what is not installed is skipped by its test. */
function runHosts(): void {
  execFileSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', 'src/hosts', 'src/notebook', 'src/eln/send-to-elabftw', '--passWithNoTests'],
    {
      cwd: join(root, 'packages/server'),
      stdio: 'inherit',
      env: { ...process.env, CUVETTE_FULL: '1', CUVETTE_HOST_PAGES: kept },
    },
  );
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves a page and its assets from another origin, with the server and the item that are there now. */
async function serve(files: (path: string) => Buffer | null, replace: (text: string) => string) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/, ''));
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const content = files(normalize(name)) ?? files(normalize(`${name}/index.html`));
    if (!content) return response.writeHead(404).end();
    const type = types[extname(name)] ?? (content.subarray(1, 4).toString() === 'PNG' ? 'image/png' : 'text/html');
    const text = /text|json|svg/.test(type);
    response.writeHead(200, { 'content-type': type });
    response.end(text ? replace(content.toString('utf8')) : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface Item {
  origin: string;
  uuid: string;
  /** Its main number as it is written. */
  number: string;
  address: string;
}

/** Pages of ways that need no host: what an author pastes, or what a service makes of the address by its own published rules. */
async function ownPage(name: string, { origin, uuid, address }: Item): Promise<string | null> {
  const picture = `${origin}/api/shared/workflow/${uuid}/picture.png`;
  switch (name) {
    case 'html':
      return `<script type="module" src="${origin}/embed/1/embed.js"></script><cuvette-workflow workflow="${uuid}" public><img src="${picture}?width=720" alt="" width="360" /><br />pKa: NUMBER</cuvette-workflow>`;
    case 'frame':
      return `<iframe src="${address}?embed=1" title="pKa" width="100%" height="640"></iframe>`;
    case 'badge':
      return `<a href="${address}"><img src="${origin}/api/shared/workflow/${uuid}/badge.svg" alt="pKa NUMBER"></a>`;
    case 'oembed': {
      const answer = await fetch(`${origin}/oembed?url=${encodeURIComponent(address)}`);
      const { html, title, description } = (await answer.json()) as Record<string, string>;
      return `<p><a href="${address}">${title}</a> ${description}</p>${html}`;
    }
    case 'unfurl': {
      const page = await (await fetch(address)).text();
      const tag = (property: string) => new RegExp(`property="og:${property}" content="([^"]*)"`).exec(page)?.[1] ?? '';
      return `<blockquote><p><a href="${address}">${tag('title')}</a></p><p>${tag('description')}</p><img src="${tag('image')}" width="360" alt=""></blockquote>`;
    }
    default:
      return null;
  }
}

/** Whether a page is whole, or the part that a host puts into its own. */
const whole = (html: string) =>
  /<html/i.test(html)
    ? html
    : `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,"><body>${html}</body></html>`;

async function measured(browser: Browser, item: Item, host: Host): Promise<Measured | null> {
  const folder = join(kept, host.name);
  const own = await ownPage(host.name, item);
  if (own === null && !existsSync(join(folder, 'host.json'))) return null;
  const before = own === null ? JSON.parse(readFileSync(join(folder, 'host.json'), 'utf8')) : null;
  const files = (path: string) => {
    if (own !== null) return path === '/index.html' ? Buffer.from(whole(own.replaceAll('NUMBER', item.number))) : null;
    const file = join(folder, path);
    if (!file.startsWith(folder) || !existsSync(file) || extname(file) === '') {
      return existsSync(file) && path.includes('download.php') ? readFileSync(file) : null;
    }
    const content = readFileSync(file);
    return extname(file) === '.html' ? Buffer.from(whole(content.toString('utf8'))) : content;
  };
  const site = await serve(files, (text) =>
    before ? text.replaceAll(before.server, item.origin).replaceAll(before.uuid, item.uuid) : text,
  );
  try {
    return await measure(browser, { page: `${site.origin}/`, server: item.origin, number: item.number });
  } finally {
    site.close();
  }
}

const yesOrNo = (good: boolean) => (good ? 'yes' : 'no');

function rowOf({ title, line, oneLine, needs, how }: Host, found: Measured | null): string {
  const installed = needs === null ? 'yes' : `with ${needs}`;
  const cells = [title, `\`${line.replaceAll('|', '\\|')}\``, yesOrNo(oneLine), installed];
  if (!found) return `| ${[...cells, '', '', '', '', '', 'not run'].join(' | ')} |`;
  const dark = found.dark === null ? 'a light picture' : yesOrNo(found.dark);
  const shown = found.live ? 'live' : 'picture and words';
  const way = {
    run: 'on the page of the host',
    'stand-in': 'on what a server in its place kept',
    documented: 'on our answer; the host by its documentation',
  }[how];
  return `| ${[...cells, shown, yesOrNo(found.print), yesOrNo(found.away), dark, String(found.errors.length), way].join(' | ')} |`;
}

if (given < 0) runHosts();
const product = await Product.start();
const browser = await chromium.launch({
  executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
});
try {
  const bundle = readFileSync(join(root, 'examples/results/pka.cuvette.json'), 'utf8');
  const { body } = await product.call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  const uuid = body.items[0]?.uuid ?? '';
  await product.call('POST', `/api/workflow/${uuid}`, { public: true });
  const values = await product.get<{ values: { path: string; written: string }[] }>(`/api/workflow/${uuid}/values`);
  const number = values.values.find(({ path }) => path === 'strongest_acid')?.written.split(' ')[0] ?? '';
  const item = { origin: product.origin, uuid, number, address: `${product.origin}/public/pka/${uuid}` };
  const rows: string[] = [];
  let usable = 0;
  for (const host of hosts) {
    const found = await measured(browser, item, host);
    rows.push(rowOf(host, found));
    console.log(rows.at(-1));
    for (const error of found?.errors ?? []) console.log(`    ${error}`);
    if (found && host.oneLine && found.print && found.errors.length === 0) usable += 1;
    if (found && found.errors.length > 0) process.exitCode = 1;
  }
  const text = `# Hosts, measured

Written by \`npm run hosts-table\` with the pKa of 4-aminobenzoic acid; do not edit it by hand. Each host writes its page itself; Chromium opens it from another
origin than the Cuvette server. Of MediaWiki, DokuWiki and WordPress it is the part of the page that the author wrote. The tests of the hosts open the whole pages.
Pages with HTML, a frame or a badge are written by the program as an author pastes the line; a badge is what a reader of Markdown makes of it.

* **Shown**: whether the result itself is there (\`live\`: tabs, table, 3D), or its picture and words.
* **Works as installed**: whether the host needs nothing that its maintainer adds once.
* **In print**: a picture of the molecule is whole on A4.
* **Server away**: the number stays readable while the Cuvette server does not answer.
* **Dark**: on a dark page the result is dark too.
* **Errors**: those in the console that come from Cuvette.

| host | line | one line? | works as installed? | shown | in print | server away | dark | errors | checked |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${usable} hosts with one line or one address have the picture in print and no error of ours in the console.
`;
  writeFileSync(join(root, 'docs/embed/hosts.md'), text);
  console.log(`${usable} hosts with one line or one address.`);
} finally {
  await browser.close();
  await product.stop();
}
