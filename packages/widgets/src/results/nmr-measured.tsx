import { type Coupling, type CurveAt, readCouplings, splitLine } from '@cuvette/core/chemistry/spectra';
import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import { bandsAt } from '@cuvette/core/workflows/curves/band-shapes';
import { useCallback, useId, useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { MeasuredSpectra } from '../measured/measured-spectra.tsx';
import type { NmrLook } from '../plot/nmr-looks.ts';
import { type NmrLine, NmrSpectrum } from '../plot/nmr-spectrum.tsx';
import { nmrWords } from '../plot/nmr-words.ts';
import type { SpectrumOverlay } from '../plot/spectrum-overlay.ts';
import { BroadeningFields, NumberField, SelectField, useSpectrumSettings } from '../plot/spectrum-settings.tsx';
import { localNumber } from '../ui/numbers.ts';

addEnglish({ nmr: nmrWords });

export interface NmrMeasuredProps {
  item: WorkflowItem;
  client: Client;
  kind: 'proton_nmr' | 'carbon_nmr';
  look: NmrLook;
  lines: readonly NmrLine[];
  marked: ReadonlySet<number>;
  precision: number;
  onPick: (line: number) => void;
}

/** Frequency of the spectrometer (MHz) that is drawn first: that of a usual instrument for the nucleus. */
const usualFields = { proton_nmr: 400, carbon_nmr: 100 } as const;
/** Half of what is shown around one line, in ppm. */
const closeUps = { proton_nmr: 0.15, carbon_nmr: 3 } as const;
const none: ReadonlyMap<number, string> = new Map();

/** The predicted spectrum of a nucleus: lines split by the couplings that were entered, at the chosen field, with measured spectra over it. */
export function NmrMeasured({ item, client, kind, look, lines, marked, precision, onPick }: NmrMeasuredProps) {
  const words = useWords();
  const texts = words.nmr;
  const usual = usualFields[kind];
  // Widths are entered in Hz, as they do not change with the field.
  const settings = useSpectrumSettings(kind, { shape: 'lorentzian', fullWidth: look.fullWidth * usual }, usual);
  const [overlays, setOverlays] = useState<readonly SpectrumOverlay[]>([]);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(none);
  const [around, setAround] = useState('');
  const { broadening, moved, unit } = settings;
  const field = settings.field ?? usual;
  const couplings = useMemo(() => lines.map((_, row) => readCouplings(typed.get(row) ?? '') ?? []), [lines, typed]);
  const inPpm = useMemo(() => broadeningInPpm(broadening, couplings.flat(), field), [broadening, couplings, field]);
  /** The lines of each multiplet at the computed places. */
  const parts = useMemo(
    () =>
      lines.flatMap(({ shift, count }, row) =>
        splitLine({ position: shift, intensity: count }, couplings[row] ?? [], field),
      ),
    [lines, couplings, field],
  );
  const drawn = useMemo(
    () => parts.map((part) => ({ ...part, position: part.position * moved.scale + moved.offset })),
    [parts, moved],
  );
  const placed = useMemo(
    () => lines.map((line) => ({ ...line, shift: line.shift * moved.scale + moved.offset })),
    [lines, moved],
  );
  const curveAt = useCallback<CurveAt>((places, fitted) => bandsAt(parts, places, inPpm, fitted), [parts, inPpm]);
  const named = useMemo(
    () => lines.map(({ shift, count, atoms }) => ({ position: shift, intensity: count, label: atoms })),
    [lines],
  );
  const number = (value: number) => localNumber(words, formatNumber(value, precision));
  const centre = around === '' ? undefined : placed[Number(around)]?.shift;
  return (
    <MeasuredSpectra {...{ item, client, kind, curveAt, settings }} lines={named} onOverlays={setOverlays}>
      <NmrSpectrum
        nucleus={look.nucleus}
        lines={placed}
        parts={drawn}
        marked={marked}
        span={look.span}
        range={centre === undefined ? null : [centre - closeUps[kind], centre + closeUps[kind]]}
        broadening={inPpm}
        unit={unit}
        field={field}
        precision={precision}
        overlays={overlays}
        name={item.name}
        onPick={onPick}
      />
      <div className="cv-row">
        <BroadeningFields
          kind={kind}
          settings={settings}
          width={{ label: texts.width, min: 0.1, max: 500, step: 0.5 }}
        />
        <NumberField
          label={texts.field}
          value={field}
          min={10}
          max={1500}
          step={100}
          onChange={(value) => settings.setField(value)}
        />
        <SelectField
          label={texts.range}
          value={around}
          options={[
            ['', texts.whole],
            ...placed.map(({ shift, atoms }, row) => [String(row), texts.line(number(shift), atoms)] as const),
          ]}
          onChange={setAround}
        />
      </div>
      <p className="cv-quiet cv-small">
        {texts.couplings} {texts.link}
      </p>
      <details>
        <summary>{texts.enterCouplings}</summary>
        <div className="cv-stack">
          <p className="cv-quiet cv-small">{texts.couplingsHint}</p>
          {placed.map(({ shift, atoms }, row) => (
            <CouplingField
              // biome-ignore lint/suspicious/noArrayIndexKey: the row of its table is what a line is known by
              key={row}
              label={texts.line(number(shift), atoms)}
              text={typed.get(row) ?? ''}
              onChange={(text) => setTyped((before) => new Map(before).set(row, text))}
            />
          ))}
        </div>
      </details>
    </MeasuredSpectra>
  );
}

/** The broadening over shifts: no wider than a third of the smallest coupling, so that a multiplet is seen. */
function broadeningInPpm(broadening: Parameters<typeof bandsAt>[2], couplings: readonly Coupling[], field: number) {
  const smallest = Math.min(...couplings.map(({ hertz }) => hertz / 3));
  return { ...broadening, fullWidth: Math.min(broadening.fullWidth, smallest) / field };
}

/** The couplings of one line as text. */
function CouplingField({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  const texts = useWords().nmr;
  const id = useId();
  const isWrong = readCouplings(text) === null;
  return (
    <div className="cv-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={text}
        placeholder="7.1 x3, 1.2"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {isWrong ? (
        <span id={`${id}-wrong`} className="cv-small">
          {texts.wrongCouplings}
        </span>
      ) : null}
    </div>
  );
}
