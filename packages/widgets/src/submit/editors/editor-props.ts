import type { Problem } from '@cuvette/core/chemistry';
import type { Field } from '@cuvette/core/workflows';

/** What an editor of a field gets from the form. */
export interface EditorProps {
  id: string;
  field: Extract<Field, { kind: 'editor' | 'atoms' }>;
  value: unknown;
  describedBy: string;
  /** What is wrong at the field and under it; the form says it as text. */
  problems: readonly Problem[];
  onChange: (value: unknown) => void;
}
