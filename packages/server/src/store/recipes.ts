import type { FolderRecipe, Recipe, RecipeStarted, RecipeStep } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Database, type Executor, iso, json, row, rows, uuidArray } from './database/database.ts';
import { itemsInsideVisible, type Member, memberOf } from './reader.ts';
import { refuseForeignProject } from './saved-lists.ts';

/** What a recipe is made from or changed to. */
export interface RecipeChange {
  name?: string | undefined;
  description?: string | undefined;
  steps?: readonly RecipeStep[] | undefined;
  project_uuid?: string | null | undefined;
}

/** Most recipes of one person. */
const mostRecipes = 1000;

/** Own recipes, and those that somebody shares in a project of theirs. A key of one project sees what is shared in that one only. */
function visible(member: Member): SQL {
  const shared = sql`(r.project_uuid IS NOT NULL AND ${memberOf(member, 'r.project_uuid')})`;
  return member.project ? shared : sql`(r.user_id = ${member.id} OR ${shared})`;
}

const columns = (
  member: Member,
): SQL => sql`r.uuid, r.name, r.description, r.steps, r.project_uuid, r.created_at, r.updated_at,
  u.username AS owner_username, r.user_id = ${member.id} AS is_mine`;

const toRecipe = (found: Recipe): Recipe => ({
  ...found,
  created_at: iso(found.created_at),
  updated_at: iso(found.updated_at),
});

/** The recipes that a person may run: their own, then those of others, by name. */
export async function listRecipes(db: Executor, member: Member, project: string | undefined): Promise<Recipe[]> {
  const inside = project ? sql` AND r.project_uuid = ${project}::uuid` : sql.raw('');
  const found = await rows<Recipe>(
    db,
    sql`SELECT ${columns(member)} FROM recipe r JOIN "user" u ON u.id = r.user_id WHERE ${visible(member)}${inside}
        ORDER BY r.user_id <> ${member.id}, name_order(fold_case(r.name)) COLLATE "C", r.uuid`,
  );
  return found.map(toRecipe);
}

/** One recipe, or null where the person does not see it. */
export async function readRecipe(db: Executor, member: Member, uuid: string): Promise<Recipe | null> {
  const found = await row<Recipe>(
    db,
    sql`SELECT ${columns(member)} FROM recipe r JOIN "user" u ON u.id = r.user_id WHERE r.uuid = ${uuid}::uuid AND ${visible(member)}`,
  );
  return found && toRecipe(found);
}

