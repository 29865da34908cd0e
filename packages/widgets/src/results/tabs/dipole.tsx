import { dipoleTable } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { FreeTable } from '../free-table.tsx';
import type { CalculationTabProps } from './calculation-tab.ts';

/** Components and length of the dipole moment in Debye. */
export function DipoleTab({ name, molecule, sentence }: CalculationTabProps) {
  const words = useWords().calculation;
  const table = useMemo(() => dipoleTable(molecule), [molecule]);
  return (
    <div className="cv-stack">
      <FreeTable table={table} name={name} sentence={sentence} />
      {molecule.dipole ? (
        <p className="cv-quiet cv-small">
          {words.dipoleNote}
          {molecule.charge !== 0 ? ` ${words.dipoleCharged}` : ''}
        </p>
      ) : null}
    </div>
  );
}
