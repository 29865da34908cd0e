/** Programs and models that are no engines of a level of theory, by the name that provenance or a setting has for them. */
const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    omat24: 'OMat24',
    fairchem: 'fairchem',
    openmm: 'OpenMM',
    ambertools: 'AmberTools',
    crest: 'CREST',
    imtd_gc: 'CREST',
    mordred: 'Mordred',
    starling: 'Starling',
    boltz: 'Boltz',
    boltz_1: 'Boltz',
    boltz_2: 'Boltz',
    chai: 'Chai',
    chai_1: 'Chai',
    chai_1r: 'Chai',
    boltzgen: 'BoltzGen',
    msa: 'ColabFold',
    colabfold: 'ColabFold',
    rdkit: 'RDKit',
    geometric: 'geomeTRIC',
    vina: 'AutoDock Vina',
    qvina: 'QuickVina 2',
    qvina2: 'QuickVina 2',
    'qvina-w': 'QuickVina-W',
    qvina_w: 'QuickVina-W',
    posebusters: 'PoseBusters',
    pdbfixer: 'PDBFixer',
    propka: 'PROPKA',
    admet_ai: 'ADMET-AI',
    cosims: 'CoSIMS',
  }),
);

/** Title of a program or model; null for one that is not known. */
export function programTitle(name: string): string | null {
  return titles.get(name) ?? null;
}
