import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from './serve.ts';
import { onEmbedded } from './testing/databases.ts';
import { expectLivePage, hostBrowser, keepPicture, servePages } from './testing/host-browser.ts';
import { keepPage } from './testing/host-pages.ts';
import { fullRun } from './testing/load.ts';
import { shareExample } from './testing/shared-example.ts';
import { startTestServer } from './testing/test-server.ts';

/** `cuvette-embed` in JupyterLab, nbconvert and marimo themselves, from PyPI, in Chromium: what people do reaches Python, and Python moves the element. */
const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');
const packages = ['jupyterlab==4.6.6', 'nbconvert==7.17.2', 'marimo==0.25.2', 'anywidget==0.11.0'];

/** Text that breaks out of whatever is not escaped. */
const hostile = `"><script>alert(1)</script>'`;

/** A notebook with these cells, as Jupyter writes it. */
const notebookOf = (cells: readonly string[]) =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3' } },
    cells: cells.map((source, place) => ({
      cell_type: 'code',
      id: `cell-${place}`,
      execution_count: null,
      metadata: {},
      outputs: [],
      source,
    })),
  });

describe.skipIf(!fullRun)('in the full run', () => {
  onEmbedded('notebooks', (place) => {
    let server: RunningServer;
    let browser: Awaited<ReturnType<typeof hostBrowser>>;
    let folder = '';
    let python = '';
    let env: NodeJS.ProcessEnv = {};
    let uuid = '';
    let acid = '';
    const started: ChildProcess[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'cuvette-notebooks-'));
      await mkdir(path.join(folder, 'work'));
      python = process.env.CUVETTE_NOTEBOOK_PYTHON ?? path.join(folder, 'venv/bin/python');
      await run(process.execPath, [path.join(root, 'scripts/notebook-script.mjs')]);
      if (!process.env.CUVETTE_NOTEBOOK_PYTHON) await run('python3', ['-m', 'venv', path.join(folder, 'venv')]);
      const wanted = [...packages, path.join(root, 'integrations/python')];
      await run(python, [
        '-m',
        'pip',
        'install',
        '-q',
        '--upgrade',
        '--force-reinstall',
        '--no-deps',
        wanted.at(-1) ?? '',
      ]);
      await run(python, ['-m', 'pip', 'install', '-q', ...packages]);
      const own = ['CONFIG', 'DATA', 'RUNTIME'].map((kind) => [`JUPYTER_${kind}_DIR`, path.join(folder, kind)]);
      env = { ...process.env, ...Object.fromEntries(own), HOME: folder, IPYTHONDIR: path.join(folder, 'ipython') };
      // Of the tests of compute.
      delete env.PYTHONPATH;
      [server, browser] = await Promise.all([startTestServer(place()), hostBrowser()]);
      uuid = await shareExample(server, 'conformer_search');
      acid = await shareExample(server, 'pka');
    });
    afterAll(async () => {
      for (const child of started) child.kill();
      await Promise.all(started.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit')));
      await browser?.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const start = (args: readonly string[]) => {
      const child = spawn(python, args, { cwd: path.join(folder, 'work'), env, stdio: 'ignore' });
      started.push(child);
      return child;
    };
    const address = () => `${server.address}/public/conformer_search/${uuid}`;
    /** The chosen row of the element's table, as a person sees it; null where none is. */
    const chosenRow = (page: Page) =>
      page.locator('cuvette-workflow tbody tr[aria-selected="true"]').first().getAttribute('data-row');

    describe('JupyterLab', () => {
      let lab = { url: '', token: '' };
      beforeAll(async () => {
        // Asks nobody for news of its makers.
        const settings = path.join(folder, 'CONFIG/lab/user-settings/@jupyterlab/apputils-extension');
        await mkdir(settings, { recursive: true });
        await writeFile(
          path.join(settings, 'notification.jupyterlab-settings'),
          '{"fetchNews": "false", "checkForUpdates": false}',
        );
        start([
          ...['-m', 'jupyterlab', '--no-browser', '--allow-root', '--ip=127.0.0.1', '--ServerApp.port=0'],
          ...['--LabApp.expose_app_in_browser=True', `--ServerApp.root_dir=${folder}/work`],
        ]);
        await vi.waitFor(
          async () => {
            const [file = ''] = (await readdir(path.join(folder, 'RUNTIME'))).filter((one) =>
              /^jpserver-\d+\.json$/.test(one),
            );
            lab = JSON.parse(await readFile(path.join(folder, 'RUNTIME', file), 'utf8'));
          },
          { timeout: 120_000, interval: 500 },
        );
      });

      /** Opens a notebook and waits for its kernel. */
      async function opened(name: string, allowed: readonly string[]) {
        const found = await browser.open(
          `${lab.url}lab/tree/${name}?reset&token=${lab.token}`,
          [new URL(lab.url).origin, ...allowed],
          { strangers: allowed.length > 0 },
        );
        await found.page.waitForFunction(`(() => {
          const context = globalThis.jupyterapp?.shell?.currentWidget?.context;
          return context?.path === '${name}' && context.sessionContext?.session?.kernel?.status === 'idle';
        })()`);
        await found.page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')");
        return found;
      }
      const runCell = (page: Page, index: number) =>
        page.evaluate(`(async () => {
          const notebook = jupyterapp.shell.currentWidget.content;
          notebook.deselectAll();
          notebook.activeCellIndex = ${index};
          await jupyterapp.commands.execute('notebook:run-cell');
        })()`);
      /** What the last \`print\` of a cell wrote. */
      const printed = async (page: Page, index: number) => {
        await runCell(page, index);
        return (await page.locator('.jp-Cell').nth(index).locator('.jp-OutputArea-output pre').allTextContents()).join(
          '',
        );
      };

      test('a widget moves as Python says, and Python sees what a person selects', async () => {
        const say = 'print(w.selected, w.structures.index(w.structure), bool(w.tab), w.problem)';
        await writeFile(
          path.join(folder, 'work/widget.ipynb'),
          notebookOf([
            `import cuvette_embed\nw = cuvette_embed.widget("${address()}", height=520)\nw`,
            'w.selected = [2, 3]\nw.structure = w.structures[1]',
            say,
            'w.selected = [999]',
            say,
            'w.selected = ["<script>alert(1)</script>"]',
          ]),
        );
        const { page, faults } = await opened('widget.ipynb', [server.address]);
        await runCell(page, 0);
        const rows = page.locator('cuvette-workflow tbody tr[data-row]');
        await expect.poll(() => rows.count()).toBeGreaterThan(2);
        await expect.poll(() => page.locator('cuvette-workflow canvas').count()).toBeGreaterThan(0);
        // The kept picture is there for readers without the widget alone.
        await expect.poll(() => page.locator('[class^="cuvette-kept"]').isVisible()).toBe(false);
        await keepPicture(page, 'jupyter');
        await expect.poll(() => printed(page, 2)).toBe('[] 0 True None\n');
        await runCell(page, 1);
        await expect.poll(() => chosenRow(page)).toBe('1');
        await expect.poll(() => printed(page, 2)).toBe('[2, 3] 1 True None\n');
        await rows.nth(2).click();
        await expect.poll(() => printed(page, 2)).toBe('[] 2 True None\n');
        await runCell(page, 3);
        await expect.poll(() => printed(page, 4)).toContain('no atom 999');
        await expect.poll(() => printed(page, 4)).toContain('[] 2');
        expect(await printed(page, 5)).toMatch(/ValueError|TraitError/);
        expect(faults).toEqual([]);
        await page.evaluate("jupyterapp.commands.execute('docmanager:save')");
        await page.close();
      });

      test('frames are one number in Python and in the element', async () => {
        const file = path.join(root, 'examples/results/scan.cuvette.json');
        await writeFile(
          path.join(folder, 'work/frames.ipynb'),
          notebookOf([
            `import cuvette_embed\nw = cuvette_embed.widget("${file}", height=520)\nw`,
            'w.frame = 3',
            'print(w.frame, w.problem)',
          ]),
        );
        // No server of Cuvette may be asked: the item came from a file, the script with the widget.
        const { page, faults } = await opened('frames.ipynb', []);
        await runCell(page, 0);
        await expect.poll(() => page.locator('cuvette-workflow tbody tr[data-row]').count()).toBeGreaterThan(2);
        await runCell(page, 1);
        await expect.poll(() => chosenRow(page)).toBe('3');
        await expect.poll(() => printed(page, 2)).toBe('3 None\n');
        await page.locator('cuvette-workflow tbody tr[data-row="5"]').click();
        await expect.poll(() => printed(page, 2)).toBe('5 None\n');
        expect(faults.filter((fault) => !/jupyter|pypi/.test(fault))).toEqual([]);
        await page.close();
      });

      test('an untrusted notebook has picture and numbers, and runs no script', async () => {
        const saved = JSON.parse(await readFile(path.join(folder, 'work/widget.ipynb'), 'utf8'));
        // The second output of the widget's cell is for readers without the widget.
        expect(Object.keys(saved.cells[0].outputs[1].data)).toContain('image/png');
        // Another person's notebook: nothing of it was signed here.
        saved.cells[2].source = 'print("changed")';
        saved.cells[2].outputs = [
          {
            output_type: 'display_data',
            metadata: {},
            data: { 'text/html': '<p id="mark">mark<script>globalThis.ran = true</script></p>' },
          },
        ];
        await writeFile(path.join(folder, 'work/untrusted.ipynb'), JSON.stringify(saved));
        const { page } = await opened('untrusted.ipynb', []);
        await page.getByText('mark', { exact: true }).waitFor();
        expect(await page.evaluate('globalThis.ran')).toBeUndefined();
        const picture = page.locator('.jp-OutputArea img').first();
        await expect.poll(() => picture.evaluate('(one) => one.naturalWidth', null).catch(() => 0)).not.toBe(0);
        await expect
          .poll(() => picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
          .toBe(1200);
        expect(await page.locator('.jp-OutputArea').first().textContent()).toContain('conformers');
        await page.close();
      });
    });

    test('what is no result, no bundle, not shared or not valid is refused in words', async () => {
      const work = path.join(folder, 'work');
      const scan = path.join(root, 'examples/results/scan.cuvette.json');
      await writeFile(path.join(work, 'none.json'), '{}');
      await writeFile(path.join(work, 'half.json'), '{"format": "cuvette-bundle", "items": [');
      await writeFile(path.join(work, 'cut.json.gz'), Buffer.from('1f8b0800aaaa', 'hex'));
      const gone = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
      const wrong: [string, object, RegExp][] = [
        [hostile, {}, /^ValueError: .* is neither the address nor the identifier/],
        [gone, {}, /^ValueError: Name the server/],
        [`javascript:alert(1)//${gone}`, {}, /^ValueError: .* is neither/],
        ['none.json', {}, /^ValueError: This is not a bundle/],
        ['half.json', {}, /^ValueError: This is not a bundle/],
        ['cut.json.gz', {}, /^ValueError: cut\.json\.gz is cut off or damaged/],
        [scan, { tab: hostile }, /^ValueError: .* is not the name of a tab/],
        [scan, { theme: hostile }, /^TraitError: /],
        [scan, { height: -1 }, /^TraitError: /],
        [`${server.address}/public/pka/${gone}`, {}, /^NotRead: .* is not shared, or not there/],
        [`http://127.0.0.1:9/public/pka/${gone}`, {}, /^NotRead: .* cannot be reached/],
      ];
      const script = `
import json, sys, cuvette_embed
for source, options, *_ in json.loads(sys.argv[1]):
    try:
        cuvette_embed.widget(source, **options)
        print("accepted")
    except Exception as error:
        print(f"{type(error).__name__}: {error}")`;
      const { stdout } = await run(python, ['-c', script, JSON.stringify(wrong)], { cwd: work, env });
      const answers = stdout.trimEnd().split('\n');
      expect(answers).toHaveLength(wrong.length);
      for (const [place, [source, , reason]] of wrong.entries()) expect(answers[place], source).toMatch(reason);
    });

    test('nbconvert keeps picture and numbers, of a widget and of show(), with no network', async () => {
      const work = path.join(folder, 'work');
      const page = `${server.address}/public/pka/${acid}`;
      await writeFile(
        path.join(work, 'export.ipynb'),
        notebookOf([
          `import cuvette_embed\nw = cuvette_embed.widget("${page}")\nw`,
          `cuvette_embed.show("${page}")`,
          `cuvette_embed.value("${page}", "strongest_acid")`,
        ]),
      );
      await run(python, ['-m', 'nbconvert', '--to', 'html', '--execute', 'export.ipynb'], { cwd: work, env });
      const html = await readFile(path.join(work, 'export.html'), 'utf8');
      await keepPage('jupyter', html, { server: server.address, uuid: acid });
      // Everything but the file itself is refused, as in a network that reaches nothing.
      const exported = await browser.open(`file://${path.join(work, 'export.html')}`, [], { strangers: true });
      const pictures = exported.page.locator('img[src^="data:image/png"]');
      await expect.poll(() => pictures.count()).toBe(2);
      for (const picture of await pictures.all()) expect(await picture.isVisible()).toBe(true);
      expect(await exported.page.locator('cuvette-value').textContent()).toMatch(/^\s*\d\.\d\d ± /);
      expect(await exported.page.locator('p').allTextContents()).toEqual([
        expect.stringContaining('4-Aminobenzoic acid: pKa'),
      ]);
      expect(exported.faults).toEqual([]);
      await exported.page.close();
    });

    test('marimo shows the widget; what is selected reaches other cells', async () => {
      const work = path.join(folder, 'work');
      await writeFile(
        path.join(work, 'page.py'),
        `import marimo
app = marimo.App()

@app.cell
def _():
    import cuvette_embed, marimo as mo
    w = mo.ui.anywidget(cuvette_embed.widget("${address()}", height=520))
    w
    return mo, w

@app.cell
def _(mo, w):
    mo.md(f"structure {w.structures.index(w.structure) if w.structure else None} selected {w.selected}")
    return

@app.cell
def _(mo, w):
    button = mo.ui.button(label="second", on_click=lambda _: setattr(w.widget, "structure", w.structures[1]))
    button
    return
`,
      );
      const port = 20_000 + (process.pid % 10_000);
      start(['-m', 'marimo', 'run', 'page.py', '--headless', '--no-token', '--host', '127.0.0.1', '--port', `${port}`]);
      const origin = `http://127.0.0.1:${port}`;
      await vi.waitFor(() => fetch(origin), { timeout: 120_000, interval: 500 });
      const { page, faults } = await browser.open(origin, [origin, server.address], { strangers: true });
      const rows = page.locator('cuvette-workflow tbody tr[data-row]');
      await expect.poll(() => rows.count()).toBeGreaterThan(2);
      await page.getByText('structure 0 selected []').waitFor();
      await keepPicture(page, 'marimo');
      await rows.nth(2).click();
      await page.getByText('structure 2 selected []').waitFor();
      await page.getByRole('button', { name: 'second' }).click();
      await expect.poll(() => chosenRow(page)).toBe('1');
      expect(faults).toEqual([]);
      await page.close();
      await run(python, ['-m', 'marimo', 'export', 'html', 'page.py', '-o', 'page.html', '--no-include-code'], {
        cwd: work,
        env,
      });
      const exported = await readFile(path.join(work, 'page.html'), 'utf8');
      expect(exported).toContain('structure None selected []');
    });

    test('marimo keeps what show() and value() write in an exported page', async () => {
      const work = path.join(folder, 'work');
      const page = `${server.address}/public/pka/${acid}`;
      await writeFile(
        path.join(work, 'shown.py'),
        `import marimo
app = marimo.App()

@app.cell
def _():
    import cuvette_embed
    cuvette_embed.show("${page}")
    return (cuvette_embed,)

@app.cell
def _(cuvette_embed):
    cuvette_embed.value("${page}", "strongest_acid")
    return
`,
      );
      const site = path.join(folder, 'marimo');
      const options = { cwd: work, env };
      const script = 'import marimo, os; print(os.path.join(os.path.dirname(marimo.__file__), "_static"))';
      await cp((await run(python, ['-c', script], options)).stdout.trim(), site, { recursive: true });
      const file = path.join(site, 'index.html');
      await run(python, ['-m', 'marimo', 'export', 'html', 'shown.py', '-f', '-o', file, '--no-include-code'], options);
      // Marimo's own files come from a CDN; here they are those of the package.
      const html = await readFile(file, 'utf8');
      await writeFile(
        file,
        html.replace(/https:\/\/cdn\.jsdelivr\.net\/npm\/@marimo-team\/frontend@[\d.]+\/dist\//g, '/'),
      );
      const served = await servePages(site);
      await expectLivePage(browser, 'marimo-show', `${served.origin}/`, server.address);
      await served.close();
      await keepPage('marimo', { folder: site }, { server: server.address, uuid: acid });
    });

    test('a page that forbids scripts of blobs keeps picture and numbers', async () => {
      const work = path.join(folder, 'work');
      const html = await readFile(path.join(work, 'export.html'), 'utf8');
      const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`;
      await writeFile(path.join(work, 'strict.html'), html.replace('<head>', `<head>${policy}`));
      const { page } = await browser.open(`file://${path.join(work, 'strict.html')}`, [], { strangers: true });
      const pictures = page.locator('img[src^="data:image/png"]');
      await expect.poll(() => pictures.count()).toBe(2);
      // Its height is that of the picture: one that was not drawn has a line of text.
      for (const picture of await pictures.all())
        await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(200);
      expect(await page.locator('cuvette-value').textContent()).toMatch(/\d\.\d\d ± /);
      await page.close();
    });
  });
});
