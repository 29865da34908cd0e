import type { MethodReport } from '../../../entities/method-report.ts';
import { correctionsOf, correctionTitles } from '../../../methods/corrections.ts';
import { enginesOf } from '../../../methods/engines.ts';
import { needsBasisSet } from '../../../methods/method-support.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { Field, WorkflowData } from '../../definition.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { runningEngine } from './running-engine.ts';
import { basisSetField, engineField } from './settings-fields.ts';

/** The level that a field sets a part of: the path before ".method" and the like; null where the field is of none. */
export function levelOfField({ path }: Pick<Field, 'path'>): string | null {
  return /^(.+)\.(?:method|engine|basis_set\.name|corrections|solvent_settings\.solvent)$/.exec(path)?.[1] ?? null;
}

/**
 * Adds to each method field of a level what its method may need besides: a basis set, dispersion corrections, and the choice of a program where workers have
 * several. A form without them would refuse what nobody can mend; results do without.
 */
export function withLevelParts(fields: readonly Field[], report: MethodReport | null = null): Field[] {
  const there = new Set(fields.map(({ path }) => path));
  return fields.flatMap((field): Field[] => {
    const level = field.path.endsWith('.method') ? levelOfField(field) : null;
    if (level === null) return [field];
    const visible = (data: WorkflowData) => field.shown?.(data) ?? true;
    const parts = [
      ...(report ? [engineField(level, report)] : []),
      basisSetField(level),
      correctionsField(level),
    ].filter(({ path }) => !there.has(path));
    return [
      field,
      ...parts.map((part): Field => ({ ...part, shown: (data) => visible(data) && (part.shown?.(data) ?? true) })),
    ];
  });
}

/** Dispersion corrections of the level at a path, where its method takes some; the others are greyed with the reason. */
function correctionsField(path: string): Field {
  const offered = (data: WorkflowData, report: MethodReport | null) => {
    const method = String(valueAt(data, `${path}.method`) ?? '');
    const named = valueAt(data, `${path}.engine`);
    const choice = { method, engine: typeof named === 'string' ? named : null };
    const engine = runningEngine(report, choice)?.engine ?? methods.get(method)?.defaultEngine;
    return engine ? correctionsOf(method, engine) : [];
  };
  return {
    kind: 'multiselect',
    path: `${path}.corrections`,
    title: 'Dispersion corrections',
    shown: (data) => offered(data, null).length > 0,
    options: (data, report) => {
      const method = String(valueAt(data, `${path}.method`) ?? '');
      const here = offered(data, report);
      return [...correctionTitles].map(([value, title]) =>
        here.includes(value)
          ? { value, title }
          : { value, title, unavailable: `It has no parameters for ${methodTitle(method)} here.` },
      );
    },
  };
}

/**
 * Data with another method at a level, and without what the new method does not take: a basis set, corrections, an engine, a solvent model. The solvent itself
 * stays; its model is found again.
 */
export function withMethod(data: WorkflowData, level: string, method: string): WorkflowData {
  const before = valueAt(data, level);
  const settings = before !== null && typeof before === 'object' ? (before as Record<string, unknown>) : {};
  const engine = typeof settings.engine === 'string' ? settings.engine : null;
  const runner = methods.get(method)?.defaultEngine;
  const allowed = runner ? correctionsOf(method, runner) : [];
  const solvent = valueAt(settings, 'solvent_settings.solvent');
  return withValueAt(data, level, {
    ...settings,
    method,
    ...('engine' in settings && !(engine !== null && enginesOf(method).includes(engine)) ? { engine: null } : {}),
    ...(settings.basis_set && !needsBasisSet(method) ? { basis_set: null } : {}),
    ...(Array.isArray(settings.corrections)
      ? { corrections: settings.corrections.filter((each) => allowed.includes(String(each))) }
      : {}),
    ...(solvent ? { solvent_settings: { solvent } } : {}),
  });
}
