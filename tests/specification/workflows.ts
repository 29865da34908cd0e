import type { Specification } from './rows.ts';
import { screens } from './workflows-1-screens.ts';
import { tabs } from './workflows-2-tabs.ts';
import { entities } from './workflows-3-entities.ts';
import { states } from './workflows-4-states.ts';
import { rules } from './workflows-5-rules.ts';
import { calls } from './workflows-6-calls.ts';
import { defaults } from './workflows-9-defaults.ts';
import { derived } from './workflows-9-derived.ts';

/** The workflows document: every type of workflow. */
export const workflows: Specification = {
  name: 'workflows',
  document: '../shared/spec/workflows.txt',
  sha256: '2fefa409ab05f54f3245cf2f644727b40749d412a831b56af8553f52b7af3c73',
  sections: [...screens, ...tabs, ...entities, ...states, ...rules, ...calls, ...defaults, ...derived],
};
