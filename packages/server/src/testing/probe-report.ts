import type { ProbeReport } from '@cuvette/core/entities';

/** What a worker with tblite and RDKit reports; for tests of the server's side, where no compute runs. */
export const probeReport: ProbeReport = {
  protocol: 1,
  python: '3.11.7',
  host: 'test-host',
  packages: { tblite: '0.8.0', rdkit: '2026.9.1' },
  capabilities: ['basic_calculation', 'conformer_search', 'stored_protein_preparation', 'rdkit', 'xtb'],
  warm_types: [],
  warm_only: {},
  methods: {
    gfn2_xtb: {
      available: true,
      engine: 'tblite',
      version: '0.8.0',
      reason: null,
      seconds_per_gradient: 0.012,
      atoms: 24,
      exponent: 2,
      solvent_models: ['alpb'],
    },
    mmff94: {
      available: true,
      engine: 'rdkit',
      version: '2026.9.1',
      reason: null,
      seconds_per_gradient: 0.0001,
      atoms: 24,
      exponent: 2,
      solvent_models: [],
    },
  },
};

/** A worker's claim of everything. */
export const roomy = { memoryMb: 100_000, gpus: 0, seconds: null };
