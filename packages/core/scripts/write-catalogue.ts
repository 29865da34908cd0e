/**
 * `npm run catalogue`: writes `workflows/types/all.ts`, which names every workflow type, from the folders beside it.
 * `--check` writes nothing and exits 1 when the committed file is stale.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { TypeEntry, WorkflowDefinition } from '@cuvette/core/workflows';

const types = new URL('../src/workflows/types/', import.meta.url);

interface Known {
  entry: TypeEntry;
  definition: WorkflowDefinition;
}

const folders = readdirSync(types, { withFileTypes: true }).filter((each) => each.isDirectory());
const known = await Promise.all(
  folders.map(async ({ name }): Promise<Known> => {
    const { entry } = (await import(`${types}${name}/entry.ts`)) as { entry: TypeEntry };
    if (entry.type !== name) throw new Error(`The entry in types/${name} is of the type ${entry.type}.`);
    return { entry, definition: (await import(`${types}${name}/index.ts`)).default };
  }),
);
known.sort((one, other) => one.entry.order - other.entry.order || one.entry.type.localeCompare(other.entry.type));
const names = known.map(({ entry }) => entry.type);
// A pose is analysed in its protein: a ligand alone does not begin it.
const takers = known.filter(
  ({ definition: { inputs } }) =>
    inputs.some(({ role }) => role === 'initial_molecule' || role === 'initial_smiles') &&
    !inputs.some(({ ligand }) => ligand !== undefined),
);

const lines = (of: (name: string) => string) => names.map((name) => `  ${of(name)},\n`).join('');
const text = `/** Written by \`npm run catalogue\` from the folders beside this file. */
import type { ResultDefinition, WorkflowDefinition } from '../definition.ts';
import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../type-entry.ts';
${[...names]
  .sort()
  .map((name) => `import * as ${name} from './${name}/entry.ts';\n`)
  .join('')}
/** All workflow types of this version, in the order of the menus. */
export const entries: readonly TypeEntry[] = [
${lines((name) => `${name}.entry`)}];

/** What each is for, in one sentence. Apart from the entries, which every page with an element loads. */
export const summaries: Readonly<Record<string, string>> = {
${lines((name) => `${name}: ${name}.summary`)}};

/** Which question each answers. */
export const questions: Readonly<Record<string, TypeQuestion>> = {
${lines((name) => `${name}: ${name}.question`)}};

/** What docs/accuracy.md says of each; null for those that do not compute by themselves. */
export const accuracies: Readonly<Record<string, TypeAccuracy | null>> = {
${lines((name) => `${name}: ${name}.accuracy`)}};

export const definitions: Readonly<Record<string, () => Promise<WorkflowDefinition>>> = {
${lines((name) => `${name}: async () => (await import('./${name}/index.ts')).default`)}};

/** What a view needs of each. */
export const results: Readonly<Record<string, () => Promise<ResultDefinition>>> = {
${lines((name) => `${name}: async () => (await import('./${name}/results.ts')).default`)}};

/** Types that take one small molecule as it is in a result, and can be opened with it. */
export const takers: readonly string[] = [
${takers.map(({ entry }) => `  '${entry.type}',\n`).join('')}];
`;

const file = new URL('all.ts', types);
const stale = !existsSync(file) || readFileSync(file, 'utf8') !== text;
if (stale && process.argv.includes('--check')) {
  console.error('types/all.ts is stale. Run "npm run catalogue".');
  process.exitCode = 1;
} else if (stale) writeFileSync(file, text);
