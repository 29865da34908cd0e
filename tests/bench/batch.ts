/**
 * `npm run bench:batch`: what a batch costs a person. Seconds until the server has taken a batch of SMILES, and until its items are computed, on a
 * server that runs already: `CUVETTE_ORIGIN`, `CUVETTE_KEY` (`cuvette user key`), and if wanted `CUVETTE_BATCH` (200 items), `CUVETTE_TYPE` (admet) and its settings as JSON, `CUVETTE_DATA_OF_TYPE`.
 */
const origin = process.env.CUVETTE_ORIGIN ?? 'http://127.0.0.1:4280';
const key = process.env.CUVETTE_KEY ?? '';
const count = Number(process.env.CUVETTE_BATCH ?? 200);
const type = process.env.CUVETTE_TYPE ?? 'admet';
const data = JSON.parse(process.env.CUVETTE_DATA_OF_TYPE ?? '{}') as Record<string, unknown>;
if (key === '') throw new Error('CUVETTE_KEY is missing: "cuvette user key" makes one.');

/** Different molecules of a drug's kind: rings that carry one group, with a chain of some length between them. */
function molecules(wanted: number): string[] {
  const rings = ['c1ccccc1', 'c1ccncc1', 'c1ccc2[nH]ccc2c1', 'c1ccsc1', 'C1CCNCC1', 'C1CCOCC1', 'c1ccc2ccccc2c1'];
  const groups = ['O', 'N', 'OC(=O)', 'NC(=O)', 'F', 'Cl', 'NS(=O)(=O)', 'N#C', 'CO', 'CN(C)', 'FC(F)(F)', 'COC(=O)'];
  const found: string[] = [];
  for (let chain = 1; found.length < wanted; chain++) {
    for (const ring of rings) for (const group of groups) found.push(`${group}${'C'.repeat(chain)}${ring}`);
  }
  return found.slice(0, wanted);
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(2);

const folder = await call<{ uuid: string }>('POST', '/api/folder', { name: `Bench of ${count} × ${type}` });
const smiles = molecules(count);
const start = performance.now();
// As the portal sends it: looked at first, then submitted.
const batch = { workflow_type: type, workflow_data: data, initial_smileses: smiles };
await call('POST', '/api/workflow/batch_check', batch);
console.log(`${count} SMILES looked at in ${seconds(start)} s`);
const submitted = performance.now();
const { uuids } = await call<{ uuids: string[] }>('POST', '/api/workflow/batch_submit', {
  ...batch,
  folder_uuid: folder.uuid,
  names: smiles,
  summary: true,
});
console.log(`${count} SMILES taken in ${seconds(submitted)} s`);
for (let ended = 0; ended < uuids.length; ) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const counts = await call<Record<string, number>>('POST', '/api/workflow/batch_status', { uuids });
  ended = (counts['2'] ?? 0) + (counts['3'] ?? 0) + (counts['4'] ?? 0);
}
const minutes = (performance.now() - submitted) / 60_000;
console.log(`${count} × ${type} computed in ${seconds(submitted)} s: ${Math.round(count / minutes)} jobs a minute`);
const read = performance.now();
await call('GET', `/api/folder/${folder.uuid}/values`);
console.log(`their table read in ${seconds(read)} s`);
