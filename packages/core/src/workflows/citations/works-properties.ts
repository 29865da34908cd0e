import { background, must, type Work } from './work.ts';

/** Works on the prediction of properties: trained models, fitted scales, scores, and the experimental values behind them. */
export const propertyWorks: Readonly<Record<string, Work>> = {
  magnet_zero: must(
    'Adams, Wagen, Wolford et al.',
    'Chemical shift prediction beyond the electronic structure limit (MagNET)',
    'Submitted 2026',
    null,
  ),
  esol: must('Delaney', 'ESOL', 'J. Chem. Inf. Comput. Sci. 2004, 44, 1000', '10.1021/ci034243x'),
  fastsolv: must('Attia, Burns, Doyle, Green', 'FastSolv', 'Nat. Commun. 2025, 16, 7497', '10.1038/s41467-025-62717-7'),
  admet_ai: must(
    'Swanson, Walther, Leitz et al.',
    'ADMET-AI',
    'Bioinformatics 2024, 40, btae416',
    '10.1093/bioinformatics/btae416',
  ),
  tdc: background(
    'Huang, Fu, Gao et al.',
    'Therapeutics Data Commons',
    'Nat. Chem. Biol. 2022, 18, 1033',
    '10.1038/s41589-022-01131-2',
  ),
  starling: must('Wagen', 'Physics-informed machine learning for macroscopic pKa (Starling)', 'ChemRxiv 2025', null),
  uni_pka: must('Luo, Zhou, Zhu et al.', 'Uni-pKa', 'JACS Au 2024, 4, 3451', '10.1021/jacsau.4c00271'),
  aimnet2_wagen2024: must(
    'Wagen, Wagen',
    'pKa prediction by machine-learned interatomic potentials',
    'ChemRxiv 2024',
    null,
  ),
  chemprop_nevolianis2025: must(
    'Nevolianis, Zheng, Müller et al.',
    'Solvation free energies of anions: from curated reference data to predictive models',
    'J. Am. Chem. Soc. 2025',
    '10.1021/jacs.5c02578',
  ),
  chemprop: must(
    'Heid, Greenman, Chung et al.',
    'Chemprop',
    'J. Chem. Inf. Model. 2024, 64, 9',
    '10.1021/acs.jcim.3c01250',
  ),
  thapa2019: background(
    'Thapa, Raghavachari',
    'pKa evaluations for bio-organic molecules in aqueous media',
    'J. Chem. Theory Comput. 2019, 15, 6025',
    '10.1021/acs.jctc.9b00606',
  ),
  kenny2016: must(
    'Kenny, Montanari, Prokopczyk, Ribeiro, Sartori',
    'Hydrogen-bond basicity prediction for medicinal chemistry design',
    'J. Med. Chem. 2016, 59, 4278',
    '10.1021/acs.jmedchem.5b01946',
  ),
  kenny2009: must(
    'Kenny',
    'Hydrogen bonding, electrostatic potential, and molecular design',
    'J. Chem. Inf. Model. 2009, 49, 1234',
    null,
  ),
  wagen2025: must(
    'Wagen',
    'Efficient black-box prediction of hydrogen-bond-acceptor strength',
    'ChemRxiv 2025',
    '10.26434/chemrxiv-2025-kv6d6-v2',
  ),
  laurence2009: background(
    'Laurence, Brameld, Graton, Le Questel, Renault',
    'The pKBHX database',
    'J. Med. Chem. 2009, 52, 4073',
    '10.1021/jm801331y',
  ),
  blanksby2003: background(
    'Blanksby, Ellison',
    'Bond dissociation energies of organic molecules',
    'Acc. Chem. Res. 2003, 36, 255',
    '10.1021/ar020230d',
  ),
  isse2010: background(
    'Isse, Gennaro',
    'Absolute potential of the standard hydrogen electrode',
    'J. Phys. Chem. B 2010, 114, 7894',
    '10.1021/jp100402x',
  ),
  kp_uu: background(
    'Lawrenz et al.',
    'Physics-based Kp,uu from solvation energies',
    'J. Chem. Inf. Model. 2023',
    '10.1021/acs.jcim.3c00150',
  ),
  bbb_score: must(
    'Gupta, Lee, Barden, Weaver',
    'The blood–brain barrier (BBB) score',
    'J. Med. Chem. 2019, 62, 9824',
    '10.1021/acs.jmedchem.9b01220',
  ),
  lipinski: background(
    'Lipinski, Lombardo, Dominy, Feeney',
    'Rule of five',
    'Adv. Drug Deliv. Rev. 2001, 46, 3',
    '10.1016/S0169-409X(00)00129-0',
  ),
  qed: background(
    'Bickerton, Paolini, Besnard, Muresan, Hopkins',
    'Quantifying the chemical beauty of drugs (QED)',
    'Nat. Chem. 2012, 4, 90',
    '10.1038/nchem.1243',
  ),
  crippen: background(
    'Wildman, Crippen',
    'logP by atomic contributions',
    'J. Chem. Inf. Comput. Sci. 1999, 39, 868',
    '10.1021/ci990307l',
  ),
  tpsa: background(
    'Ertl, Rohde, Selzer',
    'Topological polar surface area',
    'J. Med. Chem. 2000, 43, 3714',
    '10.1021/jm000942e',
  ),
};
