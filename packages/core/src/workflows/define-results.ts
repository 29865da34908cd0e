import * as z from 'zod/mini';
import { type Caveat, notesOfTable } from '../entities/caveat.ts';
import { status } from '../entities/item-status.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { withNotes } from '../tables/table-notes.ts';
import {
  infoTab,
  type MoleculesByCalculation,
  type NamedValue,
  type ReadItem,
  type ResultDefinition,
  type ResultSpecification,
  type SpecifiedResults,
  type StructureReference,
} from './definition.ts';
import { mergedTables } from './items/merged-tables.ts';
import { withFactNotes, withValueNotes } from './items/value-notes.ts';
import type { Calibratable } from './measured/calibrated.ts';
import { initialStructure } from './parts/calculations/structure-references.ts';
import { outsideCaveats, outsideOf } from './parts/calibrations/printed-calibration.ts';
import { schemaProblems } from './parts/forms/schema-problems.ts';
import { moleculeOrSmilesInput } from './parts/inputs/input-shapes.ts';
import { dataReader } from './read-data.ts';

const noMolecules: MoleculesByCalculation = new Map();

/** Whether calibrations on measured values are applied to an item. */
const hasMeasured = ({ provenance }: WorkflowItem) => (provenance?.measured_calibrations ?? []).length > 0;

/** Makes what a view needs of a type from its `results.ts`: how its data are read, and what they show. `defineWorkflow` adds what a submission needs. */
export function defineResults<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  specification: ResultSpecification<Submitted, Computed>,
): SpecifiedResults<Submitted, Computed> {
  type Whole = z.output<Submitted> & z.output<Computed>;
  const { settings, results, levels = () => [] } = specification;
  const { type, path, aliases, title } = specification.entry;
  const { emptyWhole, readSettled, readWhole, safeReadWhole } = dataReader(specification);

  const resultKeys = Object.keys(results.shape);
  const lacksResults = ({ object_data, object_status }: WorkflowItem): boolean =>
    object_status === status.completed &&
    resultKeys.length > 0 &&
    resultKeys.every((key) => (object_data?.[key] ?? null) === null);
  const structures = (item: WorkflowItem, molecules: MoleculesByCalculation = noMolecules): StructureReference[] => {
    const data = readWhole(item);
    const own = data ? specification.structures(data, { item, molecules }) : [];
    return own.length > 0 ? own : inputOf(item);
  };
  const by = specification.measured?.by;
  const { measured, calibrated, caveats } = calibrationParts(specification, readWhole);
  const notedTables = (data: Whole, read: ReadItem) => {
    const known = caveats(read.item, read.molecules);
    const given = calibrated(read.item, read.molecules);
    return specification
      .tables(data, read)
      .map((table) => by?.columns(read.item, given, table) ?? table)
      .map((table) => withNotes(table, notesOfTable(known, table.id, table.length)));
  };
  const definition: ResultDefinition = {
    type,
    path,
    aliases,
    title,
    settings,
    results,
    methodsUsed(data) {
      const current = readSettled(data);
      return current ? [...new Set(levels(current).map((level) => level.settings.method))] : [];
    },
    misfits(data) {
      const parsed = safeReadWhole(data !== null && typeof data === 'object' ? data : {});
      return parsed.success ? [] : schemaProblems(parsed.error, data);
    },
    lacksResults,
    structures,
    structureWord: specification.structureWord,
    playsStructures: specification.playsStructures ?? false,
    withoutStructures: specification.withoutStructures ?? false,
    predictsProteins: specification.predictsProteins ?? false,
    active(item, molecules) {
      const ids = structures(item, molecules).map(({ id }) => id);
      const data = specification.active ? readWhole(item) : null;
      const chosen = data ? (specification.active?.(data) ?? null) : null;
      return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
    },
    calculations(item) {
      const data = readWhole(item);
      return data ? (specification.calculations?.(data) ?? []).filter((uuid) => uuid !== null) : [];
    },
    tables(item, molecules) {
      const data = readWhole(item);
      return data ? notedTables(data, { item, molecules }) : [];
    },
    caveats,
    measured,
    ...headlineParts(specification, readWhole, lacksResults),
    ...partsBesideTables(specification, readWhole),
    values(item, molecules) {
      if (!specification.values) return [];
      // Nothing computed yet is a result with all its names and no number.
      const data = readWhole(item);
      const found = specification.values(data ?? emptyWhole(), { item, molecules });
      // Where there is no result, nothing in it has failed.
      const own = data && !lacksResults(item) ? found : found.map((value) => ({ ...value, error: null }));
      const final = onlyFinal(own, item);
      return withValueNotes(by?.values(item, calibrated(item, molecules), final) ?? final, caveats(item, molecules));
    },
    tabs(item, molecules) {
      const data = readWhole(item);
      return data ? specification.tabs(data, { item, molecules }) : [infoTab];
    },
    parts(item, molecules) {
      const data = readWhole(item);
      const parts = (data && specification.parts?.(data, { item, molecules })) ?? {};
      return withFactNotes(by?.facts(item, calibrated(item, molecules), parts) ?? parts, caveats(item, molecules));
    },
    ...drawnParts(specification, readWhole),
    works(data) {
      const current = readSettled(data);
      if (!current) return [];
      const used = levels(current).map((level) => level.settings);
      const engines = used.flatMap(({ engine }) => (engine ? [`engine:${engine}`] : []));
      const methods = used.flatMap(({ method, corrections }) => [method, ...corrections]);
      return [...new Set([...methods, ...specification.cite(current), ...engines])];
    },
    compare(items) {
      const readable = items.flatMap((each): (ReadItem & { data: Whole })[] => {
        const data = readWhole(each.item);
        return data ? [{ ...each, data }] : [];
      });
      if (specification.compare) return specification.compare(readable);
      return mergedTables(readable.map((each) => ({ item: each.item, tables: notedTables(each.data, each) })));
    },
  };
  return { ...definition, specification };
}

