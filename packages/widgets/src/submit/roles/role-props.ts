import type { Problem } from '@cuvette/core/chemistry';
import type { InputRule } from '@cuvette/core/workflows';

/** What the input of a role gets from the form. */
export interface RoleProps {
  rule: InputRule;
  value: unknown;
  /** What is wrong at the role and under it. */
  problems: readonly Problem[];
  onChange: (value: unknown) => void;
}
