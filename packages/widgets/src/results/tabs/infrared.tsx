import { usualInfraredWidth } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { useId, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { IrSpectrum } from '../../plot/ir-spectrum.tsx';
import { useSessionState } from '../hooks/use-session.ts';
import type { CalculationTabProps } from './calculation-tab.ts';
import { FrequenciesTab } from './frequencies.tsx';

/** IR spectrum of the real modes that have an intensity, with the table of modes below; a click on a line or a row animates its mode. */
export function InfraredTab(props: CalculationTabProps) {
  const { molecule, session } = props;
  const { mode } = useSessionState(session);
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState(String(usualInfraredWidth));
  const width = Number(typed);
  const fullWidth = Number.isFinite(width) && width > 0 ? Math.min(500, width) : usualInfraredWidth;
  const lines = useMemo(
    () =>
      (molecule.vibrational_modes ?? []).flatMap((each, index) =>
        each.frequency > 0 && each.ir_intensity !== null
          ? [{ position: each.frequency, intensity: each.ir_intensity, mode: index }]
          : [],
      ),
    [molecule],
  );
  return (
    <div className="cv-stack">
      <IrSpectrum
        lines={lines}
        active={lines.findIndex((line) => line.mode === mode)}
        fullWidth={fullWidth}
        onPick={(index) => session.setMode(lines[index]?.mode ?? null)}
      />
      <div className="cv-field">
        <label htmlFor={id}>{words.plot.fullWidth}</label>
        <input
          id={id}
          type="number"
          min={1}
          max={500}
          step={5}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className="cv-quiet cv-small">{words.calculation.irNote}</p>
      <FrequenciesTab {...props} />
    </div>
  );
}
