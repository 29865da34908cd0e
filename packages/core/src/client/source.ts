import * as z from 'zod/mini';
import type { Bundle } from '../entities/bundle.ts';
import { CalculationSummary } from '../entities/calculation.ts';
import { Folder, FolderContents, type FolderQuery, writeQuery } from '../entities/folder.ts';
import { Molecule } from '../entities/molecule.ts';
import { Protein } from '../entities/protein.ts';
import { WorkflowItem } from '../entities/workflow-item.ts';
import { bundledTrajectory, type TrajectoryPlace } from './trajectories.ts';
import { ApiError, type Transport } from './transport.ts';

/** Where reads come from. A widget never knows which: signed in (`owner`), by public link (`shared`), or one static file (`bundle`). */
export interface Source {
  kind: 'owner' | 'shared' | 'bundle';
  workflow: (uuid: string, signal?: AbortSignal) => Promise<WorkflowItem>;
  calculation: (uuid: string, signal?: AbortSignal) => Promise<CalculationSummary>;
  /** Molecules of several calculations; at most 25 at once. */
  molecules: (
    uuids: readonly string[],
    frequencies: boolean,
    signal?: AbortSignal,
  ) => Promise<Record<string, Molecule[]>>;
  protein: (uuid: string, signal?: AbortSignal) => Promise<Protein>;
  /** Where the frames of an item's replicate (from 0) are. */
  trajectory: (uuid: string, replicate: number) => TrajectoryPlace;
  folder: (uuid: string, signal?: AbortSignal) => Promise<Folder>;
  folderContents: (uuid: string, query: FolderQuery, signal?: AbortSignal) => Promise<FolderContents>;
}

const MoleculesAnswer = z.record(z.string(), z.array(Molecule));

/** Reads of a server, by the owner's or the shared endpoints; `link` is a share link's key. */
export function httpSource(transport: Transport, kind: 'owner' | 'shared', link: string | null = null): Source {
  const base = kind === 'owner' ? '/api' : '/api/shared';
  const address = (path: string, query: FolderQuery = {}) => {
    const parameters = writeQuery(query);
    if (link) parameters.set('link', link);
    const text = parameters.toString();
    return `${base}${path}${text ? `?${text}` : ''}`;
  };
  return {
    kind,
    workflow: (uuid, signal) => transport.get(address(`/workflow/${encodeURIComponent(uuid)}`), WorkflowItem, signal),
    calculation: (uuid, signal) =>
      transport.get(address(`/calculation/${encodeURIComponent(uuid)}`), CalculationSummary, signal),
    molecules(uuids, frequencies, signal) {
      const parameters = new URLSearchParams(uuids.map((uuid) => ['uuids', uuid]));
      parameters.set('return_frequencies', String(frequencies));
      if (link) parameters.set('link', link);
      return transport.get(`${base}/calculation/read_molecules?${parameters}`, MoleculesAnswer, signal);
    },
    protein: (uuid, signal) => transport.get(address(`/protein/${encodeURIComponent(uuid)}`), Protein, signal),
    trajectory(uuid, replicate) {
      const { origin, credentials, fetch } = transport.place;
      return {
        kind: 'stream',
        credentials,
        fetch,
        url({ start, end }) {
          const parameters = new URLSearchParams({
            replicate: String(replicate),
            start_frame: String(start),
            num_frames: String(end - start),
          });
          if (link) parameters.set('link', link);
          return `${origin}${base}/trajectory/${encodeURIComponent(uuid)}/compressed_stream?${parameters}`;
        },
      };
    },
    folder: (uuid, signal) => transport.get(address(`/folder/${encodeURIComponent(uuid)}`), Folder, signal),
    folderContents: (uuid, query, signal) =>
      transport.get(address(`/folder/${encodeURIComponent(uuid)}/contents`, query), FolderContents, signal),
  };
}

/** Reads of one bundle that is already here or still loading: no server at all. */
export function bundleSource(load: () => Promise<Bundle>): Source {
  let loaded: Promise<Bundle> | null = null;
  const bundle = () => {
    loaded ??= load();
    return loaded;
  };
  const missing = (what: string) => new ApiError(404, `The file holds no ${what} with this identifier.`);
  return {
    kind: 'bundle',
    async workflow(uuid) {
      const { items } = await bundle();
      const item = uuid === '' ? items[0] : items.find((candidate) => candidate.uuid === uuid);
      if (!item) throw missing('workflow');
      return item;
    },
    async calculation(uuid) {
      const { calculations, items } = await bundle();
      const calculation = calculations[uuid];
      if (!calculation) throw missing('calculation');
      const { molecules: _molecules, logfile: _logfile, ...rest } = calculation;
      const owner = items.find(({ calculation_uuids }) => calculation_uuids.includes(uuid)) ?? items[0];
      return { ...rest, uuid, workflow_uuid: owner?.uuid ?? '' };
    },
    async molecules(uuids) {
      const { calculations } = await bundle();
      return Object.fromEntries(uuids.map((uuid) => [uuid, calculations[uuid]?.molecules ?? []]));
    },
    async protein(uuid) {
      const { proteins } = await bundle();
      if (proteins[uuid] === undefined) throw missing('protein');
      return z.parse(Protein, proteins[uuid]);
    },
    trajectory: (uuid, replicate) => ({
      kind: 'file',
      read: async () => bundledTrajectory(await bundle(), uuid, replicate),
    }),
    folder: () => Promise.reject(missing('folder')),
    folderContents: () => Promise.reject(missing('folder')),
  };
}
