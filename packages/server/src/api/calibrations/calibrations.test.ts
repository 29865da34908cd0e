import type {
  ItemValues,
  MeasuredCalibration,
  Project,
  SupportingDocument,
  WorkflowItem,
} from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../../queue/claim.ts';
import { finishAttempt } from '../../queue/report.ts';
import { registerWorker } from '../../queue/workers.ts';
import type { RunningServer } from '../../serve.ts';
import { rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { probeReport, roomy } from '../../testing/probe-report.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

/** Chains with four ends: molecules with their number of carbons. */
const molecules = ['', 'O', 'N', 'Cl'].flatMap((end) =>
  Array.from({ length: 9 }, (_, index) => ({ smiles: `${'C'.repeat(index + 2)}${end}`, carbons: index + 2 })),
);
/** What the worker of these tests computes for a chain, and what was measured. */
const computed = (carbons: number) => carbons / 2 - 1;
const measured = (carbons: number, place: number) => 0.8 * computed(carbons) + 0.5 + 0.1 * Math.sin(7 * place);

const table = (
  of: readonly { smiles: string; carbons: number }[],
  change?: (value: number, place: number) => unknown,
) =>
  [
    'smiles,name,logP',
    ...of.map(({ smiles, carbons }, place) => {
      const value = measured(carbons, place);
      return `${smiles},m${place},${change?.(value, place) ?? value.toFixed(3)}`;
    }),
  ].join('\n');

onOneDatabase('calibrations on measured values', (place) => {
  let server: RunningServer;
  let worker: string;
  let project: Project;
  const ask = <T = MeasuredCalibration>(method: string, path: string, body?: unknown, key?: string) =>
    call<T>(server, method, path, { ...(key ? { key } : {}), ...(body === undefined ? {} : { body }) });
  const upload = (text: string, more: object = {}) =>
    ask('POST', `/api/project/${project.uuid}/calibrations`, {
      name: 'Octanol shake flask',
      quantity: 'log_p',
      table: text,
      workflow_data: { logp_method: 'crippen' },
      ...more,
    });
  const refusal = async (text: string, more: object = {}) => {
    const { status, body } = await upload(text, more);
    expect(status).toBe(422);
    return String((body as unknown as { detail: string }).detail);
  };
  /** Computes what waits, as a worker would. */
  const work = async () => {
    const { db, files } = server.services;
    let count = 0;
    for (;;) {
      const found = await claim(db, { worker, ...roomy });
      if (!found) return count;
      const smiles = String((found.job.data as { initial_smiles?: string }).initial_smiles ?? '');
      const logp = computed(smiles.replace(/[^C]|Cl$/g, '').length);
      await finishAttempt(db, files, found, {
        outcome: 'completed',
        result: {
          event: 'result',
          data: { logp },
          messages: [],
          provenance: { stages: [{ name: 'logp', method: 'crippen' }] },
        },
        exitCode: 0,
        signal: null,
        peakMemoryMb: null,
        outputTail: '',
      });
      count += 1;
    }
  };
  const predict = async (smiles: string, more: object = {}) => {
    const body = { workflow_type: 'logp', workflow_data: { logp_method: 'crippen' }, initial_smiles: smiles, ...more };
    const { uuid } = (
      await ask<WorkflowItem>('POST', '/api/workflow', { folder_uuid: project.root_folder_uuid, ...body })
    ).body;
    await work();
    return uuid;
  };
  const valuesOf = async (uuid: string) => {
    const { values, key_results } = (await ask<ItemValues>('GET', `/api/workflow/${uuid}/values`)).body;
    const find = (path: string) => values.find((value) => value.path === path);
    return { logp: find('logp'), logp_calibrated: find('logp_calibrated'), first: key_results?.[0] };
  };

  beforeAll(async () => {
    server = await startTestServer(place());
    const report = { ...probeReport, capabilities: [...probeReport.capabilities, 'logp'] };
    worker = await registerWorker(server.services.db, {
      name: 'w',
      host: 'h',
      memoryMb: 100_000,
      serverId: null,
      report,
    });
    await rows(server.services.db.drizzle, sql`UPDATE worker SET last_seen_at = now() + interval '1 hour'`);
    project = (await ask<Project>('POST', '/api/project', { name: 'Measured' })).body;
  });
  afterAll(() => server.stop());

  test('tables that cannot be used are refused with the line and the reason', async () => {
    expect(await refusal(table(molecules.slice(0, 20), () => 1.5))).toContain('All 20 values are 1.5');
    expect(await refusal(table(molecules.slice(0, 20)))).toContain('20 values are too few: a calibration needs 30');
    expect(await refusal(table(molecules, (value, row) => (row === 4 ? value * 1e6 : value)))).toContain(
      'Line 6: 2127090',
    );
    expect(await refusal(table(molecules, (value) => 10 ** (value + 3)))).toContain('of another scale');
    expect(await refusal(table(molecules), { unit: '%' })).toContain('The values are in "%"');
    expect(await refusal(table(molecules, (value, row) => (row === 2 ? 'n.d.' : value)))).toContain(
      'Line 4: "n.d." is not a number.',
    );
    expect(await refusal(table(molecules).replace('CCCC,', 'CC(C,'))).toContain('Line 4: ');
    const millivolts = table(molecules, (value) => value * 1000 - 1500);
    expect(await refusal(millivolts, { quantity: 'reduction_potential' })).toContain('divide them by 1000');
    expect(
      await refusal(
        `${table(molecules.slice(0, 16))}\n${table(molecules.slice(0, 16)).split('\n').slice(1).join('\n')}`,
      ),
    ).toContain('The 32 rows are of 16 different molecules.');
  });

  test('a set computes what is missing, its line is applied to the predictions of the project, and withdrawn', async () => {
    const before = await predict('CCCCC');
    expect((await valuesOf(before)).logp_calibrated).toBeUndefined();
    const made = (await upload(table(molecules))).body;
    expect(made).toMatchObject({ size: 36, waiting: 35, problem: '35 values are still being computed.', line: null });
    expect((await ask('POST', `/api/calibration/${made.uuid}/apply`)).status).toBe(409);
    // The item that was there is used as it is.
    expect(await work()).toBe(35);
    const set = (await ask('GET', `/api/calibration/${made.uuid}`)).body;
    expect(set).toMatchObject({ waiting: 0, problem: null, method: 'crippen' });
    expect(set.rows.find(({ smiles }) => smiles === 'CCCCC')?.workflow_uuid).toBe(before);
    expect(set.line?.slope).toBeCloseTo(0.8, 1);
    expect(set.line?.rmse).toBeLessThan(0.1);
    expect(set.line?.rmse_before).toBeGreaterThan(0.2);
    const document = (await ask<SupportingDocument>('POST', '/api/document', { name: 'SI', uuids: [before] })).body;
    const readDocument = async () => (await ask<SupportingDocument>('GET', `/api/document/${document.uuid}`)).body;
    await expect.poll(readDocument, { timeout: 30_000 }).toMatchObject({ status: 'made', outdated: false });
    const applied = (await ask<MeasuredCalibration & { items: number }>('POST', `/api/calibration/${made.uuid}/apply`))
      .body;
    expect(applied.items).toBe(36);
    // A document of before is old: its item has another number now.
    expect(await readDocument()).toMatchObject({ outdated: true, changes: [{ uuid: before, change: 'changed' }] });

    // One that was there, and a new one.
    const { logp, logp_calibrated, first } = await valuesOf(before);
    expect(logp?.value).toBe(1.5);
    expect(logp_calibrated?.value).toBeCloseTo(0.8 * 1.5 + 0.5, 1);
    expect(logp_calibrated?.uncertainty).toBe(applied.line?.rmse);
    expect(logp_calibrated?.remark).toContain('Calibrated on 36 of your values (Octanol shake flask)');
    expect(logp_calibrated?.remark).toContain('This molecule is one of them');
    expect(first?.path).toBe('logp_calibrated');
    const fresh = await predict('CCCCCCN(C)C');
    expect((await valuesOf(fresh)).logp_calibrated?.remark).not.toContain('one of them');

    // Outside: another element, and another method.
    const sulfur = await predict('CCCCCS');
    expect((await valuesOf(sulfur)).logp_calibrated).toBeUndefined();
    const outside = (await ask<WorkflowItem>('GET', `/api/workflow/${sulfur}`)).body;
    expect(outside.provenance?.measured_calibrations).toHaveLength(1);

    // Lists, everybody's reading and the newer client's base path have the same.
    const contents = await ask<{ items: { data: WorkflowItem }[] }>(
      'GET',
      `/api/folder/${project.root_folder_uuid}/contents?size=50`,
    );
    const row = contents.body.items.find(({ data }) => data.uuid === before)?.data;
    expect(row?.headline?.values[0]).toMatchObject({ uncertainty: applied.line?.rmse });
    await ask('POST', `/api/workflow/${before}`, { public: true });
    const shared = (await call<WorkflowItem>(server, 'GET', `/api/shared/workflow/${before}`, { key: null })).body;
    expect(shared.provenance?.measured_calibrations?.[0]).toMatchObject({
      name: 'Octanol shake flask',
      own_value: null,
    });
    const newer = (await ask<WorkflowItem>('GET', `/api/v3/workflow/${before}`)).body;
    expect(newer.provenance?.measured_calibrations).toHaveLength(1);

    const withdrawn = await ask<{ items: number }>('POST', `/api/calibration/${made.uuid}/withdraw`);
    expect(withdrawn.body.items).toBe(38);
    expect((await valuesOf(before)).logp_calibrated).toBeUndefined();
    expect(await readDocument()).toMatchObject({ outdated: false, changes: [] });
    const actions = await rows<{ details: { change: string } }>(
      server.services.db.drizzle,
      sql`SELECT details FROM audit_entry WHERE action = 'calibration' ORDER BY at`,
    );
    expect(actions.map(({ details }) => details.change)).toEqual(['applied', 'withdrawn']);
  });

  test('a row that is far off is shown, left out with a reason, and the line follows; another set takes the place', async () => {
    const spoiled = table(molecules, (value, row) => (row === 10 ? value + 4 : value));
    const made = (await upload(spoiled, { name: 'With a mistake' })).body;
    // Everything was computed for the set before.
    expect(made).toMatchObject({ waiting: 0, folder_uuid: null });
    expect(made.rows.filter(({ outlier }) => outlier).map(({ line }) => line)).toEqual([12]);
    expect(made.warnings[0]).toContain('far off the line');
    expect((await ask('POST', `/api/calibration/${made.uuid}`, { left_out: { 99: 'not there' } })).status).toBe(422);
    const better = (
      await ask('POST', `/api/calibration/${made.uuid}`, { left_out: { 12: 'Decimal point in the notebook.' } })
    ).body;
    expect(better.line?.size).toBe(35);
    expect(better.line?.rmse).toBeLessThan((made.line?.rmse ?? 0) / 3);
    expect(better.rows.find(({ line }) => line === 12)?.left_out).toBe('Decimal point in the notebook.');
    const [first] = (await ask<MeasuredCalibration[]>('GET', `/api/project/${project.uuid}/calibrations`)).body.slice(
      1,
    );
    await ask('POST', `/api/calibration/${first?.uuid}/apply`);
    await ask('POST', `/api/calibration/${made.uuid}/apply`);
    const listed = (await ask<MeasuredCalibration[]>('GET', `/api/project/${project.uuid}/calibrations`)).body;
    expect(listed.map(({ applied_at }) => applied_at !== null)).toEqual([true, false]);

    const viewer = await addPerson(server, 'viewer@example.org');
    const path = `/api/calibration/${made.uuid}`;
    expect((await ask('GET', path, undefined, viewer)).status).toBe(404);
    await ask('POST', `/api/project/${project.uuid}/add_users`, { users: ['viewer'], role: 'viewer' });
    expect((await ask('GET', path, undefined, viewer)).status).toBe(200);
    for (const [method, address] of [
      ['POST', path],
      ['POST', `${path}/apply`],
      ['POST', `${path}/withdraw`],
      ['DELETE', path],
    ] as const) {
      expect((await ask(method, address, method === 'DELETE' ? undefined : {}, viewer)).status).toBe(403);
    }
    expect((await ask<{ items: number }>('DELETE', path)).body.items).toBeGreaterThan(36);
    expect((await ask('GET', path)).status).toBe(404);
  });
});
