import { assignmentErrors, bestOrder, computedUnit, type MeasuredKind } from '@cuvette/core/chemistry/spectra';
import { formatNumber, numberColumn, type TableData, textColumn, toCsv } from '@cuvette/core/tables';
import { useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { NumberField, unitTitles } from '../plot/spectrum-settings.tsx';
import { Button } from '../ui/button.tsx';
import { downloadText, fileNameOf } from '../ui/download.ts';
import { localNumber } from '../ui/numbers.ts';
import { inComputedUnit, inOwnUnit } from './own-unit.ts';
import type { SpectrumMatchProps } from './spectrum-match.tsx';
import { measuredWords } from './words.ts';

addEnglish({ measured: measuredWords });

/** Lines below this part of the strongest one are not assigned by the best order, nor what lies outside of the measured range; of NMR every line counts. */
const leastIntensity = 0.05;

/** Peaks farther than this from every line stay without one (cm⁻¹, eV); each shift of a molecule has its line. */
const mostApart: Record<MeasuredKind, number> = {
  infrared: 60,
  absorption: 0.8,
  dichroism: 0.8,
  proton_nmr: Number.POSITIVE_INFINITY,
  carbon_nmr: Number.POSITIVE_INFINITY,
};

/** A peak with what it is compared with, in the unit that its kind is computed in. */
interface ComparedPeak {
  place: number;
  measured: number;
  height: number;
  line: number | null;
  computed: number | null;
  error: number | null;
}

/** The peaks of a measured spectrum: found or typed, assigned by hand or in the best order, with the errors. */
export function PeakAssignment({
  shown,
  lines,
  settings,
  decimals,
  onChange,
  onFind,
}: SpectrumMatchProps & { decimals: number; onFind: () => void }) {
  const words = useWords();
  const texts = words.measured;
  const { spectrum, points } = shown;
  const { kind, x_unit, field, peaks, title } = spectrum;
  const unit = unitTitles[computedUnit(kind)];
  const number = (value: number) => localNumber(words, formatNumber(value, decimals));
  const moved = (position: number) => position * settings.moved.scale + settings.moved.offset;
  const compared = peaks.map(({ position, height, line }, place): ComparedPeak => {
    const measured = inComputedUnit(position, kind, x_unit, field);
    const found = line === null ? undefined : lines[line];
    const computed = found ? moved(found.position) : null;
    return {
      place,
      measured,
      height,
      line: found ? line : null,
      computed,
      error: computed === null ? null : computed - measured,
    };
  });
  const isNmr = kind === 'proton_nmr' || kind === 'carbon_nmr';
  const assign = () => {
    const strongest = Math.max(...lines.map(({ intensity }) => Math.abs(intensity)));
    const isSeen = (position: number) =>
      spectrum.source.form === 'peaks' || (position >= (points?.x[0] ?? 0) && position <= (points?.x.at(-1) ?? 0));
    const candidates = lines.flatMap(({ position, intensity }, line) =>
      (isNmr || Math.abs(intensity) >= leastIntensity * strongest) && isSeen(moved(position))
        ? [{ line, position: moved(position) }]
        : [],
    );
    const pairs = bestOrder(
      compared.map(({ measured }) => measured),
      candidates.map(({ position }) => position),
      mostApart[kind],
    );
    const lineOf = new Map(pairs.map(({ peak, line }) => [peak, candidates[line]?.line ?? null]));
    onChange({ peaks: peaks.map((peak, place) => ({ ...peak, line: lineOf.get(place) ?? null })) });
  };
  const setLine = (place: number, line: number | null) =>
    onChange({ peaks: peaks.map((peak, each) => (each === place ? { ...peak, line } : peak)) });
  const errors = assignmentErrors(
    compared.flatMap(({ computed, measured }) => (computed === null ? [] : [{ computed, measured }])),
  );
  return (
    <div className="cv-stack">
      <p className="cv-row">
        <Button dense label={texts.findPeaks} onClick={onFind} />
        <Button dense label={texts.assign} disabled={peaks.length === 0 || lines.length === 0} onClick={assign} />
        <Button
          dense
          kind="quiet"
          label={texts.clear}
          disabled={peaks.every(({ line }) => line === null)}
          onClick={() => onChange({ peaks: peaks.map((peak) => ({ ...peak, line: null })) })}
        />
        {peaks.length > 0 ? (
          <Button
            dense
            kind="quiet"
            label={texts.csv}
            aria-label={texts.csvLabel}
            onClick={() =>
              downloadText(
                fileNameOf(`${title} peaks`, 'csv'),
                toCsv(tableOfPeaks(compared, lines, unit, texts), rowsOf(compared)),
              )
            }
          />
        ) : null}
      </p>
      <AddPeak
        label={`${texts.addPeak} (${unit})`}
        button={texts.addPeakButton}
        step={10 ** -decimals}
        onAdd={(position) => {
          const own = Number(inOwnUnit(position, kind, x_unit, field).toPrecision(8));
          const all = [...peaks, { position: own, height: 1, line: null }];
          onChange({ peaks: all.sort((one, other) => one.position - other.position) });
        }}
      />
      {compared.length > 0 ? (
        <>
          {isNmr ? null : (
            <p className="cv-quiet cv-small">
              {texts.assignHint(String(100 * leastIntensity), `${localNumber(words, String(mostApart[kind]))} ${unit}`)}
            </p>
          )}
          <PeakTable
            {...{ compared, lines, unit, number, moved, title, setLine }}
            onRemove={(place) => onChange({ peaks: peaks.filter((_, each) => each !== place) })}
          />
        </>
      ) : null}
      {errors ? (
        <p className="cv-small" role="status">
          {texts.errors(
            String(errors.count),
            number(errors.mae),
            number(errors.rmse),
            number(errors.max),
            number(errors.mean),
            unit,
          )}
        </p>
      ) : null}
    </div>
  );
}

interface PeakTableProps {
  compared: readonly ComparedPeak[];
  lines: SpectrumMatchProps['lines'];
  unit: string;
  title: string;
  /** Writes a place of the computed axis. */
  number: (value: number) => string;
  /** Where a computed line is drawn. */
  moved: (position: number) => number;
  setLine: (place: number, line: number | null) => void;
  onRemove: (place: number) => void;
}

/** The peaks, each with the choice of its line and its error. */
function PeakTable({ compared, lines, unit, title, number, moved, setLine, onRemove }: PeakTableProps) {
  const texts = useWords().measured;
  return (
    <div className="cv-measured-peaks">
      <table aria-label={texts.peakTable(title)}>
        <thead>
          <tr>
            <th scope="col">{texts.measured(unit)}</th>
            <th scope="col">{texts.line}</th>
            <th scope="col">{texts.error(unit)}</th>
            <th scope="col">
              <span className="cv-hidden">{texts.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ place, measured, line, error }) => (
            <tr key={place}>
              <td className="cv-number">{number(measured)}</td>
              <td>
                <select
                  aria-label={texts.lineOf(number(measured))}
                  value={line ?? ''}
                  onChange={({ target }) => setLine(place, target.value === '' ? null : Number(target.value))}
                >
                  <option value="">{texts.unassigned}</option>
                  {lines.map(({ position, label }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the row of its table is what a line is known by
                    <option key={at} value={at}>
                      {texts.option(number(moved(position)), label)}
                    </option>
                  ))}
                </select>
              </td>
              <td className="cv-number">{error === null ? '' : number(error)}</td>
              <td>
                <Button
                  dense
                  kind="quiet"
                  label={texts.remove}
                  aria-label={texts.removePeak(number(measured))}
                  onClick={() => onRemove(place)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rowsOf = (peaks: readonly unknown[]) => Uint32Array.from(peaks, (_, row) => row);

/** The peaks as a table for a file: with the errors of each, at full precision. */
function tableOfPeaks(
  peaks: readonly ComparedPeak[],
  lines: SpectrumMatchProps['lines'],
  unit: string,
  texts: {
    measured: (unit: string) => string;
    height: string;
    line: string;
    computed: (unit: string) => string;
    error: (unit: string) => string;
  },
): TableData {
  const column = (id: string, title: string, values: (number | null)[]) =>
    numberColumn({ id, title, precision: 4 }, values);
  return {
    id: 'peaks',
    title: 'Peaks',
    length: peaks.length,
    structures: peaks.map(() => null),
    empty: '',
    columns: [
      column(
        'measured',
        texts.measured(unit),
        peaks.map(({ measured }) => measured),
      ),
      column(
        'height',
        texts.height,
        peaks.map(({ height }) => height),
      ),
      textColumn(
        { id: 'line', title: texts.line },
        peaks.map(({ line }) => (line === null ? null : (lines[line]?.label ?? null))),
      ),
      column(
        'computed',
        texts.computed(unit),
        peaks.map(({ computed }) => computed),
      ),
      column(
        'error',
        texts.error(unit),
        peaks.map(({ error }) => error),
      ),
    ],
  };
}

/** A peak that is typed. */
function AddPeak({
  label,
  button,
  step,
  onAdd,
}: {
  label: string;
  button: string;
  step: number;
  onAdd: (position: number) => void;
}) {
  const [position, setPosition] = useState(0);
  return (
    <div className="cv-row">
      <NumberField label={label} value={position} min={-1000} max={1e6} step={step} onChange={setPosition} />
      <Button dense label={button} disabled={position === 0} onClick={() => onAdd(position)} />
    </div>
  );
}
