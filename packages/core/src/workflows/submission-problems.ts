import type * as z from 'zod/mini';
import type { Problem } from '../chemistry/problem.ts';
import { capabilityProblems, whyUnavailable } from './capabilities.ts';
import type {
  Field,
  NamedProtein,
  ResultSpecification,
  SubmissionForm,
  SubmissionRules,
  WorkflowData,
  WorkflowDefinition,
} from './definition.ts';
import { choiceProblem, choicesAt, fieldOfReason } from './parts/forms/choice-problem.ts';
import { mapAt, valueAt } from './parts/forms/data-path.ts';
import { schemaProblems } from './parts/forms/schema-problems.ts';
import { identifierProblems, inputProblems, roleProblems } from './parts/inputs/input-problems.ts';
import { inputKeys } from './parts/inputs/input-shapes.ts';
import { anyStructure, limitProblems } from './parts/inputs/limits.ts';
import { levelProblems } from './parts/levels/levels.ts';
import { dataReader, unchanged } from './read-data.ts';

/**
 * Makes the check of a submission of a type: its inputs, the shape of its data, its limits, its own rules, the programs that it needs, the numbers of its form
 * and its levels of theory, in this order.
 * @param proteinPaths where its data name proteins
 */
export function submissionProblems<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>({
  known,
  specification,
  proteinPaths,
}: {
  known: ResultSpecification<Submitted, Computed>;
  specification: SubmissionRules<z.output<Submitted>, z.output<Submitted> & z.output<Computed>> &
    SubmissionForm<z.output<Submitted>>;
  proteinPaths: readonly string[];
}): WorkflowDefinition['problems'] {
  const { levels = () => [], settle = unchanged } = known;
  const { type, title } = known.entry;
  const { inputs, fields, modes = {}, manual = [], rules = [], needs = () => [] } = specification;
  const { read } = dataReader(known);
  const smallMolecule = inputs.find(({ role }) => inputKeys.includes(role));

  return (data, given, report) => {
    const found = [
      ...(smallMolecule ? inputProblems(given, smallMolecule.accepts?.(data) ?? smallMolecule.kind) : []),
      ...roleProblems(inputs, data),
      ...identifierProblems(namedProteins(data, proteinPaths)),
    ];
    const parsed = read(data);
    if (!parsed.success) return [...found, ...schemaProblems(parsed.error, data)];
    const current = settle(parsed.data).value;
    found.push(...modeProblems(data, modes, manual));
    if (found.length === 0) {
      found.push(...limitProblems({ ...anyStructure, ...specification.limits?.(current) }, given, title));
    }
    for (const rule of rules) found.push(...rule(current, given, report));
    const complete = { ...current, ...data };
    const choiceOf = choicesAt(fields, data, complete, report);
    for (const { reason, problem } of capabilityProblems(report, [type, ...needs(current)], title, 'workflow_type')) {
      // Leaves out a missing program that a rule has named at its own field.
      const said = [reason, whyUnavailable('', reason)];
      if (found.some(({ detail }) => said.some((text) => detail.includes(text)))) continue;
      const field = fieldOfReason(fields, complete, report, reason);
      const choice = field && choiceOf(field.path);
      const why = field && whyUnavailable(field.title, reason);
      found.push(choice && why ? choiceProblem(field.path, choice.value, why, choice.available ?? []) : problem);
    }
    // Leaves out what a rule of the type has written at its own field, where a level says the same with more words.
    const written = found.map(({ detail }) => detail.replace(/\.$/, ''));
    found.push(...rangeProblems(fields, { ...data, ...current }, found));
    const ofLevels = levelProblems(levels(current), given, report, choiceOf);
    found.push(...ofLevels.filter(({ detail }) => !written.some((text) => detail.startsWith(text))));
    return found;
  };
}

/** The identifiers at some paths. A structure in place of an identifier is none, and neither is an empty text. */
export function namedProteins(data: WorkflowData, paths: readonly string[]): NamedProtein[] {
  const found: NamedProtein[] = [];
  for (const path of paths) {
    mapAt(data, path, (value, field) => {
      if (typeof value === 'string' && value !== '') found.push({ field, uuid: value });
      return value;
    });
  }
  return found;
}

/** Numbers outside of the limits of their form field, where no rule has named the field already. Hidden fields count as little as in the form. */
function rangeProblems(fields: readonly Field[], data: WorkflowData, found: readonly Problem[]): Problem[] {
  return fields.flatMap((field) => {
    if (field.kind !== 'number' || field.shown?.(data) === false) return [];
    const { path, title, unit, minimum, maximum } = field;
    const value = valueAt(data, path);
    if (typeof value !== 'number' || found.some((problem) => problem.field === path)) return [];
    const withUnit = (bound: number) => `${bound}${unit ? ` ${unit}` : ''}`;
    if (minimum !== undefined && value < minimum) {
      return [{ field: path, detail: `${title}: at least ${withUnit(minimum)}; this is ${withUnit(value)}.` }];
    }
    if (maximum !== undefined && value > maximum) {
      return [{ field: path, detail: `${title}: at most ${withUnit(maximum)}; this is ${withUnit(value)}.` }];
    }
    return [];
  });
}

function modeProblems(data: WorkflowData, modes: WorkflowDefinition['modes'], manual: readonly string[]): Problem[] {
  return Object.entries(modes).flatMap(([path, allowed]) => {
    const given = valueAt(data, path);
    const taken = [...allowed, ...(manual.includes(path) ? ['manual'] : [])];
    if (given === undefined || given === null || given === 'auto') return [];
    if (taken.some((mode) => mode.toLowerCase() === String(given).toLowerCase())) return [];
    return [choiceProblem(path, String(given), 'this mode is not offered.', taken)];
  });
}
