import type { Problem } from '../chemistry/problem.ts';
import type { SmilesInspection } from '../entities/conversion.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { Molecule } from '../entities/molecule.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { TableData } from '../tables/table.ts';

/** The free-form object that a submission carries (`workflow_data`) and an item stores (`object_data`). */
export type WorkflowData = Record<string, unknown>;

/** What a person put in: one of molecule and SMILES for small-molecule types; further inputs by their role ("target", "reactant", ...). */
export interface WorkflowInputs {
  molecule: Molecule | null;
  smiles: string | null;
  /** What RDKit says of the SMILES, when it was asked. */
  inspection?: SmilesInspection | null;
}

/** An input that a type takes, and its limits. A docking takes a molecule and a protein, a co-folding sequences and SMILES. */
export interface InputRule {
  role: string;
  kind: 'molecule' | 'smiles' | 'molecule_or_smiles' | 'protein' | 'sequences' | 'smiles_list';
  title: string;
  required: boolean;
}

/** A choice of a select field; `unavailable` says why it cannot be chosen on this server. */
export interface Option {
  value: string;
  title: string;
  unavailable?: string;
}

interface FieldHead {
  /** Path in `workflow_data`, with dots ("settings.method"). */
  path: string;
  title: string;
  help?: string;
  /** Shown only when this says so. */
  shown?: (data: WorkflowData) => boolean;
}

/** A form field. The portal draws it; the value goes to its path in `workflow_data`. */
export type Field =
  | (FieldHead & { kind: 'select'; options: (data: WorkflowData, report: MethodReport | null) => Option[] })
  | (FieldHead & { kind: 'multiselect'; options: (data: WorkflowData, report: MethodReport | null) => Option[] })
  | (FieldHead & { kind: 'toggle' })
  | (FieldHead & { kind: 'number'; unit?: string; minimum?: number; maximum?: number; step?: number });

/** Something to know before submitting; it does not stop it. */
export interface Warning {
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
}

/** A result tab. `large` takes the full width. */
export interface Tab {
  id: string;
  title: string;
  large?: boolean;
}

/** A work to cite, and whether it must be (`must`) or gives background. */
export interface Citation {
  id: string;
  text: string;
  doi: string | null;
  level: 'must' | 'background';
}

/** Molecules of the calculations that a view has read, by calculation identifier. */
export type MoleculesByCalculation = ReadonlyMap<string, readonly Molecule[]>;

/** Everything that the product knows about one workflow type. Data and pure functions only: no fetching, no React. */
export interface WorkflowDefinition {
  type: string;
  path: string;
  title: string;
  summary: string;
  inputs: readonly InputRule[];
  /** `workflow_data` that a new form starts with: the specification's defaults. */
  defaults: () => WorkflowData;
  /** Stored form of a submission: defaults filled in, modes expanded. Throws on data that `problems` refuses. */
  prepare: (data: WorkflowData, inputs: WorkflowInputs) => WorkflowData;
  /** What is wrong with a submission; form, API and worker ask the same question. Empty when nothing is. Methods are checked when a report is given. */
  problems: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => Problem[];
  warnings: (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) => Warning[];
  offers: (data: WorkflowData, report: MethodReport | null) => Offer[];
  /** What a worker must be able to do to run it (the queue's requirement set), sorted. Takes prepared data. */
  capabilities: (data: WorkflowData) => string[];
  /** Methods that prepared data asks for. */
  methodsUsed: (data: WorkflowData) => string[];
  fields: readonly Field[];
  structures: (item: WorkflowItem) => StructureReference[];
  /** Calculations that a result view reads besides those of its structures; the one of a single calculation, say. */
  calculations: (item: WorkflowItem) => string[];
  tables: (item: WorkflowItem, molecules: MoleculesByCalculation) => TableData[];
  tabs: (item: WorkflowItem, molecules: MoleculesByCalculation) => Tab[];
  /** Works to cite for prepared data or a finished item's data. */
  citations: (data: WorkflowData) => Citation[];
}

/** The tab that every workflow has. */
export const infoTab: Tab = { id: 'info', title: 'info' };

/** Checks at the type level that a definition is whole, and returns it. */
export function defineWorkflow(definition: WorkflowDefinition): WorkflowDefinition {
  return definition;
}
