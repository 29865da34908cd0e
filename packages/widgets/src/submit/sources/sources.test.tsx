import { expect } from '@open-wc/testing';
import { box, close, forget, open, smiles, submit, text, until } from '../test-form.tsx';
import { sourceWords as words } from './words.ts';

const press = (label: string) => {
  const found = [...box.querySelectorAll('button')].find((button) => button.textContent === label);
  if (!found) throw new Error(`no button "${label}"`);
  found.click();
};
const dialog = () => box.querySelector('dialog');
const field = () => dialog()?.querySelector('textarea') as HTMLTextAreaElement;
const write = (element: HTMLInputElement | HTMLTextAreaElement, value: string) => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true }));
};
const escape = () => dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }));
const said = () => dialog()?.querySelector('[data-drawn]')?.textContent ?? '';

describe('ways to a molecule besides typing', () => {
  beforeEach(forget);
  afterEach(close);

  it('draws what the form holds, follows the text of the dialog, and asks before a changed drawing is left', async () => {
    await open('conformer_search');
    smiles('O');
    press(words.draw);
    await until(() => said().startsWith('H2O'));
    // What nobody drew on is not rewritten: this is not how the toolkit itself would write it.
    expect(field().value).to.equal('O');
    write(field(), 'C1=CC=CC=C1');
    await until(() => said().startsWith('C6H6, 6 atoms'));
    expect(field().value).to.equal('C1=CC=CC=C1');
    write(field(), 'C1CC');
    await until(() => said().includes('ring 1'));
    escape();
    await until(() => text().includes(words.leaveTitle));
    press(words.goOn);
    await until(() => !text().includes(words.leaveTitle));
    write(field(), 'CCO');
    await until(() => said().startsWith('C2H6O'));
    escape();
    await until(() => text().includes(words.leaveTitle));
    press(words.use);
    await until(() => !dialog());
    expect(box.querySelector('textarea')?.value).to.equal('CCO');
    await until(() => !submit().disabled);
    // Unchanged, it closes at once.
    press(words.draw);
    await until(() => said().startsWith('C2H6O'));
    escape();
    await until(() => !dialog());
    expect(box.querySelector('textarea')?.value).to.equal('CCO');
  });

  it('finds a compound by its name, shows another one of that name, and says what the server refuses', async () => {
    await open('conformer_search');
    press(words.byName);
    await until(() => dialog());
    const name = () => dialog()?.querySelector('input') as HTMLInputElement;
    const look = (asked: string) => {
      write(name(), asked);
      name().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    };
    await until(() => name());
    look('switched off');
    await until(() => text().includes('This server does not ask PubChem.'));
    look('unknown stuff');
    await until(() => text().includes('PubChem knows no compound'));
    look('lactic acid');
    await until(() => text().includes(words.found('lactic acid', 612)));
    press(words.cid(107689));
    await until(() => text().includes(words.found('L-lactic acid', 107689)));
    press(words.use);
    await until(() => !dialog());
    expect(box.querySelector('textarea')?.value).to.equal('C[C@@H](C(=O)O)O');
    await until(() => [...box.querySelectorAll('input')].some(({ value }) => value === 'L-lactic acid · conformers'));
  });

  it('takes a recent structure, and one of the project with its coordinates', async () => {
    await open('conformer_search');
    press(words.recent);
    await until(() => dialog()?.querySelector('.cv-structure-choice'));
    // The same structure of two items is there once.
    expect(dialog()?.querySelectorAll('.cv-structure-choice').length).to.equal(2);
    dialog()?.querySelector<HTMLButtonElement>('.cv-structure-choice')?.click();
    await until(() => !dialog());
    expect(box.querySelector('textarea')?.value).to.equal('CCO');
    press(words.project);
    await until(() => dialog()?.querySelector('.cv-structure-choice'));
    // One that is known by its coordinates alone has no formula to draw.
    const [, drawnless] = dialog()?.querySelectorAll('.cv-structure-choice') ?? [];
    expect(drawnless?.textContent).to.contain('Preview not available').and.contain('kept argon');
    dialog()?.querySelector<HTMLButtonElement>('.cv-structure-choice')?.click();
    await until(() => text().includes('File: kept water.xyz'));
  });
});
