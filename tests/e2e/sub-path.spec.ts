import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { hasNginx, type Nginx, startNginx } from './support/nginx.ts';
import { otherOrigin } from './support/other-origin.ts';
import { Product, root } from './support/product.ts';

/*
 * The product under a path of a laboratory's host, behind a real nginx: one keeps the path and speaks https, the other takes the path off. What is beside the
 * path belongs to another application: nothing may be asked for there.
 */

const table = { name: 'Conformer Search' };
const proxies = [
  { title: 'that keeps the path, by https', path: '/cuvette', keeps: true, secure: true },
  { title: 'that takes the path off', path: '/node/n1.lab/4280', keeps: false, secure: false },
];

for (const { title, ...proxy } of proxies) {
  test.describe(`behind an nginx ${title} @full`, () => {
    test.skip(!hasNginx, 'This machine has no nginx (apt-get install nginx).');
    let nginx: Nginx;
    let product: Product;
    let address = '';
    let uuid = '';

    test.beforeAll(async () => {
      nginx = await startNginx([proxy]);
      const [at] = nginx.proxied;
      address = at?.address ?? '';
      product = await Product.start({
        // The slash at the end makes no difference.
        CUVETTE_PUBLIC_URL: `${address}/`,
        CUVETTE_PORT: String(at?.port),
        CUVETTE_SIGN_UP: 'open',
        CUVETTE_WORKERS: '0',
      });
      const file = join(root, 'packages/widgets/src/results/fixtures/butane.cuvette.json');
      const { body } = await product.call<{ items: { uuid: string }[] }>(
        'POST',
        '/api/workflow/import',
        readFileSync(file, 'utf8'),
      );
      uuid = body.items[0]?.uuid ?? '';
      await product.call('POST', `/api/workflow/${uuid}`, { name: 'n-butane' });
    });
    test.afterAll(async () => {
      await product?.stop();
      await nginx?.stop();
    });
    test.use({ ignoreHTTPSErrors: true });

    /** Answers that a page got and that were refused; what is asked before the sign-in is. */
    const refusals = (page: Page) => {
      const found: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400 && answer.status() !== 401) found.push(`${answer.status()} ${answer.url()}`);
      });
      return found;
    };
    const rows = (page: Page) => page.getByRole('table', table).locator('tbody tr[data-row]');

    test('a person signs in, walks through the pages, comes back, and leaves', async ({ page }) => {
      const refused = refusals(page);
      expect(product.link).toMatch(new RegExp(`^${address}/sign-in\\?token=`));
      // Somebody who is not signed in comes back to where they were going.
      await page.goto(`${address}/conformer_search/${uuid}`);
      await expect(page).toHaveURL(new RegExp(`^${address}/sign-in\\?next=`));
      await page.goto(product.link);
      await page.getByRole('link', { name: 'My items', exact: true }).click();
      const link = page.getByRole('main').getByRole('link', { name: /n-butane/ });
      await expect(link.first()).toBeVisible();
      expect(page.url().startsWith(`${address}/`)).toBe(true);
      expect(await link.first().getAttribute('href')).toBe(`${proxy.path}/conformer_search/${uuid}`);
      await link.first().click();
      await expect(rows(page)).toHaveCount(2);
      await expect(page).toHaveURL(new RegExp(`^${address}/conformer_search/${uuid}`));
      // The page by its address alone, and a spelling that leads to another address.
      await page.goto(`${address}/conformer_search/${uuid}`);
      await expect(rows(page)).toHaveCount(2);
      await page.goto(`${address}/new/spin_states`);
      await expect(page).toHaveURL(`${address}/new/spin-states`);
      await page.goBack();
      await expect(rows(page)).toHaveCount(2);
      await page.getByRole('link', { name: /^Account/ }).click();
      await expect(page).toHaveURL(`${address}/account`);
      await expect(page.getByText(`${address}/api/v3 for 3.x`)).toBeVisible();
      await page.goBack();
      await expect(rows(page)).toHaveCount(2);
      const picture = page.locator('img[src$="cuvette.svg"]').first();
      expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      await page.goto(`${address}/api/docs`);
      await page.getByRole('searchbox').fill('batch_submit');
      await expect(page.getByText('batch_submit').first()).toBeVisible();

      const [cookie] = (await page.context().cookies(address)).filter(({ name }) => name.endsWith('cuvette_session'));
      expect(cookie).toMatchObject({
        name: proxy.secure ? '__Secure-cuvette_session' : 'cuvette_session',
        path: proxy.path,
        secure: proxy.secure,
        httpOnly: true,
      });
      // The one-time link again, as the page of Open OnDemand has it: this browser is signed in.
      await page.goto(product.link);
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(`${address}/sign-in`);
      expect(refused).toEqual([]);
      expect(await nginx.strays()).toEqual([]);
    });

    test('an account is made, and its person comes to the page that they asked for', async ({ page }) => {
      await page.goto(`${address}/proteins`);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('Email address').fill('chemist@example.org');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Create an account' }).click();
      await expect(page).toHaveURL(`${address}/proteins`);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Proteins', exact: true })).toBeVisible();
      expect(await nginx.strays()).toEqual([]);
    });

    test('a shared item is shown on a page of another site: as an element, in a frame, as a picture', async ({
      page,
    }) => {
      await product.call('POST', `/api/workflow/${uuid}`, { public: true });
      const shared = `${address}/public/conformer_search/${uuid}`;
      const { html } = (await (
        await page.request.get(`${address}/oembed?url=${encodeURIComponent(shared)}`)
      ).json()) as {
        html: string;
      };
      const wiki = await otherOrigin({
        '/wiki.html': `<!doctype html><title>wiki</title>
<script type="module" src="${address}/embed/1/embed.js"></script>
<cuvette-workflow workflow="${uuid}" public></cuvette-workflow>
<img src="${address}/api/shared/workflow/${uuid}/picture.png" alt="">
${html}`,
      });
      const refused = refusals(page);
      await page.goto(`${wiki.origin}/wiki.html`);
      const element = page.locator('cuvette-workflow');
      await expect(element.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
      const own = element.locator('a[href*="/public/"]').first();
      await expect(own).toHaveAttribute('href', new RegExp(`^${address}/public/conformer_search/${uuid}`));
      expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
      expect(refused).toEqual([]);
      expect(await nginx.strays()).toEqual([]);
      await wiki.close();
    });

    test('a worker and a script of the public Python client work by the address with the path', async ({ page }) => {
      const key = /cuvette_worker\S+/.exec(product.command('worker-key', '--name', 'elsewhere'))?.[0] ?? '';
      const trust = { NODE_EXTRA_CA_CERTS: nginx.certificate, SSL_CERT_FILE: nginx.certificate };
      const worker = spawn(
        process.execPath,
        [join(root, 'packages/server/bin/cuvette.js'), 'worker', '--server', `${address}/`, '--name', 'elsewhere'],
        { env: { ...process.env, ...trust, CUVETTE_WORKER_KEY: key }, stdio: 'ignore' },
      );
      try {
        const headers = { 'x-api-key': product.key };
        const report = async () =>
          (await (await page.request.get(`${address}/api/methods`, { headers })).json()) as { workers: number };
        await expect.poll(async () => (await report()).workers, { timeout: 300_000 }).toBe(1);
        const python = join(root, 'packages/server/.venv/bin/python');
        test.skip(!existsSync(python), 'The set-up made no environment with the Python client.');
        const script = `
import rowan
import stjames
made = rowan.submit_descriptors_workflow(stjames.Molecule.from_smiles("CCO"), name="from a script")
made.wait_for_result(poll_interval=1).fetch_latest(in_place=True)
print("status", int(made.get_status()))
`;
        const { stdout } = await promisify(execFile)(python, ['-c', script], {
          env: {
            PATH: process.env.PATH,
            HOME: tmpdir(),
            ...trust,
            ROWAN_API_URL: `${address}/api`,
            ROWAN_API_KEY: product.key,
          },
          timeout: 300_000,
        });
        expect(stdout).toContain('status 2');
        expect(await nginx.strays()).toEqual([]);
      } finally {
        const gone = new Promise((resolve) => worker.once('exit', resolve));
        worker.kill('SIGTERM');
        await gone;
      }
    });
  });
}
