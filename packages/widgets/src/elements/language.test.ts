import { tableOf } from '@cuvette/core/tables';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { inGerman } from '../german/terms.ts';
import { valueGerman } from '../german/value.ts';
import { german } from '../german/words.ts';
import { addLanguage } from '../languages.ts';
import { button, downloadedLines, headings, one, order, settled, type TableHost, type } from '../table/test-helpers.ts';
import { still } from '../ui/test-helpers.ts';
import { valueWords } from '../value/words.ts';
import { english } from '../words.ts';
import { loadElement } from './loader.ts';

const fixtureOf = (name: string) => new URL(`../results/fixtures/${name}.cuvette.json`, import.meta.url).pathname;
const conformers = fixtureOf('conformer-search');
const calculation = fixtureOf('basic-calculation');
const macropka = fixtureOf('macropka');
const water = fixtureOf('water');

type Inside = HTMLElement & { shadowRoot: ShadowRoot };
const text = (element: Inside) => element.shadowRoot?.textContent ?? '';
const find = <E extends Element = HTMLElement>(element: Inside, selector: string) =>
  element.shadowRoot?.querySelector<E>(selector) ?? null;

type Table = { readonly [key: string]: unknown };

/** The English texts that the German table says otherwise: whole ones, and the fixed parts of those with values in them. */
function englishTexts(from: Table, into: Table): { whole: string[]; parts: string[] } {
  const whole: string[] = [];
  const parts: string[] = [];
  for (const [key, value] of Object.entries(from)) {
    const other = into[key];
    if (other === undefined) continue;
    if (typeof value === 'string') {
      if (value !== other) whole.push(value);
    } else if (typeof value === 'function') {
      for (const sample of [2, '§']) {
        try {
          const [mine, theirs] = [value, other].map((message) =>
            String((message as (...values: unknown[]) => string)(...Array<unknown>(value.length).fill(sample))),
          ) as [string, string];
          const said = mine.split(String(sample)).filter((part) => /[a-z]{4,}.*\s.*[a-z]{2,}/i.test(part));
          parts.push(...said.filter((part) => !theirs.includes(part)).map((part) => part.trim()));
        } catch {
          // A message that takes only numbers, or only texts, has been asked with the other.
        }
      }
    } else if (value && typeof value === 'object') {
      const inner = englishTexts(value as Table, other as Table);
      whole.push(...inner.whole);
      parts.push(...inner.parts);
    }
  }
  return { whole, parts };
}

const { whole, parts } = englishTexts({ ...english, number: valueWords }, { ...german, number: valueGerman });

/** Every text that a person can read or hear in an element, open shadow roots inside included; data as they are stay out. */
function said(root: ShadowRoot): string[] {
  const found: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Element && node.getAttribute('translate') === 'no') return;
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent?.trim() ?? '');
    if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']) {
        const value = node.getAttribute(name);
        if (value) found.push(value.trim());
      }
      if (node.shadowRoot) walk(node.shadowRoot);
    }
    for (const child of node.childNodes) walk(child);
  };
  walk(root);
  return found.filter((each) => each !== '');
}

function expectGerman(element: Inside, what: string) {
  for (const each of said(element.shadowRoot)) {
    expect(inGerman(each), `what ${what} calls "${each}"`).to.equal(each);
    expect(each, what).not.to.match(/\b(Microstate|Structure|Trajectory|Step|Optimized|Conformer Search)\b/);
    expect(whole.includes(each), `${what} says "${each}"`).to.equal(false);
    const part = parts.find((one) => each.includes(one));
    expect(part, `${what} says "${each}"`).to.equal(undefined);
  }
}

/** Poses as core tells them, with a column of a person's own words that are core's by chance. */
const docking = tableOf({
  id: 'docking',
  title: 'Poses',
  rows: [
    { score: -7.213, strain: 2.5, checked: 'passes all checks', own: 'unknown' },
    { score: -6, strain: null, checked: 'not checked', own: 'Failed' },
  ],
  columns: [
    { id: 'pose', title: 'Pose', notation: 'term', text: (_, index) => `Pose ${index + 1}` },
    { id: 'score', title: 'Score', unit: 'kcal/mol', precision: 2, value: ({ score }) => score },
    {
      id: 'strain',
      title: 'Strain',
      unit: 'kcal/mol',
      precision: 2,
      help: 'Energie der Pose',
      missing: 'unknown',
      rating: { kind: 'below', good: 4, okay: 8 },
      value: ({ strain }) => strain,
    },
    { id: 'posebusters_valid', title: 'PoseBusters', notation: 'term', text: ({ checked }) => checked },
    { id: 'own', title: 'Meine Pose', text: ({ own }) => own },
  ],
  empty: 'No poses yet.',
});

