import * as z from 'zod/mini';
import { Bundle } from '../entities/bundle.ts';
import type { CalculationSummary } from '../entities/calculation.ts';
import type { Grid, GridList } from '../entities/grid.ts';
import { status } from '../entities/item-status.ts';
import { MeasuredSpectrum, spectrumFile } from '../entities/measured-spectrum.ts';
import type { Molecule } from '../entities/molecule.ts';
import { Protein } from '../entities/proteins/protein.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { schemaProblems } from '../workflows/parts/forms/schema-problems.ts';
import { ApiError } from './api-error.ts';
import { bundledGrids } from './bundled-grids.ts';
import { type DistancesAsked, distancesIn } from './distances.ts';
import { bundledTrajectory, type StoredFrames } from './trajectories.ts';

/** What a bundle answers; each throws ApiError (status 404) for what it does not hold. */
export interface BundleReads {
  /** The first item for an empty identifier. */
  workflow: (uuid: string) => WorkflowItem;
  calculation: (uuid: string) => CalculationSummary;
  molecules: (uuids: readonly string[]) => Record<string, Molecule[]>;
  protein: (uuid: string) => Protein;
  grids: (uuid: string) => GridList;
  grid: (uuid: string, name: string) => Grid;
  trajectory: (uuid: string, replicate: number) => StoredFrames;
  distances: (uuid: string, asked: DistancesAsked) => number[][];
  /** The measured spectra of an item; one that does not fit is left out. */
  spectra: (uuid: string) => MeasuredSpectrum[];
  /** The file of one as text. */
  spectrum: (uuid: string, name: string) => string;
}

/** The text of a file that is inside the document. */
function textOf(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

/** The files of a kind of an item whose bytes are in the bundle. */
const filesIn = ({ files }: Bundle, uuid: string, wanted: string) =>
  Object.values(files).flatMap(({ kind, workflow_uuid, base64, ...file }) =>
    kind === wanted && workflow_uuid === uuid && base64 ? [{ ...file, base64 }] : [],
  );

/** What the file of orbitals of an item holds; nothing where the bundle has none, or left it out. */
function orbitalsIn(bundle: Bundle, uuid: string): Record<string, unknown> {
  const [file] = filesIn(bundle, uuid, 'orbitals');
  return file ? (JSON.parse(textOf(file.base64)) as Record<string, unknown>) : {};
}

/** The newest completed item of a file that was submitted from this one, of its type and for its molecule. */
function newerOf(item: WorkflowItem, items: readonly WorkflowItem[]): WorkflowItem | null {
  const newer = items.filter(
    ({ resubmitted_from_uuid, object_status, object_type, smiles }) =>
      resubmitted_from_uuid === item.uuid &&
      object_status === status.completed &&
      object_type === item.object_type &&
      smiles === item.smiles,
  );
  return newer.sort((a, b) => (a.completed_at ?? '').localeCompare(b.completed_at ?? '')).at(-1) ?? null;
}

function checked(content: unknown): Bundle {
  const read = z.safeParse(Bundle, content);
  if (read.success) return read.data;
  const [problem] = schemaProblems(read.error, content);
  throw new ApiError(
    422,
    `This is not a bundle that this version of Cuvette can read. ${problem?.detail ?? ''}`.trim(),
  );
}

/**
 * Reads of one bundle: no server at all.
 * @param content the document as it was read
 * @throws ApiError (status 422), as text, where it is no bundle
 */
export function readBundle(content: unknown): BundleReads {
  const bundle = checked(content);
  const missing = (what: string) => new ApiError(404, `The file holds no ${what} with this identifier.`);
  const workflow = (uuid: string) => {
    const { items } = bundle;
    const item = uuid === '' ? items[0] : items.find((candidate) => candidate.uuid === uuid);
    if (!item) throw missing('workflow');
    // What superseded it on its server may not be in the file: that stays as it was written.
    const newer = newerOf(item, items);
    return newer ? { ...item, superseded_by: { uuid: newer.uuid, name: newer.name } } : item;
  };
  const read = new Map<string, ReturnType<typeof bundledGrids>>();
  const gridsOf = (uuid: string) => {
    const item = workflow(uuid);
    const known = read.get(uuid) ?? bundledGrids({ ...item.object_data, ...orbitalsIn(bundle, item.uuid) });
    read.set(uuid, known);
    return known;
  };
  return {
    workflow,
    calculation(uuid) {
      const { calculations, items } = bundle;
      const calculation = calculations[uuid];
      if (!calculation) throw missing('calculation');
      const { molecules: _molecules, logfile: _logfile, ...rest } = calculation;
      const owner = items.find(({ calculation_uuids }) => calculation_uuids.includes(uuid)) ?? items[0];
      return { ...rest, uuid, workflow_uuid: owner?.uuid ?? '' };
    },
    molecules(uuids) {
      const { calculations } = bundle;
      return Object.fromEntries(uuids.map((uuid) => [uuid, calculations[uuid]?.molecules ?? []]));
    },
    protein(uuid) {
      const { proteins } = bundle;
      if (proteins[uuid] === undefined) throw missing('protein');
      return z.parse(Protein, proteins[uuid]);
    },
    grids(uuid) {
      const { grids, left_out } = gridsOf(uuid);
      return { grids: grids.map(({ header }) => header), left_out };
    },
    grid(uuid, name) {
      const found = gridsOf(uuid).grids.find(({ header }) => header.name === name);
      if (!found) throw missing('grid');
      return found;
    },
    trajectory: (uuid, replicate) => bundledTrajectory(bundle, uuid, replicate),
    spectra: (uuid) =>
      filesIn(bundle, workflow(uuid).uuid, 'spectrum').flatMap(({ name, details }) => {
        const read = z.safeParse(MeasuredSpectrum, { ...details, name: name.slice(spectrumFile.folder.length) });
        return read.success ? [read.data] : [];
      }),
    spectrum(uuid, name) {
      const files = filesIn(bundle, workflow(uuid).uuid, 'spectrum');
      const file = files.find((each) => each.name === `${spectrumFile.folder}${name}`);
      if (!file) throw missing('spectrum');
      return textOf(file.base64);
    },
    distances: (uuid, asked) => distancesIn(bundledTrajectory(bundle, uuid, asked.replicate), asked),
  };
}
