import type { WorkflowItem } from '@cuvette/core/entities';
import { entryOfType } from '@cuvette/core/workflows';
import { useWords } from '../context.tsx';
import { useProblem } from './use-problem.ts';

/**
 * For an element of one type of item: what it says of an item of another one, which is reported too.
 * @param type the type that the element is for
 * @param item null while there is none
 * @returns null where the item is of the type
 */
export function useOnlyType(type: string, item: WorkflowItem | null): { title: string; detail: string } | null {
  const words = useWords();
  const given = item?.object_type ?? type;
  const titleOf = (name: string) => words.ui.term(entryOfType(name)?.title ?? name);
  const title = words.elements.wrongType(titleOf(type));
  const detail = words.elements.wrongTypeDetail(titleOf(given));
  useProblem(given === type ? null : `${title} ${detail}`);
  return given === type ? null : { title, detail };
}
