import { writeJcamp } from '@cuvette/core/chemistry/spectra';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { unitTitles } from '../plot/spectrum-settings.tsx';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { Button } from '../ui/button.tsx';
import { downloadText, fileNameOf } from '../ui/download.ts';
import { localNumber } from '../ui/numbers.ts';
import { heightsOf, measuredColour, overlayOf } from './drawn-spectrum.ts';
import css from './measured.css?inline';
import type { MeasuredProps } from './measured-spectra.tsx';
import { inOwnUnit } from './own-unit.ts';
import { SpectrumMatch } from './spectrum-match.tsx';
import { type ShownSpectrum, useMeasured } from './use-measured.ts';
import { measuredWords } from './words.ts';

addEnglish({ measured: measuredWords });

/** Measured spectra of one kind: adds, shows and removes them, and compares the chosen one with the computed spectrum. */
export function MeasuredPanel(props: MeasuredProps & { dropped: readonly File[] }) {
  useSheet(css);
  const { item, client, kind, lines, curveAt, settings, onOverlays, dropped } = props;
  const words = useWords();
  const texts = words.measured;
  const measured = useMeasured(client, item, kind, texts);
  const { shown, notes, removed } = measured;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const active = shown.find(({ spectrum }) => spectrum.name === chosen) ?? shown[0] ?? null;
  const { moved, unit, field } = settings;
  const overlays = useMemo(
    () =>
      shown.flatMap((each, place) => {
        const heights = hidden.has(each.spectrum.name) ? null : heightsOf(each, curveAt, moved);
        return heights ? [overlayOf(each, measuredColour(place), heights, unit, field)] : [];
      }),
    [shown, hidden, curveAt, moved, unit, field],
  );
  useEffect(() => onOverlays(overlays), [overlays, onOverlays]);
  useDropped(dropped, measured.add);
  return (
    <section aria-label={texts.title} className="cv-stack">
      <h3 className="cv-measured-title">{texts.title}</h3>
      <AddSpectra onAdd={measured.add} />
      <div role="status" className="cv-small">
        {removed === null ? null : (
          <p className="cv-row">
            {texts.removed(removed)} <Button dense label={texts.undo} onClick={measured.undo} />
          </p>
        )}
        {notes.map(words.ui.term).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {shown.length === 0 ? <p className="cv-quiet cv-small">{texts.none}</p> : null}
      <ul className="cv-measured-list">
        {shown.map((each, place) => (
          <SpectrumLine
            key={each.spectrum.name}
            shown={each}
            colour={measuredColour(place)}
            isActive={each === active}
            isHidden={hidden.has(each.spectrum.name)}
            onHide={(isHidden) =>
              setHidden((before) => {
                const after = new Set(before);
                if (isHidden) after.add(each.spectrum.name);
                else after.delete(each.spectrum.name);
                return after;
              })
            }
            onChoose={() => setChosen(each.spectrum.name)}
            onRemove={client.kind === 'owner' || !each.isKept ? () => measured.remove(each) : null}
          />
        ))}
      </ul>
      {active?.points ? (
        <SpectrumMatch
          key={active.spectrum.name}
          shown={active}
          lines={lines}
          curveAt={curveAt}
          settings={settings}
          onChange={(change) => measured.change(active.spectrum.name, change)}
        />
      ) : null}
    </section>
  );
}

/** Adds the files of a drop, once for each drop. */
function useDropped(dropped: readonly File[], add: (text: string, filename: string) => Promise<void>): void {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  const taken = useRef<readonly File[]>([]);
  useEffect(() => {
    if (taken.current === dropped) return;
    taken.current = dropped;
    const run = async () => {
      for (const file of dropped) await latest.current(await textOfFile(file), file.name);
    };
    void run();
  }, [dropped]);
}

/** The text of a file: UTF-8, or Latin 1 where it is none, as instruments write it. */
async function textOfFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** A file or pasted numbers. */
function AddSpectra({ onAdd }: { onAdd: (text: string, filename: string) => Promise<void> }) {
  const texts = useWords().measured;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState<string | null>(null);
  return (
    <>
      <p className="cv-row">
        <input
          ref={input}
          type="file"
          className="cv-hidden"
          tabIndex={-1}
          multiple
          accept=".jdx,.dx,.jcm,.jcamp,.csv,.txt,.tsv,.dat,.asc,.xy"
          aria-label={texts.fileLabel}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // The same file may be chosen again.
            target.value = '';
            const run = async () => {
              for (const file of files) await onAdd(await textOfFile(file), file.name);
            };
            void run();
          }}
        />
        <Button dense label={texts.choose} onClick={() => input.current?.click()} />
        <Button
          dense
          label={texts.paste}
          aria-expanded={pasted !== null}
          onClick={() => setPasted(pasted === null ? '' : null)}
        />
      </p>
      {pasted === null ? null : (
        <div className="cv-measured-paste">
          <label htmlFor={id}>{texts.pasteLabel}</label>
          <textarea
            id={id}
            className="cv-text-box cv-mono"
            rows={6}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <p className="cv-quiet cv-small">{texts.pasteHint}</p>
          <p className="cv-row">
            <Button
              dense
              label={texts.add}
              disabled={pasted.trim() === ''}
              onClick={() => {
                setPasted(null);
                void onAdd(pasted, '');
              }}
            />
            <Button dense kind="quiet" label={texts.cancel} onClick={() => setPasted(null)} />
          </p>
        </div>
      )}
    </>
  );
}

