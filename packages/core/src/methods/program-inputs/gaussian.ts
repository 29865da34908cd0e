import { basisOf, headOf, type InputWish, NotWritable, type ProgramInput } from './program-input.ts';

const methods = {
  hf: 'HF',
  pbe: 'PBEPBE',
  bp86: 'BP86',
  b97_d3bj: 'B97D3',
  tpss: 'TPSSTPSS',
  m06l: 'M06L',
  pbe0: 'PBE1PBE',
  b3lyp: 'B3LYP',
  tpssh: 'TPSSh',
  m06: 'M06',
  m062x: 'M062X',
  camb3lyp: 'CAM-B3LYP',
};
const corrections: Readonly<Record<string, string>> = { d3bj: 'GD3BJ', d3: 'GD3' };
/** Basis sets of the def2 family that Gaussian 16 has; it writes them without the dash. */
const ahlrichs = new Set([
  'def2-svp',
  'def2-svpp',
  'def2-tzv',
  'def2-tzvp',
  'def2-tzvpp',
  'def2-qzv',
  'def2-qzvp',
  'def2-qzvpp',
]);
const solventModels: Readonly<Record<string, string>> = { cpcm: 'CPCM', pcm: 'PCM', SMD: 'SMD' };

function basisWord(basis: string | null): string {
  if (basis === null) throw new NotWritable('The calculation names no basis set, which Gaussian needs.');
  if (!/^def2-/i.test(basis)) return basis;
  if (!ahlrichs.has(basis.toLowerCase())) throw new NotWritable(`Gaussian does not have the basis set ${basis}.`);
  return `Def2${basis.slice('def2-'.length).toUpperCase()}`;
}

/** An input of Gaussian 16. Throws `NotWritable` for what Gaussian does not have. */
export function gaussianInput(wish: InputWish): ProgramInput {
  const { settings, molecule } = wish;
  const { method, optimize, saddlePoint, frequencies, gradient, excited, coordinates, title, stem, notes } = headOf(
    wish,
    'Gaussian',
    methods,
  );
  const level = `${method}/${basisWord(basisOf(settings, 'Gaussian'))}`;
  const dispersion = settings.corrections.map((one) => {
    const word = corrections[one];
    if (word === undefined) throw new NotWritable(`Gaussian does not have the correction ${one}.`);
    return `EmpiricalDispersion=${word}`;
  });
  const solvent = settings.solvent_settings;
  const model = solvent ? solventModels[solvent.model] : undefined;
  if (solvent && !model) throw new NotWritable(`Gaussian does not have the solvent model ${solvent.model}.`);
  const route = [
    level,
    ...dispersion,
    ...(optimize ? [saddlePoint ? 'Opt=(TS,CalcFC,NoEigenTest)' : 'Opt'] : []),
    ...(frequencies ? ['Freq', `Temperature=${settings.thermochem_settings.temperature}`] : []),
    ...(gradient && !optimize ? ['Force'] : []),
    ...(excited ? [`${excited.tda ? 'TDA' : 'TD'}=(NStates=${excited.count})`] : []),
    ...(solvent ? [`SCRF=(${model},Solvent=${solvent.solvent})`] : []),
  ];
  const text = [
    `%Chk=${stem}.chk`,
    `#P ${route.join(' ')}`,
    '',
    title,
    '',
    `${molecule.charge} ${molecule.multiplicity}`,
    ...coordinates,
    '',
    '',
  ].join('\n');
  return { filename: `${stem}.gjf`, text, notes };
}
