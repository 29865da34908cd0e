import type { MethodAvailability, MethodReport } from '../../../entities/method-report.ts';
import type { Settings } from '../../../entities/settings.ts';

/** Programs that an administrator has installed, whose jobs wait for a worker that has them. */
const ownPrograms: ReadonlySet<string> = new Set(['psi4', 'orca', 'mopac']);

/** What tells which engine runs a level of theory. */
export type EngineChoice = Pick<Settings, 'method'> &
  Partial<Pick<Settings, 'engine' | 'solvent_settings' | 'excited_state_settings' | 'tasks'>>;

/**
 * What the probes found of the engine that runs a level: of the one that it names where a worker has it for the method and what is asked of it, else of the
 * one that runs the method without a name. Null where nothing is known of the method. Compute chooses in the same way (`engines.engine_for`).
 */
export function runningEngine(report: MethodReport | null, choice: EngineChoice): MethodAvailability | null {
  const found = report?.methods[choice.method];
  if (!found) return null;
  const named = choice.engine ? found.engines?.[choice.engine] : undefined;
  const model = choice.solvent_settings?.model.toLowerCase();
  const hasModel = model === undefined || named?.solvent_models.some((name) => name.toLowerCase() === model);
  // Programs of an administrator give energies and forces, and what comes with them.
  const asksForMore = Boolean(choice.excited_state_settings) || choice.tasks?.includes('spin_density');
  const gives = !(asksForMore && ownPrograms.has(choice.engine ?? ''));
  return named?.available && hasModel && gives ? named : found;
}

/** The program of an administrator that runs a level, which a worker needs for it; null for an engine that comes with Cuvette. */
export function ownProgramOf(report: MethodReport | null, choice: EngineChoice): string | null {
  const engine = runningEngine(report, choice)?.engine;
  return engine && ownPrograms.has(engine) ? engine : null;
}

/** Whether an engine is a program that nobody gets without a worker that has it. Psi4 is also the name that the public client gives to every functional. */
export const isAskedByName = (engine: string): boolean => engine !== 'psi4' && ownPrograms.has(engine);
