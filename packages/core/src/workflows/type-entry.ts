import type { Feature } from '../entities/platform-settings.ts';

/** What menus and routes need of a type besides its definition. */
export interface TypeEntry {
  /** Place in menus, the lowest first. */
  order: number;
  /** As the API spells it, and the name of its folder. */
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
  /** Not one of the specification's types: menus list it after those, under a heading of its own. */
  additional?: true;
  /** Private feature without which new items of the type are neither offered nor taken. */
  feature?: Feature;
  /** What the structures of its results are, by which the types that usually come next are suggested. */
  gives?: 'conformer' | 'path' | 'minimum';
  /** Its calculations are stages of one structure: the energy of the last one is the item's. */
  stages?: true;
  /** Finished items are read again after so many seconds, for parts that arrive late; others are not. */
  finishedPollSeconds?: number;
}

/** The groups of types in menus and on the page of new workflows, in their order. */
export const questionGroups = [
  { id: 'shape', title: 'Shape and energy' },
  { id: 'solution', title: 'Acids, bases and solubility' },
  { id: 'reactivity', title: 'Reactivity' },
  { id: 'spectra', title: 'Spectra and electrons' },
  { id: 'drug', title: 'As a drug' },
  { id: 'protein', title: 'Proteins and binding' },
] as const;

/** The question that a type answers. */
export interface TypeQuestion {
  group: (typeof questionGroups)[number]['id'];
  /** What it tells, as short as one line of a card. */
  asks: string;
  /** What it is called in the name of an item, where its title is long for that ("pKa"). */
  short?: string;
  /** What the structure must be, where one that is built from a SMILES makes no sense ("a pose"). */
  wants?: string;
}

/** What docs/accuracy.md says of a type besides its check sets. */
export interface TypeAccuracy {
  /** Types whose check sets cover this one, instead of sets of its own. */
  setsOf?: readonly string[];
  /** What the numbers rest on where there is no measured set, or beside one that is small. */
  restsOn?: string;
  /** Set where `restsOn` is a comparison with another program. */
  comparedWithProgram?: true;
  /** Where the type is known to fail. */
  fails: string;
}
