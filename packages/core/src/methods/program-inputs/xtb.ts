import { askedOf, headOf, type InputWish, NotWritable, type ProgramInput } from './program-input.ts';

const methods = { gfn2_xtb: '--gfn 2', gfn1_xtb: '--gfn 1', gfn0_xtb: '--gfn 0', gfn_ff: '--gfnff' };
const solventModels: Readonly<Record<string, string>> = {
  alpb: '--alpb',
  gbsa: '--gbsa',
  cosmo: '--cosmo',
  cpcmx: '--cpcmx',
};

/** The structure as an XYZ file whose comment is the command of xtb. Throws `NotWritable` for what xtb does not have. */
export function xtbInput(wish: InputWish): ProgramInput {
  const { settings, molecule } = wish;
  // What no method of xtb does comes first: another method would not help.
  const { optimize, saddlePoint, frequencies, gradient, excited } = askedOf(wish);
  if (saddlePoint) throw new NotWritable('xtb has no search for transition states of its own.');
  if (excited) throw new NotWritable('xtb computes no excited states.');
  const { method, coordinates, stem, notes } = headOf(wish, 'xtb', methods);
  const solvent = settings.solvent_settings;
  const model = solvent ? solventModels[solvent.model] : undefined;
  if (solvent && !model) throw new NotWritable(`xtb does not have the solvent model ${solvent.model}.`);
  const filename = `${stem}.xyz`;
  const task = optimize
    ? frequencies
      ? ['--ohess']
      : ['--opt']
    : frequencies
      ? ['--hess']
      : gradient
        ? ['--grad']
        : [];
  const command = [
    'xtb',
    filename,
    method,
    `--chrg ${molecule.charge}`,
    `--uhf ${molecule.multiplicity - 1}`,
    ...task,
    ...(solvent ? [`${model} ${solvent.solvent}`] : []),
  ].join(' ');
  return {
    filename,
    text: [String(coordinates.length), command, ...coordinates, ''].join('\n'),
    notes: [`Run: ${command}`, ...notes],
  };
}
