import type { CheckSet, PrintedError } from './sets.ts';
import { type Deviation, deviation, fit, leftOut, mean, type Point, type Sample } from './statistics.ts';

const id = 'hydrogen_bond_basicity/vmin_hf_631gd_gfn2';

/** Core's table of the molecules: class, measured value, computed minimum, and whether a molecule is in the fit or kept apart from it. */
export interface BasicityRows {
  rows: [smiles: string, group: string, measured: number, potential: number, part: 'fit' | 'apart'][];
  left_out: [smiles: string, measured: number, reason: string][];
}

/** The fit before this one: its groups, each with the classes of now that it held where their names differ. */
export interface FirstFit {
  classes: Record<string, string[]>;
  lines: Record<string, [slope: number, intercept: number]>;
  molecules: string[];
}

/** What the molecules kept apart have by the lines of now and by those before. */
export interface BasicityComparison {
  fitted: number;
  leftOut: BasicityRows['left_out'];
  first: { size: number; points: Point[] };
  now: Point[];
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** A line for each class by least squares over its molecules in the fit, and the errors of both parts. */
export function basicity(
  table: BasicityRows,
  first: FirstFit,
): {
  id: string;
  sets: CheckSet[];
  printed: PrintedError;
  comparison: BasicityComparison;
} {
  const lines = new Map<string, { slope: number; intercept: number }>();
  const classes: PrintedError['classes'] = {};
  const parts = Map.groupBy(table.rows, (row) => row[4]);
  const pointsOf = (rows: BasicityRows['rows'], lineOf: (group: string) => { slope: number; intercept: number }) =>
    rows.map(([name, group, measured, potential]): Point => {
      const { slope, intercept } = lineOf(group);
      return { name, group, computed: slope * potential + intercept, measured };
    });
  const ownLine = (group: string) => {
    const line = lines.get(group);
    if (!line) throw new Error(`${id}: ${group} has no molecule in the fit.`);
    return line;
  };
  const fitted = parts.get('fit') ?? [];
  for (const [group, own] of Map.groupBy(fitted, (row) => row[1])) {
    const samples = own.map(([name, , y, x]): Sample => ({ name, group, unit: name, offset: group, x, y }));
    const slope = rounded(fit(samples).slope, 1);
    // The intercept to the rounded slope leaves no mean error.
    const intercept = rounded(mean(samples.map(({ x, y }) => y - slope * x)), 2);
    lines.set(group, { slope, intercept });
    const { rmse } = deviation(pointsOf(own, ownLine));
    classes[group] = {
      size: own.length,
      rmse: rounded(rmse, 2),
      leaveOneOut: rounded(deviation(leftOut(samples)).rmse, 2),
      ...ownLine(group),
    };
  }
  const apart = parts.get('apart') ?? [];
  const groupBefore = new Map(
    Object.entries(first.classes).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
  );
  const now = pointsOf(apart, ownLine);
  const before = pointsOf(apart, (group) => {
    const [slope, intercept] = first.lines[groupBefore.get(group) ?? group] ?? [Number.NaN, Number.NaN];
    return { slope, intercept };
  });
  const head = {
    id,
    unit: 'pKBHX',
    method: 'V(min) at HF/6-31G(d)//GFN2-xTB, a line for each class',
    source:
      'Laurence et al., J. Med. Chem. 2009, 52, 4073 (10.1021/jm801331y), as the public repository dmulysses/ml-regression-pkbhx lists them',
    reference: 'opened in a list' as const,
    ran: 'by the recipe with its conformers, 2026-11-23 with rdkit 2026.9.1, tblite 0.8.0, pyscf 2.14.0',
  };
  const { size, mae, rmse } = deviation(now);
  return {
    id,
    sets: [
      { ...head, title: 'Hydrogen-bond basicity, the set of the fit', points: pointsOf(fitted, ownLine) },
      { ...head, title: 'Hydrogen-bond basicity, molecules kept apart from the fit', points: now },
    ],
    printed: { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes },
    comparison: {
      fitted: fitted.length,
      leftOut: table.left_out,
      first: { size: first.molecules.length, points: before },
      now,
    },
  };
}

const two = (value: number) => value.toFixed(2);

/** The comparison of the two fits on the molecules that neither has seen, for the page. */
export function basicitySection({ fitted, leftOut: without, first, now }: BasicityComparison): string[] {
  const old = new Map(first.points.map((point) => [point.name, point]));
  const rows = [...Map.groupBy(now, ({ group }) => group)].map(([group, own]): [string, Deviation, Deviation] => [
    group,
    deviation(own.flatMap(({ name }) => old.get(name) ?? [])),
    deviation(own),
  ]);
  const all: [string, Deviation, Deviation] = ['**all**', deviation(first.points), deviation(now)];
  return [
    '## Hydrogen-bond basicity: the fit and the one before',
    '',
    `* The lines are fitted to ${fitted} molecules; those before were fitted to ${first.size}, by ten groups, with minima of another program (psi4 1.3.2).`,
    `  A fifth of each of the ten groups, ${now.length} molecules, was drawn by digests of their SMILES and kept apart; none of them is in either fit,`,
    '  and the classes were chosen by the errors of the others (a first look at 119 molecules came before they were drawn).',
    '* Molecules of the list with one acceptor by our classes, of H, C, N, O, F, P, S and Cl: all of at most eleven heavy atoms, nearly all of twelve, and some of thirteen to sixteen.',
    ...(without.length > 0
      ? [
          `* Left out: ${without.map(([smiles, measured, reason]) => `\`${smiles}\` (${two(measured)}; ${reason})`).join('; ')}.`,
        ]
      : []),
    '* The line of aromatic amines is nearly flat: within this class the potential says next to nothing, and the value is close to their mean. N-oxides are those of',
    '  pyridines. Isomers about a double bond are those that are built from the SMILES of the list, which names none.',
    '* Made by `packages/compute/bench/fit_pkbhx.py`; on the molecules kept apart:',
    '',
    '| class | n | MAE before | MAE now | RMSE before | RMSE now |',
    '|---|---|---|---|---|---|',
    ...[...rows, all].map(
      ([group, before, after]) =>
        `| ${group} | ${after.size} | ${two(before.mae)} | ${two(after.mae)} | ${two(before.rmse)} | ${two(after.rmse)} |`,
    ),
    '',
  ];
}
