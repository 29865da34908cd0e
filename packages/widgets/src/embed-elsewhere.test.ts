import { expect } from '@open-wc/testing';
import { waitUntil } from './testing/wait-until.ts';

const conformers = new URL('./results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
type Inside = HTMLElement & { shadowRoot: ShadowRoot };

/** The same machine under its other name: another origin for the browser, as a Cuvette server is for a wiki. */
const server = `http://localhost:${location.port}`;

describe('the built embed script on a page of another origin', () => {
  it('loads its parts from its own server and asks that server, without cookies', async () => {
    const bundle = await (await fetch(conformers)).json();
    const { uuid } = bundle.items[0];
    const asked: { url: string; credentials: RequestCredentials | undefined }[] = [];
    const { fetch: original } = window;
    window.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      asked.push({ url, credentials: init?.credentials });
      return url.endsWith(uuid)
        ? Response.json(bundle.items[0])
        : Response.json({ detail: 'Not found.' }, { status: 404 });
    };
    try {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = `${server}/dist/test-embed/one/embed.js`;
      document.head.append(script);
      const element = document.createElement('cuvette-workflow') as Inside;
      element.setAttribute('workflow', uuid);
      element.setAttribute('public', '');
      document.body.append(element);
      await waitUntil(() => element.shadowRoot?.querySelector('table'), 'the table');
      expect(asked[0]).to.deep.equal({ url: `${server}/api/shared/workflow/${uuid}`, credentials: 'omit' });
      expect(asked.every(({ url }) => url.startsWith(`${server}/api/shared/`))).to.equal(true);
      const parts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/test-embed/'));
      expect(parts.length).to.be.greaterThan(3);
      expect(parts.every(({ name }) => name.startsWith(server))).to.equal(true);
      element.remove();
    } finally {
      window.fetch = original;
    }
  });
});
