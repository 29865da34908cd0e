import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from './serve.ts';
import { bringIn, entriesOf } from './testing/bundle-zips.ts';
import { onEmbedded } from './testing/databases.ts';
import { expectLivePage, hostBrowser, servePages, servePhp } from './testing/host-browser.ts';
import { keepPage } from './testing/host-pages.ts';
import { fullRun } from './testing/load.ts';
import { call, startTestServer } from './testing/test-server.ts';

/**
 * The plug-ins of `integrations/` in the real hosts, with a real server. MediaWiki and DokuWiki are Debian packages (with php-cli, php-sqlite3), Sphinx
 * and Python-Markdown come from PyPI into an environment of this test. What is not installed is skipped by name.
 */
const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');
const integrations = path.join(root, 'integrations');
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
const debian = {
  mediawiki: '/usr/share/mediawiki/maintenance/parse.php',
  dokuwiki: '/usr/share/dokuwiki/bin/render.php',
  epubcheck: '/usr/share/java/epubcheck.jar',
};
const here = {
  mediawiki: await exists(debian.mediawiki),
  dokuwiki: await exists(debian.dokuwiki),
  epubcheck: await exists(debian.epubcheck),
  wordpress: (await exists('/usr/share/wordpress/wp-load.php')) && (await exists('/usr/sbin/mariadbd')),
};

const gone = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
/** Text that breaks out of whatever is not escaped. */
const hostile = `"><script>alert(1)</script>'`;

