import { autocorrelationFamilies } from './autocorrelation.ts';
import { chargedSurfaceFamilies } from './charged-surface.ts';
import {
  chiFamilies,
  distanceEdges,
  informationFamilies,
  molecularIds,
  pathCounts,
  topologicalCharge,
  walkCounts,
} from './connectivity.ts';
import { atomCounts, bondCounts, carbonTypes, constitutionalFamilies, ringFamilies } from './counts.ts';
import type { Descriptor, Family } from './descriptor.ts';
import { electrotopologicalFamilies } from './electrotopological.ts';
import {
  geometricalIndices,
  gravitationalIndices,
  momentsOfInertia,
  morseFamilies,
  planeOfBestFit,
} from './geometry.ts';
import { smallFamilies as small, xtbFamily } from './indices.ts';
import { adjacencyMatrix, baryszMatrices, burdenMatrix, detourMatrix, distanceMatrix } from './matrices.ts';
import { surfaceBinFamilies } from './surface-bins.ts';
import { topochemicalAtoms } from './topochemical.ts';

/** All families in Mordred's order, the xTB group last. */
const families: readonly Family[] = [
  small.ABCIndex,
  small.AcidBase,
  adjacencyMatrix,
  small.Aromatic,
  atomCounts,
  ...autocorrelationFamilies,
  burdenMatrix,
  small.BalabanJ,
  ...baryszMatrices,
  small.BertzCT,
  bondCounts,
  ...chargedSurfaceFamilies,
  carbonTypes,
  ...chiFamilies,
  ...constitutionalFamilies,
  detourMatrix,
  distanceMatrix,
  ...electrotopologicalFamilies,
  small.EccentricConnectivityIndex,
  topochemicalAtoms,
  small.FragmentComplexity,
  small.Framework,
  geometricalIndices,
  gravitationalIndices,
  small.HydrogenBond,
  ...informationFamilies,
  small.KappaShapeIndex,
  small.Lipinski,
  small.LogS,
  small.McGowanVolume,
  ...morseFamilies,
  ...surfaceBinFamilies,
  distanceEdges,
  molecularIds,
  momentsOfInertia,
  planeOfBestFit,
  pathCounts,
  small.Polarizability,
  ...ringFamilies,
  small.RotatableBond,
  small.SLogP,
  small.TopoPSA,
  topologicalCharge,
  small.TopologicalIndex,
  small.VdwVolumeABC,
  small.VertexAdjacencyInformation,
  walkCounts,
  small.Weight,
  small.WienerIndex,
  small.ZagrebIndex,
  xtbFamily,
];

let all: ReadonlyMap<string, Descriptor> | null = null;

/**
 * The descriptor catalogue by name: the 1826 descriptors of Mordred (Moriwaki et al. 2018, DOI 10.1186/s13321-018-0258-y; names and modules BSD-3-Clause)
 * in its order, then the xTB group. Made on the first call, so that a page that shows no descriptors does not pay for it.
 */
export function descriptors(): ReadonlyMap<string, Descriptor> {
  all ??= new Map(
    families.flatMap(({ module, family, dim, entries }) =>
      entries().map(
        ([name, description]) => [name, { name, display_name: name, dim, module, family, description }] as const,
      ),
    ),
  );
  return all;
}

/** A descriptor by its name; null for a name that is not in the catalogue. */
export function descriptor(name: string): Descriptor | null {
  return descriptors().get(name) ?? null;
}
