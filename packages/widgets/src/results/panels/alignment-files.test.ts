import { createClient } from '@cuvette/core/client';
import { expect } from '@open-wc/testing';
import { alignmentZip } from './alignment-files.ts';

describe('files of an alignment', () => {
  it('that the server refuses are an error with the status', async () => {
    const fetch = (async () => new Response('{"detail":"no"}', { status: 404 })) as typeof globalThis.fetch;
    const refused = await alignmentZip(createClient({ fetch }), 'x', 'chai').catch((error: unknown) => error);
    expect((refused as Error).message).to.equal('Download failed (404)');
  });
});
