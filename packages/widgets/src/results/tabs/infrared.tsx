import type { CurveAt } from '@cuvette/core/chemistry/spectra';
import { formatFrequency, formatNumber } from '@cuvette/core/tables';
import { bandsAt } from '@cuvette/core/workflows/curves/band-shapes';
import { frequencyScaling } from '@cuvette/core/workflows/curves/frequency-scaling';
import { usualInfraredWidth } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { useCallback, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { MeasuredSpectra } from '../../measured/measured-spectra.tsx';
import { IrSpectrum } from '../../plot/ir-spectrum.tsx';
import type { SpectrumOverlay } from '../../plot/spectrum-overlay.ts';
import {
  BroadeningFields,
  NumberField,
  type SpectrumSettings,
  useSpectrumSettings,
} from '../../plot/spectrum-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { useSessionState } from '../hooks/use-session.ts';
import type { CalculationTabProps } from './calculation-tab.ts';
import { FrequenciesTab } from './frequencies.tsx';

/** IR spectrum of the real modes that have an intensity, measured ones over it, and the table of modes below; a click on a line or a row animates its mode. */
export function InfraredTab(props: CalculationTabProps) {
  const { molecule, session, item, client, summary, name } = props;
  const { mode } = useSessionState(session);
  const words = useWords();
  const settings = useSpectrumSettings('infrared', { shape: 'lorentzian', fullWidth: usualInfraredWidth });
  const [overlays, setOverlays] = useState<readonly SpectrumOverlay[]>([]);
  const { broadening, moved, unit } = settings;
  const lines = useMemo(
    () =>
      (molecule.vibrational_modes ?? []).flatMap((each, index) =>
        each.frequency > 0 && each.ir_intensity !== null
          ? [{ position: each.frequency, intensity: each.ir_intensity, mode: index }]
          : [],
      ),
    [molecule],
  );
  const drawn = useMemo(
    () => lines.map((line) => ({ ...line, position: line.position * moved.scale + moved.offset })),
    [lines, moved],
  );
  const named = useMemo(
    () =>
      lines.map((line) => ({
        ...line,
        label: words.calculation.modeOf(line.mode + 1, formatFrequency(line.position)),
      })),
    [lines, words],
  );
  const curveAt = useCallback<CurveAt>(
    (places, placed) => bandsAt(lines, places, broadening, placed),
    [lines, broadening],
  );
  const spectrum = (
    <IrSpectrum
      lines={drawn}
      active={drawn.findIndex((line) => line.mode === mode)}
      broadening={broadening}
      unit={unit}
      overlays={overlays}
      name={name}
      onPick={(index) => session.setMode(lines[index]?.mode ?? null)}
    />
  );
  return (
    <div className="cv-stack">
      {lines.length > 0 ? (
        <MeasuredSpectra
          {...{ item, client, curveAt, settings }}
          kind="infrared"
          lines={named}
          onOverlays={setOverlays}
        >
          {spectrum}
          <div className="cv-row">
            <BroadeningFields
              kind="infrared"
              settings={settings}
              width={{ label: words.plot.fullWidth, min: 1, max: 500, step: 5 }}
            />
            <Scaling
              settings={settings}
              method={summary?.settings.method ?? null}
              basisSet={summary?.settings.basis_set?.name ?? null}
            />
          </div>
        </MeasuredSpectra>
      ) : (
        spectrum
      )}
      <p className="cv-quiet cv-small">{words.calculation.irNote}</p>
      <FrequenciesTab {...props} />
    </div>
  );
}

/** The factor for the frequencies: typed, the published one of the level of theory, or what a fit gave. */
function Scaling({
  settings,
  method,
  basisSet,
}: {
  settings: SpectrumSettings;
  method: string | null;
  basisSet: string | null;
}) {
  const words = useWords();
  const texts = words.plot;
  const { moved, setMoved } = settings;
  const published = method === null ? null : frequencyScaling(method, basisSet);
  const number = (value: number, decimals: number) => localNumber(words, formatNumber(value, decimals));
  return (
    <>
      <NumberField
        label={texts.scaling}
        value={Number(moved.scale.toFixed(4))}
        min={0.5}
        max={1.5}
        step={0.001}
        onChange={(scale) => setMoved({ ...moved, scale })}
      />
      {published ? (
        <span className="cv-small cv-quiet">
          {texts.published(number(published.factor, 3), published.level, published.source)}{' '}
          <Button dense label={texts.usePublished} onClick={() => setMoved({ scale: published.factor, offset: 0 })} />
        </span>
      ) : (
        <span className="cv-small cv-quiet">{texts.noPublished}</span>
      )}
    </>
  );
}
