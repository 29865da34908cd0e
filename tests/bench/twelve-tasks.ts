/**
 * `npm run bench:tasks [-- name ...]`: twelve questions of a working chemist, asked of the really started product and read from its pages in a browser.
 * Each number is printed beside its measured value, with the error that the page shows and the notes beside it: a number must lie within its error,
 * or the page must say that it does not hold here. All twelve take about an hour on two idle cores; names choose some ("hcn ferrocene").
 */
import type { WorkflowItem } from '@cuvette/core/entities';
import { chromium, type Page } from '@playwright/test';
import { Product } from '../e2e/support/product.ts';
import { readPage } from './tasks/read-page.ts';
import { isAnswer, type Shown, type Task, verdict } from './tasks/task.ts';
import { tasks } from './tasks/tasks.ts';

/** Milliseconds that a page gets to show what a question asks for: energies come after the page, on a busy machine late. */
const patience = 60_000;

/** Opens a result at the tab of its task, and reads it once every question has its answer. */
async function openResult(page: Page, address: string, { tab, questions }: Task): Promise<Shown> {
  await page.goto(address);
  await page.locator('cuvette-workflow [role=tabpanel]').first().waitFor();
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.waitForLoadState('networkidle');
  const end = performance.now() + patience;
  for (;;) {
    const shown = await readPage(page);
    if (performance.now() > end || questions.every(({ read }) => isAnswer(read(shown)))) return shown;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function ask(task: Task, product: Product, page: Page): Promise<void> {
  const began = performance.now();
  const more = task.prepare ? await task.prepare(product) : {};
  if (more === null) return console.log(`${task.name}: left out, its file is not here`);
  const submitted = await product.call<WorkflowItem & { detail?: string }>('POST', '/api/workflow', {
    name: task.name,
    workflow_type: task.type,
    ...(task.smiles ? { initial_smiles: task.smiles } : {}),
    ...('initial_molecule' in more ? { initial_molecule: more.initial_molecule } : {}),
    options: { substitute: true },
    workflow_data: { ...task.data, ...more.data },
  });
  const { uuid, detail } = submitted.body;
  if (!uuid) return console.log(`${task.name}: refused: ${detail}`);
  let item = await product.get<WorkflowItem>(`/api/workflow/${uuid}`);
  while (item.object_status < 2 || item.object_status === 5) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    item = await product.get<WorkflowItem>(`/api/workflow/${uuid}`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  if (item.object_status !== 2)
    return console.log(`${task.name}: ${item.error?.message ?? 'did not end well'} (${seconds} s)`);
  const shown = await openResult(page, `${product.origin}/workflow/${uuid}`, task);
  console.log(`${task.name} (${task.type}, ${seconds} s)`);
  for (const question of task.questions) {
    const text = question.read(shown) ?? '';
    console.log(`  ${question.text}\n    shown: ${text || 'nothing'}  ->  ${verdict(question, text, shown)}`);
  }
  for (const problem of task.problems?.(item) ?? []) console.log(`    PROBLEM: ${problem}`);
  for (const note of new Set(shown.beside)) console.log(`    beside: ${note}`);
  for (const note of new Set(shown.limits)) console.log(`    limit: ${note}`);
}

const wanted = process.argv.slice(2);
const product = await Product.start();
const browser = await chromium.launch({
  executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-3d-apis'],
});
try {
  await product.workerReady();
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(product.link);
  for (const task of tasks.filter(({ name }) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)))) {
    await ask(task, product, page).catch((error: Error) => console.log(`${task.name}: ${error.message}`));
  }
} finally {
  await browser.close();
  await product.stop();
}
