import { expect } from '@open-wc/testing';

const texts = new Map<string, string>();

/** A built script and all that it imports statically, by address. */
async function closure(address: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(address)) return seen;
  seen.add(address);
  const response = await fetch(address);
  expect(response.status, address).to.equal(200);
  const text = await response.text();
  texts.set(address, text);
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g)) {
    await closure(new URL(name as string, address).href, seen);
  }
  return seen;
}

async function compressed(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/** The chunk of a name among the scripts that were read, as one of them imports it lazily. */
function chunk(name: string): string {
  for (const [address, text] of texts) {
    const found = new RegExp(`\\.[^"'\`()]*/${name}-[\\w-]{8}\\.js`).exec(text);
    if (found) return new URL(found[0], address).href;
  }
  throw new Error(`no chunk ${name}`);
}

it('<cuvette-microstates> needs at most 20 kB compressed beyond what every element needs, and neither 3D engine, plot library nor drawing toolkit', async () => {
  await closure(`${location.origin}/dist/test-embed/one/embed.js`);
  const mine = await closure(chunk('microstates'));
  const shared = await closure(chunk('use-item'));
  const own = [...mine].filter((address) => !shared.has(address));
  const sizes = await Promise.all(own.map((address) => compressed(texts.get(address) ?? '')));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(own.length).to.be.greaterThan(0);
  expect(total).to.be.greaterThan(3000).and.at.most(20_000);
  expect([...mine].filter((address) => (texts.get(address)?.length ?? 0) > 450_000)).to.deep.equal([]);
  expect([...mine].filter((address) => /3dmol|openchemlib|chunks\/src-/i.test(address))).to.deep.equal([]);
});
