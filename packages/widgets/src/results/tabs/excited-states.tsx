import type { CurveAt } from '@cuvette/core/chemistry/spectra';
import { excitedStates, excitedStatesTable, isChiral, surfaceChoices } from '@cuvette/core/workflows';
import { bandsAt } from '@cuvette/core/workflows/curves/band-shapes';
import { usualBandWidth } from '@cuvette/core/workflows/curves/electronic-broadening';
import { useCallback, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { MeasuredSpectra } from '../../measured/measured-spectra.tsx';
import { ElectronicSpectrum, type ElectronicSpectrumProps, electronicLines } from '../../plot/electronic-spectrum.tsx';
import type { SpectrumOverlay } from '../../plot/spectrum-overlay.ts';
import {
  BroadeningFields,
  NumberField,
  type SpectrumSettings,
  useSpectrumSettings,
} from '../../plot/spectrum-settings.tsx';
import { Table } from '../../table/table.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyTable } from '../copy-table.tsx';
import { useGrids } from '../hooks/use-grids.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import panels from '../panels/panels.css?inline';
import type { CalculationTabProps } from './calculation-tab.ts';

/** UV/Vis spectrum of the excited states, that of circular dichroism where the molecule is chiral, measured ones over both, and their table. */
export function ExcitedStatesTab({ name, molecule, sentence, item, client, session, definition }: CalculationTabProps) {
  const words = useWords();
  const [active, setActive] = useState<number | null>(null);
  const settings = useSpectrumSettings('absorption', { shape: 'gaussian', fullWidth: usualBandWidth });
  const states = useMemo(() => excitedStates(molecule), [molecule]);
  const table = useMemo(() => excitedStatesTable(molecule), [molecule]);
  const chiral = isChiral(states);
  const { moved, setMoved } = settings;
  const shared = { item, client, name, states, settings, active: active ?? -1, onPick: setActive };
  return (
    <div className="cv-stack">
      {states.length > 0 ? (
        <>
          <Electronic kind="absorption" {...shared} />
          {chiral ? <Electronic kind="dichroism" {...shared} /> : null}
          <div className="cv-row">
            <BroadeningFields
              kind="absorption"
              settings={settings}
              width={{ label: words.plot.bandWidth, min: 0.05, max: 3, step: 0.05 }}
            />
            <NumberField
              label={words.plot.shift('eV')}
              value={Number(moved.offset.toFixed(3))}
              min={-3}
              max={3}
              step={0.05}
              onChange={(offset) => setMoved({ ...moved, offset })}
            />
          </div>
          <p className="cv-quiet cv-small">
            {words.calculation.excitedNote} {chiral ? null : words.calculation.achiral}
          </p>
        </>
      ) : null}
      <TransitionOrbitals {...{ item, client, session, definition }} state={active === null ? null : active + 1} />
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

type ElectronicProps = Pick<CalculationTabProps, 'item' | 'client' | 'name'> &
  Pick<ElectronicSpectrumProps, 'kind' | 'active' | 'onPick'> & {
    states: ReturnType<typeof excitedStates>;
    settings: SpectrumSettings;
  };

/** One spectrum of the excited states with the measured ones of its kind. */
function Electronic({ kind, item, client, name, states, settings, active, onPick }: ElectronicProps) {
  const words = useWords();
  const [overlays, setOverlays] = useState<readonly SpectrumOverlay[]>([]);
  const { broadening, moved, unit } = settings;
  const lines = useMemo(
    () =>
      electronicLines(kind, states, broadening).map((line, at) => ({
        ...line,
        label: words.calculation.stateOf(at + 1, states[at]?.orbitals ?? ''),
      })),
    [kind, states, broadening, words],
  );
  const drawn = useMemo(
    () => states.map((state) => ({ ...state, energy: Math.max(0.05, state.energy * moved.scale + moved.offset) })),
    [states, moved],
  );
  const curveAt = useCallback<CurveAt>(
    (places, placed) => bandsAt(lines, places, broadening, placed),
    [lines, broadening],
  );
  return (
    <MeasuredSpectra {...{ item, client, kind, lines, curveAt, settings }} onOverlays={setOverlays}>
      <ElectronicSpectrum {...{ kind, active, broadening, unit, overlays, name, onPick }} excitations={drawn} />
    </MeasuredSpectra>
  );
}

type TransitionProps = Pick<CalculationTabProps, 'item' | 'client' | 'session' | 'definition'> & {
  /** Which state is chosen, from 1; null for none, then the lowest one is offered. */
  state: number | null;
};

/** Holes and particles of a state, each a button that draws its isosurface; nothing where the item has none. */
function TransitionOrbitals({ item, client, session, definition, state }: TransitionProps) {
  const words = useWords();
  const texts = words.calculation;
  useSheet(panels);
  const { viewer } = useSessionState(session);
  const sources = useGrids(client, item, definition);
  const headers = sources.map(({ header }) => header).filter(({ transition }) => transition);
  if (headers.length === 0) return null;
  const shown = state ?? Math.min(...headers.flatMap(({ transition }) => transition?.state ?? []));
  const choices = surfaceChoices(headers.filter(({ transition }) => transition?.state === shown));
  return (
    <section aria-label={texts.transitionOrbitals} className="cv-stack">
      <h3>{texts.transitionOrbitals}</h3>
      <p className="cv-quiet cv-small">{choices.length > 0 ? texts.transitionHint : texts.transitionsLeftOut(shown)}</p>
      <div className="cv-choices" role="group" aria-label={texts.transitionOrbitals}>
        {choices.map(({ id, title }) => (
          <Button
            key={id}
            dense
            label={words.ui.term(title)}
            aria-pressed={viewer.surface === id}
            onClick={() => session.setViewer({ surface: viewer.surface === id ? null : id, isovalue: null })}
          />
        ))}
      </div>
    </section>
  );
}
