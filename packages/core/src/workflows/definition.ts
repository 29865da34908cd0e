import type * as z from 'zod/mini';
import type { PocketBox } from '../chemistry/macromolecule/pocket-box.ts';
import type { Pdb } from '../chemistry/pdb/schema.ts';
import type { Problem } from '../chemistry/problem.ts';
import type { CalculationSummary } from '../entities/calculation.ts';
import type { Caveat } from '../entities/caveat.ts';
import type { SmilesInspection } from '../entities/conversion.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { Molecule } from '../entities/molecule.ts';
import type { Text } from '../entities/phrases.ts';
import type { Feature } from '../entities/platform-settings.ts';
import type { Settings } from '../entities/settings.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Resolved } from '../methods/resolution.ts';
import type { RatingCounts } from '../tables/ratings.ts';
import type { TableData } from '../tables/table.ts';
import type { CurvePlot } from './curves/curve-plot.ts';
import type { HeadlineWords } from './headline.ts';
import type { Mark } from './marks.ts';
import type { Calibratable, Calibrating } from './measured/calibrated.ts';
import type { PrintedCalibration } from './parts/calibrations/printed-calibration.ts';
import type { StickSpectrum } from './spectra.ts';
import type { TabPart } from './tab-parts.ts';
import type { TypeEntry } from './type-entry.ts';

/** The free-form object that a submission carries (`workflow_data`) and an item stores (`object_data`). */
export type WorkflowData = Record<string, unknown>;

/** The small molecule that a person put in. Everything else (proteins, sequences, lists of SMILES) is in `workflow_data` at its role. */
export interface WorkflowInputs {
  molecule: Molecule | null;
  smiles: string | null;
  /** What RDKit says of the SMILES, when it was asked. */
  inspection?: SmilesInspection | null;
  /** What RDKit says of the SMILES of a list, by SMILES, when it was asked. */
  inspections?: ReadonlyMap<string, SmilesInspection>;
}

/** An input that a type takes; `role` is its key in `workflow_data`. A docking takes a molecule and a protein, a co-folding sequences and SMILES. */
export interface InputRule {
  role: string;
  kind:
    | 'molecule'
    | 'smiles'
    | 'molecule_or_smiles'
    | 'smiles_list'
    | 'protein'
    | 'pocket'
    | 'protein_sequences'
    | 'dna_sequences'
    | 'rna_sequences'
    | 'binder_design';
  title: string;
  required: boolean;
  /** For a protein: the key of the data that names the residue of the ligand which it must have. */
  ligand?: string;
  /** Of a list of SMILES: its entries are parts of one complex, and not compounds of their own. */
  together?: boolean;
  /** What is taken with these settings, where that hangs on them: coordinates for one method, a SMILES for another. */
  accepts?: (data: WorkflowData) => InputRule['kind'];
}

/** What structures a type takes; a definition names what differs from `anyStructure`. */
export interface StructureLimits {
  openShell: boolean;
  charged: boolean;
  /** Several separate molecules in one structure (a SMILES with a dot). */
  severalStructures: boolean;
  /** Says of a structure with more atoms than the type takes that it is too large (`parts/inputs/size.ts`); null where any number is taken. */
  size: ((inputs: WorkflowInputs) => Problem | null) | null;
  /** Several molecules at once, one item for each. */
  batch: boolean;
  periodic: boolean;
  constraints: boolean;
  transitionState: boolean;
  /** Atomic numbers that are taken, and whose list it is ("MMFF94"); null for no limit beyond the methods'. */
  elements: { allowed: readonly number[]; by: string } | null;
  /** What to do instead, added to a refusal by these limits. */
  advice: string | null;
}

/** A choice of a select field; `unavailable` says why it cannot be chosen on this server. */
export interface Option {
  value: string;
  title: string;
  unavailable?: string;
  /** Private feature without which the choice is neither offered nor taken. */
  feature?: Feature;
}

/** Something in a submission that needs a private feature: which, what it is called, and the field that chose it. */
export interface FeatureNeed {
  feature: Feature;
  title: string;
  field: string;
}

