import { formatFrequency } from '@cuvette/core/tables';
import { frequencyTable } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Table } from '../../table/table.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyTable } from '../copy-table.tsx';
import { useSessionState } from '../hooks/use-session.ts';
import type { CalculationTabProps } from './calculation-tab.ts';
import { LooseGeometry } from './loose-geometry.tsx';

/** Vibrational modes; the active row is the one that moves in the viewer. Imaginary frequencies read "512.3i". */
export function FrequenciesTab({ name, molecule, summary, session, sentence, tightenAddress }: CalculationTabProps) {
  const { mode } = useSessionState(session);
  const words = useWords().calculation;
  const record = summary?.provenance?.thermochemistry ?? null;
  const table = useMemo(() => frequencyTable(molecule), [molecule]);
  const modes = molecule.vibrational_modes ?? [];
  const shown = mode === null ? undefined : modes[mode];
  const imaginary = modes.filter((each) => each.frequency < 0).length;
  return (
    <div className="cv-stack">
      <LooseGeometry record={record} tightenAddress={tightenAddress} />
      {modes.length > 0 ? (
        <div className="cv-row">
          <p className="cv-small" role="status">
            {words.imaginary(imaginary)}{' '}
            {shown ? words.showVibration(formatFrequency(shown.frequency)) : words.animationHint}
          </p>
          {shown ? (
            <Button dense icon="stop" label={words.stopAnimation} onClick={() => session.setMode(null)} />
          ) : null}
        </div>
      ) : null}
      <Table
        bar={<CopyTable table={table} />}
        table={table}
        name={name}
        sentence={sentence}
        activeRow={mode}
        onActiveRow={session.setMode}
      />
    </div>
  );
}
