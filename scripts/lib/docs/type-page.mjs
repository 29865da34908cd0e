/** The page of one workflow type in the documentation. */
import { keyOf } from '../examples/stored-examples.mjs';
import { escaped, page } from './page.mjs';

const code = (text) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;

/** Seconds as text that a person estimates by. */
export function roughly(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** The body of the call that computed the example; null where it needs a protein that was stored before. */
function submissionOf({ type, name, smiles, molecule, data }) {
  return {
    name,
    workflow_type: type,
    ...(smiles ? { initial_smiles: smiles } : {}),
    ...(molecule ? { initial_molecule: molecule } : {}),
    workflow_data: data ?? {},
    options: { substitute: true },
  };
}

function curl(body) {
  return `curl -X POST "$CUVETTE/api/workflow" \\
  -H "X-API-Key: $CUVETTE_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body, null, 2)}'`;
}

function python(body) {
  return `import os, time, requests

server = os.environ["CUVETTE"]
headers = {"X-API-Key": os.environ["CUVETTE_KEY"]}
submission = ${pythonValue(body)}
item = requests.post(f"{server}/api/workflow", json=submission, headers=headers).json()
while item["object_status"] not in (2, 3, 4):  # completed, failed, stopped
    time.sleep(2)
    item = requests.get(f"{server}/api/workflow/{item['uuid']}", headers=headers).json()
print(item["object_data"])`;
}

/** A value of JSON as Python writes it, indented by four spaces. */
function pythonValue(value) {
  const words = { true: 'True', false: 'False', null: 'None' };
  return JSON.stringify(value, null, 4).replace(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (_, text, word) => text ?? words[word],
  );
}

function methodOf({ item }) {
  const stages = item.provenance?.stages ?? [];
  const rows = stages.map(
    ({ name, engine, engine_version: version, seconds }) =>
      `          <tr><td>${escaped(name)}</td><td>${escaped(engine ?? '')} ${escaped(version ?? '')}</td><td>${
        seconds == null ? '' : escaped(roughly(seconds))
      }</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `      <h2>What ran</h2>
      <div class="table" tabindex="0"><table>
        <thead><tr><th scope="col">Step</th><th scope="col">Program</th><th scope="col">Time</th></tr></thead>
        <tbody>
${rows.join('\n')}
        </tbody>
      </table></div>`;
}

const cell = (value) => `<td>${value ?? ''}</td>`;

function accuracyOf(accuracy) {
  if (accuracy.length === 0) return '';
  const rows = accuracy.map(
    ({ method, set, size, mae, rmse }) =>
      `          <tr><td><code>${escaped(method)}</code></td><td>${escaped(set)}</td>${[size, mae, rmse].map(cell).join('')}</tr>`,
  );
  return `      <h2>How accurate</h2>
      <p>Against measured values; <code>docs/accuracy.md</code> names them with their sources. Errors are in the unit of the result.</p>
      <div class="table" tabindex="0"><table>
        <thead><tr><th scope="col">Method</th><th scope="col">Class</th><th scope="col">n</th><th scope="col">Mean absolute error</th><th scope="col">Root mean square error</th></tr></thead>
        <tbody>
${rows.join('\n')}
        </tbody>
      </table></div>`;
}

function valuesOf(values) {
  if (values.length === 0) return '';
  const rows = values.map(
    ({ path, title, unit }) =>
      `          <tr><td><code>${escaped(path)}</code></td>${[title, unit ?? ''].map((text) => cell(escaped(text))).join('')}</tr>`,
  );
  return `
      <p>One number of it inside a sentence, by its name:</p>
      ${code(`<cuvette-value workflow="UUID" path="${values[0].path}" public></cuvette-value>`)}
      <div class="table" tabindex="0"><table>
        <thead><tr><th scope="col">Name</th><th scope="col">Number</th><th scope="col">Unit</th></tr></thead>
        <tbody>
${rows.join('\n')}
        </tbody>
      </table></div>`;
}

/** A stored example as a live widget. */
function widget(job) {
  return `      <p>${escaped(job.about)}</p>
      <cuvette-workflow src="../results/${keyOf(job)}.cuvette.json" style="height: 640px">
        ${escaped(job.name)}. Open this page with script for the live result.
      </cuvette-workflow>`;
}

/**
 * The page of a type.
 * @param {{entry: {type: string, path: string, title: string}, summary: string, entries: readonly object[],
 *   example: {job: import('../../../examples/jobs.mjs').ExampleJob, item: object, seconds: number} | null,
 *   further?: readonly {job: import('../../../examples/jobs.mjs').ExampleJob}[],
 *   values: readonly import('../../../packages/core/src/workflows/definition.ts').NamedValue[],
 *   accuracy: readonly {method: string, set: string, size: number, mae?: number, rmse: number}[]}} about
 */
export function typePage({ entry, summary, entries, example, further = [], values, accuracy }) {
  const { type, path, title } = entry;
  const live = example
    ? `${widget(example.job)}
      <p>This result was computed by Cuvette in ${escaped(roughly(example.seconds))} on two cores. It is a file beside this page: no server is asked.</p>
${methodOf(example)}${further.map(({ job }) => `\n${widget(job)}`).join('')}`
    : `      <p class="none">There is no example: this type needs programs, data or weights that a fresh installation does not have. The page <em>New workflow</em> of your
        server says what is missing.</p>`;
  const body = example ? submissionOf(example.job) : { workflow_type: type, workflow_data: {} };
  const needsProtein = example?.job.protein
    ? '      <p>The protein is stored and prepared first (<code>POST /api/protein</code>); its <code>uuid</code> and the <code>pocket</code> (centre and edges in Å) come into <code>workflow_data</code>.</p>\n'
    : '';
  return page({
    title,
    entries,
    current: type,
    base: '../',
    body: `      <h1>${escaped(title)}</h1>
      <p class="lead">${escaped(summary)}</p>
${live}
${accuracyOf(accuracy)}
      <h2>Submit it</h2>
      <p>In the portal: <em>New workflow</em>, then <em>${escaped(title)}</em> (<code>/new${escaped(path)}</code>).</p>
${needsProtein}      <p>By <code>curl</code>, with an API key of your account:</p>
      ${code(curl(body))}
      <p>In Python:</p>
      ${code(python(body))}
      <h2>Embed it</h2>
      <p>A shared item, live from the server:</p>
      ${code(`<script type="module" src="https://YOUR-SERVER/embed/1/embed.js"></script>
<cuvette-workflow workflow="UUID" public></cuvette-workflow>`)}
      <p>The same from a file that was downloaded (<em>Download</em>, JSON), with no server:</p>
      ${code(`<cuvette-workflow src="${type}.cuvette.json"></cuvette-workflow>`)}${valuesOf(values)}`,
  });
}
