import { expect } from '@open-wc/testing';
import { levelsThatRan } from './provenance-text.ts';

const optimization = { method: 'gfn2_xtb', level: 'gfn2_xtb', optimized: true };
const ranking = { method: 'r2scan_3c', level: 'r2scan_3c', optimized: false };
const shieldings = { method: 'b3lyp', level: 'b3lyp/6-31g(d)', optimized: false };

describe('the levels that ran', () => {
  it('single points on one geometry do not follow each other', () => {
    expect(levelsThatRan([optimization, ranking, shieldings])).to.deep.equal({
      titles: 'B3LYP/6-31g(d)//GFN2-xTB + r²SCAN-3c//GFN2-xTB',
      spelled: 'b3lyp/6-31g(d)//gfn2_xtb + r2scan_3c//gfn2_xtb',
    });
  });

  it('the same levels on several pieces, a single point at the level of its geometry, and a geometry after a single point are a chain', () => {
    expect(levelsThatRan([optimization, ranking, optimization, ranking]).spelled).to.equal('r2scan_3c//gfn2_xtb');
    expect(levelsThatRan([optimization, { ...optimization, optimized: false }]).spelled).to.equal('gfn2_xtb');
    const tight = { method: 'b3lyp', level: 'b3lyp/6-31g(d)', optimized: true };
    expect(levelsThatRan([optimization, ranking, tight]).spelled).to.equal('b3lyp/6-31g(d)//r2scan_3c//gfn2_xtb');
  });
});
