import type { FolderRecipe, RecipeStep } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { presentItems, recipeRows, recipeTable } from './recipe-table.ts';
import type { ValuedItem } from './use-folder-values.ts';

const usual = { title: null, workflow_data: {}, initial_molecule: null, after: [], columns: null };
const best = { $from: 'conformers', path: 'conformers[0]' };
const steps: RecipeStep[] = [
  { ...usual, id: 'conformers', workflow_type: 'conformer_search', columns: ['conformers'] },
  { ...usual, id: 'pka', title: 'pKa', workflow_type: 'pka', initial_molecule: best },
];
const recipe: FolderRecipe = { uuid: null, name: 'pKa of the best conformer', steps };

const column = (path: string, more: object = {}) => ({ path, title: path, unit: null, precision: 2, ...more });
const columns = {
  conformer_search: [column('conformers'), column('spread')],
  pka: [column('strongest_acid', { headline: true }), column('other')],
};
const item = (step: string, row: number, more: Partial<ValuedItem> = {}): ValuedItem => ({
  uuid: `${step} ${row}`,
  name: `molecule ${row}: ${step}`,
  smiles: 'CCO',
  object_type: step === 'pka' ? 'pka' : 'conformer_search',
  object_status: 2,
  error: null,
  resubmitted_from_uuid: null,
  note: null,
  recipe: { step, row },
  values: new Map(),
  ...more,
});

describe('the table of a run of a recipe', () => {
  it('has a row for each molecule: the key results of the last step first, then the values that the recipe names', () => {
    const rows = recipeRows(
      [
        item('conformers', 1, { object_status: 3, error: 'It did not converge.' }),
        item('pka', 1, { object_status: 4 }),
        item('conformers', 0, { values: new Map([['conformers', 7]]) }),
        item('pka', 0, { values: new Map([['strongest_acid', 9.9]]), object_status: 2, note: 'outside calibration' }),
      ],
      recipe,
    );
    expect(rows.map(({ name, state, why }) => [name, state, why])).to.deep.equal([
      ['molecule 0', 'pKa: Completed', null],
      ['molecule 1', 'Conformer Search: Failed', 'Conformer Search: It did not converge.'],
    ]);
    const table = recipeTable(rows, columns, recipe);
    expect(table.columns.map(({ id }) => id)).to.deep.equal([
      'structure',
      'name',
      'pka.strongest_acid',
      'conformers.conformers',
      'state',
      'why',
      'note',
      'smiles',
    ]);
    const values = table.columns.flatMap((one) => (one.kind === 'number' ? [[one.title, one.values[0]]] : []));
    expect(values).to.deep.equal([
      ['pKa: strongest_acid', 9.9],
      ['Conformer Search: conformers', 7],
    ]);
    expect(table.structures).to.deep.equal(['pka 0', 'pka 1']);
  });

  it('has what was submitted again in the place of what failed, and the same item with other settings beside it nowhere', () => {
    const failed = item('conformers', 0, { object_status: 3, error: 'It did not converge.' });
    const stopped = item('pka', 0, { object_status: 4 });
    const again = item('conformers', 0, { uuid: 'again', object_status: 1, resubmitted_from_uuid: failed.uuid });
    const waits = item('pka', 0, { uuid: 'waits', object_status: 5, resubmitted_from_uuid: stopped.uuid });
    // Submitted again by hand, it is no part of the run.
    const own = item('conformers', 0, { uuid: 'own', recipe: undefined, resubmitted_from_uuid: 'again' });
    const items = [again, failed, own, waits, stopped];
    expect(presentItems(items).map(({ uuid }) => uuid)).to.deep.equal(['again', 'own', 'waits']);
    const [row] = recipeRows(items, recipe);
    expect([row?.state, row?.why, row?.item?.uuid]).to.deep.equal(['Conformer Search: Running', null, 'waits']);
  });

  it('says of a molecule that is under way which of its steps is', () => {
    const [row] = recipeRows([item('conformers', 0), item('pka', 0, { object_status: 1 })], recipe);
    expect(row?.state).to.equal('pKa: Running');
  });
});
