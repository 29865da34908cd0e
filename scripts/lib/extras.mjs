/**
 * Optional programs and models, each in an environment of its own below packages/compute/.environments: what they need (torch, CUDA) must not meet
 * what Cuvette runs on. Packages come from the package index; trained weights never do: whoever runs the server places them.
 */
import { join } from 'node:path';
import { setUpEnvironment, setUpPilots, setUpPyPermm } from './python.mjs';
import { say } from './say.mjs';
import { root } from './stamps.mjs';

/**
 * What is installed for each name, the first Python that it does not take, and where its weights go or which program it needs. The versions are those whose interfaces the adapters in
 * `packages/compute/src/cuvette_compute` were written for: their options, files and columns were checked against the packages themselves (2026-11).
 */
const models = {
  boltz: {
    packages: ['boltz==2.2.1'],
    belowPython: [3, 13],
    weights:
      'Boltz reads boltz2_conf.ckpt, boltz2_aff.ckpt and mols.tar (Boltz-2), boltz1_conf.ckpt and ccd.pkl (Boltz-1) of the Boltz project from the folder that CUVETTE_BOLTZ_CACHE names',
  },
  chai: {
    packages: ['chai_lab==0.6.1'],
    weights: 'Chai-1 reads its models of the chai-lab project from the folder that CUVETTE_CHAI_DOWNLOADS names',
  },
  boltzgen: {
    packages: ['boltzgen==0.3.2'],
    weights:
      'BoltzGen reads models--boltzgen--boltzgen-1 and datasets--boltzgen--inference-data of the BoltzGen project, the folders that "boltzgen download all --cache FOLDER" makes, from the folder that CUVETTE_BOLTZGEN_CACHE names',
  },
  colabfold: {
    packages: ['colabfold==1.6.3'],
    weights:
      'colabfold_search reads the databases of the ColabFold project (uniref30, colabfold_envdb) from the folder that CUVETTE_COLABFOLD_DATABASES names, and needs the mmseqs program',
  },
  aimnet2: { packages: ['aimnet==0.2.5', 'ase'], weights: weightsOf('AIMNet2', 'aimnet') },
  mace: { packages: ['mace-torch==0.3.16', 'ase'], weights: weightsOf('MACE and Egret', 'mace') },
  orb: {
    // 0.7 needs Python 3.12; 0.5 is the last for 3.11, and its calculator is elsewhere (`trained_potentials.py` knows both).
    packages: ['orb-models==0.7.0; python_version >= "3.12"', 'orb-models==0.5.5; python_version < "3.12"', 'ase'],
    weights: weightsOf('Orb', 'orb-models'),
  },
  orca: {
    // ORCA's own Python interface is licensed under the GPL, so it runs as a program of its own, apart from what Cuvette is made of.
    packages: ['orca-pi==2.0.0'],
    program:
      'ORCA itself comes from its authors, under their licence: install version 6.1 or newer and name its folder by CUVETTE_ORCA',
  },
  // torchtnt, which it needs, imports pkg_resources; newer versions of setuptools have none.
  omol25: { packages: ['fairchem-core==2.24.0', 'ase', 'setuptools<81'], weights: weightsOf('OMol25', 'fairchem') },
};

function weightsOf(title, project) {
  return `${title} reads each model of the ${project} project as METHOD.pt or METHOD.model (METHOD is Cuvette's name of the method) from the folder that CUVETTE_WEIGHTS names`;
}

/** Names that `npm run setup -- --with` knows. */
export const extraNames = ['ambertools', 'pypermm', 'pilots', 'dask', ...Object.keys(models)];

/** Makes the environments of these names; AmberTools and Dask have none of their own. */
export async function setUpExtras(names) {
  if (names.includes('pypermm')) await setUpPyPermm({ again: true });
  if (names.includes('pilots')) await setUpPilots();
  for (const name of names) {
    const model = models[name];
    if (!model) continue;
    const place = join(root, 'packages/compute/.environments', name);
    await setUpEnvironment(place, name, model.packages, model.belowPython);
    say(model.program ? `${model.program}.` : `${model.weights}. Cuvette downloads no weights.`);
  }
}
