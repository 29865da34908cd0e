import type { Problem } from '@cuvette/core/chemistry';
import type { MethodReport, PlatformSettings } from '@cuvette/core/entities';
import { durationInWords, levelOfTheory } from '@cuvette/core/methods';
import {
  type Field,
  levelOfField,
  type Offer,
  type Option,
  offeredOption,
  type TimedChoice,
  valueAt,
  type WorkflowData,
  type WorkflowDefinition,
  withMethod,
  withValueAt,
} from '@cuvette/core/workflows';
import { type ReactNode, useId, useState } from 'react';
import { Callout } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import {
  chainLength,
  chainOf,
  fieldAt,
  firstOfChain,
  groupsOf,
  withChainChanged,
  withLevelsShown,
} from './level-groups.ts';
import { ListInput } from './list-input.tsx';
import { submitWords as words } from './words.ts';

interface SettingsFormProps {
  definition: WorkflowDefinition;
  data: WorkflowData;
  /** The data as it would be stored, with defaults filled in; null while it is not valid. */
  prepared: WorkflowData | null;
  report: MethodReport | null;
  /** Atomic numbers of the structure; empty while there is none. */
  elements?: readonly number[];
  /** What is switched on for the whole server; null while that is not known. */
  platform: PlatformSettings | null;
  problems: readonly Problem[];
  /** What this server has instead of a choice that it lacks. */
  offers: readonly Offer[];
  /** What the settings that nobody chose are filled with; empty while there is no structure. */
  choices?: readonly TimedChoice[];
  onChange: (data: WorkflowData) => void;
}

/**
 * Shows what is in the way and what the server has instead; the person takes it, it is never swapped silently. The note goes when its
 * offer is taken: the keyboard's place moves to the choice that it was under.
 */
export function OfferNote({ offer, onTake }: { offer: Offer; onTake: () => void }) {
  return (
    <Callout tone="okay">
      <p>{offer.text}</p>
      <button
        type="button"
        className="cv-button"
        onClick={(event) => {
          event.currentTarget.closest('.cv-field')?.querySelector<HTMLElement>('select, input')?.focus();
          onTake();
        }}
      >
        {offer.action}
      </button>
    </Callout>
  );
}

/**
 * Shows what a setting that nobody chose is filled with, why, and the other options with their times. Choosing one moves the keyboard to the field.
 */
function ChoiceNote({ choice, onTake }: { choice: TimedChoice; onTake: (value: unknown) => void }) {
  if (choice.reason === null) return null;
  return (
    <div className="cv-quiet" data-choice={choice.path}>
      <p>{choice.reason}</p>
      {choice.others.map(({ value, title, seconds, unavailable }) =>
        unavailable ? null : (
          <button
            key={title}
            type="button"
            className="cv-button"
            data-dense=""
            onClick={(event) => {
              event.currentTarget.closest('.cv-field')?.querySelector<HTMLElement>('select, input')?.focus();
              onTake(value);
            }}
          >
            {words.chooseInstead(title, seconds === null ? null : durationInWords(seconds))}
          </button>
        ),
      )}
    </div>
  );
}

