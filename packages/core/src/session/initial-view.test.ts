import { expect, test } from 'vitest';
import { initialProteinView, initialViewerState } from './initial-view.ts';
import { ProteinView } from './protein-view.ts';
import { ViewerState } from './viewer-state.ts';

test('the first state of a viewer is what its schema makes of nothing', () => {
  expect(ViewerState.parse({})).toEqual(initialViewerState);
  expect(ProteinView.parse({})).toEqual(initialProteinView);
});
