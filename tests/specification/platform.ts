import { screens } from './platform-1-screens.ts';
import { entities } from './platform-3-entities.ts';
import { calls } from './platform-7-calls.ts';
import { constants } from './platform-8-constants.ts';
import type { Specification } from './rows.ts';

/** The platform document: routes, entities, states, permissions, calls, constants. */
export const platform: Specification = {
  name: 'platform',
  document: '../shared/spec/platform.txt',
  sha256: '5804b370c688874567176deec1a0179d3f9c90b9c17a9cf4d9e535b0b55fd78a',
  sections: [...screens, ...entities, ...calls, ...constants],
};
