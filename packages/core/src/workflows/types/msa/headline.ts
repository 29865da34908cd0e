import { phrase } from '../../../entities/phrases.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { counted, type HeadlineWords } from '../../headline.ts';

/** How many related sequences the search found, as its stages recorded it. */
export function alignmentHeadline(letters: readonly number[], { provenance }: WorkflowItem): HeadlineWords {
  const found = (provenance?.stages ?? []).flatMap(({ count_out }) =>
    typeof count_out === 'number' ? [count_out] : [],
  );
  const count = found.reduce((sum, each) => sum + each, 0);
  if (found.length === 0) return { values: [], sentence: null };
  const [only] = letters;
  return {
    values: [
      {
        number: {
          title: 'Related sequences',
          precision: 0,
          value: count,
          ...counted(count, 'sequence', 'sequences'),
        },
        label: null,
      },
    ],
    sentence:
      letters.length === 1 && only !== undefined
        ? phrase('Aligned to a chain of {residues} residues.', { residues: only })
        : phrase('Aligned to {count} chains.', { count: letters.length }),
  };
}
