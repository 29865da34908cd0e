import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { basisSets, canonicalBasisSet, notInPyscf } from '../../../methods/basis-sets.ts';
import { correctionsOf } from '../../../methods/corrections.ts';
import { engines, enginesOf, engineTitle, isEngine } from '../../../methods/engines.ts';
import { needsBasisSet } from '../../../methods/method-support.ts';
import { compositeBasisSets } from '../../../methods/method-traits.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { canonicalSolvent, solventsOf } from '../../../methods/solvent-support.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import type { Level } from '../../definition.ts';
import { shortList } from '../forms/short-list.ts';
import { isAskedByName, runningEngine } from './running-engine.ts';

/** Most steps of an optimization, and most iterations of a self-consistent field: far beyond what converges, and within what memory holds. */
export const mostSteps = 10_000;
export const mostIterations = 10_000;
/** Highest temperature of thermochemistry in K. */
const highestTemperature = 10_000;

/** Path of a part of a level's settings: beside its method where that is the field, else in the level. */
function fieldOf(field: string, part: string): string {
  return field.endsWith('.method') ? field.replace(/method$/, part) : field;
}

const quoted = (name: string): string => `"${name.slice(0, 60)}"`;

/**
 * Lists what is wrong with the settings of one level, whatever the structure: an engine, a solvent or a basis set that does not go with its method,
 * and numbers beyond reason.
 */
export function settingProblems({ settings, field }: Level, report: MethodReport | null): Problem[] {
  return [
    ...engineProblem(settings, field, report),
    ...solventProblem(settings, field),
    ...basisSetProblem(settings, field, report),
    ...correctionProblem(settings, field, report),
    ...numberProblems(settings, field),
  ];
}

type Settings = Level['settings'];

function engineProblem({ method, engine }: Settings, field: string, report: MethodReport | null): Problem[] {
  const known = methods.get(method);
  if (!engine || !known) return [];
  const probed = report?.methods[method];
  const offered = Object.values(probed?.engines ?? {}).flatMap((each) => (each.available ? (each.engine ?? []) : []));
  const there = [...(probed?.available && probed.engine ? [probed.engine] : []), ...offered];
  const having = [...new Set([...enginesOf(method), known.defaultEngine, ...there])].filter(
    (name) => report === null || !isAskedByName(name) || there.includes(name),
  );
  if (report !== null && isAskedByName(engine) && enginesOf(method).includes(engine)) {
    const detail = `No worker of this server has ${engineTitle(engine)} for ${methodTitle(method)}. Leave the engine out, or choose one of ${having.map(engineTitle).join(', ')}.`;
    if (!having.includes(engine)) return [{ field: fieldOf(field, 'engine'), detail }];
  }
  // Without a report a name that nobody knows here may be a worker's own.
  if (having.includes(engine) || (report === null && !engines.has(engine))) return [];
  const list = having.map(engineTitle);
  return [
    {
      field: fieldOf(field, 'engine'),
      detail: `${isEngine(engine) ? `The engine ${engineTitle(engine)} does not run` : `${quoted(engine)} is not an engine that runs`} ${methodTitle(method)}. Leave the engine out, or choose one that does: ${list.join(', ')}.`,
    },
  ];
}

function solventProblem({ method, solvent_settings: chosen }: Settings, field: string): Problem[] {
  if (!chosen) return [];
  const place = fieldOf(field, 'solvent_settings.solvent');
  const solvent = canonicalSolvent(chosen.solvent);
  const offered = solventsOf(method, chosen.model);
  if (solvent === null) {
    return [
      {
        field: place,
        detail: `The solvent ${quoted(chosen.solvent)} is not known. Choose one of ${shortList(offered)}.`,
      },
    ];
  }
  if (offered.includes(solvent)) return [];
  return [
    {
      field: place,
      detail: `${chosen.model.toUpperCase()} has no parameters for ${solventTitle(solvent)} with ${methodTitle(method)}. Choose one of ${shortList(offered)}.`,
    },
  ];
}

/** Engines that refuse a level without a basis set. */
const wantBasisSet: ReadonlySet<string> = new Set(['pyscf', 'psi4', 'orca']);

function basisSetProblem(settings: Settings, field: string, report: MethodReport | null): Problem[] {
  const { method, engine, basis_set: chosen } = settings;
  const known = methods.get(method);
  const place = fieldOf(field, 'basis_set.name');
  const probed = runningEngine(report, settings)?.engine ?? null;
  if (!chosen && needsBasisSet(method) && probed !== null && wantBasisSet.has(probed)) {
    return [{ field: place, detail: `${methodTitle(method)} needs a basis set; choose one, for instance def2-SVP.` }];
  }
  if (!chosen || !known) return [];
  if (notInPyscf(chosen.name) && probed === 'pyscf' && !compositeBasisSets.has(method)) {
    return [
      { field: place, detail: `PySCF, which computes ${methodTitle(method)} here, does not have ${chosen.name}.` },
    ];
  }
  const runner = probed ?? engine ?? known.defaultEngine;
  if (engines.get(runner)?.basisSetChoice === false || engines.get(known.defaultEngine)?.basisSetChoice === false) {
    return [
      {
        field: place,
        detail: `${methodTitle(method)} takes no basis set, and ${quoted(chosen.name)} was given. Leave basis_set out.`,
      },
    ];
  }
  if (compositeBasisSets.has(method) || canonicalBasisSet(chosen.name) !== null) return [];
  const list = shortList([...basisSets.keys()]);
  return [{ field: place, detail: `The basis set ${quoted(chosen.name)} is not offered. Choose one of ${list}.` }];
}

function correctionProblem(settings: Settings, field: string, report: MethodReport | null): Problem[] {
  const { method, engine, corrections } = settings;
  const runner = engine ?? runningEngine(report, settings)?.engine ?? null;
  // A laboratory's own engine may take what nobody here knows.
  if (runner === null || !engines.has(runner) || !methods.has(method)) return [];
  const offered = correctionsOf(method, runner);
  const refused = corrections.filter((name) => !offered.includes(name.toLowerCase()));
  if (refused.length === 0) return [];
  const list = offered.length > 0 ? `Choose one of ${shortList(offered)}.` : 'It takes none: leave corrections out.';
  const named = refused.map(quoted).join(', ');
  return [
    {
      field: fieldOf(field, 'corrections'),
      detail: `The correction ${named} has no parameters for ${methodTitle(method)} with ${engineTitle(runner)}. ${list}`,
    },
  ];
}

function numberProblems({ opt_settings, scf_settings, thermochem_settings }: Settings, field: string): Problem[] {
  const limits: [part: string, what: string, value: number | undefined, least: number, most: number][] = [
    ['opt_settings.max_steps', 'steps of an optimization', opt_settings.max_steps, 1, mostSteps],
    ['scf_settings.max_iters', 'iterations of the self-consistent field', scf_settings?.max_iters, 1, mostIterations],
    ['thermochem_settings.temperature', 'K of thermochemistry', thermochem_settings.temperature, 0, highestTemperature],
  ];
  return limits.flatMap(([part, what, value, least, most]) =>
    value === undefined || (value >= least && value <= most)
      ? []
      : [
          {
            field: fieldOf(field, part),
            detail: `${value} ${what} cannot be computed: ${least} to ${most} are allowed.`,
          },
        ],
  );
}
