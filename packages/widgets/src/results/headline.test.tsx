import type { Headline, HeadlineValue } from '@cuvette/core/workflows/headline';
import { expect } from '@open-wc/testing';
import { createRoot, type Root } from 'react-dom/client';
import { ResultHeadline } from './parts/result-headline.tsx';
import { $, $$, basic, changed, conformers, show, until } from './test-helpers.ts';

const value = (more: Partial<HeadlineValue>): HeadlineValue => ({
  path: null,
  title: 'Barrier',
  label: null,
  site: null,
  minor: false,
  text: null,
  value: null,
  uncertainty: null,
  unit: null,
  precision: 2,
  error: null,
  remark: null,
  note: null,
  method: null,
  ...more,
});
const headline = (values: HeadlineValue[], more: Partial<Headline> = {}): Headline => ({
  values,
  sentence: null,
  applicability: null,
  soFar: false,
  ...more,
});

describe('the head of a result', () => {
  let root: Root;
  let box: HTMLElement;
  const draw = async (what: Headline) => {
    root.render(<ResultHeadline headline={what} isReading={false} />);
    await until(() => box.querySelector('[data-headline]'));
  };
  beforeEach(() => {
    box = document.createElement('div');
    box.style.inlineSize = '320px';
    document.body.append(box);
    root = createRoot(box);
  });
  afterEach(() => {
    root.unmount();
    box.remove();
  });

  it('shows what is known so far of a running item, and says so', async () => {
    const bundle = conformers();
    const data = bundle.items[0]?.object_data as { conformer_uuids: string[][]; energies: number[] };
    const host = await show(
      changed(
        bundle,
        { object_status: 1 },
        { conformer_uuids: data.conformer_uuids.slice(0, 3), energies: data.energies.slice(0, 3) },
      ),
    );
    const head = await until(() => $(host, '[data-headline]'));
    expect(head.textContent).to.match(/^So far/);
    expect($(host, '.cv-headline-number')?.textContent).to.match(/^3( conformers)?$/);
  });

  it('shows nothing where an older result has none of the values, and its tables all the same', async () => {
    const host = await show(changed(basic(), {}, { calculation_uuid: null }));
    expect($(host, '[data-headline]')).to.equal(null);
    expect($$(host, '[role="tab"]').length).to.be.greaterThan(0);
  });

  it('says in words why a number is none, beside the values that are there', async () => {
    await draw(
      headline(
        [
          value({ value: 3.2, unit: 'kcal/mol' }),
          value({ title: 'Rate', error: 'The result is not a finite number.' }),
        ],
        {
          sentence: '2 of 25 points failed.',
        },
      ),
    );
    expect([...box.querySelectorAll('dd')].map(({ textContent }) => textContent?.trim())).to.deep.equal([
      '3.20 kcal/mol',
      'The result is not a finite number.',
    ]);
    expect(box.textContent).to.contain('2 of 25 points failed.');
  });

  it('wraps an answer of 40 characters in a narrow page, and one without a blank too', async () => {
    for (const text of ['triplet, 12 of 25 conformers, 3 of 4 sit', 'N-(4-hydroxyphenyl)acetamide-d4-oxide-xy']) {
      expect(text.length).to.equal(40);
      await draw(headline([value({ text })]));
      await until(() => box.textContent?.includes(text));
      expect(box.scrollWidth).to.be.at.most(320);
      expect(box.querySelector<HTMLElement>('.cv-headline-number')?.dataset.words).to.equal('');
    }
  });

  it('is in German where the page is', async () => {
    const made = changed(conformers(), {});
    const host = document.createElement('cuvette-workflow');
    host.lang = 'de';
    Object.assign(host, made);
    document.body.append(host);
    const head = await until(() => host.shadowRoot?.querySelector('[data-headline]'));
    await until(() => /Konformer/.test(head.textContent ?? ''));
    expect(head.textContent).not.to.match(/conformers/);
    host.remove();
  });
});
