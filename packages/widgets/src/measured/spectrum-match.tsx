import {
  type CurveAt,
  computedUnit,
  findPeaks,
  fitPairs,
  fitPlaces,
  type HeightFit,
  heightFits,
  kindsOfUnit,
  type MeasuredXUnit,
  type MeasuredYUnit,
  measuredXUnits,
  measuredYUnits,
  type PlaceFit,
  placeFits,
} from '@cuvette/core/chemistry/spectra';
import type { ChangeSpectrum } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import { useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { NumberField, SelectField, type SpectrumSettings, unitTitles } from '../plot/spectrum-settings.tsx';
import { Button } from '../ui/button.tsx';
import { localNumber } from '../ui/numbers.ts';
import { heightsOf } from './drawn-spectrum.ts';
import type { ComputedLine } from './measured-spectra.tsx';
import { decimalsOf, inComputedUnit, inOwnUnit } from './own-unit.ts';
import { PeakAssignment } from './peak-assignment.tsx';
import type { ShownSpectrum } from './use-measured.ts';
import { measuredWords } from './words.ts';

addEnglish({ measured: measuredWords });

export interface SpectrumMatchProps {
  shown: ShownSpectrum;
  lines: readonly ComputedLine[];
  curveAt: CurveAt;
  settings: SpectrumSettings;
  onChange: (change: ChangeSpectrum) => void;
}

/** One measured spectrum beside the computed one: its units, the fit of both axes with its numbers, and its peaks. */
export function SpectrumMatch(props: SpectrumMatchProps) {
  const { shown, settings, curveAt, onChange } = props;
  const words = useWords();
  const texts = words.measured;
  const { spectrum } = shown;
  const { kind, fit } = spectrum;
  return (
    <div className="cv-stack">
      <Units {...props} />
      <PlacesFit {...props} />
      <div className="cv-row">
        <SelectField<HeightFit>
          label={texts.heights}
          value={fit.heights}
          options={heightFits.map((each) => [each, texts.heightFits[each]])}
          onChange={(heights) => onChange({ fit: { ...fit, heights } })}
        />
        <HeightsInWords shown={shown} curveAt={curveAt} settings={settings} />
      </div>
      <PeakAssignment {...props} decimals={decimalsOf(kind)} onFind={() => onChange({ peaks: foundPeaks(shown) })} />
    </div>
  );
}

/** The peaks of a spectrum in its own unit: those of its file where it is a list of peaks. */
function foundPeaks({ spectrum, points }: ShownSpectrum): { position: number; height: number; line: null }[] {
  if (!points) return [];
  const { kind, x_unit, field, source } = spectrum;
  const found =
    source.form === 'peaks'
      ? Array.from(points.x, (position, at) => ({ position, height: points.y[at] ?? 1 }))
      : findPeaks(points.x, points.y, { signed: kind === 'dichroism' });
  return found.map(({ position, height }) => ({
    position: Number(inOwnUnit(position, kind, x_unit, field).toPrecision(8)),
    height: Number(height.toPrecision(6)),
    line: null,
  }));
}

/** Units of a spectrum, which a file of columns does not always name. */
function Units({ shown: { spectrum }, onChange }: SpectrumMatchProps) {
  const texts = useWords().measured;
  const { kind, x_unit, y_unit, field, source } = spectrum;
  const isNmr = kind === 'proton_nmr' || kind === 'carbon_nmr';
  const xUnits = measuredXUnits.filter((unit) => kindsOfUnit(unit).includes(kind));
  return (
    <div className="cv-row">
      <SelectField<MeasuredXUnit>
        label={texts.xUnit}
        value={x_unit}
        options={xUnits.map((each) => [each, unitTitles[each]])}
        onChange={(unit) => onChange({ x_unit: unit })}
      />
      <SelectField<MeasuredYUnit>
        label={texts.yUnit}
        value={y_unit}
        options={measuredYUnits.map((each) => [each, texts.yUnits[each]])}
        onChange={(unit) => onChange({ y_unit: unit })}
      />
      {isNmr ? (
        <NumberField
          label={texts.field}
          value={field ?? (kind === 'proton_nmr' ? 400 : 100)}
          min={1}
          max={2000}
          step={1}
          onChange={(value) => onChange({ field: value })}
        />
      ) : null}
      {source.form === 'columns' ? <span className="cv-quiet cv-small">{texts.guessed}</span> : null}
    </div>
  );
}

/** The choice of the fit of positions, what it gave, and how alike the curves are. */
function PlacesFit({ shown, lines, curveAt, settings, onChange }: SpectrumMatchProps) {
  const words = useWords();
  const texts = words.measured;
  const { spectrum, points } = shown;
  const { kind, fit, peaks, x_unit, field, source } = spectrum;
  const [result, setResult] = useState<{ after: number | null; atEdge: boolean } | null>(null);
  const number = (value: number, decimals: number) => localNumber(words, formatNumber(value, decimals));
  const { scale, offset } = settings.moved;
  const unit = unitTitles[computedUnit(kind)];
  const pairs = peaks.flatMap(({ position, line }) => {
    const computed = line === null ? undefined : lines[line]?.position;
    return computed === undefined ? [] : [{ computed, measured: inComputedUnit(position, kind, x_unit, field) }];
  });
  const fitCurve = () => {
    if (!points) return;
    const found = fitPlaces(points, curveAt, fit.places);
    settings.setMoved({ scale: found.scale, offset: found.offset });
    setResult({ after: found.after, atEdge: fit.places === 'scale' && Math.abs(found.scale - 1) > 0.149 });
  };
  return (
    <div className="cv-row">
      <SelectField<PlaceFit>
        label={texts.places}
        value={fit.places}
        options={placeFits.map((each) => [each, texts.placeFits[each]])}
        onChange={(places) => {
          onChange({ fit: { ...fit, places } });
          setResult(null);
          if (places === 'none') settings.setMoved({ scale: 1, offset: 0 });
        }}
      />
      <Button
        dense
        label={texts.fitCurve}
        disabled={fit.places === 'none' || source.form === 'peaks'}
        onClick={fitCurve}
      />
      <Button
        dense
        label={texts.fitPeaks}
        disabled={fit.places === 'none' || pairs.length === 0}
        onClick={() => {
          settings.setMoved(fitPairs(pairs, fit.places));
          setResult(null);
        }}
      />
      <span className="cv-small" role="status">
        {[
          scale !== 1 ? texts.movedScale(number(scale, 4)) : '',
          offset !== 0
            ? texts.movedOffset(`${offset > 0 ? '+' : '−'} ${number(Math.abs(offset), decimalsOf(kind) + 1)}`, unit)
            : '',
          scale === 1 && offset === 0 ? texts.unmoved : '',
        ]
          .filter(Boolean)
          .join(', ')}
        . {result?.after ? texts.similarity(number(result.after, 3)) : ''} {result?.atEdge ? texts.atEdge : ''}
      </span>
    </div>
  );
}

function HeightsInWords({ shown, curveAt, settings }: Pick<SpectrumMatchProps, 'shown' | 'curveAt' | 'settings'>) {
  const words = useWords();
  const heights = heightsOf(shown, curveAt, settings.moved);
  if (!heights || shown.spectrum.source.form === 'peaks') return null;
  const number = (value: number) => localNumber(words, String(Number(value.toPrecision(4))));
  const { scale, offset } = heights;
  const shift = offset === 0 ? '' : ` ${offset > 0 ? '+' : '−'} ${number(Math.abs(offset))}`;
  return <span className="cv-small">{words.measured.heightFit(number(scale), shift)}</span>;
}