interface FieldHead {
  /** Path in `workflow_data`, with dots ("settings.method"). */
  path: string;
  title: string;
  help?: string;
  /** Shown only when this says so. */
  shown?: (data: WorkflowData) => boolean;
  /** Why the field cannot be changed now, as text; null when it can. */
  locked?: (data: WorkflowData) => string | null;
  /** Other paths whose problems are shown at this field. */
  covers?: readonly string[];
}

/** What a field offers, by the data, what the workers have, and the elements (atomic numbers) of the structure where there is one. */
export type Options = (data: WorkflowData, report: MethodReport | null, elements?: readonly number[]) => Option[];

/** A form field. The portal draws it; the value goes to its path in `workflow_data`. */
export type Field =
  | (FieldHead & {
      kind: 'select';
      options: Options;
      /** Values are numbers in the data, an empty one is null. */
      numeric?: boolean;
    })
  | (FieldHead & {
      kind: 'multiselect';
      options: Options;
      /** Values are numbers in the data. */
      numeric?: boolean;
    })
  | (FieldHead & { kind: 'toggle' })
  | (FieldHead & { kind: 'text'; placeholder?: string })
  | (FieldHead & { kind: 'number'; unit?: string; minimum?: number; maximum?: number; step?: number })
  /** Two numbers, from and to. */
  | (FieldHead & { kind: 'range'; unit?: string; minimum?: number; maximum?: number; step?: number })
  /** Numbers separated by commas. */
  | (FieldHead & { kind: 'numbers'; unit?: string; minimum?: number; maximum?: number })
  /** Atoms of the molecule, picked in the viewer; `base` is what the stored index counts from. */
  | (FieldHead & { kind: 'atoms'; base: 0 | 1 })
  /** A list of elements by atomic number. */
  | (FieldHead & { kind: 'elements'; choices: readonly number[] })
  /** Constraints, scan coordinates, contacts and the like: an editor of its own, named by `editor`. */
  | (FieldHead & {
      kind: 'editor';
      editor: FieldEditor /** Nothing runs without an entry, so the field starts open. */;
      open?: boolean;
    });

/** Editors that a field can ask for besides plain inputs. */
export type FieldEditor =
  | 'constraints'
  | 'harmonic_constraints'
  | 'confining_constraint'
  | 'scan_coordinates'
  | 'bonds'
  | 'multiplicities'
  | 'contact_constraints'
  | 'chain_sequences'
  | 'kept_ligands'
  | 'pocket_constraints';

/** Something to know before submitting; it does not stop it. */
export interface Notice {
  kind: 'warning' | 'info';
  title: string;
  body: string;
}

/** What the form offers instead of a default that this server lacks; the person accepts it. */
export interface Offer {
  field: string;
  text: string;
  action: string;
  /**
   * Names of the choice that is not available and of its replacement, as written in a sentence. Left out where the choice does not fit for another
   * reason.
   */
  missing?: { what: string; instead: string };
  apply: (data: WorkflowData) => WorkflowData;
}

/** One way to fill a setting that nobody chose. */
export interface TimedOption {
  value: unknown;
  /** As it is named inside a sentence: "r²SCAN-3c single points". */
  title: string;
  /** Seconds that the whole run is expected to take with it on this server; null where that is not known. */
  seconds: number | null;
  /** Why it cannot be used, as a sentence. */
  unavailable?: string;
}

/**
 * A setting whose default depends on how long the run is expected to take. It is open where the submission leaves it out, or has null or `auto` there: its
 * schema needs `auto` (or null) as its default. `auto` is never stored: `prepare` writes what was chosen.
 */
export interface TimedSetting<Data> {
  /** Path in the data, with dots. */
  path: string;
  /** The options for these data, the best first. The first one that ends in time and raises no problem is chosen, else the last one. A single option is no choice. */
  options: (data: Data, inputs: WorkflowInputs, report: MethodReport | null) => readonly TimedOption[];
  /** Seconds that an option may take to be chosen without asking; ten minutes where this is missing. With infinity no time need be known. */
  within?: number;
}

/** What an open setting is filled with, and why. */
export interface TimedChoice {
  path: string;
  value: unknown;
  title: string;
  seconds: number | null;
  /** Why this one, in sentences; null where there was no other. */
  reason: string | null;
  /** The options that were not chosen. */
  others: readonly TimedOption[];
}

