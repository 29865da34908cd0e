import { randomUUID } from 'node:crypto';
import {
  mostRecipeItems,
  type Recipe,
  type RecipePlace,
  type RecipeRun,
  type RecipeStarted,
  type RecipeStep,
  WorkflowSubmission,
  withoutReferences,
} from '@cuvette/core/entities';
import { entryOfType } from '@cuvette/core/workflows';
import { awaitedSteps, linksOfStep, orderedSteps, stepWithItems } from '@cuvette/core/workflows/chains/recipe-steps';
import type * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Member } from '../../store/reader.ts';
import { check } from '../../wire/body.ts';
import { waitingItem } from '../items/chain/prepare-linked.ts';
import { requireNamed } from '../items/named-things.ts';
import { draftSmiles } from '../items/submission/draft.ts';
import { fill, type PreparedWorkflow } from '../items/submission/new-item.ts';
import { prepareSubmissions } from '../items/submission/prepare.ts';
import { type Submission, typeOfDraft } from '../items/submission/read-submission.ts';

type Run = z.output<typeof RecipeRun>;
type GivenMolecule = Run['molecules'][number];

/** Items of a run, ready to be stored, and what the answer says of them. */
export interface PreparedRun {
  items: PreparedWorkflow[];
  rows: RecipeStarted['rows'];
  skipped: RecipeStarted['skipped'];
}

/** What a step is called in the names of its items. */
function titleOf({ title, workflow_type }: RecipeStep): string {
  return title ?? entryOfType(workflow_type)?.title ?? workflow_type;
}

/** What a molecule is called where nobody named it: its SMILES as far as that is short, else its place. */
function nameOf({ name, smiles }: GivenMolecule, index: number): string {
  if (name !== null) return name;
  return smiles !== null && smiles.length <= 40 ? smiles : `Molecule ${index + 1}`;
}

/** The submission of a step for one molecule under a name, `items` being those of its earlier steps. */
export function submissionOf(
  step: RecipeStep,
  given: Pick<GivenMolecule, 'smiles' | 'molecule'>,
  name: string,
  items: Readonly<Record<string, string>>,
): Submission {
  const { workflow_data, initial_molecule } = stepWithItems(step, items);
  return check(WorkflowSubmission, {
    name,
    workflow_type: step.workflow_type,
    workflow_data,
    initial_molecule: initial_molecule ?? given.molecule,
    initial_smiles: initial_molecule === null && given.molecule === null ? given.smiles : null,
    after: step.after.flatMap((id) => items[id] ?? []),
  });
}

/** An item with its place in the run, which stays with what was sent when results are put into it. */
export function placed(item: PreparedWorkflow, place: RecipePlace): PreparedWorkflow {
  const options = { ...item.options, recipe: place };
  const draft = item.draft ? { ...item.draft, options: { ...(item.draft.options as object), recipe: place } } : null;
  return { ...item, options, draft };
}

/** Refuses (422) what is no list of molecules that a run could take. */
function refuseMolecules({ molecules }: Run, steps: readonly RecipeStep[]): void {
  const count = molecules.length * steps.length;
  if (count > mostRecipeItems) {
    throw new HttpProblem(
      422,
      `${molecules.length} molecules in ${steps.length} steps would make ${count} items; a run makes ${mostRecipeItems} at most.`,
      'molecules',
    );
  }
  molecules.forEach(({ smiles, molecule }, index) => {
    if ((smiles === null) === (molecule === null)) {
      throw new HttpProblem(422, 'Give each molecule a SMILES or a structure, and not both.', `molecules.${index}`);
    }
  });
}

/**
 * Makes the items of a run: for each molecule those of every step. Steps without earlier ones are judged as any submission, for all molecules together; the others wait, and are judged
 * as a whole when their sources have completed. Of open stereo the first isomer runs. Throws 422 with all that cannot be run, unless such molecules are to be left out.
 * @param folder the folder that the items will lie in
 */
export async function prepareRun(
  services: Services,
  reader: Member,
  { steps: given }: Pick<Recipe, 'steps'>,
  run: Run,
  folder: string,
): Promise<PreparedRun> {
  const steps = orderedSteps(given) ?? [];
  refuseMolecules(run, steps);
  const names = run.molecules.map(nameOf);
  const items: Record<string, string>[] = run.molecules.map(() => ({}));
  const skipped = new Map<number, string>();
  const made = new Map<number, PreparedWorkflow[]>();
  for (const step of steps) {
    const left = run.molecules.flatMap((molecule, index) => (skipped.has(index) ? [] : [{ molecule, index }]));
    const wanted = left.map(({ molecule, index }): WantedItem => {
      const name = `${(names[index] ?? '').slice(0, 380)}: ${titleOf(step)}`;
      const own = items[index] ?? {};
      return {
        submission: submissionOf(step, molecule, name, own),
        items: own,
        smiles: made.get(index)?.[0]?.smiles ?? null,
      };
    });
    const refuse = (place: number, detail: string) => skipped.set(left[place]?.index ?? -1, detail);
    const prepared = await itemsOfStep(services, reader, step, wanted, folder, refuse);
    prepared.forEach((item, place) => {
      const { index = -1 } = left[place] ?? {};
      const own = items[index];
      if (!item || !own) return;
      own[step.id] = item.uuid;
      made.set(index, [...(made.get(index) ?? []), placed(item, { step: step.id, row: index })]);
    });
  }
  for (const index of skipped.keys()) made.delete(index);
  if (skipped.size > 0 && (!run.skip_invalid || made.size === 0)) throw refusalOf(skipped, run.molecules.length);
  return {
    items: [...made.entries()].sort(([a], [b]) => a - b).flatMap(([, own]) => own),
    rows: [...made.keys()]
      .sort((a, b) => a - b)
      .map((index) => ({ name: names[index] ?? '', items: items[index] ?? {} })),
    skipped: [...skipped].map(([index, detail]) => ({ index, detail })),
  };
}

