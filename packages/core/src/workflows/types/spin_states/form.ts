import { formulaOf } from '../../../chemistry/atoms.ts';
import { electronCount, spinProblem } from '../../../chemistry/spin.ts';
import { methods, methodTitle, ranksSpinStates } from '../../../methods/methods.ts';
import { solvents } from '../../../methods/solvents.ts';
import type { Notice, SubmissionForm, WorkflowInputs } from '../../definition.ts';
import { chainOptions, manualChain, manualOffers, manualOption } from '../../parts/chains/chain-options.ts';
import { isManual, modeChain, modeChainLevels, singlePointFields } from '../../parts/chains/mode-chain.ts';
import { firstLevelPath } from '../../parts/chains/multistage-optimization.ts';
import { solventModelOffers } from '../../parts/chains/solvent-model-offers.ts';
import { select, solventChoice, toggle } from '../../parts/forms/form-fields.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { type Data, finalMethod } from './settings.ts';

/** Where a chosen multiplicity is impossible: those that the molecule can have. */
function possibleNotice({ states }: Data, { molecule }: WorkflowInputs): Notice[] {
  if (!molecule) return [];
  const possible = (state: number) => spinProblem({ ...molecule, multiplicity: state }) === null;
  if (states.every(possible)) return [];
  const some = [1, 2, 3, 4, 5, 6].filter(possible);
  const electrons = electronCount(molecule);
  const body = `${formulaOf(molecule.atoms)} with charge ${molecule.charge} has ${electrons} electrons; its lowest possible multiplicities are ${some.join(', ')}.`;
  return some.length > 0 ? [{ kind: 'info', title: 'Possible Multiplicities', body }] : [];
}

export const form: SubmissionForm<Data> = {
  notices(data, inputs) {
    const method = finalMethod(data);
    const possible = possibleNotice(data, inputs);
    if (!method || ranksSpinStates(method)) return possible;
    return [
      ...possible,
      {
        kind: 'warning',
        title: `${methodTitle(method)} Does Not Rank Spin States`,
        body: `The energies of the multiplicities are shown, but which one is lowest is not known from ${methodTitle(method)}: it puts singlet methylene and singlet oxygen below their triplets. Use a mode with a density functional to compare spin states.`,
      },
    ];
  },
  offers: (data, report) => [
    ...manualOffers(modeChainLevels(data), 'mode', report, (current, method) => ({
      ...current,
      mode: 'manual',
      multistage_opt_settings: manualChain(method, data.solvent),
      solvent: null,
    })),
    ...solventModelOffers(modeChain(data), 'mode', report, (current, levels) => ({
      ...current,
      mode: 'manual',
      multistage_opt_settings: levels,
      solvent: null,
    })),
  ],
  fields: [
    {
      kind: 'editor',
      editor: 'multiplicities',
      path: 'states',
      title: 'Multiplicities',
      help: 'An even number of electrons has odd multiplicities, an odd number even ones.',
    },
    select('mode', 'Mode', (_data, report) => [...chainOptions(report), manualOption]),
    { ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'), shown: isManual },
    { ...solventField(firstLevelPath), shown: isManual },
    ...singlePointFields([...methods.keys()]),
    solventChoice('solvent', [...solvents.keys()], {
      none: true,
      help: 'Acts in the single point.',
      shown: (data) => !isManual(data) || Boolean(data.solvent),
    }),
    toggle('xtb_preopt', 'Preoptimization with GFN-xTB', {
      help: 'A cheap optimization first; reckless has none.',
      shown: (data) => !isManual(data),
    }),
    toggle('frequencies', 'Frequencies', {
      help: 'Vibrational frequencies of each state after its last optimization.',
    }),
    { kind: 'editor', editor: 'constraints', path: 'constraints', title: 'Constraints' },
  ],
};
