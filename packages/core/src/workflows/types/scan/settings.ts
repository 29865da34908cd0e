import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { refinementSetting } from '../../parts/levels/refinement.ts';
import { runnableLevel } from '../../parts/levels/single-level.ts';
import { ScanCoordinates } from './scan-coordinates.ts';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  scan_settings: z._default(ScanCoordinates, []),
  /** The second direction; empty in one dimension. */
  scan_settings_2d: z._default(ScanCoordinates, []),
  calc_settings: z.prefault(Settings, {
    method: 'omol25_conserving_s',
    engine: 'omol25',
    mode: 'auto',
    tasks: ['optimize'],
  }),
  /** Older data names the engine here; what counts is the one in `calc_settings`. */
  calc_engine: optionalNull(z.string()),
  wavefront_propagation: z._default(z.boolean(), true),
  /** Single points with a density functional on the optimized points. */
  refinement: refinementSetting,
});
export type Data = z.output<typeof settings>;
export const levelOf = (data: Data) => runnableLevel(data.calc_settings);
