import { arXiv, background, must, type Work } from './work.ts';

/** Works on levels of theory: methods, dispersion and counterpoise corrections, implicit solvents, model potentials and force fields. */
export const methodWorks: Readonly<Record<string, Work>> = {
  // Wave function and density functionals
  hf: background(
    'Roothaan',
    'New developments in molecular orbital theory',
    'Rev. Mod. Phys. 1951, 23, 69',
    '10.1103/RevModPhys.23.69',
  ),
  pbe: must('Perdew, Burke, Ernzerhof', 'PBE', 'Phys. Rev. Lett. 1996, 77, 3865', '10.1103/PhysRevLett.77.3865'),
  b88: must('Becke', 'B88 exchange', 'Phys. Rev. A 1988, 38, 3098', '10.1103/PhysRevA.38.3098'),
  p86: must('Perdew', 'P86 correlation', 'Phys. Rev. B 1986, 33, 8822', '10.1103/PhysRevB.33.8822'),
  lyp: must('Lee, Yang, Parr', 'LYP correlation', 'Phys. Rev. B 1988, 37, 785', '10.1103/PhysRevB.37.785'),
  b97d: must('Grimme', 'B97-D', 'J. Comput. Chem. 2006, 27, 1787', '10.1002/jcc.20495'),
  r2scan: must(
    'Furness, Kaplan, Ning, Perdew, Sun',
    'r²SCAN',
    'J. Phys. Chem. Lett. 2020, 11, 8208',
    '10.1021/acs.jpclett.0c02405',
  ),
  tpss: must(
    'Tao, Perdew, Staroverov, Scuseria',
    'TPSS',
    'Phys. Rev. Lett. 2003, 91, 146401',
    '10.1103/PhysRevLett.91.146401',
  ),
  tpssh: must('Staroverov, Scuseria, Tao, Perdew', 'TPSSh', 'J. Chem. Phys. 2003, 119, 12129', '10.1063/1.1626543'),
  m06l: must('Zhao, Truhlar', 'M06-L', 'J. Chem. Phys. 2006, 125, 194101', '10.1063/1.2370993'),
  m06: must('Zhao, Truhlar', 'M06 functionals', 'Theor. Chem. Acc. 2008, 120, 215', '10.1007/s00214-007-0310-x'),
  pbe0: must('Adamo, Barone', 'PBE0', 'J. Chem. Phys. 1999, 110, 6158', '10.1063/1.478522'),
  b3lyp: must(
    'Stephens, Devlin, Chabalowski, Frisch',
    'B3LYP',
    'J. Phys. Chem. 1994, 98, 11623',
    '10.1021/j100096a001',
  ),
  becke3: must('Becke', 'Three-parameter hybrid exchange', 'J. Chem. Phys. 1993, 98, 5648', '10.1063/1.464913'),
  camb3lyp: must('Yanai, Tew, Handy', 'CAM-B3LYP', 'Chem. Phys. Lett. 2004, 393, 51', '10.1016/j.cplett.2004.06.011'),
  wb97x_d3: must('Lin, Li, Mao, Chai', 'ωB97X-D3', 'J. Chem. Theory Comput. 2013, 9, 263', '10.1021/ct300715s'),
  wb97x_d: must('Chai, Head-Gordon', 'ωB97X-D', 'Phys. Chem. Chem. Phys. 2008, 10, 6615', '10.1039/b810189b'),
  wb97x_v: must('Mardirossian, Head-Gordon', 'ωB97X-V', 'Phys. Chem. Chem. Phys. 2014, 16, 9904', '10.1039/C3CP54374A'),
  wb97m_v: must('Mardirossian, Head-Gordon', 'ωB97M-V', 'J. Chem. Phys. 2016, 144, 214110', '10.1063/1.4952647'),
  wb97m_d3bj: must(
    'Najibi, Goerigk',
    'ωB97M-D3(BJ)',
    'J. Chem. Theory Comput. 2018, 14, 5725',
    '10.1021/acs.jctc.8b00842',
  ),
  dsd_blyp_d3bj: must(
    'Kozuch, Martin',
    'Spin-component-scaled double hybrids (DSD)',
    'J. Comput. Chem. 2013, 34, 2327',
    '10.1002/jcc.23391',
  ),
  dsd_blyp: must('Kozuch, Gruzman, Martin', 'DSD-BLYP', 'J. Phys. Chem. C 2010, 114, 20801', '10.1021/jp1070852'),
  skala: must(
    'Luise, Huang, Vogels, Kooi, Ehlert et al.',
    'Accurate and scalable exchange-correlation with deep learning (Skala)',
    'arXiv 2506.14665',
    arXiv('2506.14665'),
  ),

  // Composite methods and corrections
  hf_3c: must('Sure, Grimme', 'HF-3c', 'J. Comput. Chem. 2013, 34, 1672', '10.1002/jcc.23317'),
  b97_3c: must(
    'Brandenburg, Bannwarth, Hansen, Grimme',
    'B97-3c',
    'J. Chem. Phys. 2018, 148, 064104',
    '10.1063/1.5012601',
  ),
  r2scan_3c: must(
    'Grimme, Hansen, Ehlert, Mewes',
    'r²SCAN-3c',
    'J. Chem. Phys. 2021, 154, 064103',
    '10.1063/5.0040021',
  ),
  wb97x_3c: must('Müller, Hansen, Grimme', 'ωB97X-3c', 'J. Chem. Phys. 2023, 158, 014103', '10.1063/5.0133026'),
  d3: must('Grimme, Antony, Ehrlich, Krieg', 'D3 dispersion', 'J. Chem. Phys. 2010, 132, 154104', '10.1063/1.3382344'),
  bj: must('Grimme, Ehrlich, Goerigk', 'D3(BJ) damping', 'J. Comput. Chem. 2011, 32, 1456', '10.1002/jcc.21759'),
  d4: must(
    'Caldeweyher, Ehlert, Hansen, Neugebauer, Spicher, Bannwarth, Grimme',
    'D4 dispersion',
    'J. Chem. Phys. 2019, 150, 154122',
    '10.1063/1.5090222',
  ),
  gcp: must(
    'Kruse, Grimme',
    'Geometrical counterpoise correction (gCP)',
    'J. Chem. Phys. 2012, 136, 154101',
    '10.1063/1.3700154',
  ),
  vv10: must(
    'Vydrov, Van Voorhis',
    'VV10 nonlocal correlation',
    'J. Chem. Phys. 2010, 133, 244103',
    '10.1063/1.3521275',
  ),

  // Semiempirical methods and force fields
  gfn2_xtb: must(
    'Bannwarth, Ehlert, Grimme',
    'GFN2-xTB',
    'J. Chem. Theory Comput. 2019, 15, 1652',
    '10.1021/acs.jctc.8b01176',
  ),
  gfn1_xtb: must(
    'Grimme, Bannwarth, Shushkov',
    'GFN1-xTB',
    'J. Chem. Theory Comput. 2017, 13, 1989',
    '10.1021/acs.jctc.7b00118',
  ),
  gfn0_xtb: must('Pracht, Caldeweyher, Ehlert, Grimme', 'GFN0-xTB', 'ChemRxiv 2019', '10.26434/chemrxiv.8326202.v1'),
  gfn_ff: must('Spicher, Grimme', 'GFN-FF', 'Angew. Chem. Int. Ed. 2020, 59, 15665', '10.1002/anie.202004239'),
  g_xtb: must('Froitzheim, Müller, Hansen, Grimme', 'g-xTB', 'ChemRxiv 2025', '10.26434/chemrxiv-2025-bjxvt'),
  mmff94: must(
    'Halgren',
    'Merck molecular force field',
    'J. Comput. Chem. 1996, 17, 490',
    '10.1002/(SICI)1096-987X(199604)17:5/6<490::AID-JCC1>3.0.CO;2-P',
  ),
  sage: must(
    'Boothroyd, Behara, Madin et al.',
    'OpenFF 2.0 (Sage)',
    'J. Chem. Theory Comput. 2023, 19, 3251',
    '10.1021/acs.jctc.3c00039',
  ),
  smirnoff: background(
    'Mobley, Bannan, Rizzi et al.',
    'SMIRNOFF force fields by direct chemical perception',
    'J. Chem. Theory Comput. 2018, 14, 6076',
    '10.1021/acs.jctc.8b00640',
  ),
  ff14sb: must(
    'Maier, Martinez, Kasavajhala, Wickstrom, Hauser, Simmerling',
    'Amber ff14SB',
    'J. Chem. Theory Comput. 2015, 11, 3696',
    '10.1021/acs.jctc.5b00255',
  ),
  am1_bcc: must('Jakalian, Jack, Bayly', 'AM1-BCC charges', 'J. Comput. Chem. 2002, 23, 1623', '10.1002/jcc.10128'),
  tip3p: must(
    'Jorgensen, Chandrasekhar, Madura, Impey, Klein',
    'TIP3P water',
    'J. Chem. Phys. 1983, 79, 926',
    '10.1063/1.445869',
  ),

  // Neural network potentials
  omol25: must(
    'Levine, Shuaibi, Spotte-Smith et al.',
    'The Open Molecules 2025 (OMol25) dataset and models',
    'arXiv 2505.08762',
    arXiv('2505.08762'),
  ),
  esen: must(
    'Fu, Wood, Barroso-Luque et al.',
    'Learning smooth and expressive interatomic potentials (eSEN)',
    'arXiv 2502.12147',
    arXiv('2502.12147'),
  ),
  uma: must(
    'Wood, Dzamba, Fu et al.',
    'UMA: a family of universal models for atoms',
    'arXiv 2506.23971',
    arXiv('2506.23971'),
  ),
  omat24: must(
    'Barroso-Luque, Shuaibi, Fu et al.',
    'Open Materials 2024 (OMat24)',
    'arXiv 2410.12771',
    arXiv('2410.12771'),
  ),
  omc25: must(
    'Gharakhanyan, Barroso-Luque, Yang et al.',
    'Open Molecular Crystals 2025 (OMC25)',
    'arXiv 2508.02651',
    arXiv('2508.02651'),
  ),
  aimnet2: must('Anstine, Zubatyuk, Isayev', 'AIMNet2', 'Chem. Sci. 2025, 16, 10228', '10.1039/D4SC08572H'),
  egret_1: must('Wagen, Mann, Vandezande, Wagen, Schneider', 'Egret-1', 'arXiv 2504.20955', arXiv('2504.20955')),
  mace: must(
    'Batatia, Kovács, Simm, Ortner, Csányi',
    'MACE: higher order equivariant message passing',
    'Adv. Neural Inf. Process. Syst. 2022',
    arXiv('2206.07697'),
  ),
  mace_mp_0: must(
    'Batatia, Benner, Chiang et al.',
    'A foundation model for atomistic materials chemistry (MACE-MP)',
    'arXiv 2401.00096',
    arXiv('2401.00096'),
  ),
  orb_v3: must(
    'Rhodes, Vandenhaute, Šimkus, Gin, Godwin, Duignan, Neumann',
    'Orb-v3: atomistic simulation at scale',
    'arXiv 2504.06231',
    arXiv('2504.06231'),
  ),

  // Implicit solvents
  alpb: must(
    'Ehlert, Stahn, Spicher, Grimme',
    'ALPB and GBSA solvation for xTB',
    'J. Chem. Theory Comput. 2021, 17, 4250',
    '10.1021/acs.jctc.1c00471',
  ),
  cpcmx: must(
    'Stahn, Ehlert, Grimme',
    'CPCM-X solvation',
    'J. Phys. Chem. A 2023, 127, 7036',
    '10.1021/acs.jpca.3c04382',
  ),
  cpcm: must(
    'Barone, Cossi',
    'Conductor-like polarizable continuum (C-PCM)',
    'J. Phys. Chem. A 1998, 102, 1995',
    '10.1021/jp9716997',
  ),
  cosmo: must(
    'Klamt, Schüürmann',
    'Conductor-like screening (COSMO)',
    'J. Chem. Soc., Perkin Trans. 2 1993, 799',
    '10.1039/P29930000799',
  ),
  iefpcm: must(
    'Cancès, Mennucci, Tomasi',
    'Integral equation formalism PCM',
    'J. Chem. Phys. 1997, 107, 3032',
    '10.1063/1.474659',
  ),
  smd: must('Marenich, Cramer, Truhlar', 'SMD solvation', 'J. Phys. Chem. B 2009, 113, 6378', '10.1021/jp810292n'),
};