describe('the language of elements', () => {
  before(async () => {
    await setViewport({ width: 1100, height: 900 });
    localStorage.clear();
  });

  it('has hundreds of texts to look for', () => {
    expect(whole.length).to.be.greaterThan(200);
    expect(parts.length).to.be.greaterThan(30);
  });

  const elements: [markup: string, drawn: string][] = [
    [`<cuvette-workflow src="${conformers}"></cuvette-workflow>`, 'canvas'],
    [`<cuvette-conformer-search src="${conformers}"></cuvette-conformer-search>`, 'table'],
    [`<cuvette-workflow src="${macropka}"></cuvette-workflow>`, 'table'],
    [`<cuvette-viewer src="${conformers}" antialias="off"></cuvette-viewer>`, 'canvas'],
    [`<cuvette-table src="${conformers}" multiple></cuvette-table>`, 'table'],
    [
      `<cuvette-trajectory src="${calculation}" antialias="off"></cuvette-trajectory>`,
      'canvas, .cv-trajectory, .cv-state',
    ],
    [`<cuvette-microstates src="${macropka}"></cuvette-microstates>`, '.cv-microstate-cards'],
    ['<cuvette-structure smiles="CCO"></cuvette-structure>', 'svg'],
    ['<cuvette-structure smiles="no such structure"></cuvette-structure>', '.box'],
    ['<cuvette-workflow></cuvette-workflow>', '.cv-state'],
    ['<cuvette-table src="/no/such.cuvette.json"></cuvette-table>', '.cv-state'],
    [`<cuvette-basic-calculation src="${conformers}"></cuvette-basic-calculation>`, '.cv-state'],
    [`<cuvette-microstates src="${conformers}"></cuvette-microstates>`, '.cv-state'],
    ['<cuvette-table><script type="application/json">{"broken</script></cuvette-table>', '.cv-state'],
    [`<cuvette-value src="${water}" path="dipole"></cuvette-value>`, '.value'],
    [`<cuvette-value src="${water}" path="no_such"></cuvette-value>`, '.value'],
    ['<cuvette-value src="/no/such.cuvette.json" path="dipole"></cuvette-value>', '.value'],
  ];
  for (const [markup, drawn] of elements) {
    it(`German: ${markup.replaceAll(/\/?src\/.*fixtures\//g, '')}`, async () => {
      const box = await fixture<HTMLElement>(html`<div lang="de-CH"></div>`);
      box.innerHTML = markup;
      const element = box.firstElementChild as Inside;
      await waitUntil(() => element.shadowRoot && find(element, drawn), 'drawn');
      await still();
      expectGerman(element, markup);
      await expect(element).to.be.accessible();
    });
  }

  const tabbed: [what: string, src: string, tabs: string[]][] = [
    [
      'a calculation',
      calculation,
      ['Optimierung', 'Überblick', 'Ladungen', 'Spindichte', 'Dipol', 'Frequenzen', 'Thermochemie', 'IR', 'Info'],
    ],
    ['microstates', macropka, ['Makroskopischer pKa', 'logD', 'BBB', 'Wasserlöslichkeit', 'Info']],
    ['conformers', conformers, ['Konformerensuche', 'Info']],
  ];
  for (const [what, src, expected] of tabbed) {
    it(`German: every tab of ${what}, with decimal commas`, async () => {
      const element = await fixture<Inside>(html`<cuvette-workflow lang="de" src=${src}></cuvette-workflow>`);
      const tabs = () => [...(element.shadowRoot?.querySelectorAll('[role=tab]') ?? [])].map((tab) => tab.textContent);
      // Some tabs come with the molecules.
      await waitUntil(() => tabs().length >= expected.length, 'the tabs');
      const names = tabs();
      expect(names).to.deep.equal(expected);
      for (const name of names) {
        [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=tab]')]
          .find((tab) => tab.textContent === name)
          ?.click();
        await still();
        expectGerman(element, `the tab ${name}`);
        const panel = find(element, '[role=tabpanel]:not([hidden])');
        const cells = [...(panel?.querySelectorAll('.cv-number, dd, svg text') ?? [])]
          .filter((cell) => cell.closest('[translate=no]') === null)
          .map((cell) => cell.textContent ?? '');
        for (const cell of cells) expect(cell, `a number in ${name}`).not.to.match(/^[−+]?\d+\.\d+( |$)/);
        await expect(element).to.be.accessible();
      }
    });
  }

  it('a table: headings, columns dialog and words in cells are German, what a program reads is as the API has it', async () => {
    const host = await fixture<TableHost>(html`<cuvette-table lang="de"></cuvette-table>`);
    host.data = docking;
    await waitUntil(() => host.shadowRoot && headings(host).length === 5, 'the table');
    expect(headings(host)).to.deep.equal(['Pose', 'Score kcal/mol', 'Spannung kcal/mol', 'PoseBusters', 'Meine Pose']);
    const texts = () => [...host.shadowRoot.querySelectorAll('tbody td')].map((cell) => cell.textContent);
    expect(texts()).to.deep.equal(
      [
        ['Pose 1', '−7,21', '2,50gut', 'besteht alle Prüfungen', 'unknown'],
        ['Pose 2', '−6,00', 'unbekannt', 'nicht geprüft', 'Failed'],
      ].flat(),
    );
    expect(host.shadowRoot.querySelector('table')?.getAttribute('aria-label')).to.equal('Posen');
    const help = [...host.shadowRoot.querySelectorAll('th')].map((heading) => heading.title);
    expect(help[2]).to.equal('Energie der Pose\ngut unter 4, mäßig bis 8');

    button(host, 'Spalten').click();
    await waitUntil(() => host.shadowRoot.querySelector('dialog'), 'the dialog');
    await settled();
    expect(host.shadowRoot.querySelector('dialog')?.textContent).to.contain('Score (kcal/mol)');
    await expect(host).to.be.accessible();
    button(host, 'Fertig').click();
    await settled();

    // A filter finds what is read, not what is behind it.
    const choice = one<HTMLSelectElement>(host, 'select');
    type(choice, 'posebusters_valid');
    await settled();
    type(one<HTMLInputElement>(host, '.cv-filter input'), 'nicht geprüft');
    await settled();
    expect(order(host)).to.deep.equal([1]);
    expect(await downloadedLines(host, 'CSV herunterladen')).to.deep.equal([
      'Pose,Score (kcal/mol),Strain (kcal/mol),PoseBusters,Meine Pose',
      'Pose 2,-6,,not checked,Failed',
    ]);
  });

  it('a filter takes a number with a decimal comma', async () => {
    const element = await fixture<Inside>(html`<cuvette-table lang="de" src=${conformers}></cuvette-table>`);
    await waitUntil(() => element.shadowRoot?.querySelectorAll('tbody tr').length === 9, 'the table');
    const choice = find<HTMLSelectElement>(element, 'select') as HTMLSelectElement;
    choice.value = 'relative_energy';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => find(element, '.cv-bound input'), 'the bounds');
    const [, most] = [...element.shadowRoot.querySelectorAll<HTMLInputElement>('.cv-bound input')];
    most?.focus();
    await sendKeys({ type: '0,5' });
    await waitUntil(() => element.shadowRoot.querySelectorAll('tbody tr').length < 9, 'fewer rows');
    expect(most?.value).to.equal('0,5');
    expect(most?.getAttribute('aria-invalid')).to.equal(null);
  });

  it('follows a change of lang, on the element, around it and across shadow roots', async () => {
    const box = await fixture<HTMLElement>(html`<section><div></div></section>`);
    const root = (box.firstElementChild as HTMLElement).attachShadow({ mode: 'open' });
    root.innerHTML = `<cuvette-table src="${conformers}"></cuvette-table>`;
    await loadElement('cuvette-table');
    const element = root.firstElementChild as Inside;
    const rows = () => find(element, '.cv-table-count')?.textContent;
    await waitUntil(() => rows() === '9 rows', 'English');
    box.lang = 'de';
    await waitUntil(() => rows() === '9 Zeilen', 'German from around');
    element.lang = 'en';
    await waitUntil(() => rows() === '9 rows', 'English of its own');
    element.removeAttribute('lang');
    await waitUntil(() => rows() === '9 Zeilen', 'German again');
    box.removeAttribute('lang');
    document.documentElement.lang = 'de';
    await waitUntil(() => rows() === '9 Zeilen', 'German of the page');
    document.documentElement.lang = 'en';
    await waitUntil(() => rows() === '9 rows', 'English of the page');
    const elsewhere = await fixture<HTMLElement>(html`<div lang="de"></div>`);
    elsewhere.append(element);
    await waitUntil(() => rows() === '9 Zeilen', 'where it was moved to');
  });

  it('an unknown language is English, until a page brings a part of its table', async () => {
    const element = await fixture<Inside>(html`<cuvette-table lang="eo" src=${conformers}></cuvette-table>`);
    await waitUntil(() => text(element).includes('9 rows'), 'English');
    addLanguage('eo', { table: { rowCount: (rows) => `${rows} vicoj` } });
    await waitUntil(() => text(element).includes('9 vicoj'), 'Esperanto');
    expect(text(element), 'English stands in for the rest').to.contain(english.table.downloadCsv);
  });

  it('the built script loads German for German pages only', async () => {
    type Modules = Record<string, { imports: string[]; modules?: string[] }>;
    const scripts = (await (await fetch('/dist/test-embed/one/modules.json')).json()) as Modules;
    const eager = new Set<string>();
    const follow = (file: string) => {
      if (eager.has(file)) return;
      eager.add(file);
      for (const name of scripts[file]?.imports ?? []) follow(name);
    };
    for (const file of Object.keys(scripts)) if (/embed|workflow|table|viewer|microstates/.test(file)) follow(file);
    let translated = 0;
    for (const file of Object.keys(scripts)) {
      const code = await (await fetch(`/dist/test-embed/one/${file}`)).text();
      if (!code.includes('Trajektorie abspielen')) continue;
      translated += 1;
      expect(eager.has(file), `${file} is loaded by an English page`).to.equal(false);
    }
    expect(translated).to.equal(1);
  });
});
