import { createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { entryOfType, loadResults } from '@cuvette/core/workflows';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { emulateMedia, sendKeys, sendMouse } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import type { CuvetteValueElement } from './value.ts';

const waterSrc = new URL('../results/fixtures/water.cuvette.json', import.meta.url).pathname;
const uuid = '00000000-0000-4000-8000-000000000001';
const newer = '00000000-0000-4000-8000-000000000009';

/** A pKa prediction as a server tells it. */
function pka(change: Record<string, unknown> = {}, data: Record<string, unknown> = {}): WorkflowItem {
  return WorkflowItem.parse({
    uuid,
    name: 'acetic acid',
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    object_status: 2,
    object_type: 'pka',
    parent_uuid: '00000000-0000-4000-8000-000000000002',
    provenance: {
      stages: [{ name: 'pKa', method: 'gfn2_xtb', engine: 'tblite', engine_version: '0.8.0' }],
      site_classes: { conjugate_bases: ['COOH'], conjugate_acids: [] },
    },
    object_data: {
      microscopic_pka_method: 'gfn2_alpb_linear',
      conjugate_bases: [{ atom_index: 3, pka: 4.4812 }],
      strongest_acid: 4.4812,
      ...data,
    },
    ...change,
  });
}

const calculation = '00000000-0000-4000-8000-00000000000c';

/** A basic calculation, which names its calculation as soon as it runs. */
const basic = (code: number) =>
  pka({
    object_type: 'basic_calculation',
    name: 'water',
    object_status: code,
    object_data: { calculation_uuid: calculation },
  });

/** The item with a caveat that changes its numbers. */
const loose = () =>
  pka({
    provenance: {
      caveats: [
        { severity: 'changes_number', text: 'The geometry is not converged.', values: null, table: null, rows: null },
      ],
    },
  });

/** A server of that calculation: `energies` are those of its steps so far. */
function calculationServer(read: () => WorkflowItem, energies: () => number[]) {
  const asked: string[] = [];
  const answer = async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href);
    asked.push(pathname);
    if (!pathname.endsWith('read_molecules')) return Response.json(read());
    const steps = energies().map((energy) => ({ charge: 0, multiplicity: 1, atoms: [], energy }));
    return Response.json({ [calculation]: steps });
  };
  const client = createClient({ origin: 'https://lab.example', source: 'shared', fetch: answer as typeof fetch });
  return { client, asked };
}

/** Replaces how a type's definition is loaded. @returns a function that puts the real one back */
function withLoad(type: string, load: () => ReturnType<typeof loadResults>): () => void {
  const entry = entryOfType(type) as { loadResults: unknown };
  const real = entry.loadResults;
  entry.loadResults = load;
  return () => {
    entry.loadResults = real;
  };
}

/** A server that answers every item with what `read` gives, and remembers what it was asked. */
function server(read: () => WorkflowItem | { status: number }) {
  const asked: string[] = [];
  const answer = async (input: RequestInfo | URL) => {
    asked.push(new URL(String(input instanceof Request ? input.url : input), location.href).pathname);
    const found = read();
    return 'status' in found ? Response.json({ detail: 'no' }, { status: Number(found.status) }) : Response.json(found);
  };
  return {
    asked,
    client: createClient({ origin: 'https://lab.example', source: 'shared', fetch: answer as typeof fetch }),
  };
}

const inside = (element: Element) => element.shadowRoot as ShadowRoot;
const shown = (element: Element) => inside(element)?.querySelector('.value')?.textContent?.trim() ?? '';
const details = (element: Element) =>
  [...(inside(element)?.querySelectorAll('.tooltip .line') ?? [])].map((line) => line.textContent);
const tooltip = (element: Element) => inside(element).querySelector('.tooltip') as HTMLElement;
const open = (element: Element) => tooltip(element)?.matches(':popover-open');
const until = (what: () => unknown, message: string) => waitUntil(what, message);

async function value(read: () => WorkflowItem | { status: number }, path = 'strongest_acid') {
  const { client, asked } = server(read);
  const box = await fixture<HTMLElement>(
    html`<p>It has a pKa of <cuvette-value workflow=${uuid} path=${path} .client=${client}></cuvette-value>, they say.</p>`,
  );
  const element = box.firstElementChild as CuvetteValueElement;
  await until(() => element.shadowRoot, 'defined');
  return { element, box, asked };
}

