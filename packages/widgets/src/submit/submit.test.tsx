import { loadWorkflow } from '@cuvette/core/workflows';
import { aTimeout, expect } from '@open-wc/testing';
import { still } from '../ui/test-helpers.ts';
import { emptyMolecule } from './draft.ts';
import { markedPlace } from './marked-place.ts';
import {
  box,
  button,
  close,
  draftItem,
  drop,
  fake,
  field,
  forget,
  methods,
  open,
  reason,
  smiles,
  submit,
  text,
  type,
  until,
} from './test-form.tsx';
import { submitWords as words } from './words.ts';

describe('the submit form', () => {
  beforeEach(forget);
  afterEach(close);

  it('says why nothing can be submitted yet, and marks the place where a SMILES breaks', async () => {
    await open('conformer_search');
    expect(submit().disabled).to.equal(true);
    expect(reason()).to.equal(words.needMolecule);
    smiles('C1CC');
    await until(() => text().includes('is never closed'));
    expect(box.querySelector('.cv-place')?.textContent).to.equal('C1CC\n ^');
    expect(box.querySelector('textarea')?.getAttribute('aria-invalid')).to.equal('true');
    expect(submit().disabled).to.equal(true);
  });

  it('opens with what the server has instead of a default that it lacks, and says what was replaced and why', async () => {
    await open('basic_calculation');
    await until(() => text().includes('Chosen instead: GFN2-xTB.'));
    expect(text()).to.include('needs trained model weights');
    expect(button('Use GFN2-xTB')).to.equal(undefined);
    expect(box.querySelector('[aria-invalid=true]')).to.equal(null);
    smiles('O');
    await until(() => !submit().disabled);
    expect(text()).to.include('second on this server, 2 cores');
    submit().click();
    await until(() => fake.submitted);
    const body = fake.sent[0] as {
      workflow_data: { settings: { method: string } };
      initial_molecule: { atoms: unknown[] };
      name: string;
    };
    expect(body.workflow_data.settings.method).to.equal('gfn2_xtb');
    expect(body.initial_molecule.atoms).to.have.length(3);
    expect(body.name).to.equal('H2O · calculation');
    expect(body).not.to.have.property('initial_smiles');
  });

  it('says what a setting that nobody chose is filled with, and takes another option in one click', async () => {
    fake.methods = {
      ...methods,
      capabilities: [...methods.capabilities, 'electronic_properties', 'dft'],
      methods: {
        ...methods.methods,
        b97_3c: {
          available: true,
          engine: 'pyscf',
          seconds_per_gradient: 1,
          atoms: 3,
          exponent: 2,
          solvent_models: [],
        },
      },
    };
    await open('electronic_properties');
    smiles('O');
    const note = () => box.querySelector('[data-choice=preoptimization]');
    await until(() => note() !== null);
    expect(note()?.textContent).to.include('Chosen: an optimization with GFN2-xTB first');
    const other = note()?.querySelector('button');
    expect(other?.textContent).to.match(/^Choose the structure as it is given/);
    other?.click();
    await until(() => note() === null);
    const select = [...box.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === 'Geometry');
    expect(select?.value).to.equal('none');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect((fake.sent[0] as { workflow_data: object }).workflow_data).to.include({ preoptimization: 'none' });
  });

  it('shows the quickest other way above five minutes, also where no worker has reported its cores, and greys basis sets by the elements', async () => {
    const slow = { ...methods.methods.gfn2_xtb, engine: 'pyscf', seconds_per_gradient: 60_000 };
    fake.methods = { ...methods, cores: null, methods: { ...methods.methods, b3lyp: slow } };
    await open('basic_calculation', {
      start: { data: { settings: { method: 'b3lyp', basis_set: { name: '6-31G(d)' }, tasks: ['energy'] } } },
    });
    smiles('[TeH2]');
    await until(() => text().includes('The basis set 6-31G(d) has no functions for Te.'));
    const sets = [...box.querySelectorAll('option')].filter(({ value }) => ['6-31G(d)', 'def2-SVP'].includes(value));
    expect(sets.map(({ value, disabled, title }) => [value, disabled, title])).to.deep.equal([
      ['def2-SVP', false, ''],
      ['6-31G(d)', true, 'It has no functions for Te.'],
    ]);
    smiles('O');
    await until(() => button('Quicker: GFN2-xTB'));
    expect(text()).to.match(/about \d+ \w+ on this server Quicker/);
    button('Quicker: GFN2-xTB').click();
    await until(() => text().includes('second on this server'));
    expect(button('Quicker: GFN2-xTB') === undefined).to.equal(true);
  });

  it('says where no time is known', async () => {
    const { gfn2_xtb } = methods.methods;
    fake.methods = {
      ...methods,
      methods: { ...methods.methods, gfn2_xtb: { ...gfn2_xtb, seconds_per_gradient: null } },
    };
    await open('basic_calculation');
    smiles('O');
    await until(() => text().includes('No estimate of the time. No worker has timed this method.'));
  });

  it('says that a worker must come first where none has ever reported, and calls no field wrong', async () => {
    fake.methods = { workers: 0, capabilities: [], methods: {} };
    await open('conformer_search');
    await until(() => text().includes(words.noWorkerYet));
    smiles('O');
    await until(() => reason() === words.needWorker);
    expect(submit().disabled).to.equal(true);
    expect(box.querySelectorAll('[aria-invalid=true]').length).to.equal(0);
  });

  it('runs the first of two mirror images, and the other one when it is chosen', async () => {
    await open('conformer_search');
    smiles('CC(C)Cc1ccc(cc1)C(C)C(=O)O');
    await until(() => text().includes(words.isomersMirror));
    await until(() => !submit().disabled);
    (box.querySelectorAll('.cv-isomer input')[1] as HTMLInputElement).click();
    await until(() => text().includes(words.isomerRuns(2)));
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]?.initial_smiles).to.equal('CC(C)Cc1ccc([C@H](C)C(=O)O)cc1');
  });

  for (const open_ of ['CC(O)C(N)C(=O)O', 'CC=CC']) {
    it(`waits for a choice where isomers differ in energy: ${open_}`, async () => {
      await open('conformer_search');
      smiles(open_);
      await until(() => box.querySelector('.cv-isomer'));
      expect(reason()).to.equal(words.needIsomer);
      expect(submit().disabled).to.equal(true);
      (box.querySelector('.cv-isomer input') as HTMLInputElement).click();
      await until(() => !submit().disabled);
    });
  }

  it('runs every isomer as an item of its own when that is chosen', async () => {
    await open('conformer_search');
    smiles('CC(O)C(N)C(=O)O');
    await until(() => box.querySelector('.cv-isomer'));
    const every = [...box.querySelectorAll('.cv-choice')].find((each) => each.textContent === words.isomersEvery(2));
    every?.querySelector('input')?.click();
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]).to.deep.include({
      initial_smiles: 'CC(O)C(N)C(=O)O',
      options: { enumerate_stereo: true, stereo: 'each' },
    });
  });

  it('splits a salt only by choice', async () => {
    await open('conformer_search');
    smiles('[Na+].CC(=O)[O-]');
    await until(() => reason() === words.needFragment);
    const acetate = [...box.querySelectorAll('.cv-choice')].find((each) => each.textContent === 'CC(=O)[O-]');
    acetate?.querySelector('input')?.click();
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]?.initial_smiles).to.equal('CC(=O)[O-]');
  });

  it('reads a dropped file, names the line that is wrong, and takes the mended one', async () => {
    await open('basic_calculation');
    drop('water.xyz', '3\nwater\nO 0 0 0.1173\nH 0 0.7572 NaN\nH 0 -0.7572 -0.4692\n');
    await until(() => text().includes('on line 4'));
    expect(box.querySelector('.cv-place')?.textContent).to.contain('4 | H 0 0.7572 NaN');
    drop('water.xyz', '3\nwater\nO 0 0 0.1173\nH 0 0.7572 -0.4692\nH 0 -0.7572 -0.4692\n');
    await until(() => text().includes('This structure will run'));
    expect(text()).to.contain(words.perceived);
    drop('photo.png', 'x');
    await until(() => text().includes(words.fileWrongKind('photo.png')));
  });

  it('makes a constraint of the atoms that a file holds', async () => {
    await open('basic_calculation');
    drop('water.xyz', '3\nheld\nO 0 0 0.1173\nH 0 0.7572 -0.4692\nH 0 -0.7572 -0.4692\n');
    await until(() => text().includes('This structure will run'));
    await until(() => button(words.submit) && !button(words.submit).disabled);
    button(words.submit).click();
    await until(() => fake.submitted);
    const held = JSON.stringify(fake.sent[0]?.workflow_data);
    expect(held).to.match(/"constraints":\[\{"constraint_type":"freeze_atoms","atoms":\[1\]/);
  });

  it('refuses an impossible charge, once', async () => {
    await open('basic_calculation');
    smiles('O');
    await until(() => field(words.charge));
    type(field(words.charge), '50');
    const exact =
      "This combination of electrons, charge, and multiplicity is impossible. Double check the charge and multiplicity values given and verify that it's correct.";
    await until(() => text().includes(exact));
    expect(text().split(exact)).to.have.length(2);
    expect(submit().disabled).to.equal(true);
    type(field(words.charge), '0');
    await until(() => !submit().disabled);
  });

  it("shows the server's refusal at its field and keeps everything that was typed", async () => {
    fake.refusal = { detail: 'Method gfn2_xtb is busy elsewhere.', field: 'settings.method' };
    await open('basic_calculation');
    smiles('O');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => text().includes('is busy elsewhere'));
    const place = [...box.querySelectorAll('.cv-settings .cv-field')].find((each) =>
      each.textContent?.includes('is busy elsewhere'),
    );
    expect(place?.querySelector('label')?.textContent).to.equal('Method');
    expect(box.querySelector('textarea')?.value).to.equal('O');
    expect(submit().disabled).to.equal(false);
  });

  it('sends the same again under the same name when the answer was lost, and anything else under a new one', async () => {
    fake.silent = true;
    await open('basic_calculation');
    smiles('O');
    for (const count of [1, 2]) {
      await until(() => !submit().disabled);
      submit().click();
      await until(() => fake.sent.length === count && text().includes('cannot be reached') && !submit().disabled);
    }
    const name = [...box.querySelectorAll('label')].find((each) => each.textContent?.startsWith(words.name));
    type(name?.querySelector('input') as HTMLInputElement, 'renamed');
    await until(() => !submit().disabled);
    fake.silent = false;
    submit().click();
    await until(() => fake.submitted);
    const [first, second, third] = fake.keys;
    expect(first).to.match(/^"[0-9a-f]{32}"$/);
    expect([second === first, third === first]).to.deep.equal([true, false]);
    expect(fake.sent[1]).to.deep.equal(fake.sent[0]);
  });

  it('offers the result of a finished item that is the same, and computes again when asked to', async () => {
    const same = {
      submitted_uuid: null,
      uuid: draftItem.uuid,
      name: 'earlier water',
      object_type: 'descriptors',
      completed_at: '2026-05-03T12:00:00Z',
      hash: 'a',
    };
    const answer = {
      to_be_dispatched: true,
      reason: '',
      field: null,
      queue_position: 1,
      workers: [],
      compute_hardware: '',
      time_estimate_min: null,
      estimate_basis: null,
    };
    const asked: { initial_smiles?: string }[] = [];
    fake.answers = [
      [
        /will_be_dispatched$/,
        (body: { initial_smiles?: string }) => {
          asked.push(body);
          return { ...answer, identical: body.initial_smiles === 'O' ? [same] : [] };
        },
      ],
    ];
    await open('solubility', { pathOf: ({ uuid }) => `/workflow/${uuid}` });
    smiles('O');
    await until(() => text().includes('Computed on'));
    expect(asked.at(-1)?.initial_smiles).to.equal('O');
    const link = [...box.querySelectorAll('a')].find(({ textContent }) => textContent === 'Open earlier water');
    expect(link?.getAttribute('href')).to.equal(`/workflow/${draftItem.uuid}`);
    expect(fake.sent).to.have.length(0);
    button(words.computeAgain).click();
    await until(() => fake.sent.length === 1);
    // Another molecule is another question, and the answer to the first is gone at once.
    smiles('[TeH2]');
    await until(() => !text().includes('Computed on'));
  });

  it('hands on coordinates where the chosen method needs them', async () => {
    await open('pka');
    smiles('O');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]).to.have.property('initial_molecule');
    expect(fake.sent[0]).not.to.have.property('initial_smiles');
    expect(fake.sent[0]?.workflow_data).to.have.property('microscopic_pka_method', 'gfn2_alpb_linear');
  });

  it('refuses more heavy atoms than its type takes at the molecule, without asking for a structure, and takes fewer', async () => {
    await open('pka');
    const large = 'C'.repeat(101);
    smiles(large);
    await until(() => text().includes('pKa takes at most 100 heavy atoms; this structure has 101.'));
    expect(box.querySelector('textarea')?.getAttribute('aria-invalid')).to.equal('true');
    expect(box.querySelector('textarea')?.value).to.equal(large);
    expect(fake.asked).not.to.include(large);
    expect(reason()).to.equal(words.needOtherMolecule);
    smiles(large.slice(1));
    await until(() => !submit().disabled);
    expect(fake.asked).to.include(large.slice(1));
  });

  it('keeps numbers as numbers where several are chosen', async () => {
    await open('solubility');
    smiles('O');
    await until(() => !submit().disabled);
    field('25 °C').click();
    await until(() => text().includes('Choose at least one temperature.'));
    field('25 °C').click();
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]?.workflow_data).to.deep.include({ temperatures: [298.15], solvents: ['O'] });
    expect(fake.sent[0]).to.have.property('initial_smiles', 'O');
  });

  it('greys what the administrator switched off, with the words that say so', async () => {
    await open('solubility');
    smiles('O');
    await until(() => box.querySelector<HTMLOptionElement>('option[value=kingfisher]')?.disabled);
    await until(() => text().includes('its administrator can switch it on (CUVETTE_FEATURES=kingfisher)'));
    fake.platform = { features: { kingfisher: true } };
    await open('solubility');
    await until(() => text().includes('needs trained model weights (Kingfisher)'));
    expect(text()).not.to.include('CUVETTE_FEATURES');
  });

  it('asks for mail only where the server sends some, and says why where it does not', async () => {
    fake.noMail = 'This server sends no e-mail.';
    await open('basic_calculation');
    await until(() => text().includes('This server sends no e-mail.'));
    const mail = () => field(words.email);
    expect(mail().disabled).to.equal(true);
    expect(box.querySelector(`#${CSS.escape(mail().getAttribute('aria-describedby') ?? '')}`)?.textContent).to.equal(
      fake.noMail,
    );
    fake.noMail = null;
    await open('basic_calculation');
    await until(() => text().includes('To ann@example.org.'));
    mail().click();
    smiles('O');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]).to.include({ email_when_complete: true, max_credits: null });
  });

  it('asks for a limit of credits only where billing is on', async () => {
    await open('basic_calculation');
    await until(() => text().includes('To ann@example.org.'));
    expect(text()).not.to.include('redits');
    fake.platform = { billing: true };
    await open('basic_calculation');
    const limit = () =>
      [...box.querySelectorAll('label')]
        .find((each) => each.textContent === words.limit)
        ?.parentElement?.querySelector('input') as HTMLInputElement;
    await until(limit);
    smiles('O');
    await until(() => !submit().disabled);
    type(limit(), '1.5');
    await until(() => submit().disabled && text().includes(words.limitWrong));
    type(limit(), '50');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    expect(fake.sent[0]).to.include({ max_credits: 50 });
  });

  it('keeps a draft in this tab until it is submitted', async () => {
    await open('basic_calculation');
    smiles('O');
    await until(() => !submit().disabled);
    await open('basic_calculation');
    expect(box.querySelector('textarea')?.value).to.equal('O');
    await until(() => !submit().disabled);
    submit().click();
    await until(() => fake.submitted);
    await aTimeout(50);
    expect(sessionStorage.getItem('cuvette.draft.test.basic_calculation')).to.equal(null);
  });

  it('is accessible with a molecule, an offer and an error in it', async () => {
    await open('basic_calculation');
    smiles('O');
    await until(() => field(words.charge));
    type(field(words.charge), '50');
    await until(() => box.querySelector('[aria-invalid=true]'));
    await still();
    await expect(box).to.be.accessible();
  });
});

