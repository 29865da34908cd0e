import { type Caveat, noteOfValue } from '../../entities/caveat.ts';
import type { NamedValue } from '../definition.ts';
import type { TabPart } from '../tab-parts.ts';

/** The same values, each with what changes its meaning; one that its type notes itself keeps that. */
export function withValueNotes<Value extends NamedValue>(
  values: readonly Value[],
  caveats: readonly Caveat[],
): Value[] {
  return values.map((value) => ({ ...value, note: noteOfValue(caveats, value.path) ?? value.note ?? null }));
}

/** The same parts of tabs, whose facts carry what changes their meaning. */
export function withFactNotes(
  parts: Readonly<Record<string, readonly TabPart[]>>,
  caveats: readonly Caveat[],
): Readonly<Record<string, readonly TabPart[]>> {
  if (caveats.length === 0) return parts;
  return Object.fromEntries(
    Object.entries(parts).map(([tab, own]) => [
      tab,
      own.map((part) =>
        part.kind === 'facts'
          ? {
              ...part,
              facts: part.facts.map((fact) =>
                'path' in fact ? { ...fact, note: noteOfValue(caveats, fact.path) } : fact,
              ),
            }
          : part,
      ),
    ]),
  );
}
