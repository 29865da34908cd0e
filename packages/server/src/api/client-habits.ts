/** The tasks that the Python client's data models fill in where nobody chose any. */
const filledIn = ['charge', 'dipole', 'energy'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilledIn(tasks: unknown): boolean {
  return Array.isArray(tasks) && tasks.length === filledIn.length && filledIn.every((task) => tasks.includes(task));
}

/**
 * A submission as the person meant it. The Python client puts the chosen tasks into `settings.tasks` and its model then fills
 * the older `tasks` beside the settings with a default list; where both stand there, that list would win and an asked-for
 * optimization would not run. The filled-in list is taken out when the settings name other tasks.
 */
export function asMeant(data: Record<string, unknown>): Record<string, unknown> {
  const { tasks, ...rest } = data;
  const chosen = isRecord(data.settings) ? data.settings.tasks : undefined;
  const named = Array.isArray(chosen) && chosen.length > 0;
  return isFilledIn(tasks) && named && !isFilledIn(chosen) ? rest : data;
}
