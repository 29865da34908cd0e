import * as z from 'zod/mini';
import { longestPocketEdge, longPocketEdge } from '../../chemistry/macromolecule/pocket-box.ts';
import type { Problem } from '../../chemistry/problem.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { Pocket } from '../../entities/proteins/pocket.ts';
import { forgivingEnum, optionalNull } from '../../entities/scalars.ts';
import { capabilityOption, capabilityReason } from '../capabilities.ts';
import type { Field, InputRule, Notice, Offer, Option, WorkflowData } from '../definition.ts';
import { valueAt, withValueAt } from '../rules/data-path.ts';
import { number, select } from './form-fields.ts';

/** Programs that dock; each is a capability of a worker. */
const executableTitles = { vina: 'AutoDock Vina', qvina2: 'QVina2', 'qvina-w': 'QVina-W' } as const;
type Executable = keyof typeof executableTitles;

/** How a program of the Vina family searches and scores. */
export const VinaSettings = z.looseObject({
  max_poses: z._default(z.int(), 4),
  executable: z._default(forgivingEnum(['vina', 'qvina2', 'qvina-w']), 'vina'),
  scoring_function: z._default(forgivingEnum(['vinardo', 'vina']), 'vinardo'),
  exhaustiveness: z._default(z.int(), 8),
});
export type VinaSettings = z.infer<typeof VinaSettings>;

/** Keys of every type that docks into a box. */
export const dockingShape = {
  pocket: optionalNull(Pocket),
  docking_settings: z.prefault(VinaSettings, {}),
};

interface DockingData {
  pocket: Pocket | null;
  docking_settings: VinaSettings;
}

export const pocketInput: InputRule = { role: 'pocket', kind: 'pocket', title: 'Pocket', required: true };

/** What the heading of a score says: it is no free energy. */
export const scoreHelp =
  'Value of the scoring function, on its own scale: lower is better. It ranks poses; it is not a binding free energy (ΔG).';

const path = 'docking_settings';

/** What is wrong with the settings of a docking program. */
export function vinaProblems({ docking_settings: vina }: DockingData): Problem[] {
  const found: Problem[] = [];
  if (vina.scoring_function === 'vinardo' && vina.executable !== 'vina') {
    found.push({
      field: `${path}.scoring_function`,
      detail: `${executableTitles[vina.executable]} does not score with Vinardo. Choose the scoring function Vina, or AutoDock Vina as the program.`,
    });
  }
  const counts = {
    max_poses: 'At least one pose must be asked for',
    exhaustiveness: 'The exhaustiveness is at least 1',
  };
  for (const [key, text] of Object.entries(counts)) {
    const value = vina[key as keyof typeof counts];
    if (value < 1) found.push({ field: `${path}.${key}`, detail: `${text}; this is ${value}.` });
  }
  return found;
}

/** Edges that are longer than docking searches. */
export function pocketProblems({ pocket }: DockingData): Problem[] {
  const longest = Math.max(...(pocket?.[1] ?? [0]));
  if (longest <= longestPocketEdge) return [];
  const detail = `An edge of the pocket has ${longest} Å; at most ${longestPocketEdge} Å can be searched.`;
  return [{ field: 'pocket', detail }];
}

/** Volume in Å³ above which AutoDock Vina itself warns that its default search may be too short. */
const largeBox = 27_000;

/** A box that is possible but unwise. */
export function pocketNotices({ pocket, docking_settings }: DockingData): Notice[] {
  const volume = pocket ? pocket[1].reduce((product, edge) => product * edge, 1) : 0;
  const longest = Math.max(...(pocket?.[1] ?? [0]));
  if (volume <= largeBox && longest <= longPocketEdge) return [];
  if (volume <= largeBox) {
    const body = `An edge of the pocket has ${longest} Å. In a box this large the search may miss the best pose.`;
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

/** Where the chosen program is not here: one that is, with the scoring function that it has. */
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
      text: `${executableTitles[executable]}: ${reason}`,
      action: `Use ${executableTitles[other]}${rescored ? ' with the scoring function Vina' : ''}`,
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
    help: 'Number of independent searches; the time grows with it.',
    minimum: 1,
    step: 1,
  }),
  number(`${path}.max_poses`, 'Most poses', { minimum: 1, step: 1 }),
];

/** Works of the program and of its scoring function. */
export function vinaCitations({ docking_settings: vina }: DockingData): string[] {
  return [
    vina.executable,
    ...(vina.executable === 'vina' ? [] : ['vina']),
    ...(vina.scoring_function === 'vinardo' ? ['vinardo'] : []),
  ];
}
