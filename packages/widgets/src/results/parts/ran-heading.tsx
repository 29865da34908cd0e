import type { WorkflowItem } from '@cuvette/core/entities';
import { methods } from '@cuvette/core/methods';
import { useWords } from '../../elements/context.tsx';
import type { Words } from '../../words.ts';
import { levelsThatRan } from '../provenance-text.ts';
import { RanLine } from './ran-line.tsx';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The levels of theory of an item with their programs and versions, by its own record; empty where there is none. */
export function ranInWords(item: WorkflowItem, words: Words): string {
  const { stages = [] } = item.provenance ?? {};
  const { titles } = levelsThatRan(stages);
  // Names what is no level of theory by its stage: an equation, a trained network.
  const others = stages.flatMap(({ method, name }) =>
    methods.has(textOf(method) ?? '') || !textOf(method) ? [] : [words.ui.term(name)],
  );
  const programs = [
    ...new Set(
      stages.flatMap(({ engine, engine_version: version }) => {
        const name = textOf(engine);
        return name ? [textOf(version) ? words.info.version(name, String(version)) : name] : [];
      }),
    ),
  ];
  const level = [titles, ...new Set(others)].filter((part) => part !== '').join('; ');
  return level !== '' && programs.length > 0 ? words.info.level(level, programs.join(', ')) : level;
}

/** Shows what ran for an item: the level of theory, engine and version, the levels as the API spells them, and the run. */
export function RanHeading({ item }: { item: WorkflowItem }) {
  const words = useWords();
  const level = ranInWords(item, words);
  if (level === '') return null;
  return (
    <div>
      <p className="cv-heading">{words.parts.ranWith(level)}</p>
      <RanLine item={item} spelled={levelsThatRan(item.provenance?.stages ?? []).spelled} />
    </div>
  );
}
