import { correctionTitles } from '../../methods/corrections.ts';
import { engineTitle } from '../../methods/engines.ts';
import { methodExtensions } from '../../methods/extensions.ts';
import { methods } from '../../methods/methods.ts';
import { programTitle } from '../../methods/programs.ts';
import type { ResultDefinition, WorkflowData } from '../definition.ts';
import { cite } from './citations.ts';
import type { Citation } from './work.ts';

/** What a work is cited for: a program or model that computes, a method, or a procedure (an algorithm, a scheme, a data set). */
export type AttributionKind = 'engine' | 'method' | 'procedure';

/** Works and what they are cited for. Procedures are one entry without titles: their works name them. */
export interface Attribution {
  kind: AttributionKind;
  /** Titles of the engines or methods that the works are for; several where they share them all. */
  titles: readonly string[];
  works: readonly Citation[];
}

/** Solvent models, scoring functions, and what computes one property: methods that are not levels of theory. */
const methodTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpb: 'ALPB',
    gbsa: 'GBSA',
    cpcmx: 'CPCM-X',
    cpcm: 'C-PCM',
    cosmo: 'COSMO',
    pcm: 'IEF-PCM',
    iefpcm: 'IEF-PCM',
    SMD: 'SMD',
    smd: 'SMD',
    vinardo: 'Vinardo',
    etkdg: 'ETKDG',
    esol: 'ESOL',
    fastsolv: 'FastSolv',
    magnet_zero: 'MagNET-Zero',
    aimnet2_wagen2024: 'AIMNet2 (Wagen 2024)',
    chemprop_nevolianis2025: 'Chemprop (Nevolianis 2025)',
    pkbhx: 'pKBHX',
    pk_alpha: 'pKα',
  }),
);

function subjectOf(id: string, type: string | null): { kind: AttributionKind; title: string | null } {
  if (id.startsWith('engine:')) {
    const name = id.slice('engine:'.length);
    return { kind: 'engine', title: programTitle(name) ?? engineTitle(name) };
  }
  const own = methodExtensions.filter(({ value }) => value === id);
  const method =
    methods.get(id)?.title ??
    (own.find((extension) => extension.type === type) ?? own[0])?.title ??
    correctionTitles.get(id) ??
    methodTitles.get(id);
  if (method !== undefined) return { kind: 'method', title: method };
  const program = programTitle(id);
  return program === null ? { kind: 'procedure', title: null } : { kind: 'engine', title: program };
}

const order: readonly AttributionKind[] = ['engine', 'method', 'procedure'];

/**
 * Works to cite, by what they are cited for: engines first, then methods, then procedures. A work that an engine and a method share is under both;
 * engines (or methods) with the very same works are one entry with all their titles.
 * @param ids identifiers as `cite` takes them
 * @param type workflow type, for methods of our own that two types spell alike
 */
export function attribute(ids: readonly string[], type: string | null = null): Attribution[] {
  const found: { kind: AttributionKind; titles: string[]; works: Citation[] }[] = [];
  for (const id of new Set(ids)) {
    const works = cite(id);
    const { kind, title } = subjectOf(id, type);
    if (works.length === 0) continue;
    const same = found.find((entry) => entry.kind === kind && (title === null || entry.titles.includes(title)));
    if (!same) {
      found.push({ kind, titles: title === null ? [] : [title], works });
    } else if (!id.startsWith('engine:') || title === null) {
      // The record of what ran names "boltz" only; where the settings choose one of its models, that one alone is cited.
      same.works.push(...works.filter((work) => !same.works.some((other) => other.id === work.id)));
    }
  }
  const merged: typeof found = [];
  for (const entry of found) {
    const same = merged.find((other) => other.kind === entry.kind && key(other.works) === key(entry.works));
    if (same) same.titles.push(...entry.titles);
    else merged.push(entry);
  }
  return order.flatMap((kind) => merged.filter((entry) => entry.kind === kind));
}

function key(works: readonly Citation[]): string {
  return works
    .map(({ id }) => id)
    .sort()
    .join();
}

/**
 * Works to cite for an item, by engine and by method.
 * @param definition null for a type that this version does not know: then only what ran is cited
 * @param ran names of the engines that ran, as provenance has them ("tblite")
 * @param methods those that ran in a stage or a calculation, by their identifiers
 */
export function attributionsOf(
  definition: ResultDefinition | null,
  data: WorkflowData | null,
  ran: readonly string[] = [],
  methods: readonly string[] = [],
): Attribution[] {
  const asked = definition && data ? definition.works(data) : [];
  return attribute(
    [...asked, ...methods, ...ran.map((name) => `engine:${name.toLowerCase()}`)],
    definition?.type ?? null,
  );
}
