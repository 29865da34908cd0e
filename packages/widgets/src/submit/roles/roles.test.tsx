import { readPdb, readXyz } from '@cuvette/core/chemistry';
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { still } from '../../ui/test-helpers.ts';
import css from '../submit.css?inline';
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
import { roleWords as words } from './words.ts';

// Handles lie over the picture, which only the style sheet says.
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

const moleculeOf = (xyz: string) => ({ ...readXyz(xyz)[0], charge: 0, multiplicity: 1 });
inspections['C#N'] = { canonical: 'C#N', molecule: moleculeOf('3\n\nH 0 0 -1.07\nC 0 0 0\nN 0 0 1.15\n') };
inspections['[C-]#[NH+]'] = {
  canonical: '[C-]#[NH+]',
  molecule: moleculeOf('3\n\nN 5 0 0\nH 5 1.0 0\nC 5 -1.17 0\n'),
};

/** Thirty residues of one atom each on a line, 2 Å apart, and a ligand of three atoms beside the fifth. */
const protein = readPdb(
  [
    ...Array.from(
      { length: 30 },
      (_, index) =>
        `ATOM  ${String(index + 1).padStart(5)}  CA  ALA A${String(index + 1).padStart(4)}    ${(2 * index).toFixed(3).padStart(8)}   0.000   0.000  1.00  0.00           C`,
    ),
    ...[0, 1.5, 3].map(
      (x, index) =>
        `HETATM${String(index + 31).padStart(5)}  C${index + 1}  LIG A 101    ${(8 + x).toFixed(3).padStart(8)}   4.000   0.000  1.00  0.00           C`,
    ),
    'END',
  ].join('\n'),
);
const entry = { uuid: '00000000-0000-4000-8000-0000000000aa', name: 'kinase', sanitized: 0 };
/** A structure that a job made. */
const made = '00000000-0000-4000-8000-0000000000bb';

const labelled = (label: string) =>
  [...box.querySelectorAll('label')]
    .filter((each) => each.textContent?.trim().startsWith(label))
    .map((each) => each.querySelector('input, select, textarea') as HTMLInputElement);

function choose(select: Element | undefined, value: string) {
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
  select?.dispatchEvent(new Event('change', { bubbles: true }));
}

async function submitted() {
  await until(() => !submit().disabled);
  submit().click();
  await until(() => fake.submitted);
  return fake.sent[0] as Record<string, unknown> & { workflow_data: Record<string, unknown> };
}

