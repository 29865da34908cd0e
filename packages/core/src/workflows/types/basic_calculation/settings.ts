import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings, Task } from '../../../entities/settings.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  settings: z.prefault(Settings, {
    method: 'omol25_conserving_s',
    engine: 'omol25',
    mode: 'auto',
    tasks: ['optimize'],
  }),
  /** Kept beside the settings too; where both are there, these count. */
  tasks: optionalNull(z.array(Task)),
});
export type Data = z.output<typeof settings>;

/** What the public models fill in as `tasks` where nobody chose any. */
const filledInTasks: readonly Task[] = ['energy', 'charge', 'dipole'];

/** The tasks that a person chose: those beside the settings count, unless they are only the filled-in list. */
function chosenTasks({ tasks, settings }: Data): Task[] {
  if (!tasks || tasks.length === 0) return settings.tasks;
  const filledIn = tasks.length === filledInTasks.length && filledInTasks.every((task) => tasks.includes(task));
  return filledIn && settings.tasks.length > 0 ? settings.tasks : tasks;
}

/** The level with the tasks and the mode that count. */
export function levelOf(data: Data): Settings {
  const tasks = chosenTasks(data);
  const mode = data.settings.mode === 'auto' && data.mode !== 'manual' ? data.mode : data.settings.mode;
  return { ...data.settings, tasks, mode };
}
