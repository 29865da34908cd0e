import type { WorkflowItem } from '@cuvette/core/entities';
import { methods } from '@cuvette/core/methods';
import { useWords } from '../../elements/context.tsx';
import { durationText } from '../../ui/progress.tsx';
import { Callout } from '../../ui/states.tsx';

/** What ran for an item, as its own record says: the level of theory, engine and version, and what ran otherwise than asked. */
export function RanHeading({ item }: { item: WorkflowItem }) {
  const words = useWords();
  const { stages = [], deviations = [] } = item.provenance ?? {};
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const names = [...new Set(stages.flatMap(({ method }) => text(method) ?? []))];
  const levels = names.flatMap((name) => methods.get(name)?.title ?? []);
  // What is no level of theory is said by its stage: an equation, a trained network.
  const others = stages.flatMap(({ method, name }) => (methods.has(text(method) ?? '') || !text(method) ? [] : [name]));
  const programs = [
    ...new Set(
      stages.flatMap(({ engine, engine_version: version }) => {
        const name = text(engine);
        return name ? [text(version) ? words.info.version(name, String(version)) : name] : [];
      }),
    ),
  ];
  // Another program for the same method changes no number: it stands in the info tab.
  const changed = deviations.filter(({ kind }) => kind !== 'engine');
  // As the platform spells a chain of levels, last first: what other programs and the API take.
  const spelled = names
    .filter((name) => methods.has(name))
    .reverse()
    .join('//');
  const cores = item.provenance?.cores ?? null;
  const run = [
    item.elapsed === null ? null : words.parts.ranFor(durationText(item.elapsed, words)),
    cores === null ? null : words.parts.cores(cores),
    item.provenance?.host ? words.parts.onHost(item.provenance.host) : null,
  ].filter((part) => part !== null);
  const level = [levels.reverse().join('//'), ...new Set(others)].filter((part) => part !== '').join('; ');
  if (level === '' && changed.length === 0) return null;
  return (
    <>
      {level ? (
        <div>
          <p className="cv-heading">
            {words.parts.ranWith(programs.length > 0 ? words.info.level(level, programs.join(', ')) : level)}
          </p>
          <p className="cv-quiet cv-small">
            {spelled ? (
              <code className="cv-mono" translate="no">
                {spelled}
              </code>
            ) : null}
            {spelled && run.length > 0 ? ', ' : null}
            {run.join(', ')}
          </p>
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
