import { type RecipeCreate, type RecipeStep, referencesIn } from '@cuvette/core/entities';
import { StepSettings } from '@cuvette/widgets/submit';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { definitionQuery } from '../input/source-structure.ts';
import { typeTitle } from '../paths.ts';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { stepTitle } from './recipe-steps.tsx';
import { ValueChoice } from './value-choice.tsx';
import { recipeWords as words } from './words.ts';

/** A recipe as it is edited: the settings of each step as text, until they are read. */
interface EditedStep extends RecipeStep {
  settings: string;
  table: string;
}

/** What an editor begins with. */
type RecipeStart = Pick<RecipeCreate, 'name'> & {
  description: string;
  steps: readonly RecipeStep[];
  project_uuid: string | null;
};

interface RecipeEditorProps {
  start: RecipeStart;
  saveLabel: string;
  onSave: (recipe: RecipeCreate) => Promise<unknown>;
  onCancel?: () => void;
}

/** The settings of a step; null for what is no JSON object. */
function readSettings(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The names that were typed or chosen for the table of a step. */
const namesIn = (table: string) => table.split(',').flatMap((name) => name.trim() || []);

function readStep({ settings, table, ...step }: EditedStep): RecipeStep {
  const names = namesIn(table);
  return { ...step, workflow_data: readSettings(settings) ?? {}, columns: names.length > 0 ? names : null };
}

/** Changes the name, the sharing and the steps of a recipe. What the server finds wrong is shown beside the button. */
export function RecipeEditor({ start, saveLabel, onSave, onCancel }: RecipeEditorProps) {
  const [name, setName] = useState(start.name);
  const [description, setDescription] = useState(start.description);
  const [project, setProject] = useState(start.project_uuid);
  const [steps, setSteps] = useState<readonly EditedStep[]>(() =>
    start.steps.map((step) => ({
      ...step,
      settings: JSON.stringify(step.workflow_data, null, 2),
      table: step.columns?.join(', ') ?? '',
    })),
  );
  const [fault, setFault] = useState<string | null>(null);
  const { busy, problem, run } = useAction(() => {});
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient);
  const change = (id: string, next: Partial<EditedStep>) =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...next } : step)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const unread = steps.find(({ settings }) => readSettings(settings) === null);
    setFault(unread ? words.badSettings(stepTitle(unread)) : null);
    if (unread) return;
    void run(() => onSave({ name, description, project_uuid: project, steps: steps.map(readStep) }));
  };
  return (
    <form className="recipe-editor" onSubmit={submit}>
      <label className="cv-field">
        {words.name}
        <input value={name} required maxLength={200} onChange={(event) => setName(event.target.value)} />
      </label>
      <label className="cv-field">
        {words.description}
        <textarea rows={2} value={description} onChange={(event) => setDescription(event.target.value)} />
      </label>
      <label className="cv-field">
        {words.sharing}
        <select value={project ?? ''} onChange={(event) => setProject(event.target.value || null)}>
          <option value="">{words.onlyMe}</option>
          {(projects.data ?? []).map(({ uuid, name: called }) => (
            <option key={uuid} value={uuid}>
              {words.project(called ?? '')}
            </option>
          ))}
        </select>
      </label>
      {steps.map((step) => (
        <StepEditor
          key={step.id}
          step={step}
          others={steps.filter(({ id }) => id !== step.id)}
          onChange={(next) => change(step.id, next)}
          onRemove={steps.length > 1 ? () => setSteps(steps.filter(({ id }) => id !== step.id)) : null}
        />
      ))}
      <ProblemLine text={fault ?? problem} />
      <p className="item-actions">
        <button type="submit" className="cv-button" data-kind="primary" disabled={busy || name.trim() === ''}>
          {saveLabel}
        </button>
        {onCancel ? (
          <button type="button" className="cv-button" onClick={onCancel}>
            {words.cancel}
          </button>
        ) : null}
      </p>
    </form>
  );
}

