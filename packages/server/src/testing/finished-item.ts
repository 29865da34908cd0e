import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bundle } from '@cuvette/core/entities';
import { claim } from '../queue/claim.ts';
import { finishAttempt, takeEvents, takeFilePart } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { partBytes } from '../store/item-files.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { probeReport, roomy } from './probe-report.ts';

const fixtures = path.join(import.meta.dirname, '../../../widgets/src/results/fixtures');

/** A result that a worker really computed, as the widgets' tests have it. */
export function computed(name: 'butane' | 'water'): Bundle {
  return JSON.parse(readFileSync(path.join(fixtures, `${name}.cuvette.json`), 'utf8')) as Bundle;
}

/** A large file that a job leaves beside its data. */
export interface LeftFile {
  name: string;
  kind: string;
  media_type?: string;
  bytes: Uint8Array;
  details: Record<string, unknown>;
}

/** Runs an item through the queue: its data, calculations and files arrive as a worker sends them. Its uuid. */
export async function finishedItem(
  server: RunningServer,
  made: {
    name?: string;
    type: string;
    data: Record<string, unknown>;
    calculations?: Bundle['calculations'];
    log?: string;
    /** Why it failed, where it is to fail. */
    failure?: { message: string; detail: string };
    /** The folder that it is in; by default the owner's root folder. */
    folder?: string;
  },
  left: readonly LeftFile[] = [],
): Promise<string> {
  const { db, files } = server.services;
  const account = await firstAccount(db.drizzle);
  const uuid = randomUUID();
  await insertWorkflow(db.drizzle, account?.id ?? '', {
    uuid,
    parent: made.folder ?? account?.root_folder_uuid ?? '',
    name: made.name ?? 'n',
    type: made.type,
    data: made.data,
    options: {},
    smiles: null,
    maxCredits: null,
    requirements: ['xtb'],
    seed: 1,
  });
  const report = { name: 'w', host: 'h', memoryMb: 1000, serverId: null, report: probeReport };
  const found = await claim(db, { worker: await registerWorker(db, report), ...roomy });
  if (found?.job.uuid !== uuid) throw new Error('Another item was claimed.');
  const events: unknown[] = Object.entries(made.calculations ?? {}).map(([key, calculation]) => ({
    event: 'calculation',
    uuid: key,
    calculation,
  }));
  if (made.log) events.push({ event: 'log', text: made.log });
  for (const { bytes, ...described } of left) {
    const file = randomUUID();
    for (let offset = 0, position = 0; offset < bytes.length; offset += partBytes, position += 1) {
      await takeFilePart(db, files, found, { uuid: file, position, bytes: bytes.subarray(offset, offset + partBytes) });
    }
    events.push({ event: 'file', ...described, uuid: file, bytes: bytes.length });
  }
  // A few at a time, as a worker does: each call renews the lease, which a slow machine would outlast with all in one.
  for (let start = 0; start < events.length; start += 10) {
    await takeEvents(db, files, found, events.slice(start, start + 10));
  }
  const { failure } = made;
  await finishAttempt(db, files, found, {
    ...(failure
      ? { outcome: 'failed', error: { event: 'error', error_class: 'input_error', field: null, ...failure } }
      : { outcome: 'completed', result: { event: 'result', data: {}, messages: [], provenance: null } }),
    exitCode: 0,
    signal: null,
    peakMemoryMb: null,
    outputTail: '',
  });
  return uuid;
}

/** Frames of atoms that move by a rule, as compute writes them. */
export function frames(numAtoms: number, numFrames: number): Float32Array {
  return Float32Array.from({ length: numAtoms * numFrames * 3 }, (_, index) => Math.sin(index) * 20);
}

/** SHA-256 of bytes. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One large file of each kind: a trajectory of two atoms in three frames, orbitals with a density, an alignment. */
export function largeFiles() {
  return [
    {
      name: 'trajectory-0',
      kind: 'trajectory',
      bytes: Buffer.from(frames(2, 3).buffer),
      details: { replicate: 0, num_atoms: 2, num_frames: 3 },
    },
    {
      name: 'orbitals',
      kind: 'orbitals',
      bytes: Buffer.from('{"density_cube":{"cube_points":[{"x":0,"y":0,"z":0,"val":1}]}}'),
      details: { keys: ['density_cube'] },
    },
    { name: 'colabfold/a.a3m', kind: 'msa', bytes: Buffer.from('>a\nMKV\n'), details: { msa_format: 'colabfold' } },
  ];
}