describe('charge and multiplicity', () => {
  beforeEach(forget);
  afterEach(close);

  for (const kind of ['bde', 'hydrogen_bond_basicity']) {
    it(`are disabled in the form of ${kind}, which says why`, async () => {
      await open(kind);
      smiles('O');
      await until(() => field(words.charge));
      for (const [label, value] of [
        [words.charge, '0'],
        [words.multiplicity, '1'],
      ] as const) {
        expect(field(label).disabled, label).to.equal(true);
        expect(field(label).value, label).to.equal(value);
      }
      expect(text()).to.include('This workflow takes neutral, closed-shell structures only.');
      await still();
      await expect(box).to.be.accessible();
    });
  }

  it('are those of the SMILES where a type takes nothing else', async () => {
    await open('admet');
    smiles('O');
    await until(() => field(words.charge));
    expect([field(words.charge).disabled, field(words.multiplicity).disabled]).to.deep.equal([true, true]);
    expect(text()).to.include(words.spinOfSmiles);
  });

  it('are free where a type takes ions and open shells; a multiplicity that a later choice forbids can be corrected', async () => {
    await open('basic_calculation');
    smiles('O');
    await until(() => field(words.charge));
    expect([field(words.charge).disabled, field(words.multiplicity).disabled]).to.deep.equal([false, false]);
    expect(text()).not.to.include('structures only');

    // As after a change of the mode: what was typed for another one is no longer taken.
    const molecule = { ...emptyMolecule, text: 'O', charge: '1', multiplicity: '2' };
    await open('docking', { start: { molecule }, draftKey: 'test.docking.typed' });
    await until(() => field(words.multiplicity)?.value === '2');
    expect([field(words.charge).disabled, field(words.multiplicity).disabled]).to.deep.equal([false, false]);
    type(field(words.charge), '0');
    type(field(words.multiplicity), '1');
    await until(() => field(words.multiplicity).disabled);
    expect(field(words.charge).disabled).to.equal(false);
  });
});

