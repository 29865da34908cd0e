import { methods } from '../methods/methods.ts';
import type { Citation } from './definition.ts';

const works: Record<string, Omit<Citation, 'id'>> = {
  gfn2_xtb: {
    text: 'Bannwarth, Ehlert, Grimme: GFN2-xTB. J. Chem. Theory Comput. 2019, 15, 1652.',
    doi: '10.1021/acs.jctc.8b01176',
    level: 'must',
  },
  gfn1_xtb: {
    text: 'Grimme, Bannwarth, Shushkov: GFN1-xTB. J. Chem. Theory Comput. 2017, 13, 1989.',
    doi: '10.1021/acs.jctc.7b00118',
    level: 'must',
  },
  gfn_ff: {
    text: 'Spicher, Grimme: GFN-FF. Angew. Chem. Int. Ed. 2020, 59, 15665.',
    doi: '10.1002/anie.202004239',
    level: 'must',
  },
  gfn0_xtb: {
    text: 'Bannwarth et al.: Extended tight-binding quantum chemistry methods. WIREs 2021, 11, e1493.',
    doi: '10.1002/wcms.1493',
    level: 'must',
  },
  mmff94: {
    text: 'Halgren: Merck molecular force field. J. Comput. Chem. 1996, 17, 490.',
    doi: '10.1002/(SICI)1096-987X(199604)17:5/6<490::AID-JCC1>3.0.CO;2-P',
    level: 'must',
  },
  alpb: {
    text: 'Ehlert, Stahn, Spicher, Grimme: ALPB solvation for xTB. J. Chem. Theory Comput. 2021, 17, 4250.',
    doi: '10.1021/acs.jctc.1c00471',
    level: 'must',
  },
  xtb_program: {
    text: 'Bannwarth et al.: Extended tight-binding quantum chemistry methods. WIREs 2021, 11, e1493.',
    doi: '10.1002/wcms.1493',
    level: 'background',
  },
  geometric: {
    text: 'Wang, Song: Geometry optimization made simple with translation and rotation coordinates. J. Chem. Phys. 2016, 144, 214108.',
    doi: '10.1063/1.4952956',
    level: 'must',
  },
  etkdg: {
    text: 'Riniker, Landrum: Better informed distance geometry (ETKDG). J. Chem. Inf. Model. 2015, 55, 2562.',
    doi: '10.1021/acs.jcim.5b00654',
    level: 'must',
  },
  quasi_harmonic: {
    text: 'Ribeiro, Marenich, Cramer, Truhlar: quasi-harmonic thermochemistry. J. Phys. Chem. B 2011, 115, 14556.',
    doi: '10.1021/jp205508z',
    level: 'must',
  },
  crest: { text: 'Pracht et al.: CREST. J. Chem. Phys. 2024, 160, 114110.', doi: '10.1063/5.0197592', level: 'must' },
};

/** Works to cite by their identifiers: a method's name, or one of the tools above. Unknown identifiers give nothing. */
export function cite(...ids: string[]): Citation[] {
  return [...new Set(ids)].flatMap((id) => {
    const work = works[id];
    return work ? [{ id, ...work }] : [];
  });
}

/** Whether a method has a work to cite in the list; every method that a worker offers must. */
export function hasCitation(method: string): boolean {
  return method in works && methods.has(method);
}
