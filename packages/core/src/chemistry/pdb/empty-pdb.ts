import type { Pdb } from './schema.ts';

/** A structure with nothing known about it and no models. */
export function emptyPdb(): Pdb {
  return {
    description: { code: null, title: null, authors: [], classification: null, deposition_date: null, keywords: [] },
    experiment: { expression_system: null, missing_residues: [], source_organism: null, technique: null },
    geometry: { assemblies: [], crystallography: { space_group: null, unit_cell: null } },
    models: [],
    quality: { resolution: null, rfree: null, rvalue: null },
  };
}
