import type { Text } from '../entities/phrases.ts';
import { type CatalogueEntry, catalogue } from './catalogue.ts';
import { takers } from './types/all.ts';

/** What usually comes next after a structure of each kind. */
const usual: Readonly<Record<'saddle' | 'conformer' | 'path' | 'minimum' | 'other', readonly string[]>> = {
  saddle: ['irc', 'basic_calculation', 'multistage_opt'],
  conformer: ['pka', 'basic_calculation', 'redox_potential', 'nmr'],
  path: ['basic_calculation', 'irc', 'multistage_opt'],
  minimum: ['conformer_search', 'pka', 'redox_potential', 'scan'],
  other: ['basic_calculation', 'conformer_search', 'pka'],
};

/** What results call a structure that is a saddle point. */
const saddles: ReadonlySet<Text> = new Set(['Transition State', 'TS guess']);

/** The structure that is taken on: where it comes from and what it is called there. */
export interface SourceStructure {
  /** The type of its item. */
  type: string;
  /** The data of its item. */
  data: object;
  /** Its name there ("Conformer 3", "TS guess"). */
  name: Text;
}

/** Types that a structure can be the input of, those that usually come next first: after a saddle point the reaction path, after a conformer the pKa. */
export function followUps(source: SourceStructure): { suggested: CatalogueEntry[]; others: CatalogueEntry[] } {
  const suggested = usual[kindOf(source)];
  const entries = (types: readonly string[]) =>
    types.flatMap((type) => catalogue.find((entry) => entry.type === type) ?? []);
  return { suggested: entries(suggested), others: entries(takers.filter((type) => !suggested.includes(type))) };
}

function kindOf({ type, data, name }: SourceStructure): keyof typeof usual {
  if (isSaddle(data) || saddles.has(name)) return 'saddle';
  return catalogue.find((entry) => entry.type === type)?.gives ?? 'other';
}

/** Whether an item's optimization was of a transition state, by its settings. */
function isSaddle(data: object): boolean {
  const { settings, transition_state } = data as {
    settings?: { tasks?: unknown; opt_settings?: { transition_state?: unknown } };
    transition_state?: unknown;
  };
  const tasks = Array.isArray(settings?.tasks) ? settings.tasks : [];
  return (
    transition_state === true || settings?.opt_settings?.transition_state === true || tasks.includes('optimize_ts')
  );
}
