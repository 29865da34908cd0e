import * as z from 'zod/mini';
import { Settings } from '../../../entities/settings.ts';
import type { Level } from '../../definition.ts';

/** An optimization in implicit water with a method and its solvent model; `field` is the form field that the method comes from. */
export function waterLevel(method: string, model: 'alpb' | 'cpcmx', field: string): Level {
  const solvent_settings = { solvent: 'water', model };
  return { settings: z.parse(Settings, { method, tasks: ['energy', 'optimize'], solvent_settings }), field };
}
