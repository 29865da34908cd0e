import { readXyz } from '@cuvette/core/chemistry';
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { still } from '../../ui/test-helpers.ts';
import {
  box,
  button,
  close,
  fake,
  forget,
  inspections,
  methods,
  open,
  smiles,
  submit,
  text,
  type,
  until,
} from '../test-form.tsx';
import { editorWords as words } from './words.ts';

const moleculeOf = (xyz: string) => ({ ...readXyz(xyz)[0], charge: 0, multiplicity: 1 });

inspections.OO = {
  canonical: 'OO',
  molecule: moleculeOf('4\n\nO 0 0.73 0\nO 0 -0.73 0\nH 0.8 0.9 0.45\nH -0.8 -0.9 0.45\n'),
};
inspections.C1CC1 = {
  canonical: 'C1CC1',
  molecule: moleculeOf(
    '9\n\nC 0.87 0 0\nC -0.435 0.753 0\nC -0.435 -0.753 0\nH 1.455 0 0.91\nH 1.455 0 -0.91\nH -0.727 1.26 0.91\nH -0.727 1.26 -0.91\nH -0.727 -1.26 0.91\nH -0.727 -1.26 -0.91\n',
  ),
};

const labelled = (label: string) =>
  [...box.querySelectorAll('label')]
    .filter((each) => each.textContent?.trim().startsWith(label))
    .map((each) => each.querySelector('input, select') as HTMLInputElement);
const atoms = () => labelled(words.typed)[0] as HTMLInputElement;
const rows = () => [...box.querySelectorAll('.cv-editor-title')].map((each) => each.textContent);
const data = () => fake.sent[0]?.workflow_data as Record<string, unknown>;

async function submitted() {
  await until(() => !submit().disabled);
  submit().click();
  await until(() => fake.submitted);
  return data();
}

/** Clicks the middle of what is drawn in red: oxygens. */
async function clickOxygen() {
  const canvas = () => box.querySelector('.cv-picker canvas') as HTMLCanvasElement | null;
  const middle = () => {
    const element = canvas();
    if (!element) return null;
    const copy = document.createElement('canvas');
    copy.width = element.width;
    copy.height = element.height;
    const context = copy.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(element, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, copy.width, copy.height);
    let [x, y, count] = [0, 0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
      if (alpha < 200 || red < 150 || green > 60 || blue > 60) continue;
      x += (at / 4) % copy.width;
      y += Math.floor(at / 4 / copy.width);
      count++;
    }
    if (count < 20) return null;
    const place = element.getBoundingClientRect();
    return [
      Math.round(place.left + (x / count / copy.width) * place.width),
      Math.round(place.top + (y / count / copy.height) * place.height),
    ] as [number, number];
  };
  box.querySelector('.cv-picker')?.scrollIntoView({ block: 'center' });
  await until(middle);
  await sendMouse({ type: 'click', position: middle() as [number, number] });
}

