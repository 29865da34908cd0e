import { methods, methodTitle } from '../../../methods/methods.ts';
import type { SubmissionForm } from '../../definition.ts';
import { modeField, toggle } from '../../parts/forms/form-fields.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { isRefinable, refinementLevel } from '../../parts/levels/refinement.ts';
import { refinementField } from '../../parts/levels/refinement-form.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { brokenConjugation, rotationCaveats } from './rotation-errors.ts';
import { constraintsPath, pointCount, seconds } from './rules.ts';
import { type Data, levelOf } from './settings.ts';

export const form: SubmissionForm<Data> = {
  notices(data, inputs, report) {
    const { method } = levelOf(data);
    const what = `A scan of ${pointCount(data)} points of ${inputAtomCount(inputs)} atoms with ${methodTitle(method)}`;
    const [caveat] = rotationCaveats(
      brokenConjugation(data, inputs.molecule),
      levelOf(data),
      refinementLevel(levelOf(data), data.refinement) !== null,
      isRefinable(method),
    );
    return [
      ...(caveat ? [{ kind: 'warning' as const, title: 'This Rotation Breaks a Conjugation', body: caveat.text }] : []),
      ...longJobNotice(seconds(data, inputs, report), what),
    ];
  },
  fields: [
    {
      kind: 'editor',
      editor: 'scan_coordinates',
      open: true,
      path: 'scan_settings',
      title: 'Coordinate',
      help: 'A bond (2 atoms, Å), an angle (3 atoms, °) or a dihedral (4 atoms, °). Several move together and need the same number of points.',
    },
    {
      kind: 'editor',
      editor: 'scan_coordinates',
      path: 'scan_settings_2d',
      title: 'Second coordinate',
      help: 'Empty for a scan in one dimension.',
    },
    methodField('calc_settings', [...methods.keys()]),
    solventField('calc_settings'),
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      path: 'calc_settings.mode',
      title: 'Convergence',
      help: 'How tightly each point is optimized. Auto is rapid.',
    }),
    refinementField('calc_settings', 'all points'),
    toggle('wavefront_propagation', 'Wavefront propagation', {
      help: 'Starts each point from every neighbour that is done and keeps the lowest, so that the curve does not depend on where it began.',
    }),
    {
      kind: 'editor',
      editor: 'constraints',
      path: constraintsPath,
      title: 'Constraints',
      help: 'Held at every point, besides the scanned coordinates.',
    },
  ],
};
