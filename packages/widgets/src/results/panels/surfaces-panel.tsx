import { status } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import { surfaceChoices } from '@cuvette/core/workflows';
import { useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { Button } from '../../ui/button.tsx';
import { downloadText, fileNameOf } from '../../ui/download.ts';
import { localNumber } from '../../ui/numbers.ts';
import { useGrids } from '../hooks/use-grids.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import { Sheet } from '../tabs/sheet.tsx';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { readFile } from './read-file.ts';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** The grids of an item: what each is, its range, a button that draws its isosurface; and all orbitals as a file for other programs. */
export function SurfacesPanel({ item, client, session, definition }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const texts = words.panels.surfaces;
  const { viewer } = useSessionState(session);
  const sources = useGrids(client, item, definition);
  const choices = useMemo(() => surfaceChoices(sources.map(({ header }) => header)), [sources]);
  const [problem, setProblem] = useState<string | null>(null);
  const write = (value: number) => localNumber(words, formatNumber(value, 4));
  const molden = async () => {
    setProblem(null);
    try {
      const answer = await readFile(client, `/orbitals/${encodeURIComponent(item.uuid)}/compressed_json`);
      const content = answer.ok ? ((await answer.json()) as { molden?: unknown }) : {};
      if (typeof content.molden === 'string') {
        downloadText(fileNameOf(item.name, 'molden', 'orbitals'), content.molden, 'text/plain;charset=utf-8');
      } else setProblem(answer.ok ? texts.noMolden : texts.moldenFailed(String(answer.status)));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="cv-stack">
      <div className="cv-choices" role="group" aria-label={texts.draw}>
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
      {sources.length > 0 ? (
        <Sheet
          label={texts.grids}
          head={[texts.grid, texts.unit, texts.lowest, texts.highest, texts.points]}
          rows={sources.map(({ header }) => ({
            label: words.ui.term(choices.find(({ id }) => id === header.name)?.title ?? header.name),
            values: [
              header.value_unit,
              write(header.minimum),
              write(header.maximum),
              String(header.shape.reduce((product, size) => product * size, 1)),
            ],
          }))}
        />
      ) : null}
      {item.object_status === status.completed && client.kind !== 'bundle' ? (
        <div>
          <Button dense icon="download" label={texts.molden} onClick={() => void molden()} />
          <p role="status" className="cv-small">
            {problem}
          </p>
        </div>
      ) : null}
    </div>
  );
}
