import { type Entry, family } from './descriptor.ts';

const single = (module: string, title: string, ...entries: Entry[]) => family(module, title, () => entries);

/** Families of few members, in Mordred's modules. */
export const smallFamilies = {
  ABCIndex: single(
    'ABCIndex',
    'Atom-bond connectivity',
    ['ABC', 'Atom-bond connectivity index.'],
    ['ABCGG', 'Atom-bond connectivity index after Graovac and Ghorbani.'],
  ),
  AcidBase: single(
    'AcidBase',
    'Acids and bases',
    ['nAcid', 'Number of acidic groups.'],
    ['nBase', 'Number of basic groups.'],
  ),
  Aromatic: single(
    'Aromatic',
    'Aromaticity',
    ['nAromAtom', 'Number of aromatic atoms.'],
    ['nAromBond', 'Number of bonds in aromatic systems.'],
  ),
  BalabanJ: single('BalabanJ', 'Balaban index', [
    'BalabanJ',
    'Balaban index J of the distances in the molecular graph.',
  ]),
  BertzCT: single('BertzCT', 'Bertz complexity', ['BertzCT', 'Bertz index of molecular complexity.']),
  EccentricConnectivityIndex: single('EccentricConnectivityIndex', 'Eccentric connectivity', [
    'ECIndex',
    'Eccentric connectivity index: sum over the atoms of neighbours times distance to the farthest atom.',
  ]),
  FragmentComplexity: single('FragmentComplexity', 'Fragment complexity', [
    'fragCpx',
    'Fragment complexity from the numbers of bonds, atoms and heteroatoms.',
  ]),
  Framework: single('Framework', 'Molecular framework', [
    'fMF',
    'Share of the atoms that belong to the molecular framework (rings and their linkers).',
  ]),
  HydrogenBond: single(
    'HydrogenBond',
    'Hydrogen bonds',
    ['nHBAcc', 'Number of hydrogen-bond acceptors.'],
    ['nHBDon', 'Number of hydrogen-bond donors.'],
  ),
  KappaShapeIndex: single(
    'KappaShapeIndex',
    'Kappa shape indices',
    ['Kier1', 'Kappa shape index of first order after Kier, from paths of one bond.'],
    ['Kier2', 'Kappa shape index of second order after Kier, from paths of two bonds.'],
    ['Kier3', 'Kappa shape index of third order after Kier, from paths of three bonds.'],
  ),
  Lipinski: single(
    'Lipinski',
    'Drug-likeness filters',
    ['Lipinski', 'Whether the molecule meets the rule of five of Lipinski.'],
    [
      'GhoseFilter',
      'Whether the molecule passes the filter of Ghose: mass, number of atoms, logP and molar refractivity.',
    ],
  ),
  LogS: single('LogS', 'Solubility', ['FilterItLogS', 'Solubility in water as logarithm, by the model of Filter-it.']),
  McGowanVolume: single('McGowanVolume', 'McGowan volume', [
    'VMcGowan',
    'McGowan volume, summed from atoms and bonds.',
  ]),
  Polarizability: single(
    'Polarizability',
    'Polarizability',
    ['apol', 'Sum of the atomic polarizabilities.'],
    ['bpol', 'Sum over the bonds of the difference of the atomic polarizabilities.'],
  ),
  RotatableBond: single(
    'RotatableBond',
    'Rotatable bonds',
    ['nRot', 'Number of rotatable bonds.'],
    ['RotRatio', 'Share of the bonds that are rotatable.'],
  ),
  SLogP: single(
    'SLogP',
    'Crippen logP and refractivity',
    ['SLogP', 'Octanol–water partition coefficient by Wildman and Crippen, as logarithm.'],
    ['SMR', 'Molar refractivity by Wildman and Crippen.'],
  ),
  TopoPSA: single(
    'TopoPSA',
    'Polar surface',
    ['TopoPSA(NO)', 'Topological polar surface area of nitrogen and oxygen, in Å².'],
    ['TopoPSA', 'Topological polar surface area of nitrogen, oxygen, sulfur and phosphorus, in Å².'],
  ),
  TopologicalIndex: single(
    'TopologicalIndex',
    'Topological indices',
    ['Diameter', 'Diameter of the molecular graph: longest of the shortest paths between atoms.'],
    ['Radius', 'Radius of the molecular graph: smallest over the atoms of their distance to the farthest atom.'],
    ['TopoShapeIndex', 'Topological shape index: diameter minus radius, over the radius.'],
    ['PetitjeanIndex', 'Topological Petitjean index: diameter minus radius, over the diameter.'],
  ),
  VdwVolumeABC: single('VdwVolumeABC', 'Van der Waals volume', [
    'Vabc',
    'Van der Waals volume from atoms, bonds and rings (ABC method), in Å³.',
  ]),
  VertexAdjacencyInformation: single('VertexAdjacencyInformation', 'Vertex adjacency', [
    'VAdjMat',
    'Vertex adjacency information: one plus the binary logarithm of the number of bonds between heavy atoms.',
  ]),
  Weight: single(
    'Weight',
    'Molecular weight',
    ['MW', 'Exact molecular weight, in Da.'],
    ['AMW', 'Exact molecular weight per atom, in Da.'],
  ),
  WienerIndex: single(
    'WienerIndex',
    'Wiener indices',
    ['WPath', 'Wiener index: sum of the shortest paths between all pairs of heavy atoms.'],
    ['WPol', 'Wiener polarity index: number of pairs of heavy atoms that are three bonds apart.'],
  ),
  ZagrebIndex: single(
    'ZagrebIndex',
    'Zagreb indices',
    ['Zagreb1', 'First Zagreb index: squared numbers of neighbours, summed over the atoms.'],
    ['Zagreb2', 'Second Zagreb index: products of the numbers of neighbours, summed over the bonds.'],
    ['mZagreb1', 'Modified first Zagreb index: inverse squared numbers of neighbours, summed over the atoms.'],
    ['mZagreb2', 'Modified second Zagreb index: inverse products of the numbers of neighbours, summed over the bonds.'],
  ),
} as const;

/**
 * The xTB group: what a GFN-xTB run adds. The public data does not show the names under which it stores them, so these are the names of the Fukui
 * workflow; per-atom values are lists in the order of the atoms.
 */
export const xtbFamily = family(
  'xTB',
  'GFN-xTB',
  () => [
    ['fukui_positive', 'Condensed Fukui index f+ of each atom: where a nucleophile attacks.'],
    ['fukui_zero', 'Condensed Fukui index f0 of each atom: where a radical attacks.'],
    ['fukui_negative', 'Condensed Fukui index f− of each atom: where an electrophile attacks.'],
    ['charges', 'Atomic charge of each atom, in elementary charges.'],
    [
      'global_electrophilicity_index',
      'Global electrophilicity index: squared chemical potential over twice the hardness, in eV.',
    ],
  ],
  '3D',
);
