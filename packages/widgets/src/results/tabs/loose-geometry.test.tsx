import { expect } from '@open-wc/testing';
import { createRoot } from 'react-dom/client';
import { addEnglish } from '../../english-at-hand.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { resultWords } from '../words.ts';
import { LooseGeometry } from './loose-geometry.tsx';

addEnglish(resultWords);

const record = {
  scheme: 'Quasi-harmonic',
  doi: null,
  temperature: 298,
  pressure_atm: 1,
  cutoff_frequency: 100,
  scaling_factor: 1,
  symmetry_number: 1,
  linear: false,
  imaginary_modes: 0,
  flipped_modes: [],
  geometry_converged: false,
};

describe('frequencies at a geometry that is not converged tightly', () => {
  const box = document.createElement('div');
  before(() => document.body.append(box));
  after(() => box.remove());

  it('are warned of, with the offer to tighten only where one can submit, and not at a tight geometry', async () => {
    const root = createRoot(box);
    root.render(<LooseGeometry record={record} tightenAddress="/new/calculation?from=1&mode=meticulous" />);
    await waitUntil(() => box.querySelector('a'));
    expect(box.textContent).to.contain('not converged tightly enough');
    expect(box.querySelector('a')?.getAttribute('href')).to.contain('mode=meticulous');
    root.render(<LooseGeometry record={record} tightenAddress={null} />);
    await waitUntil(() => !box.querySelector('a'));
    expect(box.textContent).to.contain('not converged tightly enough');
    root.render(<LooseGeometry record={{ ...record, geometry_converged: true }} tightenAddress={null} />);
    await waitUntil(() => box.textContent === '');
    root.unmount();
  });
});
