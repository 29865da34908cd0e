import { excitedStates, excitedStatesTable, isChiral, surfaceChoices } from '@cuvette/core/workflows';
import { usualBandWidth } from '@cuvette/core/workflows/curves/electronic-broadening';
import { useId, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { ElectronicSpectrum } from '../../plot/electronic-spectrum.tsx';
import { Table } from '../../table/table.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyTable } from '../copy-table.tsx';
import { useGrids } from '../hooks/use-grids.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import panels from '../panels/panels.css?inline';
import type { CalculationTabProps } from './calculation-tab.ts';

/** UV/Vis spectrum of the excited states, that of circular dichroism where the molecule is chiral, and their table. */
export function ExcitedStatesTab({ name, molecule, sentence, item, client, session, definition }: CalculationTabProps) {
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
