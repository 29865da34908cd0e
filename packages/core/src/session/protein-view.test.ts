import { expect, test } from 'vitest';
import { initialProteinView, initialViewerState, ViewerState } from './index.ts';

test('how a protein is looked at survives the address; what does not fit falls back alone', () => {
  const protein = {
    ...initialProteinView,
    hiddenChains: ['B'],
    form: 'sphere',
    chainForms: { A: 'trace' },
    chainColours: { A: '#0B7268' },
    surface: 'molecular',
    pocket: true,
  };
  const state = ViewerState.parse(JSON.parse(JSON.stringify({ protein })));
  expect(state).toEqual({ ...initialViewerState, protein });
  const edited = ViewerState.parse({ protein: { ...protein, form: 'teapot', chainColours: { A: 'url(x)' } } });
  expect(edited.protein).toEqual({ ...protein, form: 'cartoon', chainColours: {} });
  expect(ViewerState.parse({ protein: 7 }).protein).toEqual(initialProteinView);
});