/** Draws the form of a workflow type from its `fields`; the values go to their paths in `workflow_data`. */
export function SettingsForm({
  definition,
  data,
  prepared,
  report,
  elements = [],
  platform,
  problems,
  offers,
  choices = [],
  onChange,
}: SettingsFormProps) {
  const drawn = (field: Field) => (
    <SettingsField
      key={field.path}
      field={field}
      data={data}
      prepared={prepared}
      report={report}
      elements={elements}
      platform={platform}
      problems={problems.filter((problem) => isOf(field, problem))}
      offers={offers.filter((offer) => offer.field === field.path)}
      choice={choices.find(({ path }) => path === field.path) ?? null}
      onTake={(offer) => onChange(offer.apply(data))}
      onChange={(value) => onChange(withLevelsShown(definition.fields, data, changed(data, field, value), prepared))}
    />
  );
  return (
    <div className="cv-settings">
      {groupsOf(definition.fields, data).map(({ key, level, fields }) => {
        if (level === null || fields.length < 2) return fields.map(drawn);
        const chain = chainOf(level);
        const title = words.levelOfTheory(fields[0]?.title ?? '');
        if (chain === null)
          return (
            <LevelGroup key={key} title={title} text={levelText(prepared, level)}>
              {fields.map(drawn)}
            </LevelGroup>
          );
        const count = chainLength(chain, data);
        const own = definition.fields.filter((field) => levelOfField(field) === level);
        return (
          <div key={key} className="cv-settings">
            {Array.from({ length: count }, (_, index) => (
              <LevelGroup
                // A level of a chain is known by its place alone.
                key={index}
                title={count > 1 ? words.levelOfChain(title, index + 1, count) : title}
                text={levelText(prepared, `${chain}.${index}`)}
                onRemove={count > 1 ? () => onChange(withChainChanged(data, chain, index)) : undefined}
              >
                {own
                  .map((field) => fieldAt(field, chain, index))
                  .filter((field) => field.shown?.(data) ?? true)
                  .map(drawn)}
              </LevelGroup>
            ))}
            {count < mostLevels && valueAt(data, `${level}.method`) ? (
              <button
                type="button"
                className="cv-button cv-editor-open"
                data-dense=""
                onClick={() => onChange(withChainChanged(data, chain, 'add'))}
              >
                {words.addLevel}
              </button>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

/** Levels of a chain that the form adds at most. */
const mostLevels = 5;

/** One level of theory as one control, with its spelling. */
function LevelGroup({
  title,
  text,
  onRemove,
  children,
}: {
  title: string;
  text: string | null;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="cv-editor cv-level">
      <legend>{title}</legend>
      {children}
      <p className="cv-row cv-quiet">
        {text === null ? null : <span className="cv-mono">{text}</span>}
        {onRemove ? (
          <button
            type="button"
            className="cv-button"
            data-kind="quiet"
            data-dense=""
            onClick={({ currentTarget }) => {
              // The button goes with its level: the keyboard goes on at the first one.
              currentTarget.closest('.cv-settings')?.querySelector('select')?.focus();
              onRemove();
            }}
          >
            {words.removeLevel}
          </button>
        ) : null}
      </p>
    </fieldset>
  );
}

/** The spelling of a level as it would be stored; null while the settings are not valid, or the level is none. */
function levelText(prepared: WorkflowData | null, level: string): string | null {
  const settings = prepared ? (valueAt(prepared, level) as Parameters<typeof levelOfTheory>[0] | null) : null;
  return settings?.method ? levelOfTheory(settings) : null;
}

/** Data with a field's value: another method takes away what it does not have. */
function changed(data: WorkflowData, field: Field, value: unknown): WorkflowData {
  const level = field.kind === 'select' && field.path.endsWith('.method') ? levelOfField(field) : null;
  if (level === null || typeof value !== 'string' || value === '') return withValueAt(data, field.path, value);
  return withMethod(data, level, value);
}

/** The paths that the shown fields cover: a problem outside them is shown above the form. */
export function coveredBy(definition: WorkflowDefinition, data: WorkflowData, problem: Problem): boolean {
  const placed = { ...problem, field: firstOfChain(problem.field) };
  return definition.fields.some((field) => (field.shown?.(data) ?? true) && isOf(field, placed));
}

/** Whether a problem is shown at a field: it is at its path, under it, or at another one that the field covers. */
function isOf({ path, covers = [] }: Field, problem: Problem): boolean {
  return [path, ...covers].some((each) => problem.field === each || problem.field.startsWith(`${each}.`));
}

interface SettingsFieldProps {
  field: Field;
  data: WorkflowData;
  prepared: WorkflowData | null;
  report: MethodReport | null;
  elements: readonly number[];
  platform: PlatformSettings | null;
  problems: readonly Problem[];
  offers: readonly Offer[];
  choice: TimedChoice | null;
  onTake: (offer: Offer) => void;
  onChange: (value: unknown) => void;
}

function SettingsField({
  field,
  data,
  prepared,
  report,
  elements,
  platform,
  problems,
  offers,
  choice,
  onTake,
  onChange,
}: SettingsFieldProps) {
  const id = useId();
  const options =
    field.kind === 'select' || field.kind === 'multiselect'
      ? field.options(data, report, elements).map((option) => offeredOption(option, platform))
      : [];
  const value = valueAt(data, field.path);
  const describedBy = `${id}h ${id}p`;
  const locked = field.locked?.(data) ?? null;
  const invalid = problems.length > 0;
  return (
    <div className="cv-field">
      {field.kind === 'select' ? (
        <>
          <label htmlFor={id}>{field.title}</label>
          <Select
            id={id}
            options={options}
            value={value}
            describedBy={describedBy}
            invalid={invalid}
            onChange={(chosen) => onChange(field.numeric ? (chosen === '' ? null : Number(chosen)) : chosen)}
          />
        </>
      ) : field.kind === 'multiselect' ? (
        <Tasks
          title={field.title}
          options={options}
          value={value}
          describedBy={describedBy}
          onChange={(chosen) => onChange(field.numeric ? chosen.map(Number) : chosen)}
        />
      ) : field.kind === 'toggle' ? (
        <Switch
          label={field.title}
          checked={(locked !== null && prepared ? valueAt(prepared, field.path) : value) === true}
          disabled={locked !== null}
          onChange={onChange}
        />
      ) : field.kind === 'number' ? (
        <>
          <label htmlFor={id}>{field.unit ? `${field.title} (${field.unit})` : field.title}</label>
          <NumberInput
            id={id}
            field={field}
            value={value}
            standard={prepared ? valueAt(prepared, field.path) : undefined}
            describedBy={describedBy}
            invalid={invalid}
            onChange={onChange}
          />
        </>
      ) : (
        <ListInput
          id={id}
          field={field}
          value={value}
          describedBy={describedBy}
          invalid={invalid}
          problems={problems}
          onChange={onChange}
        />
      )}
      {locked === null ? null : <p className="cv-quiet">{locked}</p>}
      {offers.map((offer) => (
        <OfferNote key={offer.action} offer={offer} onTake={() => onTake(offer)} />
      ))}
      {choice ? <ChoiceNote choice={choice} onTake={onChange} /> : null}
      {field.help ? (
        <p id={`${id}h`} className="cv-quiet">
          {field.help}
        </p>
      ) : null}
      <div id={`${id}p`} role="alert" className="cv-problem">
        {/* An offer says the same as the problem it answers, and what to do about it. */}
        {(offers.length > 0 ? [] : problems).map((problem) => (
          <p key={problem.field + problem.detail}>{problem.detail}</p>
        ))}
        {field.kind === 'number' && rangeProblem(field, value) && !invalid ? <p>{rangeProblem(field, value)}</p> : null}
      </div>
    </div>
  );
}

interface SelectProps {
  id: string;
  options: Option[];
  value: unknown;
  describedBy: string;
  invalid: boolean;
  onChange: (value: string) => void;
}

function Select({ id, options, value, describedBy, invalid, onChange }: SelectProps) {
  const chosen = value === null || value === undefined ? '' : String(value);
  const available = options.filter(({ unavailable }) => !unavailable);
  const greyed = options.filter(({ unavailable }) => unavailable);
  const reasons = Map.groupBy(greyed, ({ unavailable }) => unavailable ?? '');
  return (
    <>
      <select
        id={id}
        value={chosen}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.some((option) => option.value === chosen) ? null : (
          <option value={chosen}>{chosen === 'auto' ? words.automatic : chosen || words.none}</option>
        )}
        {available.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
        {greyed.length > 0 ? (
          <optgroup label={words.notHere}>
            {greyed.map((option) => (
              <option key={option.value} value={option.value} disabled title={option.unavailable}>
                {option.title}
              </option>
            ))}
          </optgroup>
        ) : null}
      </select>
      {greyed.length > 0 ? (
        <details className="cv-reasons">
          <summary>{words.whyGreyed}</summary>
          <ul>
            {[...reasons].map(([reason, group]) => (
              <li key={reason}>
                <strong>{group.map(({ title }) => title).join(', ')}</strong>: {reason}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

interface TasksProps {
  title: string;
  options: Option[];
  value: unknown;
  describedBy: string;
  onChange: (value: string[]) => void;
}

function Tasks({ title, options, value, describedBy, onChange }: TasksProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const toggle = (option: string, on: boolean) => {
    const next = on ? [...chosen, option] : chosen.filter((entry) => entry !== option);
    // The order of the list, not of the clicks: the same choice is the same data.
    onChange(options.map((entry) => entry.value).filter((entry) => next.includes(entry)));
  };
  return (
    <fieldset className="cv-checks" aria-describedby={describedBy}>
      <legend>{title}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.unavailable}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            disabled={option.unavailable !== undefined}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          {option.title}
          {option.unavailable ? <span className="cv-quiet">{words.notAvailable(option.unavailable)}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}

interface NumberInputProps {
  id: string;
  field: Extract<Field, { kind: 'number' }>;
  value: unknown;
  /** What counts when nothing is typed. */
  standard: unknown;
  describedBy: string;
  invalid: boolean;
  onChange: (value: unknown) => void;
}

/** Returns what a typed number hands on: nothing, the number, or the text as it is, for the rules to refuse as text. */
function typedNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

function NumberInput({ id, field, value, standard, describedBy, invalid, onChange }: NumberInputProps) {
  const [text, setText] = useState('');
  const current = value ?? undefined;
  // The text is the person's own as long as it says what the data says ("2." on the way to "2.5").
  const shown = Object.is(typedNumber(text), current) ? text : current === undefined ? '' : String(current);
  return (
    <input
      id={id}
      type="text"
      inputMode="decimal"
      className="cv-number"
      value={shown}
      placeholder={standard === undefined || standard === null ? undefined : String(standard)}
      aria-describedby={describedBy}
      aria-invalid={invalid || rangeProblem(field, current) !== null}
      onChange={(event) => {
        setText(event.target.value);
        onChange(typedNumber(event.target.value));
      }}
    />
  );
}

/** Why a value does not fit a number field's limits, or null. */
export function rangeProblem(field: Extract<Field, { kind: 'number' }>, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number') return words.number;
  const { minimum, maximum } = field;
  if (minimum !== undefined && value < minimum) return words.atLeast(minimum, field.unit);
  if (maximum !== undefined && value > maximum) return words.atMost(maximum, field.unit);
  return null;
}
