import { methodExtension } from '../../../methods/extensions.ts';
import { modesByType } from '../../../methods/modes.ts';
import { defineWorkflow } from '../../define.ts';
import type { Notice } from '../../definition.ts';
import { modeField } from '../../parts/forms/form-fields.ts';
import { ligandElements } from '../../parts/inputs/limits.ts';
import { methodChoiceField, methodChoiceOffers, methodChoiceProblems } from '../../parts/levels/method-choice.ts';
import {
  embeddingSeconds,
  expectedAtoms,
  expectedConformers,
  settingsSeconds,
  together,
} from '../../parts/times/expected-times.ts';
import results from './results.ts';
import { choice, type Data, levels } from './settings.ts';

function accuracyNotice({ tautomer_method: value }: Data): Notice[] {
  const extension = value === null ? null : methodExtension('tautomers', value);
  if (!extension) return [];
  return [
    {
      kind: 'warning',
      title: 'Semiempirical Tautomer Energies Are Approximate',
      body: `${extension.method} Differences of a few kcal/mol, and with them the weights, may have the wrong size or order.`,
    },
  ];
}

/** Tautomers of a molecule are not counted before the run; drug-like ones have about so many. */
const usualTautomers = 4;

/** Conformers built and kept of each tautomer, by mode, as compute's recipe has them. */
const searchNumbers = {
  reckless: { built: 20, kept: 1 },
  rapid: { built: 50, kept: 5 },
  careful: { built: 100, kept: 20 },
};

/** Tautomers of a molecule, ranked by their energy in water. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({
    openShell: false,
    severalStructures: false,
    elements: { allowed: ligandElements, by: 'The tautomer search' },
  }),
  modes: { mode: modesByType.tautomers },
  needs: () => ['rdkit'],
  // The check of levels reports what a worker lacks of method and solvent model.
  rules: [({ tautomer_method: value }) => methodChoiceProblems(choice, value, null)],
  notices: accuracyNotice,
  offers: (data, report) => methodChoiceOffers(choice, data, report),
  seconds(data, inputs, report) {
    const numbers = searchNumbers[data.mode === 'reckless' || data.mode === 'rapid' ? data.mode : 'careful'];
    const kept = expectedConformers(inputs, numbers.kept);
    const atoms = expectedAtoms(inputs);
    if (kept === null || atoms === null) return null;
    return together(
      embeddingSeconds(usualTautomers * numbers.built, atoms, report),
      settingsSeconds(levels(data), inputs, report, usualTautomers * kept),
    );
  },
  fields: [
    modeField(modesByType.tautomers, {
      help: 'How many conformers of each tautomer are kept, and how widely they are sampled.',
    }),
    methodChoiceField(choice),
  ],
});