/** A structure of an item, and where its atoms are. Clients select structures by name, so a name must not change. */
export interface StructureReference {
  id: string;
  name: Text;
  source:
    | { kind: 'calculation'; uuid: string; frame: 'last' | number }
    | { kind: 'molecule'; molecule: Molecule }
    | { kind: 'smiles'; smiles: string }
    | { kind: 'protein'; uuid: string };
  /** The protein that a ligand lies in, in the same coordinates: one of the platform's, or one that is in the data. */
  within?: { uuid: string } | { pdb: Pdb };
}

/** A pocket that a result found in a protein of the platform, as the box (Å) that docking searches. */
export interface FoundPocket {
  name: Text;
  /** Identifier of the protein. */
  protein: string;
  box: PocketBox;
}

/** A result tab. `large` takes the full width. */
export interface Tab {
  id: string;
  title: string;
  large?: boolean;
  /** Ratings of the tab's values; the tab shows the worst rating and the counts. */
  ratings?: RatingCounts;
}

/** A number of a result that has a name, so that a sentence can quote it. */
export interface NamedValue {
  /** Its name, as the data call it ("strongest_acid"). */
  path: string;
  title: Text;
  unit: string | null;
  /** Decimals shown. */
  precision: number;
  /** Null where it was not computed, or not yet. */
  value: number | null;
  /** ± in the same unit, where its size is known and the value lies where that holds. */
  uncertainty?: number | null;
  /** Why a finished result has no such value, in the words of the error. It is shown where the value would be. */
  error?: Text | null;
  /** A note beside the number: what the ± is, or why there is none. */
  remark?: Text | null;
  /** What changes the meaning of the number, from the caveats of the item; `namedValuesOf` sets it. */
  note?: Text | null;
  /** What computed it, where that is more than the method of a calculation: a calibrated route by its name. */
  method?: Text | null;
  /** The stage of the run that computed it, where that is not the last one: what its record has under these keys. */
  stage?: Readonly<{ method?: string; engine?: string }>;
  /** Calculation whose last molecule it is read from; it counts as not there yet until that was read. */
  calculation?: string | null;
}

/** Molecules of the calculations that a view has read, by calculation identifier. */
export type MoleculesByCalculation = ReadonlyMap<string, readonly Molecule[]>;

/** An item with what was read for it. */
export interface ReadItem {
  item: WorkflowItem;
  molecules: MoleculesByCalculation;
  /** Calculations without their molecules, where they were read: settings and provenance decide whether energies compare. */
  calculations?: ReadonlyMap<string, CalculationSummary>;
}

/** A level of theory that a job runs, and the form field (path) that its method comes from. */
export interface Level {
  settings: Settings;
  field: string;
}

/** A protein that a submission names by its identifier, and the field that the identifier is in. */
export interface NamedProtein {
  field: string;
  uuid: string;
}

/** A rule of a type: what is wrong with parsed data and inputs, as text with the field. */
export type Rule<Data> = (data: Data, inputs: WorkflowInputs, report: MethodReport | null) => Problem[];

/**
 * What a type's `results.ts` says: data and pure functions over parsed data, all that a view needs. `defineResults` makes the definition from it.
 * `Submitted` is the schema of what a person sets (every key has a default), `Computed` of what a run adds.
 */
export interface ResultSpecification<
  Submitted extends z.ZodMiniObject,
  Computed extends z.ZodMiniObject,
  Whole = z.output<Submitted> & z.output<Computed>,