describe('<cuvette-value>', () => {
  it('is in its sentence: number, ± of the site’s class, and the method in the tooltip', async () => {
    const { element, box } = await value(() => pka());
    await until(() => shown(element) === '4.48 ± 0.49', 'the number');
    expect(inside(element).querySelector('data')?.value).to.equal('4.4812');
    expect(getComputedStyle(element).display).to.equal('inline');
    expect(box.getClientRects()).to.have.length(1);
    expect(details(element)).to.deep.equal([
      'Strongest acid, pKa, acetic acid',
      'Method: GFN2-xTB/ALPB, calibrated, tblite 0.8.0.',
      '±: leave-one-out RMSE of 52 values, COOH.',
    ]);
    await expect(box).to.be.accessible();
  });

  it('marks a number whose meaning a caveat changes, and says why first', async () => {
    const { element, box } = await value(() => loose());
    await until(() => shown(element) === '4.48⚠', 'the number with its mark');
    expect(details(element)[0]).to.equal('The geometry is not converged.');
    expect(inside(element).querySelector('.value')?.getAttribute('aria-label')).to.contain('with a note');
    await expect(box).to.be.accessible();
  });

  it('without a path it shows the headline of its item: its numbers, its words, what is known so far, and why there is none', async () => {
    const two = {
      conjugate_acids: [{ atom_index: 1, pka: 2.53 }],
      strongest_base: 2.53,
    };
    const wholes: [WorkflowItem, string | RegExp, string][] = [
      [pka(), '4.48 ± 0.49', 'Strongest acid'],
      [pka({}, two), /^pKa 4\.48 ± 0\.49, .*2\.53/, 'Strongest base'],
      [pka({ object_status: 4 }), '4.48 ± 0.49 (incomplete)', 'Strongest acid'],
      [pka({ object_status: 1, object_data: {} }), 'not finished', 'acetic acid has not finished.'],
      [pka({}, { strongest_acid: null, conjugate_bases: [] }), 'none found', 'pKa, acetic acid'],
    ];
    for (const [item, text, why] of wholes) {
      const { element, box } = await value(() => item, '');
      await until(() => (typeof text === 'string' ? shown(element) === text : text.test(shown(element))), String(text));
      expect(details(element).join(' ')).to.contain(why);
      await expect(box).to.be.accessible();
    }
    const energy = await fixture<HTMLElement>(
      html`<p><cuvette-value workflow=${uuid} .client=${
        calculationServer(
          () => basic(2),
          () => [-4.9, -5.07],
        ).client
      }></cuvette-value></p>`,
    );
    const element = energy.firstElementChild as CuvetteValueElement;
    await until(() => shown(element) === '−5.070000\u00a0Hartree', 'the energy, which is read from its calculation');
    expect(inside(element).querySelector('data')?.value).to.equal('-5.07');
  });

  it('words of a headline are said in German too', async () => {
    const { server: count } = {
      server: server(() =>
        pka({ object_type: 'conformer_search', object_data: { conformer_uuids: [[uuid]], energies: [0] } }),
      ),
    };
    const box = await fixture<HTMLElement>(
      html`<p lang="de"><cuvette-value workflow=${uuid} .client=${count.client}></cuvette-value></p>`,
    );
    const element = box.firstElementChild as CuvetteValueElement;
    await until(() => shown(element).includes('Konformer'), 'the count in German');
  });

  it('a value whose computation failed shows the error in its place', async () => {
    const none = () =>
      pka({ object_type: 'hydrogen_bond_basicity', object_data: { hba_sites: [], hbd_sites: [] }, provenance: null });
    const { element } = await value(none, 'molecular_pkbhx');
    const exact = 'Input must be a non-empty array of numbers.';
    await until(() => shown(element) === exact, 'the error');
    expect(details(element)).to.deep.equal(['pKBHX of the molecule, acetic acid', exact]);
  });

  it('ten numbers of one item are one request', async () => {
    const { client, asked } = server(() => pka());
    const box = await fixture<HTMLElement>(
      html`<p>
        ${Array.from({ length: 10 }, () => html`<cuvette-value workflow=${uuid} path="strongest_acid" .client=${client}></cuvette-value> `)}
      </p>`,
    );
    const all = [...box.querySelectorAll('cuvette-value')];
    await until(() => all.every((each) => shown(each) === '4.48 ± 0.49'), 'all ten');
    expect(asked).to.deep.equal([`/api/shared/workflow/${uuid}`]);
  });

  it('the tooltip opens with the focus, is what the value is described by, and Escape closes it alone', async () => {
    const { element, box } = await value(() => pka());
    await until(() => shown(element) !== '', 'the number');
    const anchor = inside(element).querySelector('.value') as HTMLElement;
    expect(anchor.getAttribute('aria-describedby')).to.equal(tooltip(element).id);
    expect(tooltip(element).getAttribute('role')).to.equal('tooltip');
    expect(open(element)).to.equal(false);
    let heard = 0;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') heard += 1;
    };
    document.body.addEventListener('keydown', listen);
    anchor.focus();
    expect(open(element)).to.equal(true);
    const [at, of] = [tooltip(element).getBoundingClientRect(), anchor.getBoundingClientRect()];
    expect(at.top).to.be.greaterThan(of.bottom);
    expect(at.left).to.be.at.least(0);
    await expect(box).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    expect(open(element)).to.equal(false);
    expect(heard).to.equal(0);
    await sendKeys({ press: 'Escape' });
    expect(heard, 'the next one is the page’s').to.equal(1);
    document.body.removeEventListener('keydown', listen);
    anchor.blur();
    anchor.focus();
    expect(open(element)).to.equal(true);
    anchor.blur();
    expect(open(element)).to.equal(false);
  });

  it('the pointer opens it and may go over to it', async () => {
    const { element } = await value(() => pka());
    await until(() => shown(element) !== '', 'the number');
    const at = (inside(element).querySelector('.value') as HTMLElement).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(at.left + 4), Math.round(at.top + 4)] });
    await until(() => open(element), 'open');
    const over = tooltip(element).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(over.left + 8), Math.round(over.top + 8)] });
    await aTimeout(400);
    expect(open(element), 'over the tooltip itself').to.equal(true);
    await sendMouse({ type: 'move', position: [700, 550] });
    await until(() => !open(element), 'closed');
  });

  it('each state has its words: running, failed, stopped, not computed, not found, not shared', async () => {
    const states: [WorkflowItem | { status: number }, string, string][] = [
      [pka({ object_status: 1 }, { strongest_acid: null }), 'not finished', 'acetic acid has not finished.'],
      [pka({ object_status: 0, object_data: null }), 'not finished', 'acetic acid has not finished.'],
      [pka({ object_status: 3 }, { strongest_acid: null }), 'failed', 'acetic acid failed; there is no number.'],
      [pka({ object_status: 4 }, { strongest_acid: null }), 'stopped', 'was stopped before'],
      [pka({}, { strongest_acid: null }), 'not computed', 'gave no value for'],
      [{ status: 404 }, 'not available', 'Most likely it is not shared, or no longer: ask its owner to share it.'],
      [{ status: 403 }, 'not available', 'is not shared'],
    ];
    for (const [state, text, why] of states) {
      const { element, box } = await value(() => state);
      await until(() => shown(element) === text, text);
      expect(details(element).join(' ')).to.contain(why);
      await expect(box).to.be.accessible();
    }
  });

  it('what cannot be read is reported in brackets after the number that the page wrote, not glued to it', async () => {
    const { client } = server(() => ({ status: 404 }));
    const box = await fixture<HTMLElement>(
      html`<p>The energy is <cuvette-value workflow=${uuid} path="energy" .client=${client}>−5.070544 Hartree</cuvette-value>.</p>`,
    );
    const element = box.firstElementChild as CuvetteValueElement;
    const live = () => inside(element).querySelector('.live') as HTMLElement;
    await until(() => shown(element) === 'not available', 'the failure');
    const words = document.createRange();
    words.setStart(live(), 0);
    words.setEnd(inside(element).querySelector('.value') as Element, 0);
    expect(words.toString().replace(/\s+/g, ' ')).to.equal(' (');
    expect(live().textContent).to.match(/\)$/);
    const number = document.createRange();
    number.selectNodeContents(element);
    const gap = live().getBoundingClientRect().left - number.getBoundingClientRect().right;
    expect(Math.abs(gap), 'beside it').to.be.lessThan(1);
    const bracket = document.createRange();
    bracket.selectNodeContents(inside(element).querySelector('.value') as Element);
    expect(bracket.getBoundingClientRect().left - number.getBoundingClientRect().right, 'apart').to.be.greaterThan(5);
    element.textContent = '';
    await until(() => !/[()]/.test(live().textContent ?? ''), 'no brackets');
  });

  it('a number that grows from a running calculation comes by itself', async () => {
    let item = pka({ object_status: 1 }, { strongest_acid: null });
    const { element } = await value(() => item);
    await until(() => shown(element) === 'not finished', 'waiting');
    item = pka();
    await element.client?.queryClient.refetchQueries();
    await until(() => shown(element) === '4.48 ± 0.49', 'the number');
  });

  it('the energy of a step is not quoted while the calculation goes on; its last one is, once it has ended', async () => {
    let [item, energies] = [basic(1), [-4.9]];
    const { client } = calculationServer(
      () => item,
      () => energies,
    );
    const box = await fixture<HTMLElement>(html`<p>
      <cuvette-value workflow=${uuid} path="energy" .client=${client}></cuvette-value>
      <cuvette-value workflow=${uuid} path="energy" .client=${client}></cuvette-value>
    </p>`);
    const all = [...box.children] as CuvetteValueElement[];
    // What a viewer beside it reads of the calculation on the way must not be taken for the result either.
    await client.queryClient.fetchQuery(client.molecules(calculation));
    await until(() => all.every((each) => shown(each) === 'not finished'), 'not finished');
    await aTimeout(100);
    expect(all.map(shown)).to.deep.equal(['not finished', 'not finished']);
    [item, energies] = [basic(2), [-4.9, -5.07]];
    await client.queryClient.refetchQueries({ queryKey: ['workflow'] });
    await until(() => all.every((each) => shown(each) === '−5.070000\u00a0Hartree'), 'the last energy');
    // Submitted anew under the same calculation: nothing of before is kept.
    [item, energies] = [basic(1), [-4.8]];
    await client.queryClient.refetchQueries({ queryKey: ['workflow'] });
    await until(() => all.every((each) => shown(each) === 'not finished'), 'not there again');
    [item, energies] = [basic(2), [-4.8, -5.08]];
    await client.queryClient.refetchQueries({ queryKey: ['workflow'] });
    await until(() => all.every((each) => shown(each) === '−5.080000\u00a0Hartree'), 'the new energy');
  });

  it('an item of another type waits for its definition, and no value is called unknown meanwhile', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const definition = await loadResults('ion_mobility');
    const box = await fixture<HTMLElement>(html`<p></p>`);
    const element = document.createElement('cuvette-value') as CuvetteValueElement;
    Object.assign(element, { item: pka(), path: 'strongest_acid' });
    box.append(element);
    await until(() => shown(element) === '4.48 ± 0.49', 'the pKa');
    let problems = 0;
    box.addEventListener('cuvette-error', () => {
      problems += 1;
    });
    const restore = withLoad('ion_mobility', async () => {
      await held;
      return definition;
    });
    try {
      const data = { average_ccs: 152.264, average_ccs_stdev: 1.2 };
      const item = pka({ object_type: 'ion_mobility', object_data: data });
      Object.assign(element, { item, path: 'average_ccs' });
      await aTimeout(100);
      expect(shown(element)).to.equal('');
      release();
      await until(() => shown(element).startsWith('152'), 'the cross section');
      expect(problems).to.equal(0);
    } finally {
      restore();
    }
  });

  it('an item given by the page is read through another client when that changes', async () => {
    const [one, other] = [-5.07, -5.09].map((energy) =>
      calculationServer(
        () => basic(2),
        () => [energy],
      ),
    );
    const element = document.createElement('cuvette-value') as CuvetteValueElement;
    Object.assign(element, { item: basic(2), client: one?.client, path: 'energy' });
    const box = await fixture<HTMLElement>(html`<p></p>`);
    let loads = 0;
    box.addEventListener('cuvette-load', () => {
      loads += 1;
    });
    box.append(element);
    await until(() => shown(element).startsWith('−5.07'), 'through the first client');
    element.client = other?.client;
    await until(() => shown(element).startsWith('−5.09'), 'through the other one');
    expect(loads).to.equal(1);
    expect(other?.asked).to.have.length(1);
  });

  it('a definition that does not arrive is reported, while the page still delivers what the element holds too', async () => {
    const restore = withLoad('ion_mobility', () => Promise.reject(new Error('The script did not arrive.')));
    const item = pka({ object_type: 'ion_mobility', object_data: { average_ccs: 152.264 } });
    const element = document.createElement('cuvette-value') as CuvetteValueElement;
    Object.assign(element, { item, path: 'average_ccs' });
    // As the parser of the page leaves it: nothing follows the element yet.
    Object.defineProperty(document, 'readyState', { value: 'loading', configurable: true });
    try {
      document.body.append(element);
      const failed = oneEvent(element, 'cuvette-error');
      await until(() => shown(element) === 'not available', 'the failure');
      expect(details(element)).to.include('The script did not arrive.');
      expect((await failed).detail.error.message).to.equal('The script did not arrive.');
    } finally {
      Reflect.deleteProperty(document, 'readyState');
      restore();
      element.remove();
    }
  });

  it('what could not be read of a calculation is reported, and stays shown when the item is read again', async () => {
    const item = basic(2);
    const client = createClient({
      source: 'shared',
      fetch: (async (input: RequestInfo | URL) =>
        String(input instanceof Request ? input.url : input).includes('read_molecules')
          ? Response.json({ detail: 'no' }, { status: 403 })
          : Response.json(item)) as typeof fetch,
    });
    const box = await fixture<HTMLElement>(
      html`<p><cuvette-value workflow=${uuid} path="energy" .client=${client}></cuvette-value></p>`,
    );
    const element = box.firstElementChild as CuvetteValueElement;
    await until(() => shown(element) === 'not available', 'the refusal');
    await client.queryClient.refetchQueries({ queryKey: ['workflow'] });
    await aTimeout(50);
    expect(shown(element)).to.equal('not available');
  });

  it('a wrong path is answered with those that there are, and says cuvette-error once', async () => {
    const { client } = server(() => pka());
    const box = await fixture<HTMLElement>(html`<p></p>`);
    const element = document.createElement('cuvette-value') as CuvetteValueElement;
    Object.assign(element, { client, workflow: uuid, path: 'strongest_acids' });
    const messages: string[] = [];
    box.addEventListener('cuvette-error', (event) => messages.push((event as CustomEvent).detail.message));
    box.append(element);
    await until(() => shown(element) === 'no such value', 'the problem');
    expect(details(element).join()).to.contain('This result has: strongest_acid, strongest_base');
    await aTimeout(100);
    expect(messages).to.have.length(1);
    element.path = 'strongest_acid';
    await until(() => shown(element) === '4.48 ± 0.49', 'the right one');
    element.path = null;
    await until(() => details(element).join().includes('Strongest acid'), 'without one the headline');
    expect(messages).to.have.length(1);
  });

  it('properties set before the element was defined count; digits and lang change how it is written', async () => {
    const early = document.createElement('cuvette-value') as CuvetteValueElement;
    early.item = pka();
    early.path = 'strongest_acid';
    const box = await fixture<HTMLElement>(html`<p lang="de">${early}</p>`);
    await until(() => shown(early) === '4,48 ± 0,49', 'German');
    expect(details(early)).to.deep.equal([
      'Stärkste Säure, pKa, acetic acid',
      'Methode: GFN2-xTB/ALPB, kalibriert, tblite 0.8.0.',
      '±: RMSE bei Auslassen je eines Werts von 52 Werten, COOH.',
    ]);
    const label = inside(early).querySelector('.value')?.getAttribute('aria-label');
    expect(label).to.equal('Stärkste Säure, pKa: 4,48 ± 0,49');
    early.digits = 1;
    await until(() => shown(early) === '4,5 ± 0,5', 'one decimal');
    box.lang = 'en';
    await until(() => shown(early) === '4.5 ± 0.5', 'English');
  });

  it('says that there is a newer result, with a link where there is a server; no-link leaves the word', async () => {
    const { element, box } = await value(() => pka({ superseded_by: { uuid: newer, name: 'acetic acid again' } }));
    await until(() => inside(element).querySelector('.superseded a'), 'the link');
    const link = inside(element).querySelector('.superseded a') as HTMLAnchorElement;
    expect(link.href).to.equal(`https://lab.example/public/pka/${newer}`);
    expect(link.textContent).to.equal('newer result');
    expect(details(element).at(-1)).to.contain('the newer result is “acetic acid again”');
    await expect(box).to.be.accessible();
    element.noLink = true;
    await until(() => !inside(element).querySelector('.superseded a'), 'no link');
    expect(inside(element).querySelector('.superseded')?.textContent).to.equal('(newer result)');
  });

  it('reads a static file and a bundle inside it, energies of a calculation included, and a newer item of the same file', async () => {
    const fromFile = await fixture<HTMLElement>(
      html`<p><cuvette-value src=${waterSrc} path="energy"></cuvette-value></p>`,
    );
    const first = fromFile.firstElementChild as CuvetteValueElement;
    await until(() => /^−5\.07\d{4}\u00a0Hartree$/.test(shown(first)), 'the energy of water');
    expect(details(first)).to.include('Method: GFN2-xTB (tblite 0.8.0).');
    first.path = 'dipole';
    await until(() => shown(first).endsWith('Debye'), 'its dipole moment');

    const bundle = {
      format: 'cuvette-bundle',
      version: 1,
      created_at: '2026-01-02T03:04:05Z',
      items: [pka({ name: 'old' }), pka({ uuid: newer, name: 'again', resubmitted_from_uuid: uuid })],
      calculations: {},
    };
    const script = document.createElement('script');
    script.type = 'application/json';
    script.textContent = JSON.stringify(bundle);
    const box = await fixture<HTMLElement>(html`<p></p>`);
    const element = document.createElement('cuvette-value');
    element.setAttribute('path', 'strongest_acid');
    box.append(element);
    element.append(script);
    await until(() => shown(element) === '4.48 ± 0.49', 'the inline number');
    expect(inside(element).querySelector('.superseded')?.textContent).to.equal('(newer result)');
  });

  it('what it holds is shown until the number is, and in its place on paper', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const client = createClient({
      source: 'shared',
      fetch: (async () => {
        await held;
        return Response.json(pka());
      }) as typeof fetch,
    });
    const box = await fixture<HTMLElement>(
      html`<p><cuvette-value workflow=${uuid} path="strongest_acid" .client=${client}><b>4.5</b></cuvette-value></p>`,
    );
    const element = box.firstElementChild as CuvetteValueElement;
    const visible = () => element.querySelector('b')?.checkVisibility() === true;
    await until(() => inside(element), 'defined');
    await aTimeout(100);
    expect(visible()).to.equal(true);
    release();
    await until(() => shown(element) === '4.48 ± 0.49', 'the number');
    expect(visible()).to.equal(false);
    await emulateMedia({ media: 'print' });
    expect(visible()).to.equal(true);
    expect(inside(element).querySelector('.value')?.checkVisibility()).to.equal(false);
    await emulateMedia({ media: 'screen' });
  });

  it('goes on when it is moved, stops asking when it has left, and sends cuvette-load', async () => {
    const { client, asked } = server(() => pka({ object_status: 1 }, { strongest_acid: null }));
    const [here, there] = [await fixture<HTMLElement>(html`<p></p>`), await fixture<HTMLElement>(html`<p></p>`)];
    const element = document.createElement('cuvette-value') as CuvetteValueElement;
    Object.assign(element, { client, workflow: uuid, path: 'strongest_acid' });
    const loaded = oneEvent(here, 'cuvette-load');
    here.append(element);
    expect((await loaded).detail.item.name).to.equal('acetic acid');
    await until(() => shown(element) === 'not finished', 'waiting');
    there.append(element);
    await aTimeout(60);
    expect(shown(element)).to.equal('not finished');
    expect(asked).to.have.length(1);
    expect(client.queryClient.getQueryCache().getAll()[0]?.getObserversCount()).to.equal(1);
    element.remove();
    await aTimeout(20);
    expect(client.queryClient.getQueryCache().getAll()[0]?.getObserversCount()).to.equal(0);
  });

  it('needs neither React nor Preact: neither the built element nor anything that it loads at once', async () => {
    type Modules = Record<string, { imports: string[]; modules: Record<string, number> }>;
    const scripts = (await (await fetch('/dist/test-embed/one/modules.json')).json()) as Modules;
    const element = 'packages/widgets/src/elements/value.ts';
    const own = Object.keys(scripts).filter((file) => element in (scripts[file]?.modules ?? {}));
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const name of scripts[file]?.imports ?? []) follow(name);
    };
    own.forEach(follow);
    let defining = 0;
    for (const file of reached) {
      const code = await (await fetch(`/dist/test-embed/one/${file}`)).text();
      if (code.includes('cuvette-value')) defining += 1;
      const drawing = Object.keys(scripts[file]?.modules ?? {}).filter((name) => /^node_modules\/p?react/.test(name));
      expect(drawing, file).to.deep.equal([]);
    }
    expect(defining).to.be.greaterThan(0);
  });
});
