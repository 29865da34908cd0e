import type { Settings } from '../../../entities/settings.ts';
import { elementsOf } from '../../../methods/method-support.ts';
import { methodTitle, mmff94Elements } from '../../../methods/methods.ts';
import type { SubmissionRules } from '../../definition.ts';
import { sizeLimit } from '../../parts/inputs/size.ts';
import { unavailableReason } from '../../parts/levels/method-availability.ts';
import { methodChoiceProblems } from '../../parts/levels/method-choice.ts';
import { type MethodChoice } from '../../parts/levels/own-method.ts';
import { embeddingSeconds, expectedAtoms, settingsSeconds, together } from '../../parts/times/expected-times.ts';
import { type Data, levelsOf, platformLevels, screening, type } from './settings.ts';

/** Atoms that each step takes: the force field of the conformers (with boron), the method of the geometry, and that of the potential. */
function elementsOfAllSteps(method: string | null): number[] {
  const { optimization, potential } = levelsOf(method);
  return [optimization, potential].reduce<number[]>(
    (allowed, { method: name, engine, basis_set }) => {
      const own = elementsOf(name, engine, basis_set?.name ?? null);
      return own ? allowed.filter((element) => own.includes(element)) : allowed;
    },
    [...mmff94Elements, 5].sort((a, b) => a - b),
  );
}
const platformTitle = `V(min) at ${methodTitle(platformLevels.potential.method)}//${methodTitle(platformLevels.optimization.method)}`;

export const choice: MethodChoice = {
  type,
  path: 'pkbhx_method',
  title: 'Method',
  platform: platformTitle,
  method: (value) => levelsOf(value).potential.method,
  missing: (value, report) => unavailableReason(report, levelsOf(value).optimization.method),
};

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: ({ pkbhx_method }) => ({
    openShell: false,
    charged: false,
    size: sizeLimit('hydrogen_bond_basicity'),
    elements: { allowed: elementsOfAllSteps(pkbhx_method), by: 'Hydrogen-Bond Basicity' },
  }),
  needs: ({ do_csearch }) => (do_csearch ? ['rdkit'] : []),
  // The check of levels reports what is missing here; this rule is for names that are no methods.
  rules: [({ pkbhx_method }) => methodChoiceProblems(choice, pkbhx_method, null)],
  // Ten of fifty conformers are screened.
  seconds(data, inputs, report) {
    const atoms = expectedAtoms(inputs);
    if (atoms === null) return null;
    const { optimization, potential } = levelsOf(data.pkbhx_method);
    const wrap = (level: Settings) => ({ settings: level, field: 'pkbhx_method' });
    return together(
      data.do_csearch ? embeddingSeconds(50, atoms, report) : 0,
      data.do_csearch ? settingsSeconds([wrap(screening)], inputs, report, 10) : 0,
      settingsSeconds([...(data.do_optimization ? [optimization] : []), potential].map(wrap), inputs, report),
    );
  },
};
