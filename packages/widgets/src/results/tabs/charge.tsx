import { chargeTable, spinDensityTable } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { AtomTable } from '../atom-table.tsx';
import type { CalculationTabProps } from './calculation-tab.ts';

/** Partial charges, one row an atom; the active row selects its atom in the viewer. */
export function ChargeTab({ name, molecule, summary, session, sentence }: CalculationTabProps) {
  const words = useWords().calculation;
  const model = summary?.provenance?.charge_model ?? null;
  const table = useMemo(() => chargeTable(molecule, model), [molecule, model]);
  return (
    <div className="cv-stack">
      {table.length > 0 ? (
        <p className="cv-quiet cv-small">{model ? words.chargeModel(model) : words.chargeModelUnknown}</p>
      ) : null}
      <AtomTable table={table} name={name} session={session} sentence={sentence} />
    </div>
  );
}

/** Spin densities, one row an atom; the active row selects its atom in the viewer. */
export function SpinDensityTab({ name, molecule, session, sentence }: CalculationTabProps) {
  const table = useMemo(() => spinDensityTable(molecule), [molecule]);
  return <AtomTable table={table} name={name} session={session} sentence={sentence} />;
}
