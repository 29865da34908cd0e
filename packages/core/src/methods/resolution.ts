import { modes } from '../entities/settings.ts';
import { canonicalBasisSet } from './basis-sets.ts';
import { correctionsOf } from './corrections.ts';
import { engines, enginesOf, engineTitle, solventModelsOf } from './engines.ts';
import { compositeBasisSets } from './method-traits.ts';
import { canonicalMethod, methods, methodTitle } from './methods.ts';
import { solventsOf } from './solvent-support.ts';
import { solvents, solventTitle } from './solvents.ts';

/** One thing that a resubmission changed, for the person to accept. */
export interface Change {
  /** Path in the settings ("basis_set.name"). */
  what: string;
  kind: 'dropped' | 'replaced' | 'forced';
  from: unknown;
  to: unknown;
  reason: string;
}

/** A value after the rules, with what they changed. */
export interface Resolved<Value> {
  value: Value;
  changes: Change[];
}

const kept = <Value>(value: Value): Resolved<Value> => ({ value, changes: [] });

function changed<Value>(value: Value, change: Omit<Change, 'to'> & { to?: unknown }): Resolved<Value> {
  return { value, changes: [{ to: value, ...change }] };
}

/** A mode is taken from the allowed list only; another becomes the fallback (the type's default). */
export function resolveMode<Allowed extends string>(
  mode: string | null | undefined,
  allowed: readonly Allowed[],
  fallback: Allowed,
): Resolved<Allowed> {
  const found = allowed.find((candidate) => candidate.toLowerCase() === mode?.toLowerCase());
  if (found !== undefined) return kept(found);
  const known = modes.some((name) => name === mode);
  return changed(fallback, {
    what: 'mode',
    kind: 'replaced',
    from: mode ?? null,
    reason: `${known ? `The mode ${mode} is not offered` : `"${mode ?? ''}" is not a mode`} here; the choices are ${allowed.join(', ')}.`,
  });
}

/** A solvent is null or one of the allowed names; another is dropped. */
export function resolveSolvent(
  solvent: string | null | undefined,
  allowed: readonly string[] = [...solvents.keys()],
): Resolved<string | null> {
  if (solvent === null || solvent === undefined || allowed.includes(solvent)) return kept(solvent ?? null);
  const reason = solvents.has(solvent)
    ? `${solventTitle(solvent)} is not offered here.`
    : `The solvent "${solvent}" is not known.`;
  return changed(null, { what: 'solvent', kind: 'dropped', from: solvent, reason });
}

/**
 * The engine that runs a method: the asked one when it is allowed and has the method, else the first allowed engine that supports it. `allowed` is
 * what the workflow, or the server's workers, offer; the order of the list decides. Null when no allowed engine has the method.
 */
export function resolveEngine(
  method: string,
  engine: string | null | undefined,
  allowed: readonly string[] | null = null,
  known: readonly string[] = knownEngines(method),
): Resolved<string | null> {
  const own = methods.get(method)?.defaultEngine;
  const candidates = allowed ? allowed.filter((name) => known.includes(name)) : preferred(known, own);
  if (engine && candidates.includes(engine)) return kept(engine);
  const first = candidates[0] ?? null;
  if (!engine) return kept(first);
  const name = methodTitle(method);
  const reason =
    allowed && !allowed.includes(engine)
      ? `The engine ${engineTitle(engine)} is not offered here`
      : `The engine ${engineTitle(engine)} does not have ${name}`;
  return first
    ? changed(first, {
        what: 'engine',
        kind: 'replaced',
        from: engine,
        reason: `${reason}; ${engineTitle(first)} is the first one that runs ${name}.`,
      })
    : changed(null, { what: 'engine', kind: 'dropped', from: engine, reason: `${reason}, and no other runs ${name}.` });
}

function knownEngines(method: string): string[] {
  const own = methods.get(method)?.defaultEngine;
  const offering = enginesOf(method);
  return offering.length > 0 || !own ? offering : [own];
}