> {
  entry: TypeEntry;
  settings: Submitted;
  results: Computed;
  /** Paths of levels of theory in the data; `*` stands for each entry of a list. Methods and solvents are tidied there, and resolved on resubmission. */
  levelPaths?: readonly string[];
  /** What follows from other fields, with the list of what was changed by it. */
  settle?: (data: z.output<Submitted>) => Resolved<z.output<Submitted>>;
  /** Levels of theory in the order that they run. */
  levels?: (data: z.output<Submitted>) => Level[];
  structures: (data: Whole, read: ReadItem) => StructureReference[];
  /** What its numbered structures are called ("conformer" where they are "Conformer 1", "Conformer 2"): other items take them by it, as `conformers[0]`. */
  structureWord?: string;
  /** Id of the structure that a view shows first; the first one where this is missing or gives none of them. */
  active?: (data: Whole) => string | null;
  /** Its structures are the steps of one motion, in order: they can be played as the frames of a trajectory. */
  playsStructures?: boolean;
  /** It has no structures at any time, so that no viewer is beside its results. */
  withoutStructures?: boolean;
  /** Its proteins are predictions: their B factors are confidences. */
  predictsProteins?: boolean;
  /** Whether a finished item has properties on grids, as isosurfaces are drawn of. */
  hasGrids?: (data: Whole) => boolean;
  /** Whether it has protonation states by pH, for the chart of microstates. */
  hasMicrostates?: (data: Whole) => boolean;
  /** Calculations whose molecules its tables, tabs and values need. */
  calculations?: (data: Whole) => (string | null)[];
  tables: (data: Whole, read: ReadItem) => TableData[];
  /** Numbers of the result that a sentence can quote, all that the type knows; those that folders keep as columns need not be named here. */
  values?: (data: Whole, read: ReadItem) => NamedValue[];
  /**
   * Its key results, shown large at the head of a result, in lists and wherever an item is shown in short. `named` gives its named values; while it
   * runs, the data hold what is known so far.
   */
  headline: (data: Whole, read: ReadItem, named: (path: string) => NamedValue | null) => HeadlineWords;
  /** Calculations whose molecules the headline and the named values need, besides those that the values name themselves. */
  headlineCalculations?: (data: Whole) => (string | null)[];
  /** The calibration behind the ± of its numbers, null where there is none: form and result say where a molecule lies outside it. */
  calibration?: (data: z.output<Submitted>) => PrintedCalibration | null;
  /** Its numbers that a project can calibrate on measured values of its own, and what shows them (`calibrating`). */
  measured?: { numbers: (data: Whole, read: ReadItem) => readonly Calibratable[]; by: Calibrating };
  /** What a reader must know of the numbers, as far as it follows from the data; what a run found out is in its provenance (`caveats`). */
  caveats?: (data: Whole, read: ReadItem) => Caveat[];
  tabs: (data: Whole, read: ReadItem) => Tab[];
  /** What tabs show, by their ids; a tab that is not named here shows the table of its own name (`standardTabs`). */
  parts?: (data: Whole, read: ReadItem) => Readonly<Record<string, readonly TabPart[]>>;
  /** Its spectra as lines, which a comparison lays over those of other items; none where this is missing. */
  spectra?: (data: Whole, read: ReadItem) => readonly StickSpectrum[];
  /** What the viewer draws on a structure of the item beside its atoms; null is asked for where none is shown. */
  marks?: (data: Whole, read: ReadItem, structure: string | null) => readonly Mark[];
  /** Pockets that it found, which the forms of docking offer. */
  pockets?: (data: Whole) => readonly FoundPocket[];
  /** What its atoms are painted by when it is opened: the identifier of a table and that of its column, with a dot between; null for their elements. */
  painted?: (data: Whole) => string | null;
  /** Plots that it draws from its data, where no table holds them: spectra, quantities by pH. Null: it has nothing to draw. */
  curves?: (data: Whole) => readonly (CurvePlot | null)[];
  /** Identifiers of works to cite besides those of the levels. */
  cite: (data: z.output<Submitted>) => string[];
  /** Tables of several items of the type side by side; merged tables where this is missing. */
  compare?: (items: readonly (ReadItem & { data: Whole })[]) => TableData[];
}

