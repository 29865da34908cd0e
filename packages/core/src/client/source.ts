import type { CalculationSummary } from '../entities/calculation.ts';
import type { Grid, GridList } from '../entities/grid.ts';
import type { MeasuredSpectrum } from '../entities/measured-spectrum.ts';
import type { Molecule } from '../entities/molecule.ts';
import type { Protein } from '../entities/proteins/protein.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { DistancesAsked } from './distances.ts';
import type { TrajectoryPlace } from './trajectories.ts';
import type { Transport } from './transport.ts';

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
  /** Grids of an item's orbitals, densities and potentials, without their values. */
  grids: (uuid: string, signal?: AbortSignal) => Promise<GridList>;
  grid: (uuid: string, name: string, signal?: AbortSignal) => Promise<Grid>;
  /** Measured spectra that are kept with an item, without their points. */
  spectra: (uuid: string, signal?: AbortSignal) => Promise<MeasuredSpectrum[]>;
  /** The file of one of them: JCAMP-DX. */
  spectrum: (uuid: string, name: string, signal?: AbortSignal) => Promise<string>;
  /** Where the frames of an item's replicate (from 0) are. */
  trajectory: (uuid: string, replicate: number) => TrajectoryPlace;
  /** Distances (Å) of pairs of atoms in the frames of an item's replicate, one list for each pair. */
  distances: (uuid: string, asked: DistancesAsked) => Promise<number[][]>;
}

/** Schemas come with the first read of their kind, while the answer is under way. */
const schemas = {
  workflow: async () => (await import('../entities/workflow-item.ts')).WorkflowItem,
  molecules: async () => (await import('./molecules-answer.ts')).MoleculesAnswer,
  calculation: async () => (await import('../entities/calculation.ts')).CalculationSummary,
  protein: async () => (await import('../entities/proteins/protein.ts')).Protein,
};

/** Reads of a server, by the owner's or the shared endpoints; `link` is a share link's key. */
export function httpSource(transport: Transport, kind: 'owner' | 'shared', link: string | null = null): Source {
  const base = kind === 'owner' ? '/api' : '/api/shared';
  const address = (path: string) => `${base}${path}${link ? `?${new URLSearchParams({ link })}` : ''}`;
  return {
    kind,
    workflow: (uuid, signal) =>
      transport.get(address(`/workflow/${encodeURIComponent(uuid)}`), schemas.workflow, signal),
    calculation: (uuid, signal) =>
      transport.get(address(`/calculation/${encodeURIComponent(uuid)}`), schemas.calculation, signal),
    molecules(uuids, frequencies, signal) {
      const parameters = new URLSearchParams(uuids.map((uuid) => ['uuids', uuid]));
      parameters.set('return_frequencies', String(frequencies));
      if (link) parameters.set('link', link);
      return transport.get(`${base}/calculation/read_molecules?${parameters}`, schemas.molecules, signal);
    },
    protein: (uuid, signal) => transport.get(address(`/protein/${encodeURIComponent(uuid)}`), schemas.protein, signal),
    grids: async (uuid, signal) => (await import('./grids.ts')).readGridList(transport, address, uuid, signal),
    grid: async (uuid, name, signal) => (await import('./grids.ts')).readGrid(transport, address, uuid, name, signal),
    spectra: async (uuid, signal) => (await import('./spectra.ts')).readSpectra(transport, address, uuid, signal),
    spectrum: async (uuid, name, signal) =>
      (await import('./spectra.ts')).readSpectrum(transport, address, uuid, name, signal),
    distances: async (uuid, asked) =>
      (await import('./distances.ts')).readDistances(
        transport,
        address(`/trajectory/${encodeURIComponent(uuid)}/atom_trajectories`),
        asked,
      ),
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
  };
}
