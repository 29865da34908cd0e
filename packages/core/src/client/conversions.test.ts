import { expect, test, vi } from 'vitest';
import { createAccountClient } from './index.ts';

const helium = (x: number) => ({ charge: 0, multiplicity: 1, atoms: [{ atomic_number: 2, position: [x, 0, 0] }] });
type Body = { smiles: string[]; molecules: { atoms: { position: number[] }[] }[]; identifiers: string[] };

/** A client whose server answers each conversion call with what `answer` gives, and the bodies of the calls. */
function converting(answer: (body: Body, path: string) => unknown, status: (body: Body) => number = () => 200) {
  const bodies: Body[] = [];
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const body = JSON.parse(String(init.body ?? '{}')) as Body;
    bodies.push(body);
    const code = status(body);
    if (code === 0) throw new TypeError('Failed to fetch');
    const { pathname, search } = new URL(String(input), 'http://server');
    const value = code === 200 ? answer(body, pathname + search) : { detail: `status ${code}` };
    return new Response(JSON.stringify(value), { status: code });
  });
  return { bodies, client: createAccountClient({ origin: 'http://server', fetch }) };
}
const molecules = ({ smiles }: Body) => ({
  results: smiles.map((text) =>
    text === 'bad'
      ? { smiles: text, error: { detail: 'cannot be read' } }
      : { smiles: text, molecule: helium(text.length) },
  ),
});
const lengths = (results: (false | { atoms: { position: readonly number[] }[] })[]) =>
  results.map((result) => (result === false ? false : result.atoms[0]?.position[0]));

test('SMILES go in batches of 5, answers come in the order of the question, and what cannot be converted is false', async () => {
  const { bodies, client } = converting(molecules);
  const asked = ['C', 'CC', 'bad', 'CCC', 'CCCC', 'CCCCC', 'C', 'CC', 'CCC', 'CCCC', 'bad', 'C'];
  expect(lengths(await client.moleculesOfSmiles(asked))).toEqual([1, 2, false, 3, 4, 5, 1, 2, 3, 4, false, 1]);
  expect(bodies.map(({ smiles }) => smiles.length)).toEqual([5, 5, 2]);
  expect(await client.moleculesOfSmiles([])).toEqual([]);
});

test('a batch that fails is tried again item by item; only what fails alone is false', async () => {
  const { bodies, client } = converting(molecules, ({ smiles }) => (smiles.includes('crash') ? 500 : 200));
  const results = await client.moleculesOfSmiles(['C', 'crash', 'CC', 'CCC', 'CCCC', 'CCCCC']);
  expect(lengths(results)).toEqual([1, false, 2, 3, 4, 5]);
  expect(bodies.map(({ smiles }) => smiles.length)).toEqual([5, 1, 1, 1, 1, 1, 1]);
  const alone = converting(molecules, () => 422);
  expect(await alone.client.moleculesOfSmiles(['C'])).toEqual([false]);
  expect(alone.bodies).toHaveLength(2);
});

test('a second try may succeed', async () => {
  let calls = 0;
  const { client } = converting(molecules, () => (++calls === 1 ? 504 : 200));
  expect(lengths(await client.moleculesOfSmiles(['CC']))).toEqual([2]);
});

test('molecules go in batches of 25, with the same second try', async () => {
  const many = Array.from({ length: 60 }, (_, index) => helium(index));
  const answer = ({ molecules: asked }: Body) => ({
    results: asked.map(({ atoms }) => {
      const x = atoms[0]?.position[0];
      return x === 7
        ? { smiles: null, perceived: true, error: { detail: 'none' } }
        : { smiles: `He${x}`, perceived: true };
    }),
  });
  const fails = ({ molecules: asked }: Body) => (asked.some(({ atoms }) => atoms[0]?.position[0] === 30) ? 500 : 200);
  const { bodies, client } = converting(answer, fails);
  const results = await client.smilesOfMolecules(many as never);
  expect(results).toEqual(many.map((_, index) => (index === 7 || index === 30 ? false : `He${index}`)));
  expect(bodies.map(({ molecules: asked }) => asked.length)).toEqual([25, 25, ...Array(25).fill(1), 10]);
});

test.each([0, 401, 403, 429])(
  'status %d is no conversion failure: it is thrown, and nothing is tried again',
  async (code) => {
    const { bodies, client } = converting(molecules, () => code);
    await expect(client.moleculesOfSmiles(['C', 'CC'])).rejects.toMatchObject({ status: code });
    expect(bodies).toHaveLength(1);
  },
);

test('an answer with too few results has failed for the rest', async () => {
  const { client } = converting(() => ({ results: [{ smiles: 'C', molecule: helium(1) }] }));
  expect(lengths(await client.moleculesOfSmiles(['C', 'CC']))).toEqual([1, false]);
});

test('lookups and orders of atoms are asked where they are', async () => {
  const paths: string[] = [];
  const { client } = converting((_body, path) => {
    paths.push(path);
    return path.includes('sequences')
      ? { pdb_id: '1HCK', sequences: [{ kind: 'protein', sequence: 'MA', chains: ['A'], name: null }] }
      : { results: [] };
  });
  await client.pubchemMolecules(['2244']);
  await client.pubchemSmiles(['aspirin']);
  await client.reorderToMatchTemplate(helium(0) as never, [helium(1) as never]);
  expect((await client.sequencesOfPdbId('1hck&x=y')).sequences[0]?.chains).toEqual(['A']);
  expect(paths).toEqual([
    '/api/convert/pubchem_to_mols',
    '/api/convert/pubchem_to_smiles',
    '/api/convert/reorder_to_match_template',
    '/api/convert/pdb_id_to_sequences?pdb_id=1hck%26x%3Dy',
  ]);
});
