import type { Section } from './rows.ts';

/** Section 5 of the workflows document. */
export const rules: readonly Section[] = [
  {
    heading: '5. Validation rules',
    rows: [
      {
        text: 'Identifier: UUID version 1 to 5, variant 8, 9, a or b.',
        held: ['packages/core/src/chemistry/chemistry.test.ts › atoms, formulas, bonds, identifiers and temperatures'],
      },
      {
        text: 'Conformer uuids not matching are logged as an error.',
        held: [
          'packages/core/src/workflows/conformers.test.ts › a conformer whose identifier is no UUID is left out, named, and its row kept',
          'packages/widgets/src/results/conformer-search.test.tsx › logs a conformer whose identifier is no UUID, and molecules that could not be read',
        ],
      },
      {
        text: 'Sequences: protein letters ACDEFGHIKLMNPQRSTVWXY, DNA ATCG, RNA AUCG, otherwise single letters A–Z.',
        held: ['packages/core/src/chemistry/sequences.test.ts › exactly the letters of the specification pass'],
      },
      {
        text: "Spin parity: sum of atomic numbers plus charge minus (multiplicity minus one) must be even, else 'This combination of electrons, charge, and multiplicity is impossible.",
        held: ['packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i'],
      },
      {
        text: "Double check the charge and multiplicity values given and verify that it's correct.'",
        held: [
          'packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i',
          'tests/e2e/refusals.spec.ts › refuses an impossible charge and multiplicity with the exact text, and takes a possible one',
          'tests/e2e/refusals.spec.ts › gives the exact text for charge and multiplicity',
        ],
      },
      {
        text: 'Active multiplicity must be above 0.',
        held: [
          'packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i',
          'packages/core/src/chemistry/chemistry.test.ts › molecules that cannot be computed are refused with the atom named',
        ],
      },
      {
        text: 'Spin states require multiplicity parity match.',
        held: [
          'packages/core/src/workflows/spin-states.test.ts › each multiplicity must be possible, once and above 0',
        ],
      },
      {
        text: 'Solubility: fastsolv offers a fixed list of 29 solvents',
        held: [
          'packages/core/src/methods/methods.test.ts › fastsolv offers the first 29 solvents of the list; the others only water at 298.15 K',
        ],
      },
      {
        text: 'and temperatures 273.15, 298.15, 323.15, 348.15, 373.15 K;',
        held: [
          'packages/core/src/workflows/solubility.test.ts › fastsolv takes its 29 solvents and five temperatures, in other spellings too',
        ],
      },
      {
        text: 'kingfisher (needs a feature flag) and esol allow only water (SMILES O) at 298.15 K.',
        held: [
          'packages/server/src/api/platform.test.ts › what is switched off is refused by each call that submits, and the words say who can switch it on',
          'packages/widgets/src/submit/submit.test.tsx › greys what the administrator switched off, with the words that say so',
          'packages/core/src/entities/platform.test.ts › kingfisher and NMR need their feature flags, nothing else does',
          'packages/core/src/methods/methods.test.ts › fastsolv offers the first 29 solvents of the list; the others only water at 298.15 K',
          'packages/core/src/workflows/solubility.test.ts › %s takes water at 298.15 K ± 0.1 only',
        ],
      },
      {
        text: 'Multi-structure SMILES and open-shell disabled for solubility, macropka, co-folding.',
        held: [
          'packages/core/src/workflows/solubility.test.ts › empty choices, several structures and open shell',
          'packages/core/src/workflows/macropka.test.ts › open shell, several structures and a molecule with coordinates are refused',
          'packages/core/src/workflows/protein-cofolding.test.ts › open-shell and multi-structure SMILES are refused by their place in the list',
        ],
      },
      {
        text: "Co-folding: with boltz_2 and a ligand chosen for binding affinity, its SMILES must differ from all cofactors ('Binding Affinity Requires Unique Ligand SMILES').",
        held: [
          'packages/core/src/workflows/protein-cofolding.test.ts › the ligand for binding affinity must differ from all cofactors, whatever way the SMILES is written',
        ],
      },
      {
        text: "Boltz-1 with DNA or RNA: 'Boltz-1 Does Not Support Nucleic Acids'.",
        held: [
          'packages/core/src/workflows/protein-cofolding.test.ts › Boltz-1 with DNA or RNA, sequences that are too long, wrong letters and no sequence are refused',
        ],
      },
      {
        text: 'For chai_1r, use_msa_server and use_potentials are forced off.',
        held: [
          'packages/core/src/workflows/protein-cofolding.test.ts › Chai-1r forces MSA server and potentials off, no refinement forces strain off, and a resubmission says so',
        ],
      },
      {
        text: 'If pose refinement is off, strain computation is off.',
        held: [
          'packages/core/src/workflows/protein-cofolding.test.ts › Chai-1r forces MSA server and potentials off, no refinement forces strain off, and a resubmission says so',
        ],
      },
      {
        text: 'Submit shows an info message with counts of ligands, sequences and cofactors.',
        held: [
          'packages/core/src/workflows/protein-cofolding.test.ts › submit tells how many ligands, sequences and cofactors there are',
        ],
      },
      {
        text: 'Conformer search: a structure of several separate molecules needs careful or meticulous mode with NCI mode.',
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › several separate molecules, in a SMILES or by their coordinates, need careful or meticulous mode with NCI mode',
        ],
      },
      {
        text: 'Reckless and rapid disable open shell and constraints and limit atoms to MMFF94-supported ones;',
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › reckless and rapid take no open shell and no constraints, careful and meticulous take both',
          'packages/core/src/workflows/conformer-search.test.ts › elements: those of MMFF94 for reckless and rapid, of GFN-FF for careful, of GFN2-xTB for meticulous',
        ],
      },
      {
        text: 'reckless also disables transition states;',
        held: ['packages/core/src/workflows/conformer-search.test.ts › only reckless takes no transition states'],
      },
      {
        text: 'careful limits atoms to those supported by GFN-FF;',
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › elements: those of MMFF94 for reckless and rapid, of GFN-FF for careful, of GFN2-xTB for meticulous',
        ],
      },
      {
        text: 'meticulous to GFN2-xTB.',
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › elements: those of MMFF94 for reckless and rapid, of GFN-FF for careful, of GFN2-xTB for meticulous',
        ],
      },
      {
        text: 'Final-method options: manual or rapid multistage modes.',
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › the final method is chosen by hand or by the rapid chain, beside the other chains',
        ],
        note: 'The form offers the other chains of the multistage modes too.',
      },
      {
        text: 'Conformers reckless/rapid disable open-shell and constraints.',
        held: [
          'packages/core/src/workflows/conformers.test.ts › reckless and rapid take no open shell and no constraints; careful needs CREST',
        ],
      },
      {
        text: 'Tautomers: modes reckless, rapid, careful;',
        held: [
          'packages/core/src/workflows/tautomers.test.ts › the defaults of the specification: careful among reckless, rapid and careful',
        ],
      },
      {
        text: 'open shell disabled;',
        held: [
          'packages/core/src/workflows/tautomers.test.ts › closed shell, one molecule, and the elements of the specification',
        ],
      },
      {
        text: 'atoms 1,5,6,7,8,9,14,15,16,17,33,34,35,53.',
        held: [
          'packages/core/src/workflows/tautomers.test.ts › closed shell, one molecule, and the elements of the specification',
        ],
      },
      {
        text: 'Docking: ligand atoms 1,5,6,7,8,9,14,15,16,17,33,34,35,53;',
        held: [
          'packages/core/src/workflows/docking.test.ts › ligands have the atoms 1, 5 to 9, 14 to 17, 33 to 35 and 53, and no open shell',
        ],
      },
      {
        text: 'open shell disabled.',
        held: [
          'packages/core/src/workflows/docking.test.ts › ligands have the atoms 1, 5 to 9, 14 to 17, 33 to 35 and 53, and no open shell',
        ],
      },
      {
        text: 'Ion mobility atoms: 1,6,7,8,9,15,16,17,35.',
        held: ['packages/core/src/workflows/ion-mobility.test.ts › the elements of the specification'],
      },
      {
        text: 'BDE: open shell and charge disabled;',
        held: ['packages/core/src/workflows/bde.test.ts › open shell, charge and batches are disabled'],
      },
      {
        text: 'batch molecules disabled.',
        held: [
          'packages/core/src/workflows/bde.test.ts › open shell, charge and batches are disabled',
          'packages/core/src/workflows/shared-rules.test.ts › %s takes no several molecules at once',
        ],
      },
      {
        text: 'Resubmit drops all-C–H or all-C–X bonds when those flags are set.',
        held: [
          'packages/core/src/workflows/bde.test.ts › a resubmission drops the bonds that a flag chooses, and keeps the others',
        ],
      },
      {
        text: 'Hydrogen-bond workflow: open shell and charge disabled;',
        held: ['packages/core/src/workflows/hydrogen-bond-basicity.test.ts › open shell and charge are disabled'],
      },
      {
        text: 'atoms restricted to the union supported by the force field (plus boron) and the two named methods.',
        held: [
          'packages/core/src/workflows/hydrogen-bond-basicity.test.ts › atoms are those that the force field with boron and both named methods support',
        ],
        note: "Read as: the force field's atoms united with boron, of which both named methods take each one. The union of all three lists is H to Rn, where AIMNet2 and the force field fail.",
      },
      {
        text: 'Acceptor sites kept only if pkbhx is above -1;',
        held: [
          'packages/core/src/workflows/hydrogen-bond-basicity.test.ts › acceptor sites are kept only above -1; atoms by name, errors by group',
          'packages/core/src/chemistry/hydrogen-bond-basicity.test.ts › one site is the molecule; two equal sites add log10(2); sites at or below -1 do not count',
        ],
      },
      {
        text: 'donors table defaults to a minimum of -1.',
        held: [
          'packages/core/src/workflows/hydrogen-bond-basicity.test.ts › donors start with a minimum of -1, which hides weaker ones but loses none',
          'packages/widgets/src/table/rows.test.tsx › start with the minimum of a column, which a person may change',
        ],
      },
      {
        text: "Computing molecular pKBHX with no sites fails with 'Input must be a non-empty array of numbers.'",
        held: [
          'packages/core/src/chemistry/hydrogen-bond-basicity.test.ts › no sites, only sites too weak to be kept, or something that is no number, give the exact text',
        ],
      },
      {
        text: 'Pose MD: SMILES structure, required;',
        held: [
          'packages/core/src/workflows/pose-analysis-md.test.ts › a SMILES is required, and a protein, by identifier or inline',
        ],
      },
      {
        text: 'batch molecules and open shell disabled.',
        held: [
          'packages/core/src/workflows/pose-analysis-md.test.ts › batch molecules and open shell are disabled',
          'packages/core/src/workflows/shared-rules.test.ts › %s takes no several molecules at once',
        ],
      },
      {
        text: 'IRC: constraints disabled;',
        held: [
          "packages/core/src/workflows/irc.test.ts › defaults are the specification's",
          'packages/core/src/workflows/irc.test.ts › %j is refused',
        ],
      },
      {
        text: 'input is a transition state.',
        held: [
          "packages/core/src/workflows/irc.test.ts › defaults are the specification's",
          'packages/core/src/workflows/irc.test.ts › the warning before submit has its exact title',
        ],
      },
      {
        text: 'Orbitals, strain, MD, scan require a molecule;',
        held: ['packages/core/src/workflows/shared-rules.test.ts › %s needs a molecule with coordinates'],
      },
      {
        text: 'MD and scan support periodic systems.',
        held: [
          'packages/core/src/workflows/shared-rules.test.ts › a periodic system: %s takes it: %s',
          'packages/core/src/workflows/molecular-dynamics.test.ts › what a structure carries makes the starts possible; 10 000 frames are just taken',
          'packages/core/src/workflows/scan.test.ts › a method without cells is refused for a crystal, one with them taken',
        ],
      },
      {
        text: 'ADMET: structure is a SMILES, required;',
        held: [
          'packages/core/src/workflows/admet.test.ts › a SMILES is needed; open shell and several structures are refused',
        ],
      },
      {
        text: 'open shell and multi-structure SMILES disabled.',
        held: [
          'packages/core/src/workflows/admet.test.ts › a SMILES is needed; open shell and several structures are refused',
        ],
      },
      {
        text: "Double-ended TS: reactant and product must have equal charge and multiplicity, else 'The charge and multiplicity of the reactant and product must match for a double-ended transition-state (TS) search.",
        held: ['packages/core/src/workflows/double-ended-ts-search.test.ts › %# is refused'],
      },
      {
        text: "Please correct the input molecules.'",
        held: ['packages/core/src/workflows/double-ended-ts-search.test.ts › %# is refused'],
      },
      {
        text: 'Batch molecules disabled;',
        held: ['packages/core/src/workflows/shared-rules.test.ts › %s takes no several molecules at once'],
      },
      {
        text: 'structure required.',
        held: ['packages/core/src/workflows/double-ended-ts-search.test.ts › both molecules are needed'],
      },
      {
        text: 'Resubmit accepts only modes from the allowed list (redox, multistage, spin: reckless, rapid, careful, meticulous)',
        held: [
          'packages/core/src/workflows/shared-rules.test.ts › %s accepts the modes reckless, rapid, careful and meticulous only',
          'packages/core/src/methods/resubmission.test.ts › a mode comes from the list only',
        ],
      },
      {
        text: 'and a solvent null or from the known list.',
        held: ['packages/core/src/methods/resubmission.test.ts › a solvent is null or known'],
      },
      {
        text: 'Basis sets map case-insensitively (6-31G* becomes 6-31G(d));',
        held: [
          'packages/core/src/methods/methods.test.ts › basis sets are found in any letter case, with stars, and nothing else',
          'packages/core/src/methods/resubmission.test.ts › another letter case of a basis set is corrected without a change to accept; a composite method forces its own',
        ],
      },
      {
        text: 'unsupported basis sets, corrections or solvents are dropped.',
        held: [
          'packages/core/src/methods/resubmission.test.ts › what a server does not have is dropped or replaced, each with a reason',
          'packages/core/src/methods/resubmission.test.ts › another letter case of a basis set is corrected without a change to accept; a composite method forces its own',
          'packages/core/src/methods/resubmission.test.ts › a solvent stays only with an engine and a model that have it',
        ],
      },
      {
        text: 'The engine must be allowed, otherwise the first engine supporting the method is used.',
        held: [
          'packages/core/src/methods/resubmission.test.ts › an engine that is not allowed is replaced by the first that supports the method',
        ],
      },
      {
        text: 'Simple-molecule check: has SMILES or multiplicity 1, and all atoms in a permitted element set.',
        held: [
          'packages/core/src/workflows/shared-rules.test.ts › a simple one has a SMILES or multiplicity 1, and permitted elements only',
        ],
      },
      {
        text: 'Alignment needs at least two molecules;',
        held: ['packages/core/src/chemistry/alignment/alignment.test.ts › the two errors'],
      },
      {
        text: 'point sets must have equal non-zero length.',
        held: ['packages/core/src/chemistry/alignment/alignment.test.ts › the two errors'],
      },
      {
        text: 'Trajectory viewer range: minimum 50, maximum 1000 frames.',
        held: [
          'packages/core/src/trajectory/player.test.ts › is 50 to 1000 frames, or as many as there are, or as many as fit into memory',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › moves both ends of the range by keyboard, 50 to 1000 frames apart',
          'packages/core/src/tables/derived-values.test.ts › a range is always inside and 50 to 1000 frames long where there are so many',
        ],
      },
      {
        text: 'Solvent choices depend on the engine and its solvent models;',
        held: [
          'packages/core/src/methods/methods.test.ts › engine %s',
          'packages/core/src/methods/resubmission.test.ts › a solvent stays only with an engine and a model that have it',
        ],
      },
      {
        text: 'corrections depend on the method.',
        held: ['packages/core/src/methods/methods.test.ts › corrections follow method and engine'],
      },
    ],
  },
];