/** An item of a step that is to be made: what is submitted, the items of earlier steps, and the molecule that the chain began with as far as it is known. */
export interface WantedItem {
  submission: Submission;
  items: Readonly<Record<string, string>>;
  smiles: string | null;
}

/**
 * The items of one step, for one molecule each. Those of a first step are judged now: `refuse` gets what cannot be run, by its place, which has no item. Those that wait for
 * earlier steps are judged as a whole when these have completed. Throws 422 for settings that fit no molecule.
 */
export async function itemsOfStep(
  services: Services,
  reader: Member,
  step: RecipeStep,
  wanted: readonly WantedItem[],
  folder: string,
  refuse: (place: number, detail: string) => void,
): Promise<(PreparedWorkflow | null)[]> {
  const definition = await typeOfDraft(step.workflow_type);
  const named = withoutReferences(step.workflow_data) as Record<string, unknown>;
  if (definition) await requireNamed(services, reader, definition, named);
  if (awaitedSteps(step).length > 0) return waiting(services, reader, step, wanted, folder);
  const submissions = wanted.map(({ submission }) => submission);
  return judged(services, submissions, folder, refuse);
}

/** The items of a first step: each submission is judged now. `refuse` gets what cannot be run, by its place; it has no item. */
async function judged(
  services: Services,
  submissions: readonly Submission[],
  folder: string,
  refuse: (place: number, detail: string) => void,
): Promise<(PreparedWorkflow | null)[]> {
  const refused = new Set<number>();
  const batches = await prepareSubmissions(services, submissions, folder, (error, place) => {
    if (!(error instanceof HttpProblem) || error.status !== 422) return error;
    refused.add(place);
    refuse(place, error.message);
    return null;
  });
  const found = batches.values();
  return submissions.map((_, place) => (refused.has(place) ? null : (found.next().value?.[0] ?? null)));
}

/** The items of a step that waits for earlier ones. Its settings are judged once: they are the same for all molecules. */
async function waiting(
  services: Services,
  reader: Member,
  step: RecipeStep,
  wanted: readonly WantedItem[],
  folder: string,
): Promise<PreparedWorkflow[]> {
  const [first] = wanted;
  if (!first) return [];
  const pattern = await waitingItem(services, reader, first.submission, folder);
  const taken = (submission: Submission, own: Readonly<Record<string, string>>) =>
    awaitedSteps(step).map((id) => ({
      uuid: own[id] ?? randomUUID(),
      name: `${(submission.name ?? '').split(': ').slice(0, -1).join(': ')}: ${id}`,
      taken: linksTo(step, id),
    }));
  const prepared: PreparedWorkflow[] = [];
  for (const { submission, items, smiles: known } of wanted) {
    // Until its own structure is known, an item is shown by the molecule that the chain began with.
    const smiles = known ?? (await draftSmiles(services, submission));
    const { data, requirements } = pattern;
    const made = fill({ submission, parent: folder, type: step.workflow_type, data, smiles, requirements });
    const sources = taken(submission, items);
    prepared.push({ ...made, draft: submission, sources, waitsForOthers: true });
  }
  return prepared;
}

function linksTo(step: RecipeStep, id: string): { field: string; path: string }[] {
  return linksOfStep(step)
    .filter((link) => link.step === id)
    .map(({ field, path }) => ({ field, path }));
}

/** Most refusals that are listed one by one. */
const mostListed = 20;

function refusalOf(skipped: ReadonlyMap<number, string>, count: number): HttpProblem {
  const lines = [...skipped]
    .slice(0, mostListed)
    .map(([index, detail]) => `Molecule ${index + 1} of ${count}: ${detail}`);
  const more = skipped.size > mostListed ? [`And ${skipped.size - mostListed} more.`] : [];
  const [first = 0] = skipped.keys();
  if (count === 1) return new HttpProblem(422, skipped.get(0) ?? '', 'molecules.0');
  const words = `${skipped.size} of ${count} molecules cannot be run, so none was taken ("skip_invalid": true takes the others).`;
  return new HttpProblem(422, [words, ...lines, ...more].join('\n'), `molecules.${first}`);
}
