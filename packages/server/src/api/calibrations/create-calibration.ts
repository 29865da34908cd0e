import { MeasuredCalibrationCreate, WorkflowSubmission } from '@cuvette/core/entities';
import { quantityFacts } from '@cuvette/core/workflows/measured/quantity-facts';
import { type ReadRow, readMeasured, tooFew } from '@cuvette/core/workflows/measured/read-measured';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import { identicalItems } from '../../items/identical-items.ts';
import { admitSubmitted } from '../../queue/admission.ts';
import { convertingFor, type Services } from '../../services.ts';
import { insertCalibration, type StoredRow, smilesInProject } from '../../store/calibrations.ts';
import { insertFolder } from '../../store/folders/folders.ts';
import { readProject } from '../../store/projects.ts';
import type { Member } from '../../store/reader.ts';
import { insertWorkflows, type NewWorkflow } from '../../store/workflows/insert-workflows.ts';
import { check } from '../../wire/body.ts';
import { prepareSubmissions } from '../items/submission/prepare.ts';
import { inspectAll } from '../items/submission/smiles.ts';

const InchiConversion = z.object({ results: z.array(z.nullable(z.string())) });

/** Refuses a table with all that is wrong with it. */
function refuse(problems: readonly string[]): never {
  throw new HttpProblem(422, problems.join('\n'), 'table');
}

/** The SMILES of each row, by what the row names the molecule with. Throws 422 where one names none. */
async function moleculesOf(
  services: Services,
  reader: Member,
  project: string,
  rows: readonly ReadRow[],
): Promise<string[]> {
  const inchis = [...new Set(rows.flatMap(({ smiles, inchi }) => (smiles === null && inchi !== null ? [inchi] : [])))];
  const read =
    inchis.length > 0
      ? z.parse(InchiConversion, await services.convert.run('inchi_to_smiles', { inchi: inchis })).results
      : [];
  const ofInchi = new Map(inchis.map((inchi, place) => [inchi, read[place] ?? null]));
  const named = rows.flatMap(({ smiles, inchi, workflow }) =>
    smiles === null && inchi === null && workflow !== null ? [workflow.toLowerCase()] : [],
  );
  const ofItem = await smilesInProject(services.db.drizzle, reader, project, named);
  const problems: string[] = [];
  const found = rows.map(({ line, smiles, inchi, workflow }) => {
    if (smiles !== null) return smiles;
    if (inchi !== null) {
      const text = ofInchi.get(inchi) ?? null;
      if (text === null) problems.push(`Line ${line}: the InChI cannot be read.`);
      return text ?? '';
    }
    const text = ofItem.get((workflow ?? '').toLowerCase()) ?? null;
    if (text === null) problems.push(`Line ${line}: the project has no item ${workflow} with a molecule.`);
    return text ?? '';
  });
  if (problems.length > 0) refuse(problems.slice(0, 20));
  return found;
}

interface Merged {
  row: ReadRow;
  smiles: string;
  canonical: string;
}