function preferred(candidates: readonly string[], own: string | undefined): string[] {
  return own && candidates.includes(own) ? [own, ...candidates.filter((name) => name !== own)] : [...candidates];
}

interface NamedBasisSet {
  name: string;
}

/** A basis set by the list's spelling: 6-31g* is 6-31G(d). An unsupported one is dropped; a composite method forces its own. */
export function resolveBasisSet<Basis extends NamedBasisSet>(
  method: string,
  engine: string | null,
  basisSet: Basis | null | undefined,
): Resolved<Basis | null> {
  if (!basisSet) return kept(null);
  const what = 'basis_set';
  const from = basisSet.name;
  const own = compositeBasisSets.get(method);
  if (own) {
    if (own.toLowerCase() === from.toLowerCase()) return kept(basisSet);
    const reason = `${methodTitle(method)} brings its own basis set, ${own}.`;
    return changed({ ...basisSet, name: own }, { what, kind: 'forced', from, to: own, reason });
  }
  if (engine && engines.get(engine)?.basisSetChoice === false) {
    const reason = `${methodTitle(method)} takes no basis set.`;
    return changed(null, { what, kind: 'dropped', from, reason });
  }
  const name = canonicalBasisSet(from);
  if (name === from) return kept(basisSet);
  if (name === null)
    return changed(null, { what, kind: 'dropped', from, reason: `The basis set ${from} is not offered.` });
  const value = { ...basisSet, name };
  // A mere difference of letter case is no change that a person has to accept.
  if (name.toLowerCase() === from.toLowerCase()) return kept(value);
  return changed(value, { what, kind: 'replaced', from, to: name, reason: `${from} is written ${name}.` });
}

/** Corrections that the method takes on the engine; others are dropped, one change for each. */
export function resolveCorrections<Correction extends string>(
  method: string,
  engine: string | null,
  corrections: readonly Correction[] | null | undefined,
): Resolved<Correction[]> {
  const allowed = engine ? correctionsOf(method, engine) : [];
  const value = (corrections ?? []).filter((name) => allowed.includes(name));
  const changes = (corrections ?? [])
    .filter((name) => !allowed.includes(name))
    .map(
      (name): Change => ({
        what: 'corrections',
        kind: 'dropped',
        from: name,
        to: null,
        reason: `The correction ${name} is not offered for ${methodTitle(method)}${engine ? ` on ${engineTitle(engine)}` : ''}.`,
      }),
    );
  return { value, changes };
}

interface NamedSolvent {
  solvent: string;
  model: string;
}

/** Implicit solvent that the engine's models take, in a solvent that the model has; otherwise none. `models` overrides the table by what a probe found. */
export function resolveSolventSettings<Solvent extends NamedSolvent>(
  method: string,
  engine: string | null,
  settings: Solvent | null | undefined,
  models: readonly string[] | null = null,
): Resolved<Solvent | null> {
  if (!settings) return kept(null);
  const { solvent, model } = settings;
  const offered = models ?? (engine ? solventModelsOf(method, engine) : []);
  const drop = (reason: string) =>
    changed(null, { what: 'solvent_settings', kind: 'dropped', from: `${model}(${solvent})`, reason });
  if (!offered.some((name) => name.toLowerCase() === model.toLowerCase())) {
    return drop(
      `${engine ? engineTitle(engine) : 'No engine'} does not offer the solvent model ${model} for ${methodTitle(method)}.`,
    );
  }
  if (!solvents.has(solvent)) return drop(`The solvent "${solvent}" is not known.`);
  if (!solventsOf(method, model).includes(solvent)) {
    return drop(`The solvent model ${model} has no parameters for ${solventTitle(solvent)}.`);
  }
  return kept(settings);
}

/** A method in any spelling ("R2SCAN-3c"); an unknown name stays as it is, for the form to refuse. */
export function resolveMethod(method: string): string {
  return canonicalMethod(method) ?? method;
}
