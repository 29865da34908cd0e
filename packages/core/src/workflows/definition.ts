import type * as z from 'zod/mini';
import type { Pdb } from '../chemistry/pdb/schema.ts';
import type { Problem } from '../chemistry/problem.ts';
import type { CalculationSummary } from '../entities/calculation.ts';
import type { SmilesInspection } from '../entities/conversion.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { Molecule } from '../entities/molecule.ts';
import type { Feature } from '../entities/platform-settings.ts';
import type { Settings } from '../entities/settings.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Resolved } from '../methods/resolution.ts';
import type { TableData } from '../tables/table.ts';
import type { Mark } from './marks.ts';
import type { TabPart } from './tab-parts.ts';

/** The free-form object that a submission carries (`workflow_data`) and an item stores (`object_data`). */
export type WorkflowData = Record<string, unknown>;

/** The small molecule that a person put in. Everything else (proteins, sequences, lists of SMILES) stands in `workflow_data` at its role. */
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
  /** Of a protein: the key of the data that names the residue of the ligand which it must have. */
  ligand?: string;
  /** What is taken with these settings, where that hangs on them: coordinates for one method, a SMILES for another. */
  accepts?: (data: WorkflowData) => InputRule['kind'];
}

/** What structures a type takes; a definition names what differs from `anyStructure`. */
export interface StructureLimits {
  openShell: boolean;
  charged: boolean;
  /** Several separate molecules in one structure (a SMILES with a dot). */
  severalStructures: boolean;
  /** Says of a structure with more atoms than the type takes that it is too large (`rules/size.ts`); null where any number is taken. */
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
  /** Why the field cannot be changed now, in words; null when it can. */
  locked?: (data: WorkflowData) => string | null;
  /** Other paths whose problems are said at this field. */
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
      editor: FieldEditor /** Nothing runs without an entry: it stands open. */;
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
  apply: (data: WorkflowData) => WorkflowData;
}

/** A structure of an item, by the specification's names, and where its atoms are. */
export interface StructureReference {
  id: string;
  name: string;
  source:
    | { kind: 'calculation'; uuid: string; frame: 'last' | number }
    | { kind: 'molecule'; molecule: Molecule }
    | { kind: 'smiles'; smiles: string }
    | { kind: 'protein'; uuid: string };
  /** The protein that a ligand lies in, in the same coordinates: one of the platform's, or one that stands in the data. */
  within?: { uuid: string } | { pdb: Pdb };
}

/** A result tab. `large` takes the full width. */
export interface Tab {
  id: string;
  title: string;
  large?: boolean;
}

