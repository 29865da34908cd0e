import { WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { still } from '../ui/test-helpers.ts';
import { emptyMolecule } from './index.ts';
import {
  box,
  button,
  close,
  draftItem,
  drop,
  fake,
  field,
  forget,
  open,
  reason,
  smiles,
  submit,
  text,
  type,
  until,
} from './test-form.tsx';
import { submitWords as words } from './words.ts';

describe('the submit form and what is not finished in it', () => {
  beforeEach(forget);
  afterEach(close);

  it('takes the lines of a list that can be read, and says of each other one why it cannot', async () => {
    await open('conformer_search');
    drop('list.smi', 'O water\n  C1CC\nCC=CC\nQq\nQq\nQq\nQq\nQq\n');
    await until(() => text().includes(words.failedLines(6)));
    const [shown, more] = box.querySelectorAll('.cv-failed-lines');
    const [first] = shown?.children ?? [];
    expect(first?.querySelector('.cv-place')?.textContent).to.equal('2 | C1CC\n     ^');
    expect(first?.textContent).to.contain('Line 2: ring 1 opened at character 2 is never closed.');
    expect(shown?.children).to.have.length(5);
    expect(more?.textContent).to.contain('Line 8');
    expect(box.querySelector('details:has(.cv-failed-lines) summary')?.textContent).to.equal(words.failedMore(1));
    expect([...box.querySelectorAll('select')].some((each) => each.textContent === '1. O2. CC=CC')).to.equal(true);
    await until(() => !submit().disabled);
    await still();
    await expect(box).to.be.accessible();
    drop('list.smi', 'O\nCC=CC\n');
    await until(() => !box.querySelector('.cv-failed-lines'));
    drop('POSCAR', 'silicon\n');
    await until(() => text().includes(words.fileChosen('POSCAR')));
  });

  it('offers to keep a draft only where it can be kept, and keeps what is there, finished or not', async () => {
    await open('conformer_search');
    expect(button(words.saveDraft)).to.equal(undefined);
    let saved: WorkflowItem | null = null;
    await open('conformer_search', { onSaved: (item) => (saved = item) });
    smiles('CC(O)C(N)C(=O)O');
    await until(() => reason() === words.needIsomer);
    expect(submit().disabled).to.equal(true);
    button(words.saveDraft).click();
    await until(() => saved);
    expect(saved).to.include({ object_status: 6 });
    expect(fake.sent[0]).to.deep.include({
      is_draft: true,
      initial_smiles: 'CC(O)C(N)C(=O)O',
      name: 'Conformer Search',
    });
    expect(sessionStorage.getItem('cuvette.draft.test.conformer_search')).to.equal(null);
    await open('basic_calculation', { onSaved: (item) => (saved = item) });
    drop('water.xyz', '3\nwater\nO 0 0 0.1173\nH 0 0.7572 NaN\nH 0 -0.7572 -0.4692\n');
    await until(() => text().includes(words.needReadFile));
    expect(button(words.saveDraft).disabled).to.equal(true);
  });

  it('goes on with a draft: saving changes it, submitting puts it in the queue, and a refusal stays in the form', async () => {
    const editing = WorkflowItem.parse(draftItem);
    let saved: WorkflowItem | null = null;
    const more = {
      editing,
      start: { molecule: { ...emptyMolecule, text: 'O' }, name: 'kept' },
      onSaved: (item: WorkflowItem) => (saved = item),
    };
    await open('conformer_search', more);
    await until(() => !submit().disabled);
    (field(words.email) as HTMLInputElement).click();
    button(words.saveDraft).click();
    await until(() => saved);
    expect(fake.sent[0]).to.deep.include({
      call: '/update_draft',
      name: 'kept',
      initial_smiles: 'O',
      initial_molecule: null,
      email_when_complete: true,
    });
    expect(fake.sent[0]).not.to.have.property('workflow_type');
    expect(fake.sent).to.have.length(1);
    fake.sent = [];
    fake.refusal = { detail: 'It was submitted already.', field: '' };
    await open('conformer_search', more);
    await until(() => !submit().disabled);
    submit().click();
    await until(() => text().includes('It was submitted already.'));
    expect(fake.submitted).to.equal(null);
    fake.refusal = null;
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent.map(({ call }) => call)).to.deep.equal(['/update_draft', '/update_draft', '/submit_draft']);
  });

  it('says at once what cannot be a name', async () => {
    await open('basic_calculation');
    smiles('O');
    await until(() => !submit().disabled);
    const name = [...box.querySelectorAll('label')]
      .find((each) => each.textContent?.startsWith(words.name))
      ?.querySelector('input') as HTMLInputElement;
    type(name, 'report\u202Efdp.exe');
    await until(() => submit().disabled && text().includes('A name must be one line'));
    expect(name.getAttribute('aria-invalid')).to.equal('true');
    type(name, '');
    await until(() => !submit().disabled);
  });
});
