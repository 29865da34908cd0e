import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Option } from '../../definition.ts';
import { type Choice, choiceProblem } from '../forms/choice-problem.ts';
import { type EngineChoice, ownProgramOf } from './running-engine.ts';

/** Names of the methods that this server's workers can run, best first: GFN2-xTB leads where it is there. */
export function availableMethods(report: MethodReport): string[] {
  const order = [...methods.keys()];
  return Object.entries(report.methods)
    .filter(([, { available }]) => available)
    .map(([name]) => name)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Whether no worker has ever reported to this server what it can run: then nothing can be checked or submitted. */
export function isUnreported(report: MethodReport): boolean {
  return report.workers === 0 && report.capabilities.length === 0 && availableMethods(report).length === 0;
}

/** Why a method cannot be used on this server, or null when it can. */
export function unavailableReason(report: MethodReport | null, method: string): string | null {
  if (!report) return null;
  const entry = report.methods[method];
  if (entry?.available) return null;
  if (entry?.reason) return entry.reason;
  return methods.get(method)?.family === 'neural network potential'
    ? 'Not available on this server: it needs trained model weights.'
    : 'Not available on this server: no worker has this method.';
}

/** A method that no worker has is refused, with the list of those that are there. `chosen` is the value of the field, where it is known. */
export function methodProblem(
  report: MethodReport | null,
  method: string,
  field: string,
  chosen: Choice | null = null,
): Problem | null {
  const reason = unavailableReason(report, method);
  if (!report || reason === null) return null;
  const why = whyUnavailable(methodTitle(method), reason);
  const list = availableMethods(report);
  // A mode brings the method: what can be chosen are modes, and methods by hand.
  if (chosen?.available && !field.endsWith('method')) {
    const modes = chosen.available.map((mode) => (mode === 'manual' && list[0] ? `manual (with ${list[0]})` : mode));
    return choiceProblem(field, chosen.value, why, modes);
  }
  const value = chosen?.value ?? method;
  return choiceProblem(field, value, list.length > 0 ? why : `${why} No worker has reported any method yet.`, list);
}

/** Options of a method field: what runs here first, the rest greyed with reasons. */
export function methodOptions(names: readonly string[], report: MethodReport | null): Option[] {
  const options = names.map((name): Option => {
    const reason = unavailableReason(report, name);
    return reason === null
      ? { value: name, title: methodTitle(name) }
      : { value: name, title: methodTitle(name), unavailable: reason };
  });
  return [...options.filter(({ unavailable }) => !unavailable), ...options.filter(({ unavailable }) => unavailable)];
}

const capabilityByMethod: Record<string, string> = {
  gfn1_xtb: 'xtb',
  gfn2_xtb: 'xtb',
  gfn0_xtb: 'gfn_ff',
  gfn_ff: 'gfn_ff',
  g_xtb: 'g_xtb',
  mmff94: 'rdkit',
};

/** Capability that a worker needs for a level of theory: the queue that its jobs go to. */
export function capabilityOfLevel(level: EngineChoice, report: MethodReport | null): string {
  return ownProgramOf(report, level) ?? capabilityOf(level.method);
}

/** Capability that a worker needs for a method with the engine that runs it where nobody names one. */
export function capabilityOf(method: string): string {
  const named = capabilityByMethod[method];
  if (named) return named;
  const known = methods.get(method);
  if (!known) return method;
  return known.defaultEngine === 'psi4' || known.defaultEngine === 'pyscf' ? 'dft' : known.defaultEngine;
}
