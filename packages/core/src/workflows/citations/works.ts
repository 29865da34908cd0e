import type { Work } from './work.ts';
import { methodWorks } from './works-methods.ts';
import { propertyWorks } from './works-properties.ts';
import { toolWorks } from './works-tools.ts';

/** All works by their identifier. */
export const works: ReadonlyMap<string, Work> = new Map([
  ...Object.entries(methodWorks),
  ...Object.entries(toolWorks),
  ...Object.entries(propertyWorks),
]);

const d3bj = ['d3', 'bj'];

/**
 * Works for what is not a work of that name itself: a method that several papers made, a family that shares one, an engine (`engine:xtb`). What is not
 * listed is cited by the work of its own name.
 */
export const worksOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bp86: ['b88', 'p86'],
    b97_d3bj: ['b97d', ...d3bj],
    m062x: ['m06'],
    b3lyp: ['b3lyp', 'becke3', 'lyp'],
    wb97x_d3: ['wb97x_d3', 'd3'],
    wb97x_v: ['wb97x_v', 'vv10'],
    wb97m_v: ['wb97m_v', 'vv10'],
    wb97m_d3bj: ['wb97m_d3bj', 'wb97m_v', ...d3bj],
    dsd_blyp_d3bj: ['dsd_blyp_d3bj', 'dsd_blyp', ...d3bj],
    hf_3c: ['hf_3c', 'gcp', ...d3bj],
    b97_3c: ['b97_3c', ...d3bj],
    r2scan_3c: ['r2scan_3c', 'r2scan', 'd4', 'gcp'],
    wb97x_3c: ['wb97x_3c', 'd4'],
    d3bj,

    off_sage_2_2_1: ['sage', 'smirnoff'],
    smirnoff_2_2_1_amber_am1bcc: ['sage', 'smirnoff', 'ff14sb', 'am1_bcc'],
    omol25_conserving_s: ['omol25', 'esen'],
    uma_s_omol: ['uma', 'omol25'],
    uma_m_omol: ['uma', 'omol25'],
    uma_s_omat: ['uma', 'omat24'],
    uma_m_omat: ['uma', 'omat24'],
    uma_s_omc: ['uma', 'omc25'],
    uma_m_omc: ['uma', 'omc25'],
    aimnet2_wb97md3: ['aimnet2'],
    egret_1: ['egret_1', 'mace'],
    egret_1e: ['egret_1', 'mace'],
    egret_1t: ['egret_1', 'mace'],
    mace_mp_0: ['mace_mp_0', 'mace'],
    mace_mp_0b2_l: ['mace_mp_0', 'mace'],
    orb_v3_conservative_inf_omat: ['orb_v3', 'omat24'],
    orb_v3_conservative_omol: ['orb_v3', 'omol25'],

    gbsa: ['alpb'],
    pcm: ['iefpcm'],
    SMD: ['smd'],

    trajectory_n2_campuzano: ['campuzano2012'],
    trajectory_he_siu: ['mesleh1996', 'siu2010'],
    esol_crippen: ['esol', 'crippen'],
    esol_environments: ['esol', 'physprop', 'morgan_fingerprint', 'rdkit'],
    environment_ridge_physprop: ['physprop', 'morgan_fingerprint', 'rdkit'],
    rdkit_physicochemical: ['rdkit', 'lipinski', 'qed', 'crippen', 'tpsa'],
    gfn2_alpb: ['gfn2_xtb', 'alpb', 'rdkit'],
    gfn2_alpb_linear: ['gfn2_xtb', 'alpb', 'thapa2019'],
    gfn2_alpb_absolute: ['gfn2_xtb', 'alpb', 'isse2010'],
    gfn2_bond_type: ['gfn2_xtb', 'blanksby2003'],
    b3lyp_631gd_gfn2_linear: ['b3lyp', 'becke3', 'lyp', 'gfn2_xtb', 'blanksby2003'],
    wb97xd_631gd_gfn2_linear: ['wb97x_d', 'gfn2_xtb', 'blanksby2003'],
    giao_b3lyp_631gd: ['b3lyp', 'becke3', 'lyp', 'giao', 'delta50', 'cpcm'],
    vmin_hf_631gd_gfn2: ['kenny2016', 'laurence2009', 'hf', 'gfn2_xtb'],
    etkdg: ['etkdg', 'etkdg_v3'],
    crest: ['crest', 'imtd_gc'],
    fukui: ['condensed_fukui', 'fukui', 'electrophilicity'],
    boltz: ['boltz_1', 'boltz_2'],
    chai_1r: ['chai_1'],
    vina: ['vina', 'vina_1_2'],
    qvina: ['qvina2'],
    'qvina-w': ['qvina_w'],
    msa: ['hmmer', 'pyhmmer'],
    jackhmmer: ['hmmer', 'pyhmmer'],
    admet_ai: ['admet_ai', 'tdc'],
    starling: ['starling', 'uni_pka'],
    aimnet2_wagen2024: ['aimnet2_wagen2024', 'aimnet2', 'cpcmx'],
    chemprop_nevolianis2025: ['chemprop_nevolianis2025', 'chemprop'],
    pkbhx: ['kenny2016', 'wagen2025', 'laurence2009'],
    pk_alpha: ['kenny2009'],

    'engine:aimnet2': ['aimnet2'],
    'engine:egret': ['egret_1', 'mace'],
    'engine:mace': ['mace'],
    'engine:omol25': ['omol25', 'uma'],
    'engine:omat24': ['omat24'],
    'engine:fairchem': ['uma', 'omol25', 'omat24'],
    'engine:orb': ['orb_v3'],
    'engine:xtb': ['xtb_program'],
    'engine:tblite': ['xtb_program'],
    'engine:psi4': ['psi4'],
    'engine:pyscf': ['pyscf', 'pyscf_framework'],
    'engine:gpu4pyscf': ['gpu4pyscf', 'gpu4pyscf_enhanced', 'pyscf'],
    'engine:terachem': ['terachem'],
    'engine:openff': ['sage', 'smirnoff', 'openmm'],
    'engine:openmm': ['openmm'],
    'engine:ambertools': ['ff14sb', 'gaff', 'am1_bcc'],
    ambertools: ['ff14sb', 'gaff', 'am1_bcc'],
    'engine:rdkit': ['rdkit'],
    'engine:crest': ['crest', 'imtd_gc'],
    'engine:mordred': ['mordred'],
    'engine:starling': ['starling', 'uni_pka'],
    'engine:boltz': ['boltz_1', 'boltz_2'],
    'engine:chai': ['chai_1'],
    'engine:vina': ['vina', 'vina_1_2'],
  }),
);
