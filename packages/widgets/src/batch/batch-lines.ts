import { type ListedMolecule, largestPart } from '@cuvette/core/chemistry/molecule-list';
import type { BatchFinding, IdenticalItem } from '@cuvette/core/entities';
import { batchWords as words } from './words.ts';

/** What a person decided for the whole list. */
export interface BatchChoices {
  /** The largest of several parts runs. */
  largest: boolean;
  /** A structure that is there more than once runs each time. */
  repeats: boolean;
}

/** A line of a batch and its state. */
export interface BatchLine extends ListedMolecule {
  state: 'waiting' | 'ready' | 'out';
  /** The SMILES that runs, or whose finding is awaited. */
  runs: string;
  /** The finished item that had the same input; missing where there is none, or none is known. */
  identical?: IdenticalItem;
}

/** Returns the state of each line by what is known of its SMILES; a line without a finding waits for it. */
export function judgeLines(
  molecules: readonly ListedMolecule[],
  findings: ReadonlyMap<string, BatchFinding>,
  { largest, repeats }: BatchChoices,
): BatchLine[] {
  const first = new Map<string, number>();
  return molecules.map((molecule): BatchLine => {
    const { smiles, problem, line } = molecule;
    const out = (reason: string, runs = smiles): BatchLine => ({ ...molecule, state: 'out', runs, problem: reason });
    if (problem !== null) return out(problem);
    const whole = findings.get(smiles);
    if (!whole) return { ...molecule, state: 'waiting', runs: smiles };
    const isCut = largest && whole.parts > 1 && whole.canonical !== null;
    const runs = isCut ? largestPart(whole.canonical ?? smiles) : smiles;
    const found = isCut ? findings.get(runs) : whole;
    if (!found) return { ...molecule, state: 'waiting', runs };
    if (found.problem !== null) return out(found.problem, runs);
    const key = found.canonical ?? runs;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, line);
    else if (!repeats) return out(words.sameAs(earlier), runs);
    return { ...molecule, state: 'ready', runs };
  });
}

/** What was computed already, and what becomes of it. */
export interface Computed {
  /** By the SMILES that runs; null for one that was not computed. */
  identical: ReadonlyMap<string, IdenticalItem | null>;
  /** Whether such lines are left out. */
  leave: boolean;
  /** Lines for which the contrary was chosen, by their numbers. */
  except: ReadonlySet<number>;
}

/** Marks lines that were computed already, and leaves out those that shall not run again. */
export function withComputed(lines: readonly BatchLine[], { identical, leave, except }: Computed): BatchLine[] {
  return lines.map((line) => {
    const item = line.state === 'ready' ? identical.get(line.runs) : null;
    if (!item) return line;
    if (leave === except.has(line.line)) return { ...line, identical: item };
    return { ...line, identical: item, state: 'out', problem: words.computedOn(item) };
  });
}

/** SMILES that nothing is known of yet, each once. */
export function unknownSmiles(lines: readonly BatchLine[]): string[] {
  return [...new Set(lines.flatMap(({ state, runs }) => (state === 'waiting' ? [runs] : [])))];
}
