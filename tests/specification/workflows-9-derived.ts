import type { Section } from './rows.ts';

/** Section 9 of the workflows document: derived values, descriptors, viewer and media. */
export const derived: readonly Section[] = [
  {
    heading: 'Derived values and buckets',
    rows: [
      {
        text: 'Predicted IC50 = 10^(pred_value-6);',
        held: [
          'packages/core/src/tables/derived-values.test.ts › IC50 in mol/L and pIC50 from the predicted log10(IC50 in µM)',
        ],
      },
      {
        text: 'pIC50 = -(pred_value-6).',
        held: [
          'packages/core/src/tables/derived-values.test.ts › IC50 in mol/L and pIC50 from the predicted log10(IC50 in µM)',
        ],
      },
      {
        text: 'BBB penetrance: bad 0–0.4, okay 0.4–0.6, good 0.6–1. pTM 0.5/0.7;',
        held: ['packages/core/src/tables/ratings.test.ts › scores of structures'],
      },
      { text: 'ipTM 0.6/0.8;', held: ['packages/core/src/tables/ratings.test.ts › scores of structures'] },
      { text: 'pLDDT 0.5/0.7;', held: ['packages/core/src/tables/ratings.test.ts › scores of structures'] },
      { text: 'confidence 0.5/0.75;', held: ['packages/core/src/tables/ratings.test.ts › scores of structures'] },
      {
        text: 'affinity probability 0.5/0.75 (lower/upper cut).',
        held: ['packages/core/src/tables/ratings.test.ts › scores of structures'],
      },
      {
        text: 'Strain: good under 4, okay 4–8, bad above 8 kcal/mol.',
        held: [
          'packages/core/src/tables/ratings.test.ts › strain: good under 4, okay to 8, bad above; not computed is unknown',
        ],
      },
      {
        text: 'Docking: lowest scores with strain under 4 and under 8 kcal/mol reported.',
        held: ['packages/core/src/tables/derived-values.test.ts › lowest scores with strain under 4 and under 8'],
      },
      {
        text: 'Several values use 2 decimals.',
        held: [
          'packages/core/src/workflows/docking.test.ts › scores are called scores, strain is rated, what was not computed is unknown',
          'packages/core/src/workflows/strain.test.ts › the strain with its rating: good under 4, okay from 4 to 8, bad above',
          'packages/core/src/workflows/redox-potential.test.ts › potentials in V with two decimals; the electrode only where it is known',
          'packages/core/src/workflows/bde.test.ts › energies in kcal/mol beside the Hartree; a failed bond says so',
          'packages/core/src/workflows/hydrogen-bond-basicity.test.ts › acceptor sites are kept only above -1; atoms by name, errors by group',
          'packages/core/src/workflows/spin-states.test.ts › energies relative to the lowest in kcal/mol beside the Hartree',
        ],
      },
      {
        text: 'ADMET rating buckets: molecular weight good up to 500, okay up to 1000;',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'logP good 0–5;',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'HBA good up to 10, okay to 12;',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'HBD good up to 5, okay to 7;',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'Lipinski good 4;',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'QED good 0.6–1;',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'TPSA good up to 140, okay to 200.',
        held: ['packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits'],
      },
      {
        text: 'Probability-type properties: good/okay/bad at 0.6 and 0.3 (reversed for inhibition and toxicity).',
        held: [
          'packages/core/src/tables/ratings.test.ts › probabilities at 0.6 and 0.3, reversed for inhibition and toxicity',
        ],
      },
      {
        text: 'Clearance, half-life and solubility have their own cutoffs (values not shown).',
        held: [
          'packages/core/src/tables/ratings.test.ts › our own limits: clearance by hepatic extraction, half-life by what is left, solubility; each with its reason',
        ],
      },
      {
        text: 'Unreliable flags on VDss, PPBR and clearance.',
        held: [
          'packages/core/src/tables/ratings.test.ts › VDss, PPBR and both clearances carry the unreliable flag, nothing else does',
        ],
      },
      {
        text: 'The full property list is not shown.',
        held: [
          'packages/core/src/tables/ratings.test.ts › are the 49 of the model, in its categories, with its ranges',
        ],
        note: 'The list is that of the public model: 49 properties.',
      },
      {
        text: 'Saved-column property catalogue: energy (Hartree), zero-point energy, thermal corrections, total enthalpy, Gibbs free energy, solvation energy (kcal/mol), BBB penetrance, pTM, ipTM, pLDDT, confidence score, affinity probability, IC50, pIC50, oxidation and reduction potential (V), collisional cross section, strain (kcal/mol), PoseBusters validity, isoelectric point, docking scores.',
        held: [
          'packages/core/src/tables/derived-values.test.ts › hold the whole catalogue of the specification',
          'packages/core/src/tables/derived-values.test.ts › have the units of the specification',
        ],
      },
      {
        text: 'pH slider 0–14, step 0.1, default 7.4;',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › has the slider of the specification and a card per microstate: name, weight at that pH, drawing, charge',
          'packages/core/src/entities/platform.test.ts › the pH slider, the heights of the microstate view, the second try for the toolkit',
        ],
      },
      {
        text: 'debounce 50 ms.',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › moves to the dominant microstate 50 ms after the last pH change, not before',
          'packages/core/src/entities/platform.test.ts › the pH slider, the heights of the microstate view, the second try for the toolkit',
        ],
      },
      {
        text: 'BDE colour scale green to pale green;',
        held: [
          'packages/core/src/tables/derived-values.test.ts › bond dissociation energies run from green to pale green; a failed one has no colour',
        ],
      },
      {
        text: 'row opacity 0.65, hover 0.9.',
        held: [
          'packages/core/src/tables/derived-values.test.ts › rows of the bond table have opacity 0.65, and 0.9 under the pointer',
        ],
      },
      {
        text: 'pKa badge opacity clamped to pKa 2–12, default maximum 0.85.',
        held: [
          'packages/core/src/tables/derived-values.test.ts › the pKa badge is clamped to 2 to 12 and at most 0.85 opaque',
        ],
      },
    ],
  },
  {
    heading: 'Descriptor catalogue',
    rows: [
      {
        text: 'Each entry, keyed by descriptor name, has display_name (same as key), dim (2D or 3D only), module and description.',
        held: [
          'packages/core/src/descriptors/descriptors.test.ts › holds the 1826 names of Mordred in its order, with module and dimension, and the xTB group',
          'packages/core/src/descriptors/descriptors.test.ts › every name has one sentence of its own that does not merely repeat the name',
        ],
      },
      {
        text: 'Modules seen: Autocorrelation, BCUT, BalabanJ, BaryszMatrix, BertzCT, BondCount, CPSA, CarbonTypes, Chi, Constitutional, DetourMatrix, DistanceMatrix, EState, and further groups (extended topochemical atom, information content, 3D-MoRSE, ring counts, path counts, walk counts, Zagreb, Wiener, Lipinski, Ghose, xTB, moment of inertia, radius of gyration).',
        held: [
          'packages/core/src/descriptors/descriptors.test.ts › holds the 1826 names of Mordred in its order, with module and dimension, and the xTB group',
          'packages/core/src/descriptors/descriptors.test.ts › every module belongs to exactly one group, and the groups hold every descriptor once',
        ],
      },
      {
        text: 'Autocorrelation: centered Moreau-Broto (ATSC), averaged and centered (AATSC), Moran (MATS), Geary (GATS);',
        held: [
          'packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole',
          'packages/core/src/descriptors/descriptors.test.ts › the sentences say what the rules of the names say',
        ],
      },
      {
        text: 'lags 0 to 8 (Moran and Geary 1 to 8);',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole'],
      },
      {
        text: 'weighted by charge, valence electrons, sigma electrons, intrinsic state, atomic number, mass, van der Waals volume, Sanderson, Pauling and Allred-Rochow electronegativity, polarizability or ionization potential.',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the sentences say what the rules of the names say'],
      },
      {
        text: 'BCUT: first highest and first lowest eigenvalues per weight.',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole'],
      },
      {
        text: 'BaryszMatrix, DetourMatrix, DistanceMatrix: 14 spectral indices each (SpAbs, SpMax, SpDiam, SpAD, SpMAD, LogEE, SM1, VE1-3, VR1-3).',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole'],
        note: 'The list names 13; Mordred has these for each Barysz matrix and the detour matrix (whose index is a fourteenth), and 12 for the distance matrix, whose trace is zero.',
      },
      {
        text: 'CPSA: 3D surface-area descriptors (PNSA, PPSA, DPSA, FNSA, FPSA, WNSA, WPSA versions 1 to 5, RNCS, RPCS, TASA, TPSA, RASA, RPSA) plus 2D RNCG and RPCG.',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole'],
      },
      {
        text: 'Chi: orders up to 7 (path), 6 (cluster and path-cluster), 3 to 7 (chain).',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole'],
      },
      {
        text: 'EState: counts (N prefix), sums (S prefix), maxima (MAX prefix) per atom group, plus min/max electrotopological state;',
        held: ['packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole'],
      },
      {
        text: 'the full listing is not shown.',
        held: [
          'packages/core/src/descriptors/descriptors.test.ts › holds the 1826 names of Mordred in its order, with module and dimension, and the xTB group',
        ],
        note: 'The listing is that of Mordred.',
      },
      {
        text: '3D-MoRSE: distances 1-32 with mass, van der Waals volume, Sanderson electronegativity and polarizability weightings. xTB group: Fukui positive/neutral/negative, atomic charges, global electrophilicity index.',
        held: [
          'packages/core/src/descriptors/descriptors.test.ts › the families of the specification are whole',
          'packages/core/src/descriptors/descriptors.test.ts › holds the 1826 names of Mordred in its order, with module and dimension, and the xTB group',
        ],
      },
    ],
  },
  {
    heading: 'Viewer and media',
    rows: [
      {
        text: 'Viewer menu: Rotate structure,',
        held: [
          'packages/widgets/src/viewer/bar.test.tsx › Rotate structure turns the picture until it is chosen again',
        ],
      },
      {
        text: 'Hide/Show C–H bonds,',
        held: [
          'packages/widgets/src/viewer/viewer.test.tsx › draws fewer pixels without C-H bonds, and the same again with them',
        ],
      },
      {
        text: 'Manage protein view, Download PNG, Download WebM video, Download GIF;',
        held: [
          'packages/widgets/src/viewer/protein.test.tsx › every form and colour scheme changes the picture at once, while the dialog is open, and is kept in the state',
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a PNG named after the item, on the colour of the theme, then without a background by choice',
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a video of the ensemble, without a warning',
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before',
        ],
      },
      {
        text: 'periodic systems add Show/Hide adjacent cells and Show/Hide closest cell;',
        held: [
          'packages/widgets/src/viewer/cells.test.tsx › shows and hides adjacent cells and the closest cell, in these words',
        ],
      },
      {
        text: 'reset button.',
        held: [
          'packages/widgets/src/viewer/bar.test.tsx › the reset button brings the first view back and stops the turning',
        ],
      },
      {
        text: 'Export: PNG 3840x2160;',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/recording/recording.test.ts › a PNG has 3840 × 2160 pixels, on the theme or on nothing, and nothing moves on the screen',
        ],
      },
      {
        text: 'GIF 360x360, 250 ms delay, max 30 frames per loop;',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/recording/recording.test.ts › a GIF of a full turn has 30 pictures of 360 × 360 pixels, 250 ms each, for ever',
          'packages/widgets/src/viewer/recording/recording.test.ts › all members up to the most that the format takes, else so many at even distances',
        ],
      },
      {
        text: 'WebM vp9 at 5 Mbit/s, 30 fps, max 150 frames;',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/recording/recording.test.ts › a WebM video of a full turn has exactly 150 VP9 pictures in exactly 5 s, each another',
          'packages/widgets/src/viewer/recording/recording.test.ts › all members up to the most that the format takes, else so many at even distances',
        ],
      },
      {
        text: 'lasso drag threshold 10 px.',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/selection.test.tsx › draws from 10 pixels on; less is a click on the atom under the pointer',
        ],
      },
      {
        text: 'Recording and image download show percent progress.',
        held: [
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before',
          'packages/widgets/src/viewer/recording/recording.test.ts › a PNG has 3840 × 2160 pixels, on the theme or on nothing, and nothing moves on the screen',
        ],
      },
      {
        text: 'Credits shown with 2 decimals (only when billing is on), runtime limit with 0 decimals.',
        later: 'page: billing',
        partly: [
          'packages/core/src/entities/platform.test.ts › billing fields are shown only when billing is on: credits with 2 decimals, the limit with none',
        ],
      },
    ],
  },
];
