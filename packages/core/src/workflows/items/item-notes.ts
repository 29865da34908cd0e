import { noteOfValue, textOfCaveat } from '../../entities/caveat.ts';
import { eachOnce, inEnglish, sentences } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import type { MoleculesByCalculation, ResultDefinition } from '../definition.ts';

/**
 * Returns what changes the meaning of an item's numbers, in one text for places that show several numbers of it in one row (a batch, a comparison, a
 * list); null where nothing does.
 */
export function notesOfItem(
  definition: ResultDefinition | null,
  item: WorkflowItem,
  molecules: MoleculesByCalculation = new Map(),
): string | null {
  const caveats = caveatsOf(definition, item, molecules);
  const texts = caveats.filter(({ severity }) => severity === 'changes_number').map(textOfCaveat);
  return inEnglish(sentences(...eachOnce(texts))) || null;
}

/**
 * Returns what changes the meaning of single numbers of an item, by their names (saved columns, named values); those without a note are left out.
 * @param names identifiers of saved columns, or paths of named values
 */
export function notesOfValues(
  definition: ResultDefinition | null,
  item: WorkflowItem,
  names: readonly string[],
  molecules: MoleculesByCalculation = new Map(),
): ReadonlyMap<string, string> {
  const caveats = caveatsOf(definition, item, molecules);
  return new Map(
    names.flatMap((name): [string, string][] => {
      const note = noteOfValue(caveats, name);
      return note === null ? [] : [[name, inEnglish(note)]];
    }),
  );
}

/** For a type that this version does not know, the caveats of its own record. */
function caveatsOf(definition: ResultDefinition | null, item: WorkflowItem, molecules: MoleculesByCalculation) {
  return definition ? definition.caveats(item, molecules) : (item.provenance?.caveats ?? []);
}
