import { columnHeading, formatNumber, type TableData } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { localNumber } from '../../ui/numbers.ts';
import { useGrids } from '../hooks/use-grids.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import { type LadderLevel, placedLevels } from './ladder.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Height of the ladder in px. */
const height = 340;

/** Orbital levels as a ladder with HOMO, LUMO and gap; a level with a grid draws its isosurface, and so do the densities and the potential. */
export function OrbitalsPanel({ item, client, session, definition, tables }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const { viewer } = useSessionState(session);
  const sources = useGrids(client, item, definition);
  const orbitals = tables.find(({ id }) => id === 'orbitals');
  const levels = useMemo(() => (orbitals ? levelsOf(orbitals) : []), [orbitals]);
  const gridOf = useMemo(() => {
    const found = sources.flatMap(({ header: { name, orbital } }) =>
      orbital
        ? [[keyOf(orbital.spin === null ? null : orbital.spin === 'alpha' ? 'α' : 'β', orbital.index), name] as const]
        : [],
    );
    return new Map(found);
  }, [sources]);
  const { placed, left } = useMemo(() => placedLevels(levels, height), [levels]);
  const energy = orbitals?.columns.find(({ id }) => id === 'energy');
  const toggle = (id: string) => session.setViewer({ surface: viewer.surface === id ? null : id, isovalue: null });
  const write = (value: number) => localNumber(words, formatNumber(value, 2));
  const spins = [...new Set(levels.map(({ spin }) => spin))];
  return (
    <div className="cv-stack">
      {placed.length > 1 && energy ? (
        <>
          <p className="cv-quiet cv-small">{words.panels.orbitals.hint}</p>
          <div
            className="cv-ladder"
            role="group"
            aria-label={words.panels.orbitals.ladder(columnHeading({ ...energy, title: words.ui.term(energy.title) }))}
            style={{ blockSize: `${height}px` }}
          >
            {spins.map((spin) => {
              const own = placed.filter((level) => level.spin === spin);
              const [homo, lumo] = ['HOMO', 'LUMO'].map((name) => own.find((level) => level.name === name));
              return (
                <div key={spin ?? ''} className="cv-ladder-spin">
                  {spin ? <span className="cv-ladder-name">{spin}</span> : null}
                  {homo && lumo ? (
                    <span
                      className="cv-ladder-gap cv-number"
                      style={{ insetBlockStart: `${lumo.y}px`, blockSize: `${homo.y - lumo.y}px` }}
                    >
                      {words.panels.orbitals.gap(`${write(lumo.energy - homo.energy)} ${energy.unit ?? ''}`)}
                    </span>
                  ) : null}
                  {own.map((level) => {
                    const grid = gridOf.get(keyOf(level.spin, level.index));
                    return (
                      <button
                        key={level.index}
                        type="button"
                        className="cv-level"
                        data-filled={level.occupation > 0 || undefined}
                        aria-pressed={grid ? viewer.surface === grid : undefined}
                        disabled={!grid}
                        title={grid ? undefined : words.panels.orbitals.noGrid}
                        style={{ insetBlockStart: `${level.y}px`, insetInlineStart: `${96 + 116 * level.column}px` }}
                        onClick={() => grid && toggle(grid)}
                      >
                        <span className="cv-level-line" />
                        <span>{level.name}</span> <span className="cv-number">{write(level.energy)}</span>
                      </button>
                    );
                  })}
                </div>
              );
            })}
          </div>
          {left > 0 ? <p className="cv-quiet cv-small">{words.panels.orbitals.left(left)}</p> : null}
        </>
      ) : null}
    </div>
  );
}

const keyOf = (spin: string | null, index: number) => `${spin ?? ''} ${index}`;

/** Levels of the table of orbitals, energies in its unit (eV). */
function levelsOf({ columns, length }: TableData): LadderLevel[] {
  const numbers = (id: string) => {
    const column = columns.find((each) => each.id === id);
    return column?.kind === 'number' ? column.values : null;
  };
  const texts = (id: string) => {
    const column = columns.find((each) => each.id === id);
    return column?.kind === 'text' ? column.values : null;
  };
  const [index, energy, occupation] = [numbers('index'), numbers('energy'), numbers('occupation')];
  return Array.from({ length }, (_, row) => ({
    name: texts('name')?.[row] ?? '',
    spin: texts('spin')?.[row] ?? null,
    index: index?.[row] ?? row,
    energy: energy?.[row] ?? Number.NaN,
    occupation: occupation?.[row] ?? 0,
  })).filter((level) => Number.isFinite(level.energy));
}
