import { symbolOf } from '../../chemistry/elements.ts';
import type { Molecule } from '../../entities/molecule.ts';
import type { Settings } from '../../entities/settings.ts';
import { compositeBasisSets } from '../method-traits.ts';
import { methodTitle } from '../methods.ts';

/** Programs and forms that inputs are written for. */
export const inputPrograms = ['orca', 'gaussian', 'psi4', 'xtb', 'qcschema', 'mvsj'] as const;
export type InputProgram = (typeof inputPrograms)[number];

/** A calculation that shall run elsewhere. */
export interface InputWish {
  /** The structure to start from. */
  molecule: Molecule;
  settings: Settings;
  tasks: readonly string[];
  /** A name for titles and files. */
  name: string;
}

/** An input, and what of the calculation it does not say. */
export interface ProgramInput {
  filename: string;
  text: string;
  notes: string[];
}

/** Thrown for a calculation that a program cannot do, or is not known to do alike; the message says what and why. */
export class NotWritable extends Error {}

/** What of the tasks an input asks for. */
export interface Asked {
  optimize: boolean;
  saddlePoint: boolean;
  frequencies: boolean;
  gradient: boolean;
  /** Excited states by time-dependent theory; null for none. */
  excited: { count: number; tda: boolean } | null;
}

/** What the tasks of a calculation ask for. */
export function askedOf({ settings, tasks }: Pick<InputWish, 'settings' | 'tasks'>): Asked {
  const all = new Set([...tasks, ...settings.tasks]);
  const saddlePoint = all.has('optimize_ts') || (all.has('optimize') && settings.opt_settings.transition_state);
  const excited = settings.excited_state_settings;
  return {
    optimize: all.has('optimize') || all.has('optimize_ts'),
    saddlePoint,
    frequencies: all.has('frequencies') || all.has('hessian'),
    gradient: all.has('gradient'),
    excited: excited?.num_excitations ? { count: excited.num_excitations, tda: excited.tda } : null,
  };
}

/** The program's word for a method. Throws `NotWritable` for one that it does not have. */
export function wordOf(words: Readonly<Record<string, string>>, method: string, program: string): string {
  const word = words[method];
  if (word === undefined) {
    throw new NotWritable(
      `${program} does not have ${methodTitle(method)}, or not in a form that is known to be the same.`,
    );
  }
  return word;
}

/** Name of the basis set; null for methods that bring their own or have none. Throws `NotWritable` for overrides by element or atom. */
export function basisOf({ method, basis_set }: Settings, program: string): string | null {
  if (basis_set?.overrides?.length) {
    throw new NotWritable(`Other basis sets for some elements or atoms are not written for ${program}.`);
  }
  return compositeBasisSets.has(method) ? null : (basis_set?.name ?? null);
}

/** Lines of symbol and coordinates in Å. Throws `NotWritable` for a periodic structure, which these inputs have no place for. */
function coordinateLines({ atoms, cell }: Molecule, program: string): string[] {
  if (cell) throw new NotWritable(`A periodic structure is not written for ${program}.`);
  return atoms.map(({ atomic_number, position }) => {
    const symbol = symbolOf(atomic_number);
    return `${symbol.padEnd(3)}${position.map((value) => value.toFixed(8).padStart(15)).join('')}`;
  });
}

/** A file's name of a name: letters, digits, "-" and "_". */
export function stemOf(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .slice(0, 60);
  return safe.split('-').filter(Boolean).join('-') || 'calculation';
}

/** Text for a title or a comment: one line of ASCII. */
export function titleOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 100);
  return plain || 'calculation';
}

/** What every input of a program is written from. */
export interface InputHead extends Asked {
  /** The program's word for the method. */
  method: string;
  /** A line of symbol and coordinates in Å for each atom. */
  coordinates: string[];
  /** One line of ASCII. */
  title: string;
  /** The name of the file without its ending. */
  stem: string;
  /** What the input does not say of the calculation. */
  notes: string[];
}

/** What the inputs of all programs begin with. Throws `NotWritable` for a method that the program does not have and for a periodic structure. */
export function headOf(wish: InputWish, program: string, methods: Readonly<Record<string, string>>): InputHead {
  return {
    ...askedOf(wish),
    method: wordOf(methods, wish.settings.method, program),
    coordinates: coordinateLines(wish.molecule, program),
    title: titleOf(wish.name),
    stem: stemOf(wish.name),
    notes: notesOf(wish, program),
  };
}

/** What no input of these says of the calculation, in words. */
export function notesOf({ settings }: InputWish, program: string): string[] {
  const notes: string[] = [];
  if (settings.opt_settings.constraints.length > 0) {
    notes.push(`The constraints of the calculation are not in the input for ${program}. Add them there.`);
  }
  return notes;
}
