import * as z from 'zod/mini';
import type { Problem } from '../../../chemistry/problem.ts';
import type { ContactConstraint, InputCounts, PocketConstraint } from './cofolding-constraints.ts';

interface Constraints {
  contact_constraints: readonly z.infer<typeof ContactConstraint>[];
  pocket_constraints: readonly z.infer<typeof PocketConstraint>[];
  use_potentials: boolean;
}

/** Constraints that name inputs which are not there, distances that are none, and forces without potentials. */
export function cofoldingConstraintProblems(data: Constraints, counts: InputCounts): Problem[] {
  const missing = (
    field: string,
    { input_type, input_index }: { input_type: keyof InputCounts; input_index: number },
  ) =>
    input_index < counts[input_type]
      ? []
      : [{ field, detail: `There is no ${input_type} number ${input_index + 1}: ${counts[input_type]} given.` }];
  const common = (field: string, { max_distance, force }: { max_distance: number; force: boolean }): Problem[] => [
    ...(max_distance > 0
      ? []
      : [{ field: `${field}.max_distance`, detail: `The distance must be above 0 Å, not ${max_distance}.` }]),
    ...(force && !data.use_potentials
      ? [{ field: `${field}.force`, detail: 'A forced constraint needs potentials; switch them on.' }]
      : []),
  ];
  return [
    ...data.contact_constraints.flatMap((constraint, index) => {
      const field = `contact_constraints.${index}`;
      return [
        ...missing(`${field}.token_1`, constraint.token_1),
        ...missing(`${field}.token_2`, constraint.token_2),
        ...common(field, constraint),
      ];
    }),
    ...data.pocket_constraints.flatMap((constraint, index) => {
      const field = `pocket_constraints.${index}`;
      return [
        ...missing(field, constraint),
        ...constraint.contacts.flatMap((token, place) => missing(`${field}.contacts.${place}`, token)),
        ...common(field, constraint),
      ];
    }),
  ];
}