/** Rows of the same molecule (and atom) as one, with the mean of their values: two equal molecules would each predict the other. */
function merge(rows: readonly Merged[]): Merged[] {
  const groups = new Map<string, Merged[]>();
  for (const one of rows) {
    const key = `${one.canonical} ${one.row.atom ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const measured = group.reduce((sum, { row }) => sum + row.measured, 0) / group.length;
    return [{ ...first, row: { ...first.row, measured } }];
  });
}

/**
 * Stores a set of measured values and submits what is not computed yet as ordinary items in a folder of the project. Items that computed the same before are used
 * as they are. Throws 403, 404, 422, 429.
 */
export async function createCalibration(
  services: Services,
  account: { id: string },
  reader: Member,
  project: string,
  body: z.output<typeof MeasuredCalibrationCreate>,
): Promise<string> {
  const { db, config } = services;
  const found = await readProject(db.drizzle, reader, project);
  if (!found?.root_folder_uuid) throw notFound('The project');
  if (!found.has_edit_access) throw new HttpProblem(403, 'You may read this project, but not change it.');
  const table = readMeasured(body.table, body.quantity, body.unit);
  if ('problems' in table) refuse(table.problems);
  const converting = convertingFor(services, reader);
  const smiles = await moleculesOf(converting, reader, project, table.rows);
  const inspections = await inspectAll(converting, smiles);
  const faults = table.rows.flatMap(({ line }, place) => {
    const error = inspections.get(smiles[place] ?? '')?.error;
    return error ? [`Line ${line}: ${error.detail}`] : [];
  });
  if (faults.length > 0) refuse(faults.slice(0, 20));
  const merged = merge(
    table.rows.map((row, place) => {
      const own = smiles[place] ?? '';
      return { row, smiles: own, canonical: inspections.get(own)?.canonical ?? own };
    }),
  );
  const facts = quantityFacts[body.quantity];
  const few = tooFew(merged.length);
  if (few !== null) refuse([`The ${table.rows.length} rows are of ${merged.length} different molecules. ${few}`]);
  const molecules = [...new Map(merged.map((one) => [one.canonical, one])).values()];
  const problems = new Map<string, string>();
  const kept: Merged[] = [];
  const submissions = molecules.map(({ row, smiles: own }) =>
    check(WorkflowSubmission, {
      name: row.name ?? own.slice(0, 100),
      workflow_type: facts.type,
      workflow_data: { ...facts.data, ...body.workflow_data },
      initial_smiles: own,
    }),
  );
  const refused = new Set<number>();
  const prepared = await prepareSubmissions(converting, submissions, found.root_folder_uuid, (error, index) => {
    const isRefusal = error instanceof HttpProblem && error.status === 422;
    const one = molecules[index];
    if (!isRefusal || !one) return error;
    problems.set(one.canonical, error.message);
    refused.add(index);
    return null;
  });
  for (const [index, one] of molecules.entries()) if (!refused.has(index)) kept.push(one);
  if (prepared.length === 0) refuse([`None of the molecules can be computed: ${[...problems.values()][0] ?? ''}`]);
  const first = prepared.map((items) => items[0]);
  const identical = await identicalItems(
    services,
    reader,
    found.root_folder_uuid,
    first.flatMap((item) => item ?? []),
  );
  const existing = new Map(identical.map(({ submitted_uuid, uuid }) => [submitted_uuid, uuid]));
  const toSubmit = first.flatMap((item) => (item && !existing.has(item.uuid) ? [item] : []));
  const ofMolecule = new Map(
    kept.map(({ canonical }, place) => {
      const uuid = first[place]?.uuid ?? '';
      return [canonical, existing.get(uuid) ?? uuid] as const;
    }),
  );
  const rows = merged.map(
    ({ row, smiles: own, canonical }): StoredRow => ({
      line: row.line,
      name: row.name,
      smiles: own,
      atom: row.atom,
      measured: row.measured,
      measured_error: row.measuredError,
      workflow_uuid: ofMolecule.get(canonical) ?? null,
      left_out: null,
      problem: problems.get(canonical) ?? null,
      found: null,
    }),
  );
  const folder = await folderFor(services, reader, found.root_folder_uuid, body.name, toSubmit.length);
  return db.transaction(async (tx) => {
    if (toSubmit.length > 0 && folder !== null) {
      const placed: NewWorkflow[] = toSubmit.map((item) => ({ ...item, parent: folder }));
      if (!(await insertWorkflows(tx, account.id, folder, placed))) throw notFound('The folder');
      await admitSubmitted(
        tx,
        account.id,
        placed.map(({ uuid }) => uuid),
        { limit: config.activePerPerson },
      );
    }
    const { name, quantity, fit } = body;
    const made = { project_uuid: project, folder_uuid: folder, name, quantity, object_type: facts.type, fit, rows };
    const uuid = await insertCalibration(tx, reader, made);
    if (uuid === null) throw notFound('The project');
    return uuid;
  });
}

/** The folder of the items that a set submits; none is made where nothing is to be computed. */
async function folderFor(
  { db }: Services,
  reader: Member,
  root: string,
  name: string,
  count: number,
): Promise<string | null> {
  if (count === 0) return null;
  const folder = await insertFolder(db, reader, root, { name: `Calibration: ${name}`.slice(0, 200) });
  if (folder === null) throw notFound('The folder');
  return folder;
}
