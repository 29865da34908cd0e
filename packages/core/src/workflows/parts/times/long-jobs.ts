import type { MethodReport } from '../../../entities/method-report.ts';
import type { Settings } from '../../../entities/settings.ts';
import {
  durationInWords,
  estimateSeconds,
  hessianGradients,
  optimizationGradients,
} from '../../../methods/estimate.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { Notice, WorkflowInputs } from '../../definition.ts';
import { inputAtomCount } from '../inputs/input-problems.ts';

/** One hour: beyond this a form warns. */
const longJobSeconds = 3600;

/** An energy without its gradient, as a share of both: measured with density functionals; with others it does not matter. */
const singlePointGradients = 0.6;

/** Gradients that a level of theory costs at most for a structure of so many atoms. */
export function levelGradients({ tasks, mode }: Settings, atoms: number): number {
  const asks = (...wanted: string[]) => tasks.some((task) => wanted.includes(task));
  return (
    singlePointGradients +
    (asks('optimize', 'optimize_ts') ? optimizationGradients(atoms, 250, mode) : 0) +
    (asks('frequencies', 'hessian') ? hessianGradients(atoms) : 0)
  );
}

/** Seconds of so many gradients on this server, from the worker's probe; null where nobody timed the method. */
export function expectedSeconds(
  method: string,
  gradients: number,
  atoms: number,
  report: MethodReport | null,
): number | null {
  const speed = report?.methods[method];
  return speed ? estimateSeconds(speed, atoms, gradients) : null;
}

/** Seconds of levels of theory that run one after another on each of so many structures; null where one of them was not timed. */
export function chainSeconds(
  levels: readonly Settings[],
  atoms: number | null,
  report: MethodReport | null,
  structures = 1,
): number | null {
  if (atoms === null || levels.length === 0) return null;
  const each = levels.map((level) => expectedSeconds(level.method, levelGradients(level, atoms), atoms, report));
  return each.reduce((sum, one) => (sum === null || one === null ? null : sum + structures * one), 0);
}

/** The warning where a job takes longer than an hour; `what` says what takes it ("24 atoms with GFN2-xTB"). */
export function longJobNotice(seconds: number | null, what: string): Notice[] {
  if (seconds === null || seconds < longJobSeconds) return [];
  return [
    {
      kind: 'warning',
      title: 'This may take long',
      body: `${what}: ${durationInWords(seconds)} on this server, scaled from a timing of its worker.`,
    },
  ];
}

/** The same for a number of gradients with one method; `what` says what they are for ("25 optimizations"). */
export function longJobNotices(
  method: string,
  gradients: number,
  what: string,
  inputs: WorkflowInputs,
  report: MethodReport | null,
): Notice[] {
  const atoms = inputAtomCount(inputs);
  if (atoms === null) return [];
  return longJobNotice(
    expectedSeconds(method, gradients, atoms, report),
    `${what} of ${atoms} atoms with ${methodTitle(method)}`,
  );
}