/** What a type takes and asks for, and what a run of it needs. */
export interface SubmissionRules<Data, Whole = Data> {
  inputs: readonly InputRule[];
  limits?: (data: Data) => Partial<StructureLimits>;
  /** Modes allowed at a path, the default first; `auto` means the default. */
  modes?: Readonly<Record<string, readonly string[]>>;
  /** Mode paths that take `manual` besides when levels of theory are given; a resubmission falls back to the listed modes. */
  manual?: readonly string[];
  /** Paths of identifiers of proteins besides the inputs of the kind `protein`; `*` stands for each entry of a list. */
  proteinPaths?: readonly string[];
  /** Modes expanded into the settings that are stored and run. */
  complete?: (data: Data, inputs: WorkflowInputs) => WorkflowData;
  /** Capabilities besides the type's own recipe and its methods. */
  needs?: (data: Data) => string[];
  /** GPUs without which it cannot run, besides those that its levels' engines need; none where this is missing. */
  gpus?: (data: Data) => number;
  /** Seconds that its calculations are expected to take on this server, from the workers' own timing; null where that is unknown. */
  seconds?: (data: Data, inputs: WorkflowInputs, report: MethodReport) => number | null;
  /** Why `seconds` says nothing, as a sentence: what the time depends on. */
  untimed?: string;
  /** Settings that are chosen by the expected time where nobody chose them, in the order that they are filled. */
  timed?: readonly TimedSetting<Data>[];
  rules?: readonly Rule<Data>[];
  /** Settings that an item's resubmission starts with, where more than the general rules apply: bonds chosen by a flag are dropped, say. */
  resubmit?: (data: Data) => Resolved<Data>;
  /** A better way to compute a finished item, which its page offers in one click: what it is called ("r²SCAN-3c single points"), and the settings that change. */
  better?: (data: Whole) => { title: string; changes: WorkflowData } | null;
  /** The setting whose other choices answer the same question: its path, and the values among which a second opinion is asked for (all where missing). */
  secondOpinion?: { path: string; among?: readonly string[] };
}

/** The form of a type. */
export interface SubmissionForm<Data> {
  notices?: (data: Data, inputs: WorkflowInputs, report: MethodReport | null) => Notice[];
  /** Offers of the type's own; those for a missing method of a form field are made for all types. */
  offers?: (data: Data, report: MethodReport | null) => Offer[];
  fields: readonly Field[];
}

/** What a run needs of the machine that it runs on. What is not known is null, and keeps it from no machine. */
export interface Resources {
  /** Memory in MB that it needs at least. */
  memory_mb: number | null;
  gpus: number;
  /** Seconds that it is expected to take, start included. */
  seconds: number | null;
}

/** What a view needs to know about one workflow type. Data and pure functions only: no fetching, no React. */
export interface ResultDefinition {
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
  settings: z.ZodMiniObject;
  results: z.ZodMiniObject;
  /** Methods that prepared data asks for. */
  methodsUsed: (data: WorkflowData) => string[];
  /** What in an item's data does not fit the type; empty when all does. */
  misfits: (data: unknown) => Problem[];
  /** Whether a completed item has no results in its data, not even empty ones: they were deleted, or the data are of something else. */
  lacksResults: (item: WorkflowItem) => boolean;
  structures: (item: WorkflowItem, molecules?: MoleculesByCalculation) => StructureReference[];
  /** What its numbered structures are called ("conformer"); undefined where they have no such name. */
  structureWord: string | undefined;
  /** Whether its structures are the steps of one motion, in order. */
  playsStructures: boolean;
  /** Whether it has no structures at any time. */
  withoutStructures: boolean;
  /** Whether its proteins are predictions, whose B factors are confidences. */
  predictsProteins: boolean;
  /** Whether a finished item has properties on grids. */
  hasGrids: (item: WorkflowItem) => boolean;
  /** Whether an item has protonation states by pH. */
  hasMicrostates: (item: WorkflowItem) => boolean;
  /** Id of the structure that a view shows first; null where there are none. */
  active: (item: WorkflowItem, molecules?: MoleculesByCalculation) => string | null;
  calculations: (item: WorkflowItem) => string[];
  tables: (item: WorkflowItem, molecules: MoleculesByCalculation) => TableData[];
  /** Numbers that the type names itself; `namedValuesOf` has all of them. */
  values: (item: WorkflowItem, molecules: MoleculesByCalculation) => NamedValue[];
  /** What the type says of its key results; `headlineOf` makes the headline of it. Nothing where there is no result. */
  headline: (
    item: WorkflowItem,
    molecules: MoleculesByCalculation,
    named: (path: string) => NamedValue | null,
  ) => HeadlineWords;
  headlineCalculations: (item: WorkflowItem) => string[];
  /** Its numbers that a project can calibrate on measured values of its own. */
  measured: (item: WorkflowItem, molecules: MoleculesByCalculation) => readonly Calibratable[];
  /** That the molecule lies outside the calibration of the method ("outside calibration: contains Fe"); null where it does not, or there is none. */
  outside: (item: WorkflowItem) => Text | null;
  /** What a reader must know of the numbers: what the run found out, then what follows from the data. */
  caveats: (item: WorkflowItem, molecules: MoleculesByCalculation) => Caveat[];
  tabs: (item: WorkflowItem, molecules: MoleculesByCalculation) => Tab[];
  /** What tabs show where that is more than the table of the tab's name, by their ids. */
  parts: (item: WorkflowItem, molecules: MoleculesByCalculation) => Readonly<Record<string, readonly TabPart[]>>;
  spectra: (item: WorkflowItem, molecules: MoleculesByCalculation) => readonly StickSpectrum[];
  /** What the viewer draws on a structure (its identifier) beside its atoms. */
  marks: (item: WorkflowItem, molecules: MoleculesByCalculation, structure: string | null) => readonly Mark[];
  /** Pockets that it found in a protein of the platform, the best first. */
  pockets: (item: WorkflowItem) => readonly FoundPocket[];
  /** What its atoms are painted by when it is opened (`AtomValues.id`); null for their elements. */
  painted: (item: WorkflowItem) => string | null;
  /** Plots that are drawn from its data and that no table holds. */
  curves: (item: WorkflowItem) => readonly (CurvePlot | null)[];
  /** What to cite for prepared data or a finished item's data, as identifiers that `cite` of citations.ts takes; the texts are loaded apart. */
  works: (data: WorkflowData) => string[];
  /** Tables of several items of this type side by side. */
  compare: (items: readonly ReadItem[]) => TableData[];
}

