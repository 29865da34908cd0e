import type { TableData } from '@cuvette/core/tables';
import type { MoleculesByCalculation, ResultDefinition } from '@cuvette/core/workflows';
import type { EnergyUnit } from '../energy-unit.ts';
import type { ResultProps } from '../result-props.ts';

/** What a panel of a result draws from. */
export interface PanelProps extends Pick<ResultProps, 'item' | 'client' | 'session'> {
  definition: ResultDefinition;
  tables: readonly TableData[];
  molecules: MoleculesByCalculation;
  /** The person's unit of relative energies. */
  unit: EnergyUnit;
}
