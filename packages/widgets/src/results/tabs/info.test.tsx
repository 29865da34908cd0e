import { PlatformSettings, WorkflowItem } from '@cuvette/core/entities';
import { expect, waitUntil } from '@open-wc/testing';
import { createRoot } from 'react-dom/client';
import { addEnglish } from '../../english-at-hand.ts';
import { resultWords } from '../words.ts';
import { InfoTab } from './info.tsx';

addEnglish(resultWords);

const item = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'benzene',
  created_at: '2026-01-01T00:00:00Z',
  object_status: 2,
  object_type: 'pka',
  parent_uuid: '',
  credits_charged: 1.239,
  max_credits: 50,
};

describe('the info tab', () => {
  const box = document.createElement('div');
  before(() => document.body.append(box));
  after(() => box.remove());

  /** The tab's names and values for an item. */
  const facts = async (more: object, platform: object | null) => {
    const root = createRoot(box);
    root.render(
      <InfoTab
        item={WorkflowItem.parse({ ...item, ...more })}
        definition={null}
        summary={null}
        logAddress={null}
        platform={platform && PlatformSettings.parse(platform)}
      />,
    );
    await waitUntil(() => box.querySelector('dd'));
    const names = [...box.querySelectorAll('dt')].map(({ textContent }) => textContent ?? '');
    const values = [...box.querySelectorAll('dd')].map(({ textContent }) => textContent ?? '');
    root.unmount();
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  };

  it('shows credits only where billing is on: charged with 2 decimals, the limit with none', async () => {
    for (const platform of [null, {}, { billing: false }]) {
      expect(Object.keys(await facts({}, platform)).join()).not.to.contain('redits');
    }
    const billed = await facts({}, { billing: true });
    expect(billed).to.include({ 'Credits charged': '1.24', 'Runtime limit (credits)': '50' });
    expect(await facts({ is_free: true, max_credits: null }, { billing: true })).to.include({
      'Credits charged': 'Free',
    });
  });

  it('says who brought an item here, when, from where, and what it was there', async () => {
    expect(await facts({}, null)).not.to.have.property('Imported');
    const imported = {
      at: '2026-02-03T10:00:00Z',
      by_username: 'ann',
      from: 'https://c.example',
      original_uuid: 'there',
      original_run_by_username: 'ben',
    };
    const told = await facts({ imported }, null);
    expect(told.Imported).to.match(/3 Feb 2026.* by ann from https:\/\/c\.example$/);
    expect(told).to.include({ 'Submitted there by': 'ben', 'Identifier there': 'there' });
  });
});