describe('inputs besides the small molecule', () => {
  before(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  after(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  beforeEach(() => {
    forget();
    for (const name of ['docking', 'batch_docking', 'vina', 'msa', 'double_ended_ts_search']) {
      if (!methods.capabilities.includes(name)) methods.capabilities.push(name);
    }
    fake.answers = [
      [/\/api\/protein\?.*computed=false/, () => ({ proteins: [entry], num_pages: 1 })],
      [/\/api\/protein\?/, () => ({ proteins: [{ ...entry, uuid: made, name: 'pose' }, entry], num_pages: 1 })],
      [/\/api\/protein\/[^/?]+\?without_data/, () => entry],
      [/\/api\/protein\/[^/?]+$/, () => ({ ...entry, data: protein })],
    ];
  });
  afterEach(close);

  it('puts a box about a ligand of a protein, and moves its faces by keys, by dragging and by numbers', async () => {
    await open('docking');
    await until(() => text().includes(words.needProtein));
    smiles('O');
    await until(() => labelled('Protein')[0]?.querySelector('option[value$=aa]'));
    // What jobs made is left out until it is asked for.
    expect(labelled('Protein')[0]?.querySelector('option[value$=bb]') === null).to.equal(true);
    labelled(words.proteinsOfJobs)[0]?.click();
    await until(() => labelled('Protein')[0]?.querySelector('option[value$=bb]'));
    choose(labelled('Protein')[0], entry.uuid);
    await until(() => text().includes(words.chosen('kinase')));
    await until(() => labelled(words.aroundLigand)[0]?.querySelectorAll('option').length === 2);
    choose(labelled(words.aroundLigand)[0], '30');
    const numbers = () =>
      [...box.querySelectorAll<HTMLInputElement>('.cv-pocket-numbers input')].map(({ value }) => Number(value));
    await until(() => numbers()[0] === 9.5);
    expect(numbers()).to.deep.equal([9.5, 4, 0, 13, 10, 10]);
    expect(box.querySelector('[data-fact=volume]')?.textContent).to.equal('1300 Å³');
    expect(Number(box.querySelector('[data-fact=inside]')?.textContent)).to.equal(7);

    // The picture is drawn when it comes near.
    box.querySelector('.cv-pocket-picture')?.scrollIntoView({ block: 'center' });
    await until(() => box.querySelectorAll('.cv-box-handle').length === 6);
    // The picture goes to the box: its middle is the picture's.
    const fromMiddle = () => {
      const all = [...box.querySelectorAll<HTMLElement>('.cv-box-handle')].map((each) => each.getBoundingClientRect());
      const { x, y, width, height } = (box.querySelector('.cv-box-handles') as Element).getBoundingClientRect();
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const shift = [
        mean(all.map((each) => each.x + each.width / 2)) - x - width / 2,
        mean(all.map((each) => each.y + each.height / 2)) - y - height / 2,
      ] as const;
      return Math.hypot(...shift);
    };
    await until(() => fromMiddle() < 8);
    const handle = box.querySelector<HTMLElement>(`[aria-label="${words.face('z', 1)}"]`) as HTMLElement;
    handle.focus();
    await sendKeys({ press: 'ArrowUp' });
    await until(() => numbers()[5] === 10.5);
    expect(numbers()[2]).to.equal(0.25);

    handle.scrollIntoView({ block: 'center' });
    const wide = () => {
      const all = [...box.querySelectorAll<HTMLElement>('.cv-box-handle')].map((each) => each.getBoundingClientRect());
      const middle = box.querySelector('.cv-box-handles')?.getBoundingClientRect() as DOMRect;
      // The handle that lies farthest from the middle is dragged outwards: its axis lies in the picture.
      const far = (each: DOMRect) =>
        Math.hypot(each.x - middle.x - middle.width / 2, each.y - middle.y - middle.height / 2);
      return all.map((each, index) => ({ each, index, far: far(each) })).sort((a, b) => b.far - a.far)[0];
    };
    const before = numbers();
    const moved = () => numbers().some((value, index) => index > 2 && value > (before[index] ?? 0));
    const drag = async () => {
      const grip = wide();
      const middle = box.querySelector('.cv-box-handles')?.getBoundingClientRect() as DOMRect;
      const [x, y] = [(grip?.each.x ?? 0) + 10, (grip?.each.y ?? 0) + 10].map(Math.round) as [number, number];
      const away = [x - middle.x - middle.width / 2, y - middle.y - middle.height / 2] as const;
      const length = Math.hypot(...away);
      await sendMouse({ type: 'move', position: [x, y] });
      await sendMouse({ type: 'down' });
      await sendMouse({
        type: 'move',
        position: [Math.round(x + (15 * away[0]) / length), Math.round(y + (15 * away[1]) / length)],
      });
      await sendMouse({ type: 'up' });
    };
    // What is still arriving on a slow machine may move the handle from under the pointer: then it is taken once more where it lies now.
    for (let tries = 0; tries < 5 && !moved(); tries++) {
      await still();
      await drag();
      await still();
    }
    await until(moved);
    await still();
    await expect(box).to.be.accessible();

    const edge = () => labelled(words.edge('x'))[0] as HTMLInputElement;
    type(edge(), '51');
    await until(() => text().includes('An edge of the pocket is 51 Å long; at most 50 Å can be searched.'));
    type(edge(), '31');
    await until(() => text().includes(words.large('31.0')));
    type(labelled(words.centre('y'))[0] as HTMLInputElement, '80');
    await until(() => text().includes(words.outside));
    type(labelled(words.residues)[0] as HTMLInputElement, 'A3, A5 B7');
    button(words.aroundResidues).click();
    await until(() => text().includes(words.noResidue('B7')));
    type(labelled(words.residues)[0] as HTMLInputElement, 'A3, A5');
    button(words.aroundResidues).click();
    await until(() => numbers()[0] === 6);
    const { workflow_data, initial_molecule } = await submitted();
    expect(workflow_data).to.deep.include({
      target_uuid: entry.uuid,
      pocket: [
        [6, 0, 0],
        [12, 8, 8],
      ],
    });
    expect(initial_molecule).to.be.an('object');
  });

  it('offers the pockets that were found in the same protein', async () => {
    const pocket = (center: number[]) => ({
      sphere_centers: [center],
      sphere_radii: [4],
      volume: 300,
      score: 0.8,
      pocket_center: center,
      pocket_sides: [12, 14, 16],
      residue_numbers: [3],
    });
    const found = (target: string, center: number[]) => ({
      uuid: target.replace('-8000-', '-9000-'),
      name: `Pockets of ${target.slice(-2)}`,
      created_at: '2026-01-01T00:00:00Z',
      object_status: 2,
      object_type: 'pocket_detection',
      parent_uuid: '',
      object_data: { protein: target, pockets: [pocket(center), pocket([0, 0, 9])] },
    });
    const items = [found(entry.uuid, [20, 1, 2]), found(made, [1, 1, 1])];
    fake.answers.push(
      [/\/api\/workflow\?object_type=pocket_detection&object_status=2/, () => ({ workflows: items })],
      [/\/api\/workflow\/batch_retrieve$/, () => items],
    );
    await open('docking', { start: { data: { target_uuid: entry.uuid } } });
    await until(() => labelled(words.foundPocket)[0]);
    const options = [...(labelled(words.foundPocket)[0]?.querySelectorAll('option') ?? [])];
    expect(options.map(({ textContent }) => textContent)).to.deep.equal([
      words.choosePocket,
      'Pocket 1 of Pockets of aa',
      'Pocket 2 of Pockets of aa',
    ]);
    choose(labelled(words.foundPocket)[0], '0');
    const numbers = () =>
      [...box.querySelectorAll<HTMLInputElement>('.cv-pocket-numbers input')].map(({ value }) => Number(value));
    await until(() => numbers()[0] === 20);
    expect(numbers()).to.deep.equal([20, 1, 2, 12, 14, 16]);
    smiles('O');
    const { workflow_data } = await submitted();
    expect(workflow_data.pocket).to.deep.equal([
      [20, 1, 2],
      [12, 14, 16],
    ]);
  });

  it('says whether a protein has the ligand that a dynamics looks for, and prepares it without taking ligands out', async () => {
    for (const name of ['pose_analysis_md', 'openmm', 'ambertools']) {
      if (!methods.capabilities.includes(name)) methods.capabilities.push(name);
    }
    let prepared = false;
    const prepare = /\/api\/protein\/prepare\/[^?]+\?.*remove_heterogens=false/;
    fake.answers.unshift([
      prepare,
      () => {
        prepared = true;
        return entry;
      },
    ]);
    // Prepared once; the preparation after that was stopped.
    const preparation = { state: 'stopped', options: {}, percent: 0, message: 'Stopped.', has_original: true };
    fake.answers.unshift([
      /\/api\/protein\/[^/?]+\?without_data/,
      () => (prepared ? { ...entry, sanitized: 4, preparation } : entry),
    ]);
    await open('pose_analysis_md');
    smiles('O');
    await until(() => labelled('Protein')[0]?.querySelector('option[value$=aa]'));
    choose(labelled('Protein')[0], entry.uuid);
    await until(() => text().includes(words.ligandFound(words.ligandName('LIG', 'A', '101', 3))));
    const residue = () => box.querySelector<HTMLInputElement>('input[placeholder=LIG]');
    await until(residue);
    type(residue() as HTMLInputElement, 'ATP');
    await until(() => text().includes(words.noSuchLigand('ATP')));
    choose(labelled(words.ligandToRun)[0], 'LIG');
    await until(() => text().includes('Its ligand: LIG'));
    button(words.prepare).click();
    await until(() => text().includes(words.prepared));
    expect(text()).not.to.include(words.unprepared);
    expect(text()).not.to.include(words.prepareWithLigandHint);
    const { workflow_data } = await submitted();
    expect(workflow_data).to.deep.include({ protein_uuid: entry.uuid, ligand_residue_name: 'LIG' });
  });

  it('names a protein that is no identifier at its field and sends nothing; what the server refuses of it is there as well', async () => {
    const pocket = [
      [0, 0, 0],
      [20, 20, 20],
    ];
    const docking = (target_uuid: string) => ({ start: { data: { target_uuid, pocket } } });
    await open('docking', docking('kinase'));
    smiles('O');
    const atProtein = () => button(words.another).closest('.cv-role')?.textContent ?? '';
    await until(() => atProtein().includes('"kinase" is not the identifier of a protein.'));
    expect(submit().disabled).to.equal(true);
    close();
    forget();
    const lost = '00000000-0000-4000-8000-0000000000cc';
    const detail = `The protein ${lost} was not found, or you have no access to it.`;
    fake.refusal = { detail, field: 'target_uuid' };
    await open('docking', docking(lost));
    smiles('O');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => atProtein().includes(detail));
  });

  it('names a target of a design that was not chosen, or is no identifier, at that target', async () => {
    for (const name of ['protein_binder_design', 'boltzgen']) {
      if (!methods.capabilities.includes(name)) methods.capabilities.push(name);
    }
    const protein_entities = [{ id: 'B', sequence: '80..120' }];
    const file_entities = [{ uuid: entry.uuid }, { uuid: 'kinase' }];
    await open('protein_binder_design', {
      start: { data: { binder_design_input: { protein_entities, file_entities } } },
    });
    await until(() => text().includes('"kinase" is not the identifier of a protein.'));
    const targets = [...box.querySelectorAll('fieldset > .cv-role')].map((each) => each.textContent ?? '');
    expect(targets.map((each) => each.includes('is not the identifier'))).to.deep.equal([false, true]);
    expect(submit().disabled).to.equal(true);
  });

  it('reads a list of compounds, names the one that is wrong, and needs no small molecule', async () => {
    fake.answers.push([
      /inspect_smiles$/,
      ({ smiles: asked }: { smiles: string[] }) => ({
        results: asked.map((each) =>
          each === 'C1CC'
            ? { smiles: each, error: { detail: 'ring 1 is never closed' } }
            : { smiles: each, canonical: each, fragments: 1 },
        ),
      }),
    ]);
    await open('batch_docking');
    await until(() => labelled(words.smilesList)[0]);
    expect(box.querySelector('.cv-molecule-input')).to.equal(null);
    type(labelled(words.smilesList)[0] as HTMLInputElement, 'CCO ethanol\nC1CC\nCCO');
    await until(() => text().includes('Compound 2 (C1CC): the SMILES cannot be read: ring 1 is never closed'));
    expect(text()).to.include('3 compounds, 1 of them given more than once.');
    type(labelled(words.smilesList)[0] as HTMLInputElement, 'CCO\nCCN');
    await until(() => text().includes('2 compounds.') && !text().includes('cannot be read'));
    await until(() => labelled('Protein')[0]?.querySelector('option[value$=aa]'));
    choose(labelled('Protein')[0], entry.uuid);
    await until(() => [...box.querySelectorAll('button')].some((each) => each.textContent === words.wholeProtein));
    button(words.wholeProtein).click();
    await until(() => text().includes(words.cut(50)));
    const sent = await submitted();
    expect(sent).not.to.have.property('initial_smiles');
    expect(sent.workflow_data).to.deep.include({ initial_smiles_list: ['CCO', 'CCN'], target: entry.uuid });
  });

  it('checks the letters of sequences, takes a FASTA text apart and counts', async () => {
    await open('msa');
    await until(() => button(words.addChain('Protein')));
    button(words.addChain('Protein')).click();
    const areas = () => [...box.querySelectorAll('textarea')];
    await until(() => areas().length === 1);
    type(areas()[0] as HTMLTextAreaElement, 'mkz');
    await until(() => text().includes('Position 3: "Z" is not a protein letter'));
    type(areas()[0] as HTMLTextAreaElement, '>one\nMKT\n>two\nAYIAK\n');
    await until(() => areas().length === 2);
    await until(() => text().includes('2 sequences with 8 letters in all.'));
    await still();
    await expect(box).to.be.accessible();
    const sent = await submitted();
    expect(sent.workflow_data.initial_protein_sequences).to.deep.equal(['MKT', 'AYIAK']);
    expect(sent).not.to.have.property('initial_molecule');
  });

  it('says how reactant and product differ, matches their atoms, and lets the match be changed', async () => {
    fake.answers.push([
      /reorder_to_match_template$/,
      () => ({ results: [{ error: { detail: 'The bonds of the two are not the same.' } }] }),
    ]);
    await open('double_ended_ts_search');
    const areas = () => [...box.querySelectorAll('textarea')];
    await until(() => areas().length === 2);
    type(areas()[0] as HTMLTextAreaElement, 'C#N');
    type(areas()[1] as HTMLTextAreaElement, 'O');
    await until(() => text().includes(words.differentAtoms('1 H, 1 O', '1 C, 1 N')));
    type(areas()[1] as HTMLTextAreaElement, '[C-]#[NH+]');
    await until(() => text().includes('Atom 1 is H1 in the reactant and N1 in the product'));
    button(words.match).click();
    await until(() => text().includes(words.byElement));
    const mapped = () =>
      [...box.querySelectorAll<HTMLSelectElement>('.cv-mapping select')].map(({ value }) => Number(value));
    expect(mapped()).to.deep.equal([1, 2, 0]);
    await still();
    await expect(box).to.be.accessible();
    const sent = await submitted();
    const { reactant, product } = sent.workflow_data as Record<string, { atoms: { atomic_number: number }[] }>;
    expect([reactant, product].map((each) => each?.atoms.map(({ atomic_number }) => atomic_number))).to.deep.equal([
      [1, 6, 7],
      [1, 6, 7],
    ]);
  });
});
