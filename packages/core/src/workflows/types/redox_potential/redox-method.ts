import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { engines, engineTitle } from '../../../methods/engines.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { Level, Option } from '../../definition.ts';
import { unavailableReason } from '../../parts/levels/method-availability.ts';

/** Our own route, with its own name: GFN2-xTB in ALPB(acetonitrile), corrected for its self-interaction error, against the hydrogen electrode. */
export const ownMethod = 'gfn2_alpb_absolute';
export const ownExtension = methodExtension('redox_potential', ownMethod);
export const ownTitle = ownExtension?.title ?? ownMethod;
export const ownLevel = 'gfn2_xtb';

/** Methods whose bare energy differences are no potentials: GFN-xTB is off by almost 5 V, force fields have no electrons. */
export function givesPotentials(method: string): boolean {
  const family = methods.get(method)?.family;
  return family !== 'semiempirical' && family !== 'force field';
}

/** The ion of a closed-shell molecule has a charge and an unpaired electron: engines that take neither are refused before the run. */
export function ionProblems(levels: readonly Level[]): Problem[] {
  return levels.flatMap(({ settings: { engine, method }, field }) => {
    const name = engine ?? methods.get(method)?.defaultEngine;
    const runner = name ? engines.get(name) : undefined;
    if (!name || !runner?.methods.includes(method) || (runner.openShell && runner.charged)) return [];
    const detail = `${engineTitle(name)} takes no ions with an unpaired electron, which oxidation and reduction make.`;
    return [{ field, detail }];
  });
}

/** Our own method as a choice, greyed where GFN2-xTB is missing. */
export function ownOption(report: MethodReport | null): Option {
  const reason = unavailableReason(report, ownLevel);
  const option = { value: ownMethod, title: ownTitle };
  return reason === null ? option : { ...option, unavailable: `${methodTitle(ownLevel)}: ${reason}` };
}
