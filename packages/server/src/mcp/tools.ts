import type { AccountClient } from '@cuvette/core/client';
import {
  BatchFindings,
  longestStructureText,
  mostRecipeMolecules,
  Recipe,
  RecipeStarted,
  StructureMatch,
  statusName,
  WorkflowItem,
  type WorkflowSubmissionInput,
} from '@cuvette/core/entities';
import {
  catalogue,
  entryOfType,
  loadWorkflow,
  questionGroups,
  questionOfType,
  summaryOfType,
} from '@cuvette/core/workflows';
import { accuracies } from '@cuvette/core/workflows/types/all';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { bestFirst } from './best-first.ts';
import { headOf, needsTables, partOf, readResult, resultPaths, rowsPerPage } from './result-parts.ts';
import { waitFor } from './wait-for.ts';

/** What a tool may call and when it must stop. */
interface ToolCall {
  client: AccountClient;
  signal: AbortSignal;
}

/** A picture as an answer has it: base64. */
interface Picture {
  data: string;
  mimeType: string;
}

/** A tool of an agent. `run` answers an object, or a picture with the head of its item. */
export interface Tool<Input extends z.core.$ZodShape = z.core.$ZodShape> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** Whether it changes nothing. */
  reads: boolean;
  run(
    call: ToolCall,
    input: z.output<z.ZodMiniObject<Input>>,
  ): Promise<Record<string, unknown> | { picture: Picture; about: Record<string, unknown> }>;
}

/** Infers the input of a tool from its shape. */
const tool = <Input extends z.core.$ZodShape>(one: Tool<Input>): Tool => one as unknown as Tool;

const described = <T extends z.ZodMiniType>(schema: T, description: string): T =>
  schema.check(z.describe(description)) as T;

const type = described(
  z.string(),
  'Workflow type as the API spells it, for example `pka`. `find_workflow_type` lists them.',
);
const uuid = described(z.uuid(), 'Identifier of the item.');
const settings = described(
  z._default(z.record(z.string(), z.unknown()), {}),
  'Settings that are not to be the default (`workflow_data`). `describe_workflow_type` gives their schema.',
);
const smiles = described(z.string().check(z.minLength(1), z.maxLength(20_000)), 'SMILES of the molecule.');
const submission = {
  type,
  smiles: z.optional(smiles),
  molecule: described(
    z.optional(z.record(z.string(), z.unknown())),
    'A molecule with coordinates, in place of the SMILES.',
  ),
  settings,
  from: described(
    z.optional(z.object({ item: z.uuid(), path: z.string().check(z.minLength(1), z.maxLength(200)) })),
    'A structure of the result of another item, in place of the SMILES: its identifier and a path (`structure`, `conformers[0]`, `structures[1]`). The new item waits until that one has completed.',
  ),
  after: described(
    z.optional(z.array(z.uuid()).check(z.maxLength(100))),
    'Identifiers of items that must have completed before this one begins.',
  ),
  name: described(z.optional(z.string().check(z.maxLength(200))), 'Name of the item.'),
  folder: described(z.optional(z.uuid()), 'Identifier of a folder; the own one where this is left out.'),
};

/** The body that the API takes for the input of `submit` and `draft`. Throws 422 for a type that is not known. */
function bodyOf(input: z.output<z.ZodMiniObject<typeof submission>>, isDraft: boolean): WorkflowSubmissionInput {
  if (!entryOfType(input.type)) throw unknownType(input.type);
  return {
    workflow_type: input.type,
    workflow_data: input.settings,
    initial_smiles: input.smiles ?? null,
    initial_molecule: input.from ? { $from: input.from.item, path: input.from.path } : (input.molecule ?? null),
    after: input.after ?? [],
    name: input.name ?? null,
    folder_uuid: input.folder ?? null,
    is_draft: isDraft,
  };
}

function unknownType(name: string): HttpProblem {
  return new HttpProblem(
    404,
    `"${name}" is no workflow type. The types are: ${catalogue.map((one) => one.type).join(', ')}.`,
    'type',
  );
}

