import { expect, test } from 'vitest';
import { bibliographyOf } from './bibliography.ts';
import { works } from './works.ts';

const cited = (id: string) => {
  const work = works.get(id);
  return bibliographyOf([{ id, text: work?.title ?? '', doi: work?.doi ?? null, level: 'must' }]);
};

test.each([
  ['pbe', '@article', 'journal = {Phys. Rev. Lett.},\n  year = {1996},\n  volume = {77},\n  pages = {3865}'],
  ['cosmo', '@article', 'journal = {J. Chem. Soc., Perkin Trans. 2},\n  year = {1993},\n  pages = {799}'],
  ['xtb_program', '@article', 'volume = {11},\n  pages = {e1493}'],
  ['uma', '@misc', 'eprint = {2506.23971},\n  archiveprefix = {arXiv},\n  year = {2025}'],
  ['boltz_2', '@misc', 'howpublished = {bioRxiv},\n  year = {2025}'],
  ['rdkit', '@misc', 'howpublished = {Zenodo}'],
])('%s is cited as what it is', (id, kind, fields) => {
  expect(cited(id)).toContain(`${kind}{${id},\n  author = {`);
  expect(cited(id)).toContain(fields);
});

test('every work has its journal and year, or says where else it is', () => {
  for (const [id, { reference }] of works) {
    const text = cited(id);
    const year = /\b(19|20)\d\d\b/.exec(reference)?.[0];
    if (!reference.startsWith('arXiv') && year) expect(text, id).toContain(`year = {${year}}`);
    expect(text, id).toMatch(/journal = |howpublished = |eprint = /);
    expect(text, id).not.toMatch(/journal = \{[^}]*\d{4}/);
  }
});
