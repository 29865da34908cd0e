/** All pages of the documentation, by the file that each is written to. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobs } from '../../../examples/jobs.mjs';
import { accuracy } from '../../../packages/core/src/methods/accuracy.ts';
import { catalogue, loadWorkflow, summaryOfType } from '../../../packages/core/src/workflows/index.ts';
import { namedValuesOf } from '../../../packages/core/src/workflows/items/named-values.ts';
import { fileOf, keyOf } from '../examples/stored-examples.mjs';
import { root } from '../stamps.mjs';
import { escaped, page } from './page.mjs';
import { roughly, typePage } from './type-page.mjs';

const read = (file) => readFileSync(file, 'utf8');

/** The stored examples of a type, the one of its own name first. */
function examplesOf(type) {
  return jobs
    .filter((job) => job.type === type && existsSync(fileOf(keyOf(job))))
    .map((job) => {
      const [item] = JSON.parse(readFileSync(fileOf(keyOf(job)), 'utf8')).items;
      return { job, item, seconds: item.elapsed };
    });
}

/** The errors of a type's methods and of their classes on the check sets of docs/accuracy.md. */
function accuracyOf(type) {
  return Object.entries(accuracy).flatMap(([name, { classes, ...whole }]) => {
    const [of, method] = name.split('/');
    if (of !== type) return [];
    const parts = Object.entries(classes ?? {}).map(([title, one]) => ({ method, set: title, ...one }));
    return [{ method, set: 'all', ...whole }, ...parts];
  });
}

/** What a result of a type can be quoted by (`cuvette-value`): the names are there before anything is computed. */
async function valuesOf(type) {
  const item = { uuid: '', name: '', object_type: type, object_status: 2, object_data: {} };
  return namedValuesOf(await loadWorkflow(type), item);
}

function indexPage(entries, about) {
  const rows = entries.map(({ type, title }) => {
    const { summary, example } = about(type);
    return `          <tr><td><a href="types/${type}.html">${escaped(title)}</a></td><td>${escaped(summary)}</td><td>${
      example ? `${escaped(example.job.name)}, ${escaped(roughly(example.seconds))}` : ''
    }</td></tr>`;
  });
  return page({
    title: 'Workflow types',
    entries,
    current: null,
    base: '',
    body: `      <h1>What Cuvette computes</h1>
      <p class="lead">Each page shows a real result, what computed it, how to submit it, and how to show it on a page of your own. No server is asked.</p>
      <div class="table" tabindex="0"><table>
        <thead><tr><th scope="col">Workflow</th><th scope="col">What it computes</th><th scope="col">Example, and its time on two cores</th></tr></thead>
        <tbody>
${rows.join('\n')}
        </tbody>
      </table></div>`,
  });
}

/**
 * The pages and the files that they need.
 * @returns {Promise<{pages: Map<string, string>, results: string[]}>} pages by their path in the documentation; results: the keys of the stored examples that belong to it
 */
export async function site() {
  const found = new Map(
    await Promise.all(
      catalogue.map(async ({ type }) => {
        const [example = null, ...further] = examplesOf(type);
        return [type, { summary: summaryOfType(type), example, further, values: await valuesOf(type) }];
      }),
    ),
  );
  const about = (type) => found.get(type);
  const pages = new Map([
    ['index.html', indexPage(catalogue, about)],
    // It looks as the reference of the elements does.
    [
      'docs.css',
      [join(root, 'examples/gallery/gallery.css'), join(import.meta.dirname, 'docs.css')].map(read).join(''),
    ],
    ...catalogue.map((entry) => [
      `types/${entry.type}.html`,
      typePage({
        entry,
        entries: catalogue,
        ...about(entry.type),
        accuracy: accuracyOf(entry.type),
      }),
    ]),
  ]);
  const results = catalogue.flatMap(({ type }) => examplesOf(type).map(({ job }) => keyOf(job)));
  return { pages, results };
}

/**
 * Links of the pages that lead nowhere in the documentation.
 * @param {ReadonlyMap<string, string>} pages
 * @param {(path: string) => boolean} present whether a file that is no page is there, by its path in the documentation
 * @returns {string[]} as text
 */
export function brokenLinks(pages, present) {
  const broken = [];
  for (const [name, text] of pages) {
    if (!name.endsWith('.html')) continue;
    for (const [, link] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const target = decodeURIComponent(new URL(link, `https://docs.invalid/${name}`).pathname.slice(1));
      if (!pages.has(target) && !present(target)) broken.push(`${name} links to ${link}, which is not there.`);
    }
  }
  return broken;
}
