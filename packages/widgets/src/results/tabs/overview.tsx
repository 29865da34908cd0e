import { formulaOf } from '@cuvette/core/chemistry';
import { type CalculationSummary, status as itemStatus, totalEnergies } from '@cuvette/core/entities';
import { levelOfTheory } from '@cuvette/core/methods';
import { formatFrequency, formatNumber } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { Facts } from '../../ui/facts.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { Callout } from '../../ui/states.tsx';
import { ranLevel } from '../provenance-text.ts';
import type { CalculationTabProps } from './calculation-tab.ts';

/** The numbers of a calculation that people look for first, and whether its structure is still the one that was asked for. */
export function OverviewTab({ molecule, summary, steps }: CalculationTabProps & { steps: number }) {
  const words = useWords();
  const write = (value: number | null | undefined, precision: number) =>
    localNumber(words, formatNumber(value, precision));
  const totals = totalEnergies(molecule);
  const provenance = summary?.provenance ?? null;
  const frequencies = molecule.vibrational_modes?.map((mode) => mode.frequency) ?? [];
  const lowest = frequencies.length > 0 ? Math.min(...frequencies) : null;
  const imaginary = frequencies.filter((frequency) => frequency < 0).length;
  return (
    <div className="cv-stack">
      <Changes summary={summary} />
      <Facts
        facts={[
          {
            label: words.overview.level,
            value: provenance ? ranLevel(provenance, words) : summary ? levelOfTheory(summary.settings) : null,
          },
          { label: words.overview.energy, value: write(molecule.energy, 6) },
          { label: words.overview.enthalpy, value: write(totals.enthalpy, 6) },
          { label: words.overview.freeEnergy, value: write(totals.freeEnergy, 6) },
          { label: words.overview.gap, value: write(molecule.homo_lumo_gap, 3) },
          {
            label: words.overview.dipole,
            value: molecule.dipole ? write(Math.hypot(...molecule.dipole), 3) : null,
          },
          { label: words.overview.lowest, value: lowest === null ? null : localNumber(words, formatFrequency(lowest)) },
          { label: words.thermochemistry.imaginary, value: frequencies.length > 0 ? String(imaginary) : null },
          { label: words.overview.steps, value: steps > 1 ? String(steps) : null },
          { label: words.overview.scf, value: write(molecule.scf_iterations, 0) },
          { label: words.info.formula, value: formulaOf(molecule.atoms) },
          { label: words.overview.atoms, value: String(molecule.atoms.length) },
          { label: words.info.charge, value: write(molecule.charge, 0) },
          { label: words.info.multiplicity, value: String(molecule.multiplicity) },
        ]}
      />
    </div>
  );
}

/** Whether a calculation has steps of an optimization that has not ended: it runs, or was stopped or failed amid it. */
export function hasStepsSoFar({ status, tasks, provenance }: CalculationSummary): boolean {
  const optimizing = tasks.includes('optimize') || tasks.includes('optimize_ts');
  return optimizing && status !== itemStatus.completed && provenance !== null && provenance.convergence === null;
}

interface ChangesProps {
  summary: CalculationTabProps['summary'];
  /** The criteria of convergence are below. */
  convergenceBelow?: boolean;
}

/**
 * Flags for a structure that is no longer the one that was asked for, and for what ran otherwise; another program for the same method is a matter of the info tab.
 * That the geometry is not converged is left out where it is shown elsewhere: beside the criteria of convergence, and above the tabs of a calculation that failed.
 */
export function Changes({ summary, convergenceBelow = false }: ChangesProps) {
  const words = useWords();
  const provenance = summary?.provenance;
  if (!summary || !provenance) return null;
  const { connectivity, stereo, convergence, deviations } = provenance;
  const shownElsewhere = convergenceBelow || summary.status === itemStatus.failed;
  return (
    <>
      {hasStepsSoFar(summary) ? <Callout tone="okay" title={words.calculation.stepsSoFar} /> : null}
      {connectivity?.changed ? (
        <Callout tone="bad" title={words.calculation.connectivityChanged}>
          {connectivity.detail}
        </Callout>
      ) : null}
      {stereo?.changed ? (
        <Callout tone="bad" title={words.calculation.stereoChanged}>
          {stereo.detail}
        </Callout>
      ) : null}
      {convergence && !convergence.converged && !shownElsewhere ? (
        <Callout tone="okay" title={words.calculation.notConverged} />
      ) : null}
      {deviations
        .filter(({ kind }) => kind !== 'engine')
        .map((deviation) => (
          <Callout key={deviation.what} tone="okay" title={deviation.what}>
            {deviation.reason}
          </Callout>
        ))}
    </>
  );
}
