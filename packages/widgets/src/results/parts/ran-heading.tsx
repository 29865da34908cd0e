import type { WorkflowItem } from '@cuvette/core/entities';
import { methods } from '@cuvette/core/methods';
import { useWords } from '../../elements/context.tsx';
import { Callout } from '../../ui/states.tsx';
import { levelsThatRan } from '../provenance-text.ts';
import { RanLine } from './ran-line.tsx';

/** What ran for an item, as its own record says: the level of theory, engine and version, and what ran otherwise than asked. */
export function RanHeading({ item }: { item: WorkflowItem }) {
  const words = useWords();
  const { stages = [], deviations = [] } = item.provenance ?? {};
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const { titles, spelled } = levelsThatRan(stages);
  // Names what is no level of theory by its stage: an equation, a trained network.
  const others = stages.flatMap(({ method, name }) => (methods.has(text(method) ?? '') || !text(method) ? [] : [name]));
  const programs = [
    ...new Set(
      stages.flatMap(({ engine, engine_version: version }) => {
        const name = text(engine);
        return name ? [text(version) ? words.info.version(name, String(version)) : name] : [];
      }),
    ),
  ];
  // Another program for the same method changes no number: it is in the info tab.
  const changed = deviations.filter(({ kind }) => kind !== 'engine');
  const level = [titles, ...new Set(others)].filter((part) => part !== '').join('; ');
  if (level === '' && changed.length === 0) return null;
  return (
    <>
      {level ? (
        <div>
          <p className="cv-heading">
            {words.parts.ranWith(programs.length > 0 ? words.info.level(level, programs.join(', ')) : level)}
          </p>
          <RanLine item={item} spelled={spelled} />
        </div>
      ) : null}
      {changed.length > 0 ? (
        <Callout tone="okay" title={words.info.deviations}>
          <ul>
            {changed.map(({ what, reason }) => (
              <li key={what + reason}>{words.parts.changed(what, reason)}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </>
  );
}
