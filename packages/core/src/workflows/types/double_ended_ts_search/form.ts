import { methodTitle } from '../../../methods/methods.ts';
import type { Notice, SubmissionForm } from '../../definition.ts';
import { modeField, number, optionsOf, select, toggle } from '../../parts/forms/form-fields.ts';
import { refinementField } from '../../parts/levels/refinement-form.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { limits, seconds } from './rules.ts';
import { coordinates, type Data, levelOf, searchMethods } from './settings.ts';

const failureNotice: Notice = {
  kind: 'warning',
  title: 'Double-Ended TS Searches Have a High Failure Rate',
  body: 'The search follows one path between the two ends and optimizes its highest point. It fails where the reaction has more than one step, where the molecules must first turn towards each other, where atoms have other numbers in the product, and where a bond breaks into two radicals. Give ends of a single step that look as much alike as they can, number their atoms alike, and check the result with an IRC: it shows which two minima the transition state joins.',
};

const coordinateTitles = { cartesian: 'Cartesian', redundant_internal_coordinates: 'Redundant internal coordinates' };

export const form: SubmissionForm<Data> = {
  notices(data, _inputs, report) {
    const atoms = data.reactant?.atoms.length ?? 0;
    const what = `A double-ended search of ${atoms} atoms with ${methodTitle(levelOf(data).method)}`;
    return [failureNotice, ...longJobNotice(seconds(data, report), what)];
  },
  fields: [
    methodField('calculation_settings', searchMethods),
    solventField('calculation_settings'),
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      path: 'calculation_settings.mode',
      title: 'Convergence',
      help: 'How tightly reactant, product and transition state are optimized. Auto is rapid.',
    }),
    refinementField('calculation_settings', 'reactant, product and transition state'),
    toggle('optimize_inputs', 'Optimize reactant and product first'),
    toggle('optimize_ts', 'Optimize the transition state', {
      help: 'Optimizes the highest point of the path to a transition state.',
    }),
    select(
      'search_settings.optimization_coordinates',
      'Optimization coordinates',
      coordinates.map((value) => ({ value, title: coordinateTitles[value] })),
    ),
    select(
      'search_settings.interpolation_method',
      'Interpolation',
      optionsOf({ ...coordinateTitles, linear_synchronous_transit: 'Linear synchronous transit' }),
    ),
    number('search_settings.min_num_nodes', 'Fewest nodes', { minimum: limits.nodes, step: 1 }),
    number('search_settings.num_interpolation_points', 'Interpolation points', { minimum: 1, step: 1 }),
    number('search_settings.max_optimizer_iterations', 'Maximum optimizer iterations for each node', {
      minimum: 1,
      step: 1,
    }),
    number('search_settings.max_line_search_steps', 'Most line-search steps', { minimum: 1, step: 1 }),
    number('search_settings.max_displacement', 'Largest displacement', {
      unit: 'Å',
      minimum: limits.displacement,
      step: 0.001,
    }),
  ],
};
