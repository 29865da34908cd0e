import type { MethodReport } from '../../../entities/method-report.ts';
import { modeTitles } from '../../../methods/modes.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import type { Field, Option, WorkflowData } from '../../definition.ts';

type Extras = Pick<Field, 'help' | 'shown' | 'locked'>;

/** A switch. */
export function toggle(path: string, title: string, extras: Extras = {}): Field {
  return { kind: 'toggle', path, title, ...extras };
}

/** A number with its unit and limits. */
export function number(
  path: string,
  title: string,
  extras: Extras & { unit?: string; minimum?: number; maximum?: number; step?: number } = {},
): Field {
  return { kind: 'number', path, title, ...extras };
}

/** One of several choices, which may depend on the rest of the form and on what the workers have. */
export function select(
  path: string,
  title: string,
  options: readonly Option[] | ((data: WorkflowData, report: MethodReport | null) => Option[]),
  extras: Extras & { numeric?: boolean } = {},
): Field {
  return {
    kind: 'select',
    path,
    title,
    options: typeof options === 'function' ? options : () => [...options],
    ...extras,
  };
}

/** Titles of values that stand for themselves. */
export function optionsOf(titles: Readonly<Record<string, string>>): Option[] {
  return Object.entries(titles).map(([value, title]) => ({ value, title }));
}

/** The general mode of a type, from its allowed list. */
export function modeField(allowed: readonly string[], extras: Extras & { path?: string; title?: string } = {}): Field {
  const { path = 'mode', title = 'Mode', ...rest } = extras;
  const titleOf = (mode: string) => modeTitles[mode as keyof typeof modeTitles] ?? mode;
  return select(
    path,
    title,
    allowed.map((value) => ({ value, title: titleOf(value) })),
    rest,
  );
}

/** An implicit solvent by name; `none` adds the gas phase as an empty choice. */
export function solventChoice(
  path: string,
  names: readonly string[],
  extras: Extras & { none?: boolean; title?: string } = {},
): Field {
  const { none = false, title = 'Solvent', ...rest } = extras;
  const options = names.map((value) => ({ value, title: solventTitle(value) }));
  return select(path, title, [...(none ? [{ value: '', title: 'None (gas phase)' }] : []), ...options], rest);
}
