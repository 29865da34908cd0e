import { status, WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import { definitionQuery } from '../input/source-structure.ts';
import { recipeWords as words } from './words.ts';

/** The names that a type gives its values, with their titles, as far as its settings decide them: those of an item that has not computed anything. */
function valuesOfType(definition: WorkflowDefinition, settings: Readonly<Record<string, unknown>>) {
  const item = WorkflowItem.parse({
    uuid: '',
    name: '',
    created_at: '',
    parent_uuid: '',
    object_status: status.draft,
    object_type: definition.type,
    object_data: { ...definition.defaults(), ...settings },
  });
  return namedValuesOf(definition, item, new Map()).map(({ path, title }) => ({ path, title: inEnglish(title) }));
}

interface ValueChoiceProps {
  type: string;
  /** Settings of the step; null where they cannot be read. */
  settings: Readonly<Record<string, unknown>> | null;
  /** What assistive technology reads of it. */
  label: string;
  /** Names that are in the table already. */
  taken: readonly string[];
  onAdd: (name: string) => void;
}

/** A choice of the named values of a workflow type, each put into the table when it is chosen. Nothing for a type that names none. */
export function ValueChoice({ type, settings, label, taken, onAdd }: ValueChoiceProps) {
  const definition = useQuery(definitionQuery(type), ownerClient.queryClient).data;
  const values = definition ? valuesOfType(definition, settings ?? {}) : [];
  const left = values.filter(({ path }) => !taken.includes(path));
  if (left.length === 0) return null;
  return (
    <select aria-label={label} value="" onChange={(event) => onAdd(event.target.value)}>
      <option value="">{words.addColumn}</option>
      {left.map(({ path, title }) => (
        <option key={path} value={path}>
          {words.valueNamed(title, path)}
        </option>
      ))}
    </select>
  );
}