describe.skipIf(!fullRun)('in the full run', () => {
  onEmbedded('plug-ins in their real hosts', (place) => {
    let server: RunningServer;
    let browser: Awaited<ReturnType<typeof hostBrowser>>;
    let folder = '';
    let uuid = '';
    let numbers: { path: string; written: string }[] = [];

    beforeAll(async () => {
      [server, browser] = await Promise.all([startTestServer(place()), hostBrowser()]);
      const bundle = JSON.parse(await readFile(path.join(root, 'examples/results/pka.cuvette.json'), 'utf8'));
      const { body } = await bringIn(server, bundle);
      uuid = (body as { items: { uuid: string }[] }).items[0]?.uuid ?? '';
      await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
      numbers = (
        await call<{ values: { path: string; written: string }[] }>(
          server,
          'GET',
          `/api/shared/workflow/${uuid}/values`,
        )
      ).body.values;
      folder = await mkdtemp(path.join(tmpdir(), 'cuvette-hosts-'));
    });
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const acid = () => numbers.find((value) => value.path === 'strongest_acid')?.written ?? '';
    const feed = (command: string, args: readonly string[], text: string, options: object = {}) =>
      new Promise<string>((resolve, reject) => {
        const child = execFile(command, args, { cwd: folder, ...options }, (error, out, problem) =>
          error ? reject(new Error(`${error.message}\n${out}\n${problem}`)) : resolve(out),
        );
        child.stdin?.end(text);
      });

    /** What each host must write of an item, of a number, and of what does not fit. */
    function expectLive(html: string): void {
      expect(html).toContain(`<cuvette-workflow workflow="${uuid}"`);
      expect(html.replaceAll("'", '"')).toContain(`src="${server.address}/embed/1/embed.js"`);
      // Picture and words are held until the element starts.
      expect(html).toContain(`${server.address}/api/shared/workflow/${uuid}/picture.png`);
      expect(html).toContain('4-Aminobenzoic acid: pKa');
      expect(html).toContain('path="strongest_acid"');
      expect(html).toContain(acid());
      expect(html).not.toContain('<script>alert');
    }

    test.runIf(here.mediawiki)('MediaWiki', async () => {
      const config = path.join(folder, 'LocalSettings.php');
      const wiki = '/usr/share/mediawiki';
      const env = { ...process.env, MW_CONFIG_FILE: path.join(folder, 'none.php') };
      await run(
        'php',
        [
          `${wiki}/maintenance/install.php`,
          '--dbtype=sqlite',
          `--dbpath=${folder}/data`,
          `--confpath=${folder}`,
          '--scriptpath=/w',
          '--pass=a-password-for-tests',
          'Wiki',
          'Admin',
        ],
        { env },
      );
      const settings = `\nwfLoadExtension( 'Cuvette', '${integrations}/mediawiki/Cuvette/extension.json' );\n$wgCuvetteServer = '${server.address}';\n`;
      await writeFile(config, `${await readFile(config, 'utf8')}${settings}`);
      const parse = (text: string) =>
        feed('php', [debian.mediawiki, '--title=Page'], text, { env: { ...process.env, MW_CONFIG_FILE: config } });
      const written = `The pKa is {{#cuvettevalue:${uuid}|strongest_acid}}.\n\n{{#cuvette:${uuid}|tab=pka|height=600}}`;
      const html = await parse(written);
      // The script is in the head, which is no part of what parse.php writes.
      expectLive(`${html}src="${server.address}/embed/1/embed.js"`);
      const script = `<script type="module" src="${server.address}/embed/1/embed.js"></script>`;
      await keepPage('mediawiki', `${script}${html}`, { server: server.address, uuid });
      expect(html).toContain('tab="pka" style="height: 600px"');
      for (const text of [
        `{{#cuvette:${hostile}}}`,
        `{{#cuvette:${uuid}|tab=${hostile}}}`,
        `{{#cuvette:${uuid}|height=${hostile}}}`,
        `{{#cuvette:${uuid}|height=600px}}`,
        `{{#cuvettevalue:${uuid}|${hostile}}}`,
        `{{#cuvette:${uuid}|x=1}}`,
      ]) {
        const refused = await parse(text);
        expect(refused, text).toContain('<strong class="error">Cuvette: ');
        expect(refused, text).not.toContain('<script>alert');
      }
      expect(await parse(`{{#cuvettevalue:${uuid}|nothing}}`)).toContain(
        'there is no value "nothing". The values are: ',
      );
      // Of an item that is not shared the page has the link, and nothing else.
      expect(await parse(`{{#cuvette:${gone}}}`)).toContain('A result on Cuvette');

      const web = path.join(folder, 'web');
      await mkdir(web);
      await symlink(wiki, path.join(web, 'w'));
      const own = { ...process.env, MW_CONFIG_FILE: config };
      const site = await servePhp(web, own, async (origin) => {
        await writeFile(config, `${await readFile(config, 'utf8')}$wgServer = '${origin}';\n`);
        await feed('php', [`${wiki}/maintenance/edit.php`, '--no-rc', '4-Aminobenzoic acid'], written, { env: own });
      });
      await expectLivePage(
        browser,
        'mediawiki',
        `${site.origin}/w/index.php?title=4-Aminobenzoic_acid`,
        server.address,
      );
      await site.close();
    });

    test.runIf(here.dokuwiki)('DokuWiki', async () => {
      const wiki = path.join(folder, 'dokuwiki');
      await cp('/usr/share/dokuwiki', wiki, {
        recursive: true,
        dereference: true,
        filter: (file) => !file.includes('/lib/plugins/cuvette'),
      });
      await cp(path.join(integrations, 'dokuwiki/cuvette'), path.join(wiki, 'lib/plugins/cuvette'), {
        recursive: true,
      });
      for (const part of [
        'conf',
        ...[
          'pages',
          'attic',
          'media',
          'media_attic',
          'media_meta',
          'meta',
          'cache',
          'index',
          'locks',
          'tmp',
          'log',
        ].map((one) => `data/${one}`),
      ])
        await mkdir(path.join(wiki, part), { recursive: true });
      await cp('/etc/dokuwiki', path.join(wiki, 'conf'), {
        recursive: true,
        dereference: true,
        filter: (file) =>
          !/(?:local|apache|debian).*\.php$|\.conf$/.test(file) ||
          /(?:entities|mime|acronyms|smileys|interwiki|scheme|license|wordblock)/.test(file),
      }).catch(() => undefined);
      await writeFile(
        path.join(wiki, 'inc/preload.php'),
        `<?php define('DOKU_CONF', '${wiki}/conf/'); define('NOSESSION', true);`,
      );
      await writeFile(
        path.join(wiki, 'conf/local.php'),
        `<?php $conf['useacl'] = 0; $conf['savedir'] = '${wiki}/data'; $conf['plugin']['cuvette']['server'] = '${server.address}';`,
      );
      const render = (text: string) => feed('php', [path.join(wiki, 'bin/render.php')], text, { cwd: wiki });
      const written = `The pKa is {{cuvette>${uuid}#strongest_acid}}.\n\n{{cuvette>${uuid}?tab=pka&600}}`;
      const html = await render(written);
      expectLive(html);
      expect(html).toContain('tab="pka" style="height: 600px"');
      await keepPage('dokuwiki', html, { server: server.address, uuid });
      for (const text of [
        `{{cuvette>${hostile}}}`,
        `{{cuvette>${uuid}?tab=${hostile}}}`,
        `{{cuvette>${uuid}?tab=pka&${hostile}}}`,
        `{{cuvette>${uuid}#${hostile}}}`,
      ]) {
        const refused = await render(text);
        expect(refused, text).toContain('is not understood');
        expect(refused, text).not.toContain('<script>alert');
      }
      expect(await render(`{{cuvette>${uuid}#nothing}}`)).toContain('there is no value &quot;nothing&quot;');

      await writeFile(path.join(wiki, 'data/pages/acid.txt'), `====== 4-Aminobenzoic acid ======\n\n${written}\n`);
      const site = await servePhp(wiki, process.env);
      await expectLivePage(browser, 'dokuwiki', `${site.origin}/doku.php?id=acid`, server.address);
      await site.close();
    });

    test.runIf(here.wordpress)('WordPress', async () => {
      const site = path.join(folder, 'wordpress');
      const data = path.join(folder, 'mariadb');
      const socket = path.join(folder, 'db.sock');
      await cp('/usr/share/wordpress', site, { recursive: true, dereference: true });
      await cp(path.join(integrations, 'wordpress/cuvette'), path.join(site, 'wp-content/plugins/cuvette'), {
        recursive: true,
      });
      const own = ['--no-defaults', `--datadir=${data}`, '--user=root'];
      await run('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db']);
      const database = spawn(
        'mariadbd',
        [...own, `--socket=${socket}`, '--skip-networking', `--pid-file=${folder}/db.pid`],
        { stdio: 'ignore' },
      );
      const closing: (() => Promise<void>)[] = [];
      try {
        const sql = (text: string) => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', text]);
        await vi.waitFor(() => sql('CREATE DATABASE IF NOT EXISTS wp'), { timeout: 60_000, interval: 500 });
        const constants = {
          DB_NAME: 'wp',
          DB_USER: 'root',
          DB_PASSWORD: '',
          DB_HOST: `localhost:${socket}`,
          DB_CHARSET: 'utf8mb4',
          DB_COLLATE: '',
          WP_HTTP_BLOCK_EXTERNAL: true,
          WP_ACCESSIBLE_HOSTS: '127.0.0.1',
        };
        const defined = Object.entries(constants).map(
          ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
        );
        const web = await servePhp(site, process.env, (origin) => {
          const address = `define('WP_HOME', '${origin}'); define('WP_SITEURL', '${origin}');`;
          return writeFile(
            path.join(site, 'wp-config.php'),
            `<?php ${address} ${defined.join(' ')} $table_prefix = 'wp_'; if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/'); require ABSPATH . 'wp-settings.php';`,
          );
        });
        closing.push(web.close);
        // WordPress asks no server of the inner network, which the test's is.
        const begin = `<?php $_SERVER['HTTP_HOST'] = 'wp.example'; $_SERVER['REQUEST_URI'] = '/'; require '${site}/wp-load.php'; add_filter('http_request_args', fn($a) => ['reject_unsafe_urls' => false] + $a);`;
        const php = (text: string) =>
          feed('php', ['-d', 'error_reporting=E_ALL & ~E_DEPRECATED', '-d', 'display_errors=stderr'], text);
        await php(
          `<?php define('WP_INSTALLING', true); ?>${begin} require_once ABSPATH . 'wp-admin/includes/upgrade.php'; require_once ABSPATH . 'wp-admin/includes/plugin.php';
          wp_install('Wiki', 'admin', 'admin@example.org', true, '', 'a-password-for-tests'); update_option('cuvette_server', '${server.address}'); activate_plugin('cuvette/cuvette.php');
          wp_insert_user(['user_login' => 'author', 'user_pass' => 'a-password-for-tests', 'role' => 'author']);`,
        );
        /** What readers see of a post that an author, who may write no raw HTML, has saved. */
        const post = (content: string) =>
          php(
            `${begin} wp_set_current_user(get_user_by('login', 'author')->ID); $id = wp_insert_post(wp_slash(['post_title' => '4-Aminobenzoic acid', 'post_status' => 'publish', 'post_content' => base64_decode('${Buffer.from(content).toString('base64')}')]));
            global $post; $post = get_post($id); setup_postdata($post); echo apply_filters('the_content', $post->post_content); wp_print_footer_scripts();`,
          );
        const written = `The pKa is [cuvette id=${uuid} value=strongest_acid].\n\n[cuvette id=${uuid} tab=pka height=600]`;
        const html = await post(written);
        expectLive(html);
        expect(html).toMatch(/<script type="module" src='[^']*\/embed\/1\/embed\.js'/);
        expect(html).toContain('tab="pka" style="height: 600px"');
        expectLive(`${await post(`<!-- wp:cuvette/result {"id":"${uuid}"} /-->`)} path="strongest_acid" ${acid()}`);
        await keepPage('wordpress', html, { server: server.address, uuid });
        const address = await post(`${server.address}/public/pka/${uuid}`);
        expect(address).toContain(`<iframe`);
        await keepPage('wordpress-address', address, { server: server.address, uuid });
        // The plug-in asked the server a moment ago and has the answers; the first post of the author is that of `written`.
        const first = (
          await php(
            `${begin} echo get_posts(['order' => 'ASC', 'author_name' => 'author', 'numberposts' => 1])[0]->ID;`,
          )
        ).trim();
        await expectLivePage(browser, 'wordpress', `${web.origin}/?p=${first}`, server.address);
        for (const text of [
          `[cuvette id='${hostile}']`,
          `[cuvette id=${uuid} tab='"><script>alert(1)</script>']`,
          `[cuvette id=${uuid} height='"><script>alert(1)</script>']`,
          `[cuvette id=${uuid} value='"><script>alert(1)</script>']`,
          `[cuvette id=${uuid} value=nothing]`,
        ]) {
          const refused = await post(text);
          expect(refused, text).toContain('<strong>Cuvette: ');
          expect(refused, text).not.toContain('<script>alert');
        }

        // The block in the editor of the author: an address is pasted, and the picture of the item is its preview.
        const origins = [web.origin, server.address];
        const { page, faults } = await browser.open(`${web.origin}/wp-login.php`, origins, { strangers: true });
        await page.locator('#user_login').fill('author');
        await page.locator('#user_pass').fill('a-password-for-tests');
        await page.locator('#wp-submit').click();
        await page.waitForURL(/wp-admin/);
        await page.goto(`${web.origin}/wp-admin/post-new.php`);
        await page.waitForFunction(`globalThis.wp?.blocks?.getBlockType('cuvette/result') !== undefined`);
        await page.evaluate(
          `wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('cuvette/result', {}))`,
        );
        const block = page.locator('[data-type="cuvette/result"]');
        await block
          .getByLabel('Identifier or address of a shared item')
          .fill(`${server.address}/public/pka/${uuid}?link=secret`);
        await expect
          .poll(() => block.locator('img').evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
          .toBe(1200);
        const saved = await page.evaluate(`wp.data.select('core/editor').getEditedPostContent()`);
        expect(saved).toContain(`<!-- wp:cuvette/result {"id":"${uuid}"} /-->`);
        expect(faults).toEqual([]);
        await page.close();
      } finally {
        for (const close of closing) await close();
        database.kill();
        await once(database, 'exit');
      }
    });

    /** An EPUB has picture, sentence and number, and no element; epubcheck accepts it where that is installed (Debian). */
    async function expectPrinted(epub: string) {
      const content = await entriesOf(await readFile(epub));
      const chapter = content.get('index.xhtml')?.toString() ?? '';
      expect(chapter).toContain('4-Aminobenzoic acid: pKa');
      expect(chapter).toContain(acid());
      expect(chapter).not.toMatch(/cuvette-workflow|cuvette-value|<script/);
      const picture = /<img [^>]*src="([^"]+\.png)"/.exec(chapter)?.[1] ?? '';
      expect(content.get(picture)?.subarray(1, 4).toString(), picture).toBe('PNG');
      expect(content.get('content.opf')?.toString()).toContain(`href="${picture}"`);
      if (here.epubcheck) await run('java', ['-jar', debian.epubcheck, '--failonwarnings', epub]);
    }

    test('Sphinx, MkDocs, and a notebook', async () => {
      const python = path.join(folder, 'venv/bin/python');
      await run('python3', ['-m', 'venv', path.join(folder, 'venv')]);
      await run(python, [
        '-m',
        'pip',
        'install',
        '-q',
        'sphinx==9.0.4',
        'markdown==3.11.3',
        'mkdocs==1.6.1',
        'ipython==9.18.1',
        path.join(integrations, 'python'),
      ]);
      const docs = path.join(folder, 'docs');
      await mkdir(docs);
      await writeFile(
        path.join(docs, 'conf.py'),
        `extensions = ["cuvette_embed.sphinx"]\ncuvette_server = "${server.address}"\nproject = "Tests"\nauthor = "Tests"\ncopyright = "Tests"\nversion = "1"\n`,
      );
      const page = (number: string) =>
        `Result\n======\n\n.. cuvette:: ${uuid}\n   :tab: pka\n   :height: 600\n\nThe pKa is :cuvette:\`${uuid}:${number}\`.\n`;
      await writeFile(path.join(docs, 'index.rst'), page('strongest_acid'));
      const build = (builder: string) => run(python, ['-m', 'sphinx', '-b', builder, docs, path.join(folder, builder)]);
      await build('html');
      const html = await readFile(path.join(folder, 'html/index.html'), 'utf8');
      expectLive(`${html}4-Aminobenzoic acid: pKa`);
      expect(html).not.toContain('cuvette-printed');
      const site = await servePages(path.join(folder, 'html'));
      await expectLivePage(browser, 'sphinx', `${site.origin}/index.html`, server.address);
      await site.close();
      await keepPage('sphinx', { folder: path.join(folder, 'html') }, { server: server.address, uuid });
      await build('latex');
      const tex = await readFile(path.join(folder, 'latex/tests.tex'), 'utf8');
      expect(tex).toContain('\\sphinxincludegraphics');
      expect(tex).toContain('Aminobenzoic acid');
      expect(tex).not.toContain('cuvette-workflow');
      await build('epub');
      await expectPrinted(path.join(folder, 'epub/Tests.epub'));
      await writeFile(path.join(docs, 'index.rst'), page('nothing'));
      expect((await build('html')).stderr).toContain('There is no value "nothing". The values are: ');

      const markdown = `import markdown,sys\nprint(markdown.markdown(sys.stdin.read(), extensions=["fenced_code", "cuvette"], extension_configs={"cuvette": {"server": "${server.address}"}}))`;
      const made = await feed(
        python,
        ['-c', markdown],
        `::cuvette{id=${uuid} tab=pka}\n\nThe pKa is :cuvette[${acid()}]{id=${uuid} value=strongest_acid}.\n\n\`\`\`\n::cuvette{id=${gone}}\n\`\`\`\n`,
      );
      expectLive(`${made}4-Aminobenzoic acid: pKa`);
      expect(made).not.toContain(`workflow="${gone}"`);
      await keepPage('mkdocs', made, { server: server.address, uuid });
      await expect(feed(python, ['-c', markdown], `::cuvette{id=${uuid} tab='${hostile}'}`)).rejects.toThrow(
        'is not understood',
      );

      const book = path.join(folder, 'mkdocs');
      await mkdir(path.join(book, 'docs'), { recursive: true });
      await writeFile(
        path.join(book, 'mkdocs.yml'),
        `site_name: Wiki\nmarkdown_extensions:\n  - cuvette:\n      server: ${server.address}\n`,
      );
      await writeFile(
        path.join(book, 'docs/index.md'),
        `# 4-Aminobenzoic acid\n\nThe pKa is :cuvette[${acid()}]{id=${uuid} value=strongest_acid}.\n\n::cuvette{id=${uuid} tab=pka height=600}\n`,
      );
      await run(python, ['-m', 'mkdocs', 'build', '-q', '-d', path.join(book, 'site')], { cwd: book });
      const pages = await servePages(path.join(book, 'site'));
      await expectLivePage(browser, 'mkdocs', `${pages.origin}/index.html`, server.address);
      await pages.close();

      const notebook = `
import json, cuvette_embed
from IPython.core.formatters import DisplayFormatter
result = cuvette_embed.show("${server.address}/public/pka/${uuid}", tab="pka")
number = cuvette_embed.value("${uuid}", "strongest_acid", server="${server.address}")
away = cuvette_embed.show("${uuid}", server="http://127.0.0.1:9")
print(json.dumps([DisplayFormatter().format(one)[0] for one in (result, number, away)] + [[number.number, number.uncertainty]]))`;
      const [item, value, away, pair] = JSON.parse((await run(python, ['-c', notebook])).stdout);
      expectLive(`${item['text/html']}${server.address}/api/shared/workflow/${uuid}/picture.png${value['text/html']}`);
      expect(Buffer.from(item['image/png'], 'base64').subarray(1, 4).toString()).toBe('PNG');
      expect(value['text/plain']).toBe(acid());
      expect(pair[0]).toBeTypeOf('number');
      expect(away['text/plain']).toContain('cannot be reached');
      expect(away).not.toHaveProperty('image/png');
    });
  });
});
