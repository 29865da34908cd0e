import { drawnUnits, type FittedPlaces, type MeasuredKind, type MeasuredXUnit } from '@cuvette/core/chemistry/spectra';
import { type BandShape, type Broadening, bandShapes } from '@cuvette/core/workflows/curves/band-shapes';
import { useId, useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';

/** How a computed spectrum is drawn: broadening, factor and offset of its places, unit of its axis. */
export interface SpectrumSettings {
  broadening: Broadening;
  moved: FittedPlaces;
  unit: MeasuredXUnit;
  /** MHz of the spectrometer that is drawn, of NMR; null for other kinds. */
  field: number | null;
  setBroadening: (broadening: Broadening) => void;
  setMoved: (moved: FittedPlaces) => void;
  setUnit: (unit: MeasuredXUnit) => void;
  setField: (field: number) => void;
}

/** The settings of a spectrum of a kind, as it is drawn first with `usual`. */
export function useSpectrumSettings(
  kind: MeasuredKind,
  usual: Broadening,
  usualField: number | null = null,
): SpectrumSettings {
  const [field, setField] = useState(usualField);
  const [broadening, setBroadening] = useState(usual);
  const [moved, setMoved] = useState<FittedPlaces>({ scale: 1, offset: 0 });
  const [unit, setUnit] = useState<MeasuredXUnit>(drawnUnits(kind)[0] ?? 'cm-1');
  return useMemo(
    () => ({ broadening, moved, unit, field, setBroadening, setMoved, setUnit, setField }),
    [broadening, moved, unit, field],
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

/** A number that takes effect while it is typed; what lies outside of the limits, or is no number, changes nothing. */
export function NumberField({ label, value, min, max, step, onChange }: NumberFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="cv-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={min}
        max={max}
        step={step}
        value={typed ?? String(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          const number = Number(target.value);
          if (target.value.trim() !== '' && Number.isFinite(number) && number >= min && number <= max) onChange(number);
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, title: string])[];
  onChange: (value: Value) => void;
}

/** A choice of few values. */
export function SelectField<Value extends string>({ label, value, options, onChange }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="cv-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Names of units as an axis has them. */
export const unitTitles: Record<MeasuredXUnit, string> = {
  'cm-1': 'cm⁻¹',
  um: 'µm',
  nm: 'nm',
  eV: 'eV',
  ppm: 'ppm',
  Hz: 'Hz',
};

interface BroadeningFieldsProps {
  kind: MeasuredKind;
  settings: SpectrumSettings;
  /** Label and limits of the width. */
  width: { label: string; min: number; max: number; step: number };
}

/** Width and shape of the lines, and the unit of the axis. */
export function BroadeningFields({ kind, settings, width }: BroadeningFieldsProps) {
  const words = useWords().plot;
  const { broadening, unit, setBroadening, setUnit } = settings;
  const units = drawnUnits(kind);
  return (
    <>
      <NumberField
        {...width}
        value={broadening.fullWidth}
        onChange={(fullWidth) => setBroadening({ ...broadening, fullWidth })}
      />
      <SelectField<BandShape>
        label={words.shape}
        value={broadening.shape}
        options={bandShapes.map((shape) => [shape, words[shape]])}
        onChange={(shape) => setBroadening({ ...broadening, shape })}
      />
      {units.length > 1 ? (
        <SelectField<MeasuredXUnit>
          label={words.axisUnit}
          value={unit}
          options={units.map((each) => [each, unitTitles[each]])}
          onChange={setUnit}
        />
      ) : null}
    </>
  );
}
