import { formatFrequency } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { Button } from '../../ui/button.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Where the calculation of the saddle point is in an item's data. */
const saddleKeys = ['starting_TS', 'ts_guess_calculation_uuid'] as const;

/** The saddle point of a path, its ends and its imaginary mode, each one press away. */
export function PathPanel({ item, session, molecules }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const texts = words.panels.path;
  const { structure, structures, mode } = useSessionState(session);
  const data = item.object_data ?? {};
  const saddle = saddleKeys.map((key) => data[key]).find((uuid) => typeof uuid === 'string') ?? null;
  const modes = (typeof saddle === 'string' ? molecules.get(saddle)?.at(-1)?.vibrational_modes : null) ?? [];
  const imaginary = modes.findIndex(({ frequency }) => frequency < 0);
  const guess = data.ts_guess_calculation_uuid === saddle && data.optimize_ts !== true;
  // The optimized saddle of a search is the last structure, after the string.
  const string = structures.filter((id) => id !== saddle || guess || data.starting_TS === saddle);
  const [start, end] = [string[0], string.at(-1)];
  const animates = structure === saddle && mode === imaginary;
  const animate = () => {
    if (typeof saddle !== 'string') return;
    session.activate(saddle);
    session.setViewer({ arrows: true });
    session.setMode(animates ? null : imaginary);
  };
  // One structure alone, of a run that failed or has just begun, is no path.
  const places =
    structures.length < 2
      ? []
      : [
          { id: start, label: texts.start },
          { id: typeof saddle === 'string' ? saddle : undefined, label: guess ? texts.guess : texts.saddle },
          { id: end, label: texts.end },
        ];
  if (places.length === 0 && imaginary < 0) return null;
  return (
    <div className="cv-choices" role="group" aria-label={texts.label}>
      {places.map(({ id, label }) =>
        id !== undefined && structures.includes(id) ? (
          <Button
            key={label}
            dense
            label={label}
            aria-pressed={structure === id && !animates}
            onClick={() => {
              session.setMode(null);
              session.activate(id);
            }}
          />
        ) : null,
      )}
      {imaginary >= 0 ? (
        <Button
          dense
          label={texts.mode(localNumber(words, formatFrequency(modes[imaginary]?.frequency ?? 0)))}
          aria-pressed={animates}
          onClick={animate}
        />
      ) : null}
    </div>
  );
}
