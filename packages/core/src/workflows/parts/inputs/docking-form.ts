import { longestPocketEdge, longPocketEdge } from '../../../chemistry/macromolecule/pocket-edges.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Field, InputRule, Notice, Offer, Option, WorkflowData } from '../../definition.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { number, select, toggle } from '../forms/form-fields.ts';
import type { DockingData } from './docking-pocket.ts';

/** Programs that dock; each is a capability of a worker. */
const executableTitles = { vina: 'AutoDock Vina', qvina2: 'QVina2', 'qvina-w': 'QVina-W' } as const;
type Executable = keyof typeof executableTitles;

export const pocketInput: InputRule = { role: 'pocket', kind: 'pocket', title: 'Pocket', required: true };

const path = 'docking_settings';

/** Most independent searches, and most poses, of one docking: more than a hundred times the defaults of AutoDock Vina (8 and 9). */
const mostRuns = 1000;

/** Shortest edge of a pocket in Å: less than a bond is no room for an atom to move in. */
const shortestPocketEdge = 1;

/** Most Å from the origin in each direction: the columns of a PDB file take no larger coordinates. */
const farthestPocket = 10_000;

/** Lists what is wrong with the settings of a docking program. */
export function vinaProblems({ docking_settings: vina }: DockingData): Problem[] {
  const found: Problem[] = [];
  if (vina.scoring_function === 'vinardo' && vina.executable !== 'vina') {
    found.push({
      field: `${path}.scoring_function`,
      detail: `${executableTitles[vina.executable]} does not score with Vinardo. Choose the scoring function Vina, or AutoDock Vina as the program.`,
    });
  }
  const counts = {
    max_poses: ['At least one pose must be requested', `At most ${mostRuns} poses can be requested`],
    exhaustiveness: ['The exhaustiveness is at least 1', `The exhaustiveness is at most ${mostRuns}`],
  } as const;
  for (const [key, [few, many]] of Object.entries(counts)) {
    const value = vina[key as keyof typeof counts];
    const text = value < 1 ? few : value > mostRuns ? many : null;
    if (text !== null) found.push({ field: `${path}.${key}`, detail: `${text}; this is ${value}.` });
  }
  return found;
}

/** Boxes that docking cannot search: edges too long or too short, and a centre where no file of a protein can have atoms. */
export function pocketProblems({ pocket }: DockingData): Problem[] {
  if (!pocket) return [];
  const [centre, edges] = pocket;
  const problem = (detail: string): Problem[] => [{ field: 'pocket', detail }];
  const longest = Math.max(...edges);
  if (longest > longestPocketEdge)
    return problem(`An edge of the pocket is ${longest} Å long; at most ${longestPocketEdge} Å can be searched.`);
  const shortest = Math.min(...edges);
  if (shortest < shortestPocketEdge)
    return problem(`An edge of the pocket is ${shortest} Å long; it needs ${shortestPocketEdge} Å or more.`);
  const far = centre.find((value) => Math.abs(value) > farthestPocket);
  if (far === undefined) return [];
  return problem(`The centre of the pocket is at ${far} Å; at most ${farthestPocket} Å from the origin are allowed.`);
}

/** Volume in Å³ above which AutoDock Vina itself warns that its default search may be too short. */
const largeBox = 27_000;

/** A box that is possible but unwise. */
export function pocketNotices({ pocket, docking_settings }: DockingData): Notice[] {
  const volume = pocket ? pocket[1].reduce((product, edge) => product * edge, 1) : 0;
  const longest = Math.max(...(pocket?.[1] ?? [0]));
  if (volume <= largeBox && longest <= longPocketEdge) return [];
  if (volume <= largeBox) {
    const body = `An edge of the pocket is ${longest} Å long. In a box this large the search may miss the best pose.`;
    return [{ kind: 'warning', title: 'The pocket is large', body }];
  }
  return [
    {
      kind: 'warning',
      title: 'The pocket is large',
      body: `The box has ${Math.round(volume)} Å³. Above ${largeBox} Å³ a search with exhaustiveness ${docking_settings.exhaustiveness} may miss the best pose: choose a smaller box, or a higher exhaustiveness.`,
    },
  ];
}

/** Capability of the chosen program. */
export function vinaNeeds({ docking_settings }: DockingData): string[] {
  return [docking_settings.executable];
}

/** Offers a program that this server has where the chosen one is missing, with a scoring function that it has. */
export function vinaOffers({ docking_settings }: DockingData, report: MethodReport | null): Offer[] {
  const { executable, scoring_function } = docking_settings;
  const missing = (name: Executable) => capabilityReason(report, name, executableTitles[name]);
  const reason = missing(executable);
  const other = (Object.keys(executableTitles) as Executable[]).find((name) => missing(name) === null);
  if (reason === null || !other) return [];
  const rescored = other !== 'vina' && scoring_function === 'vinardo';
  return [
    {
      field: `${path}.executable`,
      text: whyUnavailable(executableTitles[executable], reason),
      action: `Use ${executableTitles[other]}${rescored ? ' with the scoring function Vina' : ''}`,
      missing: {
        what: executableTitles[executable],
        instead: `${executableTitles[other]}${rescored ? ' with the scoring function Vina' : ''}`,
      },
      apply(data) {
        const changed = withValueAt(data, `${path}.executable`, other);
        return rescored ? withValueAt(changed, `${path}.scoring_function`, 'vina') : changed;
      },
    },
  ];
}

function scoringOptions(data: WorkflowData): Option[] {
  const executable = valueAt(data, `${path}.executable`);
  const vinardo: Option = { value: 'vinardo', title: 'Vinardo' };
  const other = executable === 'qvina2' || executable === 'qvina-w';
  return [
    other ? { ...vinardo, unavailable: 'Needs AutoDock Vina as the program.' } : vinardo,
    { value: 'vina', title: 'Vina' },
  ];
}

/** Form fields of the docking program. */
export const vinaFields: readonly Field[] = [
  select(`${path}.executable`, 'Program', (_data, report) =>
    Object.entries(executableTitles).map(([value, title]) => capabilityOption({ value, title }, value, report)),
  ),
  select(`${path}.scoring_function`, 'Scoring function', scoringOptions),
  number(`${path}.exhaustiveness`, 'Exhaustiveness', {
    help: 'Number of runs, shared among independent searches that are compared; the time grows with it.',
    minimum: 1,
    step: 1,
  }),
  toggle(`${path}.extend_search`, 'Search longer until independent searches agree', {
    help: 'Doubles the exhaustiveness while the searches do not find the same best pose, up to three times (twice in a batch).',
  }),
  number(`${path}.max_poses`, 'Most poses', { minimum: 1, step: 1 }),
];