/** The settings of a step as the fields of its type's form; nothing where some of them are results of earlier steps, which no field shows. */
function StepFields({ step, onChange }: Pick<StepEditorProps, 'step' | 'onChange'>) {
  const [open, setOpen] = useState(false);
  const definition = useQuery({ ...definitionQuery(step.workflow_type), enabled: open }, ownerClient.queryClient);
  const data = readSettings(step.settings);
  if (data === null || referencesIn(data).length > 0) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.fields}</summary>
      {open && definition.data ? (
        <StepSettings
          definition={definition.data}
          client={ownerClient}
          data={data}
          onChange={(next) => onChange({ settings: JSON.stringify(next, null, 2) })}
        />
      ) : null}
    </details>
  );
}

interface StepEditorProps {
  step: EditedStep;
  others: readonly EditedStep[];
  onChange: (next: Partial<EditedStep>) => void;
  onRemove: (() => void) | null;
}

function StepEditor({ step, others, onChange, onRemove }: StepEditorProps) {
  const id = useId();
  const from = step.initial_molecule?.$from ?? '';
  return (
    <fieldset className="recipe-step">
      <legend>
        {stepTitle(step)} <span className="cv-quiet">{step.id}</span>
      </legend>
      <label className="cv-field">
        {words.stepTitle}
        <input
          value={step.title ?? ''}
          placeholder={typeTitle(step.workflow_type)}
          aria-describedby={`${id}t`}
          onChange={(event) => onChange({ title: event.target.value || null })}
        />
        <span id={`${id}t`} className="cv-quiet">
          {words.stepTitleHint}
        </span>
      </label>
      <div className="recipe-pair">
        <label className="cv-field">
          {words.input}
          <select
            value={from}
            onChange={(event) =>
              onChange({
                initial_molecule: event.target.value
                  ? { $from: event.target.value, path: step.initial_molecule?.path ?? 'structure' }
                  : null,
              })
            }
          >
            <option value="">{words.theMolecule}</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {words.resultOf(stepTitle(other))}
              </option>
            ))}
          </select>
        </label>
        {step.initial_molecule ? (
          <label className="cv-field">
            {words.path}
            <input
              value={step.initial_molecule.path}
              required
              spellCheck={false}
              aria-describedby={`${id}p`}
              onChange={(event) => onChange({ initial_molecule: { $from: from, path: event.target.value } })}
            />
            <span id={`${id}p`} className="cv-quiet">
              {words.pathHint}
            </span>
          </label>
        ) : null}
      </div>
      <label className="cv-field">
        {words.columns}
        <input
          value={step.table}
          spellCheck={false}
          aria-describedby={`${id}c`}
          onChange={(event) => onChange({ table: event.target.value })}
        />
        <span id={`${id}c`} className="cv-quiet">
          {words.columnsHint}
        </span>
      </label>
      <ValueChoice
        type={step.workflow_type}
        settings={readSettings(step.settings)}
        label={words.addColumnOf(stepTitle(step))}
        taken={namesIn(step.table)}
        onAdd={(name) => onChange({ table: [...namesIn(step.table), name].join(', ') })}
      />
      <StepFields step={step} onChange={onChange} />
      <details>
        <summary>{words.settings}</summary>
        <label className="cv-field">
          <span className="cv-hidden">{words.settings}</span>
          <textarea
            className="recipe-json"
            rows={10}
            value={step.settings}
            spellCheck={false}
            aria-invalid={readSettings(step.settings) === null}
            onChange={(event) => onChange({ settings: event.target.value })}
          />
          <span className="cv-quiet">{words.settingsHint}</span>
        </label>
      </details>
      {onRemove ? (
        <p>
          <button type="button" className="cv-button" onClick={onRemove}>
            {words.removeStep(stepTitle(step))}
          </button>
        </p>
      ) : null}
    </fieldset>
  );
}