/** Returns what the definition says of numbers that measured values calibrate, and what is to be known of its numbers. */
function calibrationParts<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  specification: ResultSpecification<Submitted, Computed>,
  readWhole: (item: WorkflowItem) => (z.output<Submitted> & z.output<Computed>) | null,
) {
  const measured = (item: WorkflowItem, molecules: MoleculesByCalculation): readonly Calibratable[] => {
    const data = specification.measured && readWhole(item);
    return (data && specification.measured?.numbers(data, { item, molecules })) ?? [];
  };
  /** As `measured`, of items that calibrations are applied to; others are not looked at further. */
  const calibrated = (item: WorkflowItem, molecules: MoleculesByCalculation) =>
    hasMeasured(item) ? measured(item, molecules) : [];
  const caveats = (item: WorkflowItem, molecules: MoleculesByCalculation): Caveat[] => {
    const given = calibrated(item, molecules);
    const needed = specification.caveats || specification.calibration || given.length > 0;
    const data = needed ? readWhole(item) : null;
    const printed = data && specification.calibration?.(data);
    const values = data && given.length > 0 ? (specification.values?.(data, { item, molecules }) ?? []) : [];
    const by = given.length > 0 ? specification.measured?.by : undefined;
    const covered = by?.paths(item, given, values) ?? [];
    return [
      ...(item.provenance?.caveats ?? []),
      ...(printed ? outsideCaveats(printed, data).map((caveat) => by?.ofUncalibrated(caveat, covered) ?? caveat) : []),
      ...((data && specification.caveats?.(data, { item, molecules })) ?? []),
      ...(by?.caveats(item, given, values) ?? []),
    ];
  };
  return { measured, calibrated, caveats };
}

/** Returns what the definition says of a result beside its tables: grids, microstates, pockets. */
function partsBesideTables<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  specification: ResultSpecification<Submitted, Computed>,
  readWhole: (item: WorkflowItem) => (z.output<Submitted> & z.output<Computed>) | null,
): Pick<ResultDefinition, 'hasGrids' | 'hasMicrostates' | 'pockets'> {
  return {
    hasGrids(item) {
      const data = specification.hasGrids && readWhole(item);
      return (data && specification.hasGrids?.(data)) ?? false;
    },
    hasMicrostates(item) {
      const data = specification.hasMicrostates && readWhole(item);
      return (data && specification.hasMicrostates?.(data)) ?? false;
    },
    pockets(item) {
      const data = specification.pockets && readWhole(item);
      return (data && specification.pockets?.(data)) ?? [];
    },
  };
}

/** Returns what the definition says of a type's key results. */
function headlineParts<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  specification: ResultSpecification<Submitted, Computed>,
  readWhole: (item: WorkflowItem) => (z.output<Submitted> & z.output<Computed>) | null,
  lacksResults: (item: WorkflowItem) => boolean,
): Pick<ResultDefinition, 'headline' | 'headlineCalculations' | 'outside'> {
  return {
    headline(item, molecules, named) {
      const data = lacksResults(item) ? null : readWhole(item);
      if (!data) return { values: [], sentence: null };
      const worded = specification.headline(data, { item, molecules }, named);
      return (hasMeasured(item) && specification.measured?.by.headline(worded, named)) || worded;
    },
    headlineCalculations(item) {
      const data = specification.headlineCalculations && readWhole(item);
      return data ? (specification.headlineCalculations?.(data) ?? []).filter((uuid) => uuid !== null) : [];
    },
    outside(item) {
      const data = specification.calibration && readWhole(item);
      const printed = data && specification.calibration?.(data);
      return printed ? outsideOf(printed, data) : null;
    },
  };
}

/** Returns what the definition says of drawings beside the tables. */
function drawnParts<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  specification: ResultSpecification<Submitted, Computed>,
  readWhole: (item: WorkflowItem) => (z.output<Submitted> & z.output<Computed>) | null,
): Pick<ResultDefinition, 'spectra' | 'marks' | 'painted' | 'curves'> {
  return {
    spectra(item, molecules) {
      const data = specification.spectra && readWhole(item);
      return (data && specification.spectra?.(data, { item, molecules })) ?? [];
    },
    marks(item, molecules, structure) {
      const data = specification.marks && readWhole(item);
      return (data && specification.marks?.(data, { item, molecules }, structure)) ?? [];
    },
    painted(item) {
      const data = specification.painted && readWhole(item);
      return (data && specification.painted?.(data)) ?? null;
    },
    curves(item) {
      const data = specification.curves && readWhole(item);
      return (data && specification.curves?.(data)) ?? [];
    },
  };
}

/** A calculation that goes on, failed or was stopped has steps, none of which is its result: what is read from it is not there. */
function onlyFinal(values: NamedValue[], { object_status }: WorkflowItem): NamedValue[] {
  if (object_status === status.completed) return values;
  return values.map((value) => (value.calculation ? { ...value, value: null } : value));
}

/** Returns what was put in, even where the rest of the data does not fit. */
function inputOf(item: WorkflowItem) {
  const parsed = z.safeParse(z.looseObject(moleculeOrSmilesInput), item.object_data ?? {});
  return parsed.success ? initialStructure(parsed.data) : [];
}
