import * as z from 'zod/mini';
import type { MethodReport } from '../../../entities/method-report.ts';
import { optionalChoice } from '../../../entities/scalars.ts';

/** A method of our own (`methods/extensions.ts`) beside the platform's, which has no name in the public data: null is the platform's. */
export const OwnMethod = optionalChoice(z.string());

/** The choice between the platform's method and our own (null is the platform's). */
export interface MethodChoice {
  type: string;
  /** Where it is in the data. */
  path: string;
  title: string;
  /** Title of the platform's method. */
  platform: string;
  /** The method of its levels of theory, which are checked as all levels are; null where it has none. */
  method: (value: string | null) => string | null;
  /** Why it cannot run here though its method is there, or null when it can. */
  missing: (value: string | null, report: MethodReport | null) => string | null;
}