const Submitted = z.looseObject({ ...WorkflowItem.shape, warnings: z.optional(z.array(z.string())) });
const structureText = z.string().check(z.minLength(1), z.maxLength(longestStructureText));
const Page = z.looseObject({
  workflows: z.array(WorkflowItem),
  num_pages: z.int(),
  total: z.optional(z.int()),
  matches: z.optional(z.record(z.string(), StructureMatch)),
});

async function submitted(client: AccountClient, path: string, body: unknown) {
  const item = await client.transport.send('POST', path, body, Submitted);
  return {
    ...headOf(await readResult(client, item.uuid, false)),
    items: item.submitted_uuids ?? [item.uuid],
    warnings: item.warnings ?? [],
  };
}

/** All tools, in the order of an agent's work: which type, whether it can run, run it, read it. */
export const tools: readonly Tool[] = [
  tool({
    name: 'find_workflow_type',
    title: 'Find a workflow type',
    description:
      'Lists the workflow types with the question that each answers and where its numbers are known to fail. With `question` the types that fit best come first.',
    input: {
      question: described(
        z.optional(z.string().check(z.maxLength(500))),
        'The question in a few English words: "pKa of an amine".',
      ),
    },
    reads: true,
    async run(_call, { question = '' }) {
      const types = catalogue.map((entry) => {
        const asked = questionOfType(entry.type);
        return {
          type: entry.type,
          title: entry.title,
          group: questionGroups.find(({ id }) => id === asked?.group)?.title ?? null,
          answers: asked?.asks ?? null,
          summary: summaryOfType(entry.type),
          known_to_fail: accuracies[entry.type]?.fails ?? null,
        };
      });
      return { types: bestFirst(question, types, (one) => [`${one.type} ${one.title} ${one.answers}`, one.summary]) };
    },
  }),
  tool({
    name: 'describe_workflow_type',
    title: 'Describe a workflow type',
    description: 'Gives the inputs of a type, its default settings and the JSON Schema of its settings.',
    input: { type },
    reads: true,
    async run({ client }, { type: name }) {
      const definition = await loadWorkflow(name);
      if (!definition) throw unknownType(name);
      return {
        type: name,
        title: definition.title,
        inputs: definition.inputs.map(({ role, kind, title, required }) => ({ role, kind, title, required })),
        defaults: definition.defaults(),
        known_to_fail: accuracies[name]?.fails ?? null,
        settings_schema: await client.transport.get(
          `/api/schemas/${name}.settings.json`,
          z.record(z.string(), z.unknown()),
        ),
      };
    },
  }),
  tool({
    name: 'check_input',
    title: 'Check molecules for a workflow',
    description:
      'Says for each SMILES whether the type would take it with these settings, and whether and when a worker of this server would run it. Nothing is stored.',
    input: {
      type,
      smiles: described(
        z.array(smiles).check(z.minLength(1), z.maxLength(100)),
        'SMILES of the molecules, 100 at most.',
      ),
      settings,
    },
    reads: true,
    async run({ client }, { type: name, smiles: list, settings: data }) {
      if (!entryOfType(name)) throw unknownType(name);
      const { send } = client.transport;
      const { results } = await send(
        'POST',
        '/api/workflow/batch_check',
        { workflow_type: name, workflow_data: data, initial_smileses: list },
        BatchFindings,
      );
      const dispatch = await client.willBeDispatched({
        workflow_type: name,
        workflow_data: data,
        initial_smiles: list[0] ?? null,
      });
      return {
        molecules: results.map((finding, index) => ({ smiles: list[index], ...finding })),
        first_molecule_would: dispatch,
      };
    },
  }),
  tool({
    name: 'create_draft',
    title: 'Create a draft',
    description:
      'Stores an item without running it, so that a person can look at it first. `submit` with its identifier runs it.',
    input: submission,
    reads: false,
    run: ({ client }, input) => submitted(client, '/api/workflow', bodyOf(input, true)),
  }),
  tool({
    name: 'submit',
    title: 'Submit a workflow',
    description:
      'Runs a type on a molecule, on a structure of the result of another item (`from`), or a draft by its identifier. `warnings` and `notes` say what was replaced because this server cannot run it: repeat them with every number of the result.',
    input: {
      ...submission,
      type: z.optional(type),
      draft: described(z.optional(z.uuid()), 'Identifier of a draft, in place of all else.'),
    },
    reads: false,
    run({ client }, { draft, type: name, ...rest }) {
      if (draft !== undefined) return submitted(client, `/api/workflow/${draft}/submit_draft`, {});
      if (name === undefined) throw new HttpProblem(422, 'Give a type, or the identifier of a draft.', 'type');
      return submitted(client, '/api/workflow', bodyOf({ ...rest, type: name }, false));
    },
  }),
  tool({
    name: 'find_recipes',
    title: 'List recipes',
    description:
      'Lists the recipes that the account may run: chains of workflow types with their settings, made and named by people of the laboratory.',
    input: {
      text: described(
        z.optional(z.string().check(z.maxLength(200))),
        'Text that the name or the description contains.',
      ),
    },
    reads: true,
    async run({ client }, { text = '' }) {
      const recipes = await client.transport.get('/api/recipe', z.array(Recipe));
      const wanted = text.toLowerCase();
      return {
        recipes: recipes
          .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
          .map(({ uuid, name, description, steps }) => ({
            recipe: uuid,
            name,
            description,
            steps: steps.map(({ id, title, workflow_type, initial_molecule }) => ({
              step: id,
              title,
              type: workflow_type,
              begins_with: initial_molecule ? `${initial_molecule.path} of ${initial_molecule.$from}` : 'the molecule',
            })),
          })),
      };
    },
  }),
  tool({
    name: 'run_recipe',
    title: 'Run a recipe',
    description:
      'Submits the whole chain of a recipe for each molecule. The answer names the items by molecule and step: `wait` for those of the last step, then `read_result`. Molecules that cannot be run are refused, or with `skip_invalid` left out and named.',
    input: {
      recipe: described(z.uuid(), 'Identifier of the recipe, as `find_recipes` lists it.'),
      molecules: described(
        z
          .array(z.object({ smiles, name: z.optional(z.string().check(z.maxLength(200))) }))
          .check(z.minLength(1), z.maxLength(mostRecipeMolecules)),
        'The molecules, each with its SMILES and perhaps a name.',
      ),
      name: described(z.optional(z.string().check(z.maxLength(200))), 'Name of the folder that the items lie in.'),
      folder: described(z.optional(z.uuid()), 'Identifier of the folder above it; the own one where this is left out.'),
      skip_invalid: described(z._default(z.boolean(), false), 'Leaves molecules out that cannot be run.'),
    },
    reads: false,
    async run({ client }, { recipe, molecules, name, folder, skip_invalid }) {
      const body = { molecules, name: name ?? null, folder_uuid: folder ?? null, skip_invalid };
      const { folder_uuid, rows, skipped } = await client.transport.send(
        'POST',
        `/api/recipe/${recipe}/run`,
        body,
        RecipeStarted,
      );
      return { folder: folder_uuid, table: `${client.origin}/batch/${folder_uuid}`, molecules: rows, skipped };
    },
  }),
  tool({
    name: 'wait',
    title: 'Wait for an item',
    description:
      'Waits until an item has ended, 60 seconds at most, and tells how far it is. Call it again while `ended` is false.',
    input: {
      item: uuid,
      seconds: described(
        z._default(z.number().check(z.minimum(0), z.maximum(60)), 60),
        'Longest wait in seconds, 60 at most.',
      ),
    },
    reads: true,
    run: ({ client, signal }, { item, seconds }) => waitFor(client, item, seconds, signal),
  }),
  tool({
    name: 'read_result',
    title: 'Read a result',
    description: `Reads parts of a result by their paths: ${Object.entries(resultPaths)
      .map(([path, gives]) => `\`${path}\`: ${gives}`)
      .join(
        '; ',
      )}. Every number comes with its unit, ±, method, notes and a sentence: quote the sentence, or give value, unit, ± and notes together.`,
    input: {
      item: uuid,
      paths: described(
        z._default(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(20)), [
          'headline',
          'tables',
        ]),
        'Paths of the parts, 20 at most.',
      ),
      page: described(z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0), 'Page of tables, from 0.'),
      page_size: described(
        z._default(z.int().check(z.minimum(1), z.maximum(rowsPerPage.most)), rowsPerPage.usual),
        `Rows of a page, ${rowsPerPage.most} at most.`,
      ),
    },
    reads: true,
    async run({ client }, { item, paths, page, page_size }) {
      const read = await readResult(client, item, needsTables(paths));
      const parts = Object.fromEntries(paths.map((path) => [path, partOf(read, path, { page, size: page_size })]));
      return { ...headOf(read), parts };
    },
  }),
  tool({
    name: 'get_picture',
    title: 'Get a picture of an item',
    description:
      '`card` shows name, main number, method and structural formula; `drawing` the structural formula; `3d` the structure; `plot` the first plot. A view that the item does not have is refused.',
    input: {
      item: uuid,
      view: described(z._default(z.enum(['card', 'drawing', '3d', 'plot']), 'card'), 'What the picture shows.'),
      width: described(z._default(z.int().check(z.minimum(100), z.maximum(1200)), 800), 'Width in pixels.'),
    },
    reads: true,
    async run({ client }, { item, view, width }) {
      const read = await readResult(client, item, false);
      const { fetch } = client.transport.place;
      const answer = await (fetch ?? globalThis.fetch)(
        `${client.origin}/api/workflow/${item}/picture.png?${new URLSearchParams({ view, width: String(width) })}`,
      );
      if (!answer.ok) {
        const { detail } = z.parse(z.looseObject({ detail: z.string() }), await answer.json());
        throw new HttpProblem(answer.status, detail);
      }
      const data = Buffer.from(await answer.arrayBuffer()).toString('base64');
      return { picture: { data, mimeType: 'image/png' }, about: headOf(read) };
    },
  }),
  tool({
    name: 'find_items',
    title: 'List and search items',
    description:
      'Lists the items that the account sees, ten a page, newest first, by name, type, status and structure (a molecule, a substructure or similar molecules in inputs and results), with their key results.',
    input: {
      text: described(z.optional(z.string().check(z.maxLength(200))), 'Text that the name contains.'),
      type: z.optional(type),
      status: described(
        z.optional(z.enum(['queued', 'running', 'completed', 'failed', 'stopped', 'draft'])),
        'Only items with this status.',
      ),
      molecule: described(
        z.optional(structureText),
        'SMILES: only items with this molecule; without stereochemistry all its stereoisomers.',
      ),
      substructure: described(
        z.optional(structureText),
        'SMARTS, or SMILES of a part: only items with a molecule that contains it.',
      ),
      similar_to: described(
        z.optional(structureText),
        'SMILES: only items with a similar molecule, the most similar first.',
      ),
      min_similarity: described(
        z.optional(z.number().check(z.minimum(0), z.maximum(1))),
        'Lowest Tanimoto coefficient for `similar_to` (Morgan fingerprints, radius 2); 0.5 where this is left out.',
      ),
      page: described(z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0), 'Page, from 0.'),
    },
    reads: true,
    async run({ client }, { text, type: name, status, molecule, substructure, similar_to, min_similarity, page }) {
      if (name !== undefined && !entryOfType(name)) throw unknownType(name);
      const code = [0, 1, 2, 3, 4, 5, 6].find((one) => statusName(one).toLowerCase() === status);
      const query = new URLSearchParams({
        page: String(page),
        size: '10',
        ...(text ? { name_contains: text } : {}),
        ...(name ? { object_type: name } : {}),
        ...(code === undefined ? {} : { object_status: String(code) }),
        ...(molecule ? { exact: molecule } : {}),
        ...(substructure ? { substructure } : {}),
        ...(similar_to ? { similar_to, sort: 'similarity' } : {}),
        ...(min_similarity === undefined ? {} : { min_similarity: String(min_similarity) }),
      });
      const { workflows, num_pages, matches } = await client.transport.get(`/api/workflow?${query}`, Page);
      return {
        // Read one by one: a list has no substitutions and warnings, which belong to each number.
        items: await Promise.all(
          workflows.map(async ({ uuid: listed, created_at }) => ({
            ...headOf(await readResult(client, listed, false)),
            created_at,
            ...(matches?.[listed] ? { matched: matches[listed] } : {}),
          })),
        ),
        page,
        next_page: page + 1 < num_pages ? page + 1 : null,
      };
    },
  }),
];