interface SpectrumLineProps {
  shown: ShownSpectrum;
  colour: string;
  isActive: boolean;
  isHidden: boolean;
  onHide: (isHidden: boolean) => void;
  onChoose: () => void;
  onRemove: (() => void) | null;
}

/** One measured spectrum of the list. */
function SpectrumLine({ shown, colour, isActive, isHidden, onHide, onChoose, onRemove }: SpectrumLineProps) {
  const words = useWords();
  const texts = words.measured;
  const { spectrum, points, isKept } = shown;
  const { title, x_unit, y_unit, field, source } = spectrum;
  const number = (value: number) => localNumber(words, String(Number(value.toPrecision(6))));
  const download = () =>
    downloadText(
      fileNameOf(title, 'jdx', 'spectrum'),
      shown.isKept && shown.text !== null
        ? shown.text
        : writeJcamp({
            title,
            kind: spectrum.kind,
            xUnit: spectrum.kind === 'infrared' ? 'cm-1' : spectrum.kind.endsWith('nmr') ? 'ppm' : 'eV',
            yUnit: y_unit === 'percent' || y_unit === 'transmittance' ? 'absorbance' : y_unit,
            field,
            isPeaks: source.form === 'peaks',
            origin: 'measured',
            x: points?.x ?? [],
            y: points?.y ?? [],
          }),
      'chemical/x-jcamp-dx',
    );
  const ends = points ? ownEnds(shown) : null;
  const what =
    source.form === 'peaks'
      ? texts.peakCount(String(spectrum.points))
      : ends && texts.points(String(spectrum.points), number(ends[0]), number(ends[1]), unitTitles[x_unit]);
  return (
    <li className="cv-measured-line" data-active={isActive || undefined}>
      <input
        type="checkbox"
        checked={!isHidden}
        aria-label={texts.show(title)}
        onChange={({ target }) => onHide(!target.checked)}
      />
      <span className="cv-measured-swatch" style={{ background: colour }} aria-hidden="true" />
      <button type="button" className="cv-measured-name" aria-pressed={isActive} onClick={onChoose}>
        {title}
      </button>
      <span className="cv-quiet cv-small">
        {[what, texts.yUnits[y_unit], isKept ? '' : texts.notKept].filter(Boolean).join(' · ')}
      </span>
      <span className="cv-measured-tools">
        <Button
          dense
          kind="quiet"
          label={texts.download}
          aria-label={texts.downloadLabel(title)}
          disabled={!points}
          onClick={download}
        />
        {onRemove ? (
          <Button dense kind="quiet" label={texts.remove} aria-label={texts.removeOne(title)} onClick={onRemove} />
        ) : null}
      </span>
    </li>
  );
}

/** The ends of the axis of a spectrum in its own unit. */
function ownEnds({ spectrum, points }: ShownSpectrum): readonly [number, number] | null {
  if (!points || points.x.length === 0) return null;
  const { kind, x_unit, field } = spectrum;
  const ends = [points.x[0] ?? 0, points.x.at(-1) ?? 0].map((each) => inOwnUnit(each, kind, x_unit, field));
  return [Math.min(...ends), Math.max(...ends)];
}