/** A number of a result that has a name, so that a sentence can quote it. */
export interface NamedValue {
  /** Its name, as the data call it ("strongest_acid"). */
  path: string;
  title: string;
  unit: string | null;
  /** Decimals shown. */
  precision: number;
  /** Null where it was not computed, or not yet. */
  value: number | null;
  /** ± in the same unit, where its size is known and the value lies where that holds. */
  uncertainty?: number | null;
  /** What must be said beside the number: what the ± is, or why there is none. */
  remark?: string | null;
  /** What computed it, where that is more than the method of a calculation: a calibrated route by its name. */
  method?: string | null;
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

/** A rule of a type: what is wrong with parsed data and inputs, in words with the field. */
export type Rule<Data> = (data: Data, inputs: WorkflowInputs, report: MethodReport | null) => Problem[];

/**
 * What a type's file says: data and pure functions over parsed data. `defineWorkflow` makes the definition from it, with everything that is
 * the same for all types. `Submitted` is the schema of what a person sets (every key has a default), `Computed` of what a run adds.
 */
export interface WorkflowSpecification<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject> {
  /** As the API spells it. Its title, route and summary stand in `catalogue-entries.ts` and `catalogue-summaries.ts`. */
  type: string;
  /** Private feature without which new items of the type are neither offered nor taken. */
  feature?: Feature;
  inputs: readonly InputRule[];
  limits?: (data: z.output<Submitted>) => Partial<StructureLimits>;
  /** Modes allowed at a path, the default first; `auto` means the default. */
  modes?: Readonly<Record<string, readonly string[]>>;
  /** Mode paths that take `manual` besides when levels of theory are given; a resubmission falls back to the listed modes. */
  manual?: readonly string[];
  settings: Submitted;
  results: Computed;
  /** Paths of levels of theory in the data; `*` stands for each entry of a list. Methods and solvents are tidied there, and resolved on resubmission. */
  levelPaths?: readonly string[];
  /** What follows from other fields, with the list of what was changed by it. */
  settle?: (data: z.output<Submitted>) => Resolved<z.output<Submitted>>;
  /** Modes expanded into the settings that are stored and run. */
  complete?: (data: z.output<Submitted>, inputs: WorkflowInputs) => WorkflowData;
  /** Levels of theory in the order that they run. */
  levels?: (data: z.output<Submitted>) => Level[];
  /** Capabilities besides the type's own recipe and its methods. */
  needs?: (data: z.output<Submitted>) => string[];
  /** GPUs without which it cannot run, besides those that its levels' engines need; none where this is missing. */
  gpus?: (data: z.output<Submitted>) => number;
  /** Seconds that its calculations are expected to take on this server, from the workers' own timing; null where that cannot be said. */
  seconds?: (data: z.output<Submitted>, inputs: WorkflowInputs, report: MethodReport) => number | null;
  rules?: readonly Rule<z.output<Submitted>>[];
  notices?: (data: z.output<Submitted>, inputs: WorkflowInputs, report: MethodReport | null) => Notice[];
  /** Offers of the type's own; those for a missing method of a form field are made for all types. */
  offers?: (data: z.output<Submitted>, report: MethodReport | null) => Offer[];
  fields: readonly Field[];
  structures: (data: z.output<Submitted> & z.output<Computed>, read: ReadItem) => StructureReference[];
  /** Id of the structure that a view shows first; the first one where this is missing or gives none of them. */
  active?: (data: z.output<Submitted> & z.output<Computed>) => string | null;
  /** Its structures are the steps of one motion, in order: they can be played as the frames of a trajectory. */
  playsStructures?: boolean;
  /** It has no structures at any time, so that no viewer stands beside its results. */
  withoutStructures?: boolean;
  /** Calculations whose molecules its tables, tabs and values need. */
  calculations?: (data: z.output<Submitted> & z.output<Computed>) => (string | null)[];
  tables: (data: z.output<Submitted> & z.output<Computed>, read: ReadItem) => TableData[];
  /** Numbers of the result that a sentence can quote, all that the type knows; those that folders keep as columns need not be named here. */
  values?: (data: z.output<Submitted> & z.output<Computed>, read: ReadItem) => NamedValue[];
  tabs: (data: z.output<Submitted> & z.output<Computed>, read: ReadItem) => Tab[];
  /** What tabs show, by their ids; a tab that is not named here shows the table of its own name (`standardTabs`). */
  parts?: (
    data: z.output<Submitted> & z.output<Computed>,
    read: ReadItem,
  ) => Readonly<Record<string, readonly TabPart[]>>;
  /** What the viewer draws on a structure of the item beside its atoms; null is asked for where none is shown. */
  marks?: (data: z.output<Submitted> & z.output<Computed>, read: ReadItem, structure: string | null) => readonly Mark[];
  /** What its atoms are painted by when it is opened: the identifier of a table and that of its column, with a dot between; null for their elements. */
  painted?: (data: z.output<Submitted> & z.output<Computed>) => string | null;
  /** Settings that an item's resubmission starts with, where more than the general rules apply: bonds chosen by a flag are dropped, say. */
  resubmit?: (data: z.output<Submitted>) => Resolved<z.output<Submitted>>;
  /** Identifiers of works to cite besides those of the levels. */
  cite: (data: z.output<Submitted>) => string[];
  /** Tables of several items of the type side by side; merged tables where this is missing. */
  compare?: (items: readonly (ReadItem & { data: z.output<Submitted> & z.output<Computed> })[]) => TableData[];
}

/** What a run needs of the machine that it runs on. What is not known is null, and keeps it from no machine. */
export interface Resources {
  /** Memory in MB that it needs at least. */
  memory_mb: number | null;
  gpus: number;
  /** Seconds that it is expected to take, start included. */
  seconds: number | null;
}

/** Everything that the product knows about one workflow type. Data and pure functions only: no fetching, no React. */
export interface WorkflowDefinition {
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
  inputs: readonly InputRule[];
  /** What structures the type takes with these settings. */
  limits: (data: WorkflowData) => StructureLimits;
  modes: Readonly<Record<string, readonly string[]>>;
  settings: z.ZodMiniObject;
  results: z.ZodMiniObject;
  /** `workflow_data` that a new form starts with: the specification's defaults. */
  defaults: () => WorkflowData;
  /** Stored form of a submission: defaults filled in, modes expanded, engines as the workers have them where nobody chose one. Throws on data that `problems` refuses. */
  prepare: (data: WorkflowData, inputs: WorkflowInputs, report?: MethodReport | null) => WorkflowData;
  /** What is wrong with a submission; form, API and worker ask the same question. Empty when nothing is. Methods are checked when a report is given. */
  problems: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => Problem[];
  notices: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => Notice[];
  offers: (data: WorkflowData, report: MethodReport | null) => Offer[];
  /** What a run needs of a worker besides capabilities, as far as it is known. */
  resources: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport) => Resources;
  /** What a worker must be able to do to run it (the queue's requirement set), sorted. Takes prepared data. */
  capabilities: (data: WorkflowData) => string[];
  /** Methods that prepared data asks for. */
  methodsUsed: (data: WorkflowData) => string[];
  /** Settings of an item as they can be submitted again, and the list of what was dropped, replaced or forced, for the person to accept. */
  resubmit: (data: WorkflowData, report: MethodReport | null) => Resolved<WorkflowData>;
  fields: readonly Field[];
  /** Private features that a submission needs: the type's own, and those of the choices that were made. */
  features: (data: WorkflowData) => FeatureNeed[];
  /** What in an item's data does not fit the type; empty when all does. */
  misfits: (data: unknown) => Problem[];
  structures: (item: WorkflowItem, molecules?: MoleculesByCalculation) => StructureReference[];
  /** Whether its structures are the steps of one motion, in order. */
  playsStructures: boolean;
  /** Whether it has no structures at any time. */
  withoutStructures: boolean;
  /** Id of the structure that a view shows first; null where there are none. */
  active: (item: WorkflowItem, molecules?: MoleculesByCalculation) => string | null;
  calculations: (item: WorkflowItem) => string[];
  tables: (item: WorkflowItem, molecules: MoleculesByCalculation) => TableData[];
  /** Numbers that the type names itself; `namedValuesOf` has all of them. */
  values: (item: WorkflowItem, molecules: MoleculesByCalculation) => NamedValue[];
  tabs: (item: WorkflowItem, molecules: MoleculesByCalculation) => Tab[];
  /** What tabs show where that is more than the table of the tab's name, by their ids. */
  parts: (item: WorkflowItem, molecules: MoleculesByCalculation) => Readonly<Record<string, readonly TabPart[]>>;
  /** What the viewer draws on a structure (its identifier) beside its atoms. */
  marks: (item: WorkflowItem, molecules: MoleculesByCalculation, structure: string | null) => readonly Mark[];
  /** What its atoms are painted by when it is opened (`AtomValues.id`); null for their elements. */
  painted: (item: WorkflowItem) => string | null;
  /** What to cite for prepared data or a finished item's data, as identifiers that `cite` of citations.ts takes; the texts are loaded apart. */
  works: (data: WorkflowData) => string[];
  /** Tables of several items of this type side by side. */
  compare: (items: readonly ReadItem[]) => TableData[];
}

/** The tab that every workflow has. */
export const infoTab: Tab = { id: 'info', title: 'info' };
