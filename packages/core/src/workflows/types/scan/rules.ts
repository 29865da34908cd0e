import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { optimizationGradients } from '../../../methods/estimate.ts';
import { mostScanPoints } from '../../../methods/size-limits.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { constraintProblems } from '../../parts/inputs/constraints.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { straightAtomProblems } from '../../parts/inputs/straight-atoms.ts';
import { refinementLevel } from '../../parts/levels/refinement.ts';
import {
  refinementOffer,
  refinementOptions,
  refinementProblems,
  refinementSeconds,
} from '../../parts/levels/refinement-form.ts';
import { singleLevelProblems } from '../../parts/levels/single-level-problems.ts';
import { expectedSeconds } from '../../parts/times/long-jobs.ts';
import type { Whole } from './results.ts';
import { brokenConjugation } from './rotation-errors.ts';
import { sameCoordinate, scanPointCount, scanProblems } from './scan-problems.ts';
import { type Data, levelOf } from './settings.ts';

export const pointCount = (data: Data) => scanPointCount(data.scan_settings, data.scan_settings_2d);

/** Gradients of the optimizations of all points. */
function scanGradients(data: Data, atoms: number): number {
  // A wavefront passes each direction both ways, so each point is optimized at least twice.
  const passes = data.wavefront_propagation ? 2 * (data.scan_settings_2d.length > 0 ? 2 : 1) : 1;
  return pointCount(data) * passes * optimizationGradients(atoms, 250, levelOf(data).mode);
}

/** Seconds of a scan without single points; null without a structure or a timing. */
function scanSeconds(data: Data, inputs: WorkflowInputs, report: MethodReport | null): number | null {
  const atoms = inputAtomCount(inputs);
  return atoms === null ? null : expectedSeconds(levelOf(data).method, scanGradients(data, atoms), atoms, report);
}

/** Seconds of a scan with what its refinement adds. */
export function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport | null): number | null {
  const scan = scanSeconds(data, inputs, report);
  const more = refinementLevel(levelOf(data), data.refinement)
    ? refinementSeconds(pointCount(data), inputAtomCount(inputs) ?? 0, report)
    : 0;
  return scan === null || more === null ? null : scan + more;
}

function coordinateRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const atoms = inputAtomCount(inputs);
  const { scan_settings: first, scan_settings_2d: second } = data;
  if (first.length === 0) {
    const detail = 'Choose a bond, an angle or a dihedral to scan.';
    return [{ field: 'scan_settings', detail }];
  }
  const found = [...scanProblems(first, atoms, 'scan_settings'), ...scanProblems(second, atoms, 'scan_settings_2d')];
  const points = pointCount(data);
  if (points > mostScanPoints) {
    const detail = `The scan has ${points} points; at most ${mostScanPoints} are allowed.`;
    found.push({ field: 'scan_settings', detail });
  }
  const driven = [...first, ...second];
  const twice = driven.find((coordinate, index) =>
    driven.slice(0, index).some((earlier) => sameCoordinate(earlier, coordinate)),
  );
  if (twice) {
    found.push({
      field: second.includes(twice) ? 'scan_settings_2d' : 'scan_settings',
      detail: `The ${twice.type} ${twice.atoms.join(', ')} is scanned twice.`,
    });
  }
  const { constraints } = data.calc_settings.opt_settings;
  const held = constraints.findIndex(({ constraint_type: type, atoms: fixed }) =>
    driven.some((coordinate) => sameCoordinate(coordinate, { type, atoms: fixed })),
  );
  if (held >= 0) {
    found.push({
      field: `${constraintsPath}.${held}`,
      detail: `The ${constraints[held]?.constraint_type} ${constraints[held]?.atoms.join(', ')} is held and scanned; remove the constraint.`,
    });
  }
  const dihedralsOf = (coordinates: Data['scan_settings'], field: string) =>
    coordinates.flatMap(({ type, atoms: four }, index) =>
      type === 'dihedral' ? [{ atoms: four, field: `${field}.${index}` }] : [],
    );
  const dihedrals = [...dihedralsOf(first, 'scan_settings'), ...dihedralsOf(second, 'scan_settings_2d')];
  return [
    ...found,
    ...straightAtomProblems(dihedrals, inputs.molecule),
    ...constraintProblems(constraints, atoms, constraintsPath, inputs.molecule),
  ];
}

export const constraintsPath = 'calc_settings.opt_settings.constraints';

export const rules: SubmissionRules<Data, Whole> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ periodic: true, constraints: true }),
  complete(data) {
    const level = levelOf(data);
    return { calc_settings: level, calc_engine: level.engine };
  },
  seconds,
  timed: [
    {
      path: 'refinement',
      // Single points are proposed where the method of the geometries is known to fail; others may be asked for.
      options(data, inputs, report) {
        const level = levelOf(data);
        const atoms = inputAtomCount(inputs) ?? 0;
        const known = refinementOptions(level, pointCount(data), atoms, scanSeconds(data, inputs, report), report);
        const kind = brokenConjugation(data, inputs.molecule);
        return kind === null || kind === 'double bond' ? known.slice(-1) : known;
      },
    },
  ],
  rules: [
    coordinateRules,
    (data) => refinementProblems(levelOf(data), data.refinement),
    (data, inputs) => {
      const { tasks } = data.calc_settings;
      if (tasks.length === 0) return [{ field: 'calc_settings.tasks', detail: 'Choose at least one task.' }];
      const needed = tasks.filter((task) => task !== 'charge' && task !== 'dipole');
      return singleLevelProblems(levelOf(data), needed, inputs, 'calc_settings.method');
    },
  ],
  better(data) {
    const kind = brokenConjugation(data);
    const isKnownToFail = kind !== null && kind !== 'double bond';
    return data.refined_points === null && isKnownToFail ? refinementOffer(levelOf(data)) : null;
  },
};
