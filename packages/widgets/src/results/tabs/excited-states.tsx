import { excitedStates, excitedStatesTable, isChiral } from '@cuvette/core/workflows';
import { useId, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { usualBandWidth } from '../../plot/electronic-broadening.ts';
import { ElectronicSpectrum } from '../../plot/electronic-spectrum.tsx';
import { Table } from '../../table/table.tsx';
import { CopyTable } from '../copy-table.tsx';
import type { CalculationTabProps } from './calculation-tab.ts';

/** UV/Vis spectrum of the excited states, that of circular dichroism where the molecule is chiral, and their table. */
export function ExcitedStatesTab({ name, molecule, sentence }: CalculationTabProps) {
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState(String(usualBandWidth));
  const [active, setActive] = useState<number | null>(null);
  const width = Number(typed);
  const fullWidth = Number.isFinite(width) && width > 0 ? Math.min(3, width) : usualBandWidth;
  const states = useMemo(() => excitedStates(molecule), [molecule]);
  const table = useMemo(() => excitedStatesTable(molecule), [molecule]);
  const chiral = isChiral(states);
  const spectrum = { excitations: states, active: active ?? -1, fullWidth, onPick: setActive };
  return (
    <div className="cv-stack">
      {states.length > 0 ? (
        <>
          <ElectronicSpectrum kind="absorption" {...spectrum} />
          {chiral ? <ElectronicSpectrum kind="dichroism" {...spectrum} /> : null}
          <div className="cv-field">
            <label htmlFor={id}>{words.plot.bandWidth}</label>
            <input
              id={id}
              type="number"
              min={0.05}
              max={3}
              step={0.05}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <p className="cv-quiet cv-small">
            {words.calculation.excitedNote} {chiral ? null : words.calculation.achiral}
          </p>
        </>
      ) : null}
      <Table
        bar={<CopyTable table={table} />}
        table={table}
        name={name}
        sentence={sentence}
        activeRow={active}
        onActiveRow={setActive}
      />
    </div>
  );
}
