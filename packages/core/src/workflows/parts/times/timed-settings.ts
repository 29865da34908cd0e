import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { durationInWords } from '../../../methods/estimate.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { TimedChoice, TimedOption, TimedSetting, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { unavailableReason } from '../levels/method-availability.ts';

/** Ten minutes: an option that ends the run within this time is chosen without asking. */
export const usualLimit = 600;

/** Whether nobody chose a setting: it is missing, null or `auto`. */
export function isOpen(data: WorkflowData, path: string): boolean {
  const value = valueAt(data, path);
  return value === undefined || value === null || value === 'auto';
}

/** An option that needs a method; where no worker has the method, the option says so and is not chosen. */
export function optionWithMethod(
  value: unknown,
  title: string,
  method: string,
  seconds: number | null,
  report: MethodReport | null,
): TimedOption {
  const reason = unavailableReason(report, method);
  if (reason === null) return { value, title, seconds };
  return { value, title, seconds: null, unavailable: `${methodTitle(method)}: ${reason}` };
}

interface Questions<Data> {
  inputs: WorkflowInputs;
  report: MethodReport | null;
  /** The data as the type reads them; null where they do not fit. */
  read: (data: WorkflowData) => Data | null;
  /** What is wrong with data whose settings are all chosen. */
  problems: (data: WorkflowData) => Problem[];
}

/**
 * Fills each setting that nobody chose with its first option that ends in time and can run, else with the last one. Data that do not fit the type come back
 * as they are.
 */
export function chosenByTime<Data>(
  settings: readonly TimedSetting<Data>[],
  given: WorkflowData,
  questions: Questions<Data>,
): { data: WorkflowData; choices: TimedChoice[] } {
  // Null means that nobody chose; the schemas know what is missing, not null.
  const open = settings.filter(({ path }) => isOpen(given, path));
  let data = open.reduce(
    (cleared, { path }) => (valueAt(cleared, path) === null ? withValueAt(cleared, path, undefined) : cleared),
    given,
  );
  const choices: TimedChoice[] = [];
  for (const setting of open) {
    const choice = choose(setting, data, questions);
    if (!choice) continue;
    data = withValueAt(data, setting.path, choice.value);
    choices.push(choice);
  }
  return { data, choices };
}

function choose<Data>(
  { path, options, within = usualLimit }: TimedSetting<Data>,
  data: WorkflowData,
  { inputs, report, read, problems }: Questions<Data>,
): TimedChoice | null {
  const parsed = read(data);
  if (parsed === null) return null;
  const all = options(parsed, inputs, report);
  // Without a report of the workers no time is known.
  const listed = report === null ? all.slice(-1) : all;
  const last = listed.at(-1);
  if (!last) return null;
  const with_ = (option: TimedOption) => problems(withValueAt(data, path, option.value));
  // What is wrong with the simplest option is wrong with the submission, not with an option.
  const ofAll = listed.length > 1 ? with_(last).map(({ detail }) => detail) : [];
  const passed: string[] = [];
  const judged = listed.map((option): TimedOption => {
    if (option === last || option.unavailable) return option;
    const own = with_(option).find(({ detail }) => !ofAll.includes(detail));
    return own ? { ...option, unavailable: own.detail } : option;
  });
  const chosen =
    judged.find((option) => {
      if (option === last) return true;
      const against = reasonAgainst(option, within);
      if (against !== null) passed.push(against);
      return against === null;
    }) ?? last;
  const others = judged.filter((option) => option !== chosen);
  const { title, value, seconds } = chosen;
  const time = seconds === null ? `Chosen: ${title}.` : `Chosen: ${title}, ${durationInWords(seconds)} on this server.`;
  return { path, value, title, seconds, others, reason: listed.length > 1 ? [time, ...passed].join(' ') : null };
}

/** Why an option is not chosen without asking, as a sentence; null where it is. */
function reasonAgainst({ title, seconds, unavailable }: TimedOption, within: number): string | null {
  if (unavailable) return `${title} cannot be used: ${unavailable}`;
  if (within === Number.POSITIVE_INFINITY) return null;
  if (seconds === null) return `How long ${title} would take is not known.`;
  if (seconds <= within) return null;
  const limit = Math.round(within / 60);
  return `${title} would take ${durationInWords(seconds)}; methods that take longer than ${limit} minutes run only on request.`;
}
