import { askedOf, basisOf, headOf, type InputWish, NotWritable, type ProgramInput } from './program-input.ts';

// B3LYP/G has the local correlation of Gaussian, Psi4 and PySCF; B3LYP of ORCA has VWN5.
const methods = {
  hf: 'HF',
  pbe: 'PBE',
  bp86: 'BP86',
  b97_d3bj: 'B97-D3 D3BJ',
  r2scan: 'r2SCAN',
  tpss: 'TPSS',
  m06l: 'M06L',
  pbe0: 'PBE0',
  b3lyp: 'B3LYP/G',
  tpssh: 'TPSSh',
  m06: 'M06',
  m062x: 'M062X',
  camb3lyp: 'CAM-B3LYP',
  wb97x_d3: 'wB97X-D3',
  wb97x_v: 'wB97X-V',
  wb97m_v: 'wB97M-V',
  wb97m_d3bj: 'wB97M-D3BJ',
  hf_3c: 'HF-3c',
  b97_3c: 'B97-3c',
  r2scan_3c: 'r2SCAN-3c',
  wb97x_3c: 'wB97X-3c',
  gfn2_xtb: 'XTB2',
  gfn1_xtb: 'XTB1',
};
const corrections: Readonly<Record<string, string>> = { d3bj: 'D3BJ', d3: 'D3ZERO', d4: 'D4', gcp: 'GCP(DFT/SVP)' };
/** Methods that compute by xtb, which has no basis set, no density functional and solvents of its own. */
const byXtb = new Set(['gfn2_xtb', 'gfn1_xtb']);

/** The simple input line's words for the tasks. */
function taskWords(wish: InputWish): string[] {
  const { optimize, saddlePoint, frequencies, gradient } = askedOf(wish);
  return [
    ...(optimize ? [saddlePoint ? 'OptTS' : 'Opt'] : []),
    ...(frequencies ? [byXtb.has(wish.settings.method) ? 'NumFreq' : 'Freq'] : []),
    ...(gradient && !optimize ? ['EnGrad'] : []),
  ];
}

function solventBlock({ settings }: InputWish): { words: string[]; block: string[] } {
  const solvent = settings.solvent_settings;
  if (!solvent) return { words: [], block: [] };
  const name = solvent.solvent;
  if (byXtb.has(settings.method)) {
    if (solvent.model !== 'alpb') throw new NotWritable(`ORCA gives xtb's methods ALPB alone, not ${solvent.model}.`);
    return { words: [`ALPB(${name})`], block: [] };
  }
  if (solvent.model === 'SMD') {
    return { words: ['CPCM'], block: ['%cpcm', '  smd true', `  SMDsolvent "${name}"`, 'end'] };
  }
  if (solvent.model === 'cpcm' || solvent.model === 'pcm') return { words: [`CPCM(${name})`], block: [] };
  if (solvent.model === 'cosmo') return { words: [`CPCMC(${name})`], block: [] };
  throw new NotWritable(`ORCA does not have the solvent model ${solvent.model} for this method.`);
}

/** An input of ORCA 5 and 6. Throws `NotWritable` for what ORCA does not have. */
export function orcaInput(wish: InputWish): ProgramInput {
  const { settings, molecule } = wish;
  const { method, excited, frequencies, coordinates, title, stem, notes } = headOf(wish, 'ORCA', methods);
  const basis = basisOf(settings, 'ORCA');
  if (excited && byXtb.has(settings.method))
    throw new NotWritable('ORCA computes no excited states with methods of xtb.');
  const solvent = solventBlock(wish);
  const words = [
    method,
    ...(basis && !byXtb.has(settings.method) ? [basis] : []),
    ...settings.corrections.flatMap((one) => corrections[one] ?? []),
    ...taskWords(wish),
    ...solvent.words,
  ];
  const blocks = [
    ...solvent.block,
    ...(excited ? ['%tddft', `  nroots ${excited.count}`, `  tda ${excited.tda}`, 'end'] : []),
    ...(frequencies ? ['%freq', `  temp ${settings.thermochem_settings.temperature}`, 'end'] : []),
  ];
  const text = [
    `# ${title}`,
    `! ${words.join(' ')}`,
    ...blocks,
    `* xyz ${molecule.charge} ${molecule.multiplicity}`,
    ...coordinates,
    '*',
    '',
  ].join('\n');
  return { filename: `${stem}.inp`, text, notes };
}
