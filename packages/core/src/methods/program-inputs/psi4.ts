import { basisOf, headOf, type InputWish, NotWritable, type ProgramInput, wordOf } from './program-input.ts';

const psi4Methods = {
  hf: 'hf',
  pbe: 'pbe',
  bp86: 'bp86',
  b97_d3bj: 'b97-d3bj',
  r2scan: 'r2scan',
  tpss: 'tpss',
  m06l: 'm06-l',
  pbe0: 'pbe0',
  b3lyp: 'b3lyp',
  tpssh: 'tpssh',
  m06: 'm06',
  m062x: 'm06-2x',
  camb3lyp: 'cam-b3lyp',
  wb97x_v: 'wb97x-v',
  wb97m_v: 'wb97m-v',
  wb97m_d3bj: 'wb97m-d3bj',
  dsd_blyp_d3bj: 'dsd-blyp-d3bj',
  hf_3c: 'hf3c',
  b97_3c: 'b973c',
  r2scan_3c: 'r2scan3c',
  wb97x_3c: 'wb97x3c',
};
const corrections: Readonly<Record<string, string>> = { d3bj: '-d3bj', d3: '-d3zero', d4: '-d4' };

/** Psi4's word for method and dispersion ("b3lyp-d3bj"). Throws `NotWritable` for what Psi4 does not have. */
export function psi4Method({ settings }: Pick<InputWish, 'settings'>): string {
  const suffixes = settings.corrections.map((one) => {
    const suffix = corrections[one];
    if (suffix === undefined) throw new NotWritable(`Psi4 does not have the correction ${one} by itself.`);
    return suffix;
  });
  return wordOf(psi4Methods, settings.method, 'Psi4') + suffixes.join('');
}

function solventLines({ settings }: InputWish): string[] {
  const solvent = settings.solvent_settings;
  if (!solvent) return [];
  if (solvent.model !== 'cpcm' && solvent.model !== 'pcm') {
    throw new NotWritable(`Psi4 does not have the solvent model ${solvent.model}.`);
  }
  const solver = solvent.model === 'cpcm' ? 'CPCM' : 'IEFPCM';
  return [
    'set pcm true',
    'pcm = {',
    '  Units = Angstrom',
    `  Medium { SolverType = ${solver}`,
    `           Solvent = ${solvent.solvent} }`,
    '  Cavity { RadiiSet = UFF',
    '           Type = GePol',
    '           Scaling = False',
    '           Area = 0.3',
    '           Mode = Implicit }',
    '}',
  ];
}

/** An input of Psi4 (1.8 or newer). Throws `NotWritable` for what Psi4 does not have. */
export function psi4Input(wish: InputWish): ProgramInput {
  const { settings, molecule } = wish;
  const { optimize, saddlePoint, frequencies, gradient, excited, coordinates, title, stem, notes } = headOf(
    wish,
    'Psi4',
    psi4Methods,
  );
  const method = psi4Method(wish);
  const basis = basisOf(settings, 'Psi4');
  const isHartreeFock = settings.method === 'hf';
  const options = [
    ...(basis ? [`  basis ${basis}`] : []),
    ...(molecule.multiplicity > 1 ? [`  reference ${isHartreeFock ? 'uhf' : 'uks'}`] : []),
    ...(saddlePoint ? ['  opt_type ts', '  full_hess_every 0'] : []),
    ...(frequencies ? [`  t ${settings.thermochem_settings.temperature}`] : []),
    ...(excited ? [`  tdscf_states [${excited.count}]`, `  tdscf_tda ${excited.tda}`, '  save_jk true'] : []),
  ];
  const steps = [
    ...(optimize ? [`optimize('${method}')`] : []),
    ...(frequencies ? [`frequencies('${method}')`] : []),
    ...(gradient && !optimize ? [`gradient('${method}')`] : []),
    ...(excited ? [`energy('td-${method}')`] : []),
  ];
  const text = [
    `# ${title}`,
    'molecule {',
    `  ${molecule.charge} ${molecule.multiplicity}`,
    ...coordinates.map((line) => `  ${line}`),
    '  units angstrom',
    '}',
    ...(options.length > 0 ? ['set {', ...options, '}'] : []),
    ...solventLines(wish),
    ...(steps.length > 0 ? steps : [`energy('${method}')`]),
    '',
  ].join('\n');
  return { filename: `${stem}.dat`, text, notes };
}
