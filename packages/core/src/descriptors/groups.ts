import { descriptors } from './catalogue.ts';
import type { Descriptor } from './descriptor.ts';

/** A group that a person browses by: a few modules that belong together. */
export interface DescriptorGroup {
  id: string;
  title: string;
  modules: readonly string[];
}

/** Groups in the order that they are shown; every module belongs to exactly one. */
export const descriptorGroups: readonly DescriptorGroup[] = [
  {
    id: 'physical',
    title: 'Weight, logP, solubility and drug-likeness',
    modules: ['Weight', 'SLogP', 'LogS', 'Lipinski', 'TopoPSA', 'HydrogenBond', 'RotatableBond', 'AcidBase'],
  },
  {
    id: 'composition',
    title: 'Atoms, bonds and composition',
    modules: ['AtomCount', 'BondCount', 'CarbonTypes', 'Aromatic', 'Constitutional', 'FragmentComplexity', 'Framework'],
  },
  { id: 'rings', title: 'Rings', modules: ['RingCount'] },
  {
    id: 'xtb',
    title: 'Electronic structure (xTB)',
    modules: ['xTB'],
  },
  {
    id: 'volume',
    title: 'Volume, surface and polarizability',
    modules: ['McGowanVolume', 'VdwVolumeABC', 'Polarizability', 'MoeType'],
  },
  {
    id: 'connectivity',
    title: 'Connectivity, paths and walks',
    modules: ['Chi', 'PathCount', 'WalkCount', 'MolecularId', 'MolecularDistanceEdge', 'TopologicalCharge'],
  },
  {
    id: 'topology',
    title: 'Topological indices',
    modules: [
      'ABCIndex',
      'BalabanJ',
      'BertzCT',
      'EccentricConnectivityIndex',
      'KappaShapeIndex',
      'TopologicalIndex',
      'VertexAdjacencyInformation',
      'WienerIndex',
      'ZagrebIndex',
    ],
  },
  {
    id: 'matrices',
    title: 'Graph matrices',
    modules: ['AdjacencyMatrix', 'DistanceMatrix', 'DetourMatrix', 'BaryszMatrix', 'BCUT'],
  },
  { id: 'autocorrelation', title: 'Autocorrelation', modules: ['Autocorrelation'] },
  {
    id: 'electrotopological',
    title: 'Electrotopological state and topochemical atoms',
    modules: ['EState', 'ExtendedTopochemicalAtom'],
  },
  { id: 'information', title: 'Information content', modules: ['InformationContent'] },
  {
    id: 'shape',
    title: 'Shape in space (3D)',
    modules: ['GeometricalIndex', 'GravitationalIndex', 'MomentOfInertia', 'PBF'],
  },
  { id: 'surface', title: 'Charged surface (3D)', modules: ['CPSA'] },
  { id: 'morse', title: '3D-MoRSE (3D)', modules: ['MoRSE'] },
];

/** Descriptors of a group, family by family, in the catalogue's order. */
export function familiesOfGroup(group: DescriptorGroup): { family: string; descriptors: Descriptor[] }[] {
  const families = new Map<string, Descriptor[]>();
  const members = [...descriptors().values()].filter(({ module }) => group.modules.includes(module));
  members.sort((a, b) => group.modules.indexOf(a.module) - group.modules.indexOf(b.module));
  for (const member of members) families.set(member.family, [...(families.get(member.family) ?? []), member]);
  return [...families].map(([family, list]) => ({ family, descriptors: list }));
}

/** Descriptors whose name or sentence holds all words of a query, in any letter case; the name itself comes first, then names that begin with it. */
export function searchDescriptors(query: string): Descriptor[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = [...descriptors().values()].filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0] ?? '';
  const rank = ({ name }: Descriptor) => {
    const lower = name.toLowerCase();
    return lower === first ? 0 : lower.startsWith(first) ? 1 : 2;
  };
  return found.sort((a, b) => rank(a) - rank(b));
}
