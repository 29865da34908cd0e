import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type MoleculesByCalculation } from '../../definition.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { barrierCaveats, barrierMethod } from '../../parts/paths/barrier-errors.ts';
import { lastOf, type PathEnds, pathFacts, pathValues } from '../../parts/paths/path-facts.ts';
import { pathHeadline } from '../../parts/paths/path-headline.ts';
import { entry } from './entry.ts';
import { reactionPath, reactionPathTable } from './reaction-path.ts';
import { type Data, levelOf, modeOf, settings } from './settings.ts';

const results = z.looseObject({
  /** Calculation of the transition state that both paths start from. */
  starting_TS: optionalNull(z.string()),
  /** Calculations of the steps, the first one next to the transition state, the last one at the far end. */
  irc_forward: z._default(z.array(z.string()), []),
  irc_backward: z._default(z.array(z.string()), []),
});

/** The saddle and both ends of the path. */
function endsOf(
  { irc_backward, starting_TS, irc_forward }: Data & z.output<typeof results>,
  molecules: MoleculesByCalculation,
): PathEnds {
  return {
    saddle: lastOf(molecules, starting_TS),
    start: { title: 'Backward end', structure: lastOf(molecules, irc_backward.at(-1) ?? null) },
    end: { title: 'Forward end', structure: lastOf(molecules, irc_forward.at(-1) ?? null) },
  };
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['settings'],
  levels: (data) => [{ settings: levelOf(data), field: modeOf(data) === 'manual' ? 'settings.method' : 'mode' }],
  playsStructures: true,
  // The saddle is in the middle: that is what one looks at first.
  active: ({ starting_TS }) => starting_TS,
  structures: ({ irc_backward, starting_TS, irc_forward }) =>
    reactionPath(irc_backward, starting_TS, irc_forward).flatMap(({ name, calculation }) =>
      calculationStructure(name, calculation),
    ),
  calculations: ({ irc_backward, starting_TS, irc_forward }) => [...irc_backward, starting_TS, ...irc_forward],
  tables: ({ irc_backward, starting_TS, irc_forward }, { molecules }) => [
    reactionPathTable(reactionPath(irc_backward, starting_TS, irc_forward), molecules),
  ],
  values: (data, { molecules }) => pathValues(endsOf(data, molecules), barrierMethod(levelOf(data), 'none')),
  caveats: (data) =>
    barrierCaveats(levelOf(data), 'follow', {
      values: ['barrier_forward', 'barrier_backward', 'reaction_energy'],
      table: 'irc',
    }),
  headline: (_data, _read, named) => pathHeadline(named, { start: 'backward end', end: 'forward end' }),
  headlineCalculations: ({ irc_backward, starting_TS, irc_forward }) => [
    starting_TS,
    irc_backward.at(-1) ?? null,
    irc_forward.at(-1) ?? null,
  ],
  tabs: () => [{ id: 'irc', title: 'IRC' }, infoTab],
  parts: (data, { molecules }) => ({
    irc: [
      {
        kind: 'facts',
        facts: pathFacts(endsOf(data, molecules), barrierMethod(levelOf(data), 'none')),
      },
      ...(data.starting_TS ? [{ kind: 'panel', panel: 'path' } as const] : []),
      { kind: 'plot', table: 'irc', mark: 'line', x: 'path_length', y: 'relative_energy' },
      { kind: 'table', table: 'irc' },
    ],
  }),
  cite: (data) => ['irc', ...(data.preopt ? ['geometric'] : []), ...levelCitations([levelOf(data)])],
});
