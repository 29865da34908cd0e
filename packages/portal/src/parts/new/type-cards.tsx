import { durationInShort } from '@cuvette/core/methods';
import { type CatalogueEntry, type Cost, questionGroups, questionOfType, summaryOfType } from '@cuvette/core/workflows';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { CarriedSearch } from './carried.ts';
import { lastTypes } from './last-types.ts';
import { newWords as words } from './words.ts';

interface TypeCardsProps {
  /** The types that can run here. */
  entries: readonly CatalogueEntry[];
  /** What each costs; null while that is not known. */
  costs: ReadonlyMap<string, Cost> | null;
  /** What is searched for; empty for all. */
  sought: string;
  /** The molecules of a list, for which each type opens its form for many; null where there is one at most. */
  many: number | null;
  /** What goes along to the form. */
  search: CarriedSearch & { folder?: string; protein?: string };
}

/** Whether a type answers to some letters: its title, its question or its path has all of them. */
function answersTo({ type, title, path }: CatalogueEntry, sought: string): boolean {
  const text = [title, path, type, questionOfType(type)?.asks, summaryOfType(type)].join(' ').toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

/** The types as cards, by the question that they answer; those that were used last come first. */
export function TypeCards({ entries, costs, sought, many, search }: TypeCardsProps) {
  const found = entries.filter((entry) => answersTo(entry, sought.trim()));
  const last =
    sought.trim() === '' ? lastTypes().flatMap((type) => found.find((entry) => entry.type === type) ?? []) : [];
  const groups = [
    { id: 'last', title: words.last, members: last },
    ...questionGroups.map(({ id, title }) => ({
      id,
      title,
      members: found.filter((entry) => !last.includes(entry) && questionOfType(entry.type)?.group === id),
    })),
  ].filter(({ members }) => members.length > 0);
  if (groups.length === 0) return <p className="cv-quiet">{words.nothingFound(sought.trim())}</p>;
  return groups.map(({ id, title, members }) => (
    <Group key={id} title={title}>
      {members.map((entry) => (
        <Card key={entry.type} entry={entry} cost={costs?.get(entry.type) ?? null} many={many} search={search} />
      ))}
    </Group>
  ));
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="type-group">
      <h3 id={id}>{title}</h3>
      <ul className="type-cards">{children}</ul>
    </section>
  );
}

interface CardProps extends Pick<TypeCardsProps, 'many' | 'search'> {
  entry: CatalogueEntry;
  cost: Cost | null;
}

function Card({ entry, cost, many, search }: CardProps) {
  const needs = cost?.needs ?? null;
  const refusal = cost?.refusal ?? null;
  const price =
    needs !== null
      ? words.needs(needs)
      : cost !== null && cost.seconds !== null
        ? durationInShort(cost.seconds)
        : many !== null && refusal === null
          ? words.many(many)
          : '';
  const asBatch = many !== null && needs === null && refusal === null;
  return (
    <li>
      <Link
        to={asBatch ? '/new/$type/batch' : '/new/$type'}
        params={{ type: entry.path.slice(1) }}
        search={search}
        className="type-card"
        data-type={entry.type}
        data-off={needs !== null || refusal !== null || undefined}
        title={needs === null ? undefined : words.needsHint(needs)}
      >
        <span className="type-head">
          <strong>{entry.title}</strong> <span className="type-cost">{price || '\u00a0'}</span>
        </span>
        <span className="type-asks">{refusal ?? questionOfType(entry.type)?.asks ?? summaryOfType(entry.type)}</span>
      </Link>
    </li>
  );
}
