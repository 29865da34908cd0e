import type { WorkflowItem } from '../../entities/workflow-item.ts';
import type { MoleculesByCalculation, ResultDefinition } from '../definition.ts';
import { excitedStates } from '../parts/calculations/excited-states-table.ts';
import type { TabPart } from '../tab-parts.ts';
import type { CurvePlot } from './curve-plot.ts';
import { electronicPlot } from './electronic-plot.ts';
import { infraredLines, infraredPlot } from './infrared-plot.ts';

/**
 * The plot that a tab of one calculation shows: its infrared or its electronic spectrum.
 * @returns null where the part is another one, or has nothing to draw
 */
export function plotOfCalculation(part: TabPart, molecules: MoleculesByCalculation): CurvePlot | null {
  if (part.kind !== 'calculation' || part.calculation === null) return null;
  const final = molecules.get(part.calculation)?.at(-1);
  if (!final) return null;
  if (part.content === 'ir') return infraredPlot(infraredLines(final));
  return part.content === 'excited_states' ? electronicPlot(excitedStates(final)) : null;
}

/** Plots that a type draws from its data alone, in the order of its tabs: NMR spectra, quantities by pH. */
export const plotsOfData = (definition: ResultDefinition, item: WorkflowItem): CurvePlot[] =>
  definition.curves(item).flatMap((plot) => plot ?? []);