/** Stores a recipe; its uuid. Throws 404 or 403 for the project that it shall be shared in, 422 where there are too many. */
export async function insertRecipe(
  db: Database,
  member: Member,
  made: RecipeChange & { name: string; steps: readonly RecipeStep[] },
): Promise<string> {
  return db.transaction(async (tx) => {
    if (made.project_uuid) await refuseForeignProject(tx, member, made.project_uuid);
    const stored = await row<{ uuid: string }>(
      tx,
      sql`INSERT INTO recipe (user_id, project_uuid, name, description, steps)
          VALUES (${member.id}, ${made.project_uuid ?? null}::uuid, ${made.name}, ${made.description ?? ''}, ${json(made.steps)}) RETURNING uuid`,
    );
    const own = await row<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM recipe r WHERE r.user_id = ${member.id}`,
    );
    if ((own?.count ?? 0) > mostRecipes) {
      throw new HttpProblem(422, `At most ${mostRecipes} recipes can be saved. Delete some first.`);
    }
    return stored?.uuid ?? '';
  });
}

/** Locks an own recipe. False where the person does not see it; throws 403 for somebody else's. */
async function lockOwn(tx: Executor, member: Member, uuid: string): Promise<boolean> {
  await rows(tx, sql`SELECT 1 FROM recipe r WHERE r.uuid = ${uuid}::uuid FOR UPDATE`);
  const found = await readRecipe(tx, member, uuid);
  if (found && !found.is_mine) {
    const whose = found.owner_username ?? 'somebody else';
    throw new HttpProblem(403, `"${found.name}" belongs to ${whose}; you may run it, but not change it.`);
  }
  return found !== null;
}

/** Changes a recipe; what is left out stays. False where the person does not see it. Throws 403 for somebody else's, 404 or 403 for its project. */
export async function changeRecipe(
  db: Database,
  member: Member,
  uuid: string,
  { name, description, steps, project_uuid }: RecipeChange,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockOwn(tx, member, uuid))) return false;
    if (project_uuid) await refuseForeignProject(tx, member, project_uuid);
    await rows(
      tx,
      sql`UPDATE recipe SET name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
            steps = ${steps ? json(steps) : sql`steps`},
            project_uuid = ${project_uuid === undefined ? sql`project_uuid` : sql`${project_uuid}::uuid`}, updated_at = now()
          WHERE uuid = ${uuid}::uuid`,
    );
    return true;
  });
}

/** Deletes a recipe; what was made by it stays. False where the person does not see it. Throws 403 for somebody else's. */
export async function deleteRecipe(db: Database, member: Member, uuid: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockOwn(tx, member, uuid))) return false;
    await rows(tx, sql`DELETE FROM recipe WHERE uuid = ${uuid}::uuid`);
    return true;
  });
}

/** Notes that a folder was made by a run, with the recipe as it is now. */
export async function insertRecipeRun(
  tx: Executor,
  folder: string,
  { uuid, name, steps }: Pick<Recipe, 'uuid' | 'name' | 'steps'>,
): Promise<void> {
  await rows(
    tx,
    sql`INSERT INTO recipe_run (folder_uuid, recipe_uuid, name, steps) VALUES (${folder}::uuid, ${uuid}::uuid, ${name}, ${json(steps)})`,
  );
}

/** The folder of a run and its items, by molecule and step, from the identifiers of the items. */
export async function recipeRunOf(
  db: Executor,
  uuids: readonly string[],
): Promise<Pick<RecipeStarted, 'folder_uuid' | 'rows'>> {
  const found = await rows<{ uuid: string; folder: string; name: string; step: string; row: number }>(
    db,
    sql`SELECT w.uuid, w.parent_uuid AS folder, w.name, w.options->'recipe'->>'step' AS step, (w.options->'recipe'->>'row')::int AS row
        FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)}) AND w.options ? 'recipe' ORDER BY 5, w.queued_at`,
  );
  const byRow = new Map<number, RecipeStarted['rows'][number]>();
  for (const { uuid, name, step, row: place } of found) {
    const known = byRow.get(place) ?? { name: name.replace(/: [^:]*$/, ''), items: {} };
    byRow.set(place, { ...known, items: { ...known.items, [step]: uuid } });
  }
  return { folder_uuid: found[0]?.folder ?? '', rows: [...byRow.values()] };
}

/** The item of one step and molecule of a run. */
export interface RunItem {
  uuid: string;
  name: string;
  object_status: number;
  smiles: string | null;
  step: string;
  row: number;
  /** What it was submitted with, where it begins with a molecule. */
  input: { smiles: string | null; molecule: unknown };
}

/** The items of a run that a person sees: of each step and molecule the one that was submitted last. */
export function itemsOfRun(db: Executor, member: Member, folder: string): Promise<RunItem[]> {
  const sent = sql`coalesce(CASE WHEN w.draft->'initial_molecule' ? '$from' THEN NULL ELSE w.draft END, w.object_data, '{}')`;
  return rows<RunItem>(
    db,
    sql`SELECT DISTINCT ON (w.options->'recipe') w.uuid, w.name, w.object_status, w.smiles, w.options->'recipe'->>'step' AS step,
          (w.options->'recipe'->>'row')::int AS row,
          jsonb_build_object('smiles', ${sent}->>'initial_smiles', 'molecule', nullif(${sent}->'initial_molecule', 'null')) AS input
        FROM workflow w WHERE ${itemsInsideVisible(member, folder, 'w')} AND w.options ? 'recipe'
        ORDER BY w.options->'recipe', w.queued_at DESC, w.created_at DESC`,
  );
}

/** The recipe that the items of a folder were made by; null where they were not. Whether the reader sees the folder is for the caller to ask. */
export function recipeOfFolder(db: Executor, folder: string): Promise<FolderRecipe | null> {
  return row<FolderRecipe>(
    db,
    sql`SELECT n.recipe_uuid AS uuid, n.name, n.steps FROM recipe_run n WHERE n.folder_uuid = ${folder}::uuid`,
  );
}
