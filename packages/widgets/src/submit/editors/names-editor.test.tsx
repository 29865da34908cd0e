import { expect } from '@open-wc/testing';
import { useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { NamesEditor } from './names-editor.tsx';
import { editorWords as words } from './words.ts';

let root: Root;
let box: HTMLElement;
let current: unknown;

function Form({ initial }: { initial: unknown }) {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    current = value;
  }, [value]);
  return (
    <NamesEditor
      id="kept"
      field={{ kind: 'editor', editor: 'kept_ligands', path: 'retain_non_polymer', title: 'Ligands' }}
      value={value}
      describedBy="kept-help"
      problems={[{ field: 'retain_non_polymer.LIG', detail: 'Its SMILES is missing.' }]}
      onChange={setValue}
    />
  );
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const inputs = () => [...box.querySelectorAll('input')];
const button = (text: string) =>
  [...box.querySelectorAll('button')].find((each) => each.textContent === text) as HTMLButtonElement;

async function write(index: number, text: string) {
  const input = inputs()[index] as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await frame();
}

describe('names with texts', () => {
  beforeEach(async () => {
    box = document.createElement('div');
    document.body.append(box);
    root = createRoot(box);
    root.render(<Form initial={{ MG: null }} />);
    await frame();
  });
  afterEach(() => {
    root.unmount();
    box.remove();
  });

  it('shows what is there, takes what is typed, and leaves out rows without a name', async () => {
    expect(inputs().map(({ value }) => value)).to.deep.equal(['MG', '']);
    button(words.addKept).click();
    await frame();
    await write(3, 'NC=O');
    expect(current).to.deep.equal({ MG: null });
    expect(inputs()[3]?.value, 'the text stays while there is no name').to.equal('NC=O');
    await write(2, 'LIG');
    expect(current).to.deep.equal({ MG: null, LIG: 'NC=O' });
    expect(inputs()[3]?.getAttribute('aria-invalid')).to.equal('true');
  });

  it('removes a row', async () => {
    button(words.removeShort).click();
    await frame();
    expect(current).to.deep.equal({});
    expect(inputs()).to.have.length(0);
  });
});
