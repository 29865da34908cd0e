import { createClient } from '@cuvette/core/client';
import { Bundle } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { createRoot } from 'react-dom/client';
import { until } from '../results/test-helpers.ts';
import { CompareCandidates, shiftsOf } from './compare-candidates.tsx';

const client = createClient({
  bundle: Bundle.parse({
    format: 'cuvette-bundle',
    version: 1,
    items: [],
    calculations: {},
    created_at: '2026-11-28T00:00:00Z',
  }),
});
const spectrum = (uuid: string, shifts: number[]) => ({
  uuid,
  kind: 'carbon_nmr' as const,
  lines: shifts.map((place) => ({ place, height: 1 })),
});
const groups = [
  {
    kind: 'carbon_nmr' as const,
    spectra: [
      spectrum('a', [15.0, 23.1, 33.0, 61.5, 127.2, 138.0]),
      spectrum('b', [18.0, 22.0, 29.0, 66.0, 124.0, 139.5]),
    ],
  },
];

describe('candidates by measured shifts', () => {
  it('reads shifts as people write them', () => {
    expect(shiftsOf('14.1, 22.7; 31.9\n128')).to.deep.equal([14.1, 22.7, 31.9, 128]);
    expect(shiftsOf('14,1 22,7')).to.deep.equal([14.1, 22.7]);
    expect(shiftsOf('no number')).to.deep.equal([]);
  });

  it('gives probabilities that add up, says too few shifts, and names the limits', async () => {
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    root.render(<CompareCandidates client={client} groups={groups} nameOf={(uuid) => `candidate ${uuid}`} />);
    const area = await until(() => box.querySelector('textarea'));
    const type = (text: string) => {
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      set?.call(area, text);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type('14.1 22.7 31.9');
    await until(() => box.textContent?.includes('At least 4 measured shifts'));
    type('14.1 22.7 31.9 62.4 128.0 136.2');
    const rows = await until(() => {
      const found = [...box.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
      return found.length === 2 ? found : null;
    });
    expect(rows[0]).to.match(/^candidate a100\.0 %/);
    expect(rows[1]).to.match(/^candidate b0\.0 %/);
    expect(box.textContent).to.contain('10.1021/ja105035r');
    root.unmount();
    box.remove();
  });
});