describe('warnings', () => {
  beforeEach(forget);
  afterEach(close);

  /** The titles and texts of the notes above the button. */
  const notes = () => [...box.querySelectorAll('.cv-callout')].map(({ textContent }) => textContent ?? '');
  const says = (words: string) => until(() => notes().some((note) => note.includes(words)));

  it('are there before anything is put in, also where the server does not have the method', async () => {
    await open('irc');
    await says('IRC Calculations Have a High Failure Rate');
    await open('double_ended_ts_search');
    await says('Double-Ended TS Searches Have a High Failure Rate');
    expect(submit().disabled).to.equal(true);
    expect(text()).to.include('Not available on this server');
  });

  it('come with the choice that they are about, and go with it: Lyrebird', async () => {
    const definition = await loadWorkflow('conformer_search');
    const lyrebird = { settings_type: 'lyrebird' };
    const chosen = { ...definition?.defaults(), conf_gen_mode: 'manual', conf_gen_settings: lyrebird };
    await open('conformer_search', { start: { data: chosen }, draftKey: 'test.lyrebird' });
    await says('Lyrebird Results May Be Low-Quality');
    expect(text()).to.include('needs trained model weights (Lyrebird)');
    const generator = [...box.querySelectorAll('select')].find(({ value }) => value === 'lyrebird');
    if (!generator) throw new Error('no choice of a generator');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(generator, 'etkdg');
    generator.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => !text().includes('Lyrebird Results May Be Low-Quality'));
  });

  it('count the ligands, sequences and cofactors of a co-folding as they are put in, without a model on the server', async () => {
    const definition = await loadWorkflow('protein_cofolding');
    await open('protein_cofolding');
    expect(text()).not.to.include('0 ligands');
    const given = { initial_protein_sequences: ['MKT', 'GAV'], initial_smiles_list: ['CCO', 'O'] };
    const data = { ...definition?.defaults(), ...given, ligand_binding_affinity_index: 0 };
    await open('protein_cofolding', { start: { data }, draftKey: 'test.counts' });
    await says('1 ligand, 2 sequences and 1 cofactor.');
    expect(submit().disabled).to.equal(true);
    expect(text()).to.include('needs trained model weights (Boltz)');
  });
});

describe('the caret under a text', () => {
  it('is under the character, also in a long text that is cut', () => {
    expect(markedPlace('C1CC', 2)).to.deep.equal({ text: 'C1CC', offset: 1 });
    const long = markedPlace(`${'C'.repeat(100)}X${'C'.repeat(100)}`, 101, 20);
    expect(long.text.length).to.equal(22);
    expect(long.text[long.offset]).to.equal('X');
    expect(markedPlace('CC', 9)).to.deep.equal({ text: 'CC', offset: 2 });
  });
});
