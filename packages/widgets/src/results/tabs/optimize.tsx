import { HARTREE_TO_KCAL_PER_MOL } from '@cuvette/core/chemistry';
import type { CalculationSummary, Molecule } from '@cuvette/core/entities';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { EnergyPlot } from '../../plot/energy-plot.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { useEnergyUnit } from '../energy-unit.ts';
import { EnergyUnitChoice } from '../energy-unit-choice.tsx';
import { Changes, hasStepsSoFar } from './overview.tsx';
import { Section, Sheet } from './sheet.tsx';

export interface OptimizeTabProps {
  trajectory: readonly Molecule[];
  summary: CalculationSummary | null;
  /** The step that the viewer shows, 0-based. */
  frame: number;
  onFrame: (frame: number) => void;
}

/** Energy against step with the step that the viewer shows, and how well the optimization converged. */
export function OptimizeTab({ trajectory, summary, frame, onFrame }: OptimizeTabProps) {
  const words = useWords().calculation;
  const unit = useEnergyUnit();
  const relative = useMemo(() => relativeEnergies(trajectory), [trajectory]);
  return (
    <div className="cv-stack">
      <Changes summary={summary} convergenceBelow />
      {trajectory.length > 1 ? (
        <>
          <EnergyUnitChoice unit={unit} />
          <EnergyPlot relativeEnergies={relative} unit={unit} active={frame} onPick={onFrame} />
        </>
      ) : (
        <p className="cv-quiet">{words.noTrajectory}</p>
      )}
      <Convergence summary={summary} />
    </div>
  );
}

function Convergence({ summary }: { summary: CalculationSummary | null }) {
  const words = useWords().calculation;
  if (!summary) return null;
  const { opt_settings: thresholds } = summary.settings;
  const reached = summary.provenance?.convergence ?? null;
  const row = (label: string, threshold: number, value: number | null) => ({
    label,
    values: [
      threshold.toExponential(1),
      ...(reached
        ? [
            value === null ? '' : value.toExponential(1),
            value === null ? '' : Math.abs(value) <= threshold ? words.yes : words.no,
          ]
        : []),
    ],
  });
  return (
    <Section title={words.convergence}>
      {reached ? (
        <div>
          <Badge
            tone={reached.converged ? 'good' : 'okay'}
            icon={reached.converged ? 'check' : 'warning'}
            label={reached.converged ? words.converged : words.notConverged}
          />
        </div>
      ) : hasStepsSoFar(summary) ? null : (
        <p className="cv-quiet cv-small">{words.convergenceUnknown}</p>
      )}
      <Sheet
        label={words.convergence}
        head={[words.criterion, words.threshold, ...(reached ? [words.reached, words.met] : [])]}
        rows={[
          row(words.energyChange, thresholds.energy_threshold, reached?.energy_change ?? null),
          row(words.largestGradient, thresholds.max_gradient_threshold, reached?.max_gradient ?? null),
          row(words.rmsGradient, thresholds.rms_gradient_threshold, reached?.rms_gradient ?? null),
        ]}
      />
    </Section>
  );
}

/** Energies of a trajectory relative to its last step in kcal/mol; NaN where a step has none. */
function relativeEnergies(trajectory: readonly Molecule[]): Float64Array {
  const last = trajectory.findLast((molecule) => molecule.energy !== null)?.energy ?? Number.NaN;
  return Float64Array.from(trajectory, ({ energy }) =>
    energy === null ? Number.NaN : (energy - last) * HARTREE_TO_KCAL_PER_MOL,
  );
}
