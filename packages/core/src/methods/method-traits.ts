/** Basis sets that composite methods bring along; another choice is overridden. */
export const compositeBasisSets: ReadonlyMap<string, string> = new Map([
  ['hf_3c', 'MINIX'],
  ['b97_3c', 'def2-mTZVP'],
  ['r2scan_3c', 'def2-mTZVPP'],
  ['wb97x_3c', 'vDZP'],
]);

/** Methods that have their dispersion built in; a further correction would count it twice. */
export const dispersionBuiltIn: ReadonlySet<string> = new Set([
  'wb97x_d3',
  'wb97x_v',
  'wb97m_v',
  'wb97m_d3bj',
  'dsd_blyp_d3bj',
  'b97_d3bj',
]);

/** Methods that cannot relax a cell. */
export const noCellOptimization: ReadonlySet<string> = new Set(['omol25_conserving_s']);
