import type { MethodReport } from '../../../entities/method-report.ts';
import { solventModelsOf } from '../../../methods/engines.ts';
import { methods } from '../../../methods/methods.ts';
import { solventsOf } from '../../../methods/solvent-support.ts';

/** Solvent models of a method: what the workers found where they have it, else what its default engine offers. */
export function solventModels(method: string, report: MethodReport | null): readonly string[] {
  const found = report?.methods[method];
  if (found?.available) return found.solvent_models;
  const engine = methods.get(method)?.defaultEngine;
  return engine ? solventModelsOf(method, engine) : [];
}

/** The first solvent model of a method that has a solvent, or null when none has it. */
export function solventModelFor(method: string, solvent: string, report: MethodReport | null): string | null {
  return solventModels(method, report).find((model) => solventsOf(method, model).includes(solvent)) ?? null;
}
