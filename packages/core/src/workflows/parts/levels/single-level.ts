import type { Settings } from '../../../entities/settings.ts';
import { resolveEngine } from '../../../methods/resolution.ts';
import { storedSettings } from '../../../methods/stored-settings.ts';

/**
 * A level of theory as it is stored and run: an engine that has the method (the given one where it does, else the first), the thresholds of its mode.
 * `allowed` are the engines that a type takes; null for all.
 */
export function runnableLevel(settings: Settings, allowed: readonly string[] | null = null): Settings {
  const { value: engine } = resolveEngine(settings.method, settings.engine, allowed);
  return storedSettings({ ...settings, engine });
}