/** A definition of results with what was specified of it, from which `defineWorkflow` goes on. */
export interface SpecifiedResults<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>
  extends ResultDefinition {
  specification: ResultSpecification<Submitted, Computed>;
}

/** Everything that the product knows about one workflow type. */
export interface WorkflowDefinition extends ResultDefinition {
  inputs: readonly InputRule[];
  /** What structures the type takes with these settings. */
  limits: (data: WorkflowData) => StructureLimits;
  modes: Readonly<Record<string, readonly string[]>>;
  /** `workflow_data` that a new form starts with. */
  defaults: () => WorkflowData;
  /** Stored form of a submission: defaults filled in, open settings chosen by the expected time, modes expanded, engines as the workers have them where nobody chose one. Throws on data that `problems` refuses. */
  prepare: (data: WorkflowData, inputs: WorkflowInputs, report?: MethodReport | null) => WorkflowData;
  /** What is wrong with a submission; form, API and worker ask the same question. Empty when nothing is. Methods are checked when a report is given. */
  problems: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => Problem[];
  notices: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => Notice[];
  offers: (data: WorkflowData, report: MethodReport | null) => Offer[];
  /** What the settings that nobody chose are filled with, and why; `prepare` writes the same. */
  choices: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => TimedChoice[];
  /** Proteins that a submission names by identifier, as they were sent. `problems` checks their form, the server whether the person may read them. */
  proteins: (data: WorkflowData) => NamedProtein[];
  /** Data with what follows from other fields set in it, everything else as it was sent, and each value that was changed. Data that cannot be read come back as they are. */
  settled: (data: WorkflowData) => Resolved<WorkflowData>;
  /** What a run needs of a worker besides capabilities, as far as it is known. */
  resources: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport) => Resources;
  /** Why no time is expected where `resources` has none, as a sentence; null where only a timing of the method is missing. */
  untimed: string | null;
  /** What a worker must be able to do to run it (the queue's requirement set), sorted. Takes prepared data. */
  capabilities: (data: WorkflowData, report?: MethodReport | null) => string[];
  /** Settings of an item as they can be submitted again, and the list of what was dropped, replaced or forced, for the person to accept. */
  resubmit: (data: WorkflowData, report: MethodReport | null) => Resolved<WorkflowData>;
  /** A better way to compute a finished item: what it is called, and the settings to submit; null where there is none. */
  better: (item: WorkflowItem, report: MethodReport | null) => { title: string; data: WorkflowData } | null;
  /** Other methods that answer the question of a finished item on this server, with the settings to submit. */
  secondOpinions: (item: WorkflowItem, report: MethodReport | null) => { title: string; data: WorkflowData }[];
  fields: readonly Field[];
  /** Private features that a submission needs: the type's own, and those of the choices that were made. */
  features: (data: WorkflowData) => FeatureNeed[];
}

/** The tab that every workflow has. */
export const infoTab: Tab = { id: 'info', title: 'info' };