describe('editors of atoms', () => {
  beforeEach(() => {
    forget();
    for (const name of ['multistage_opt', 'scan', 'bde', 'spin_states', 'molecular_dynamics', 'md']) {
      if (!methods.capabilities.includes(name)) methods.capabilities.push(name);
    }
  });
  afterEach(close);

  it('takes an atom that is clicked and others that are written, says their angle now, and scans it', async () => {
    await open('scan');
    expect(text()).to.include('Choose a bond, an angle or a dihedral to scan.');
    await until(() => text().includes(words.needMolecule));
    smiles('O');
    await until(() => box.querySelector('.cv-picker'));
    await clickOxygen();
    await until(() => atoms().value === 'O1');
    type(atoms(), 'H2, O1, H3');
    await until(() => text().includes('Angle H2–O1–H3: 104.5° now'));
    button(words.scanThis('Angle')).click();
    await until(() => rows().length === 1);
    expect(rows()).to.deep.equal(['Angle H2–O1–H3']);
    type(labelled(words.stop('°'))[0] as HTMLInputElement, '130,5');
    type(labelled(words.points)[0] as HTMLInputElement, '1');
    await until(() => text().includes('A scan needs at least two points.'));
    expect(submit().disabled).to.equal(true);
    type(labelled(words.points)[0] as HTMLInputElement, '10001');
    await until(() => text().includes('The scan has 10001 points; at most 10000 are allowed.'));
    type(labelled(words.points)[0] as HTMLInputElement, '6');
    await until(() => text().includes('6 points.'));
    await still();
    await expect(box).to.be.accessible();
    expect((await submitted()).scan_settings).to.deep.equal([
      { type: 'angle', atoms: [2, 1, 3], start: 104.5, stop: 130.5, num: 6 },
    ]);
  });

  it('moves two coordinates of a list together, and takes a row away again', async () => {
    await open('scan');
    smiles('OO');
    await until(() => box.querySelector('.cv-picker'));
    for (const typed of ['3, 1, 2, 4', 'O1-O2']) {
      type(atoms(), typed);
      await until(() => button('Scan this'));
      button('Scan this').click();
      await until(() => atoms().value === '');
    }
    expect(rows()).to.deep.equal(['Dihedral H3–O1–O2–H4', 'Distance O1–O2']);
    expect(labelled(words.points).map(({ value }) => value)).to.deep.equal(['25', '25']);
    type(labelled(words.points)[1] as HTMLInputElement, '7');
    await until(() => labelled(words.points)[0]?.value === '7');
    expect(text()).to.include(words.scanTogether);
    (box.querySelector(`[aria-label="${words.remove('Distance O1–O2')}"]`) as HTMLButtonElement).click();
    await until(() => rows().length === 1);
    type(atoms(), '1, 9');
    await until(() => text().includes('There is no atom 9: the structure has 4.'));
  });

  it('holds a distance at a value and fixes an atom', async () => {
    await open('scan');
    smiles('OO');
    await until(() => box.querySelector('.cv-picker'));
    type(atoms(), '3, 1, 2, 4');
    await until(() => button('Scan this'));
    button('Scan this').click();
    await until(() => rows().length === 1);
    const constraints = [...box.querySelectorAll('.cv-editor')].at(-1) as HTMLElement;
    const press = async (pressed: HTMLElement) => {
      pressed.focus();
      await sendKeys({ press: 'Enter' });
    };
    const place = () => document.activeElement as HTMLInputElement;
    (constraints.querySelector('.cv-editor-open') as HTMLButtonElement).click();
    await until(() => constraints.querySelector('.cv-picker') && box.querySelectorAll('.cv-picker').length === 1);
    for (const [typed, action] of [
      ['1, 2', words.hold('Distance')],
      ['3', words.freeze(1)],
    ] as const) {
      type(atoms(), typed);
      await until(() => button(action));
      await press(button(action));
      await until(() => atoms().value === '');
      // The pressed button is gone: the keyboard goes on where the value is typed, or the next atoms are written.
      expect(place()).to.equal(labelled(action === words.freeze(1) ? words.typed : words.heldAt('Å'))[0]);
    }
    expect(rows().slice(1)).to.deep.equal(['Distance O1–O2', 'Fixed: H3']);
    const value = labelled(words.heldAt('Å'))[0] as HTMLInputElement;
    expect(value.placeholder).to.equal('as it is: 1.460 Å');
    type(value, '1.5');
    type(atoms(), '4');
    await until(() => button(words.freeze(1)));
    await press(button(words.freeze(1)));
    await until(() => rows().length === 4);
    const remove = (what: string) => box.querySelector(`[aria-label="${words.remove(what)}"]`) as HTMLButtonElement;
    await press(remove('Fixed: H4'));
    await until(() => rows().length === 3);
    expect(place()).to.equal(remove('Fixed: H3'));
    const { calc_settings } = (await submitted()) as { calc_settings: { opt_settings: { constraints: unknown } } };
    expect(calc_settings.opt_settings.constraints).to.deep.equal([
      { constraint_type: 'bond', atoms: [1, 2], value: 1.5 },
      { constraint_type: 'freeze_atoms', atoms: [3], value: null },
    ]);
  });

  it('breaks a bond on its smaller side, and refuses one of a ring', async () => {
    await open('bde');
    smiles('C1CC1');
    await until(() => box.querySelector('.cv-picker'));
    type(atoms(), 'C1, C2');
    await until(() => text().includes(words.inRing('C1–C2')));
    type(atoms(), 'C1, H6');
    await until(() => text().includes(words.noBond('C1–H6')));
    type(atoms(), 'C1');
    await until(() => text().includes(words.tooManyBonds('C2–C1, C3–C1, H4–C1, H5–C1')));
    type(atoms(), 'C1, H4');
    await until(() => button(words.breakBond('C1–H4')));
    button(words.breakBond('C1–H4')).click();
    await until(() => rows().length === 1);
    expect(rows()).to.deep.equal(['C1–H4: H4 breaks off']);
    type(atoms(), '4');
    await until(() => text().includes(words.alreadyThere));
    expect(box.querySelector('.cv-editor')?.textContent).not.to.include('Choose at least one bond');
  });

  it('greys multiplicities that the electrons do not allow', async () => {
    await open('spin_states');
    smiles('O');
    await until(() => text().includes(words.electrons(10, words.odd)));
    const box_ = (multiplicity: number) => labelled(`${multiplicity} `)[0] as HTMLInputElement;
    expect([1, 2, 3, 4].map((each) => box_(each).disabled)).to.deep.equal([false, true, false, true]);
    box_(5).click();
    await until(() => !box_(5).checked);
  });

  it('takes a chain of levels of theory, each spelled out', async () => {
    const level = { method: 'gfn2_xtb', tasks: ['optimize'], mode: 'auto', solvent_settings: { solvent: 'water' } };
    const given = { mode: 'manual', optimization_settings: [level], singlepoint_settings: null };
    await open('multistage_opt', { start: { data: given } });
    smiles('O');
    const groups = () => [...box.querySelectorAll('.cv-level legend')].map((each) => each.textContent);
    await until(() => text().includes('gfn2_xtb/alpb(water)'));
    expect(groups()[0]).to.equal('Level of theory: Optimization');
    button('Add an optimization after it').click();
    await until(() => groups()[1] === 'Level of theory: Optimization 2 of 2');
    button('Remove this level').click();
    await until(() => groups()[0] === 'Level of theory: Optimization');
    button('Add an optimization after it').click();
    await until(() => text().split('gfn2_xtb/alpb(water)').length === 3);
    const { optimization_settings } = (await submitted()) as { optimization_settings: unknown[] };
    expect(optimization_settings).to.have.length(2);
  });

  it('begins levels by hand as what the mode before would have run', async () => {
    const dft = { available: true, engine: 'pyscf', solvent_models: ['cpcm'] };
    fake.methods = {
      ...methods,
      capabilities: [...methods.capabilities, 'dft'],
      methods: { ...methods.methods, gfn0_xtb: { available: true, engine: 'xtb' }, r2scan_3c: dft },
    };
    await open('multistage_opt');
    smiles('O');
    await until(() => !submit().disabled);
    const mode = [...box.querySelectorAll('select')].find(({ value }) => value === 'rapid') as HTMLSelectElement;
    mode.value = 'manual';
    mode.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => text().includes('Level of theory: Single point'));
    const { optimization_settings, singlepoint_settings } = (await submitted()) as Record<string, unknown>;
    const method = (level: unknown) => (level as { method: string }).method;
    expect((optimization_settings as unknown[]).map(method).at(-1)).to.equal('gfn2_xtb');
    expect(method(singlepoint_settings)).to.equal('r2scan_3c');
  });
});
