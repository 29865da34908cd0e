import { type Bucket, rate, type TableData } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** The groups of the radar, in its order. */
const groups = ['absorption', 'distribution', 'metabolism', 'excretion', 'toxicity'] as const;
/** What a rating counts in the radar. */
const worth: Readonly<Record<Bucket, number>> = { good: 1, okay: 0.5, bad: 0 };
const radius = 78;

/** The five groups of ADMET properties at a glance: how their rated properties stand, as a radar and as counts that open their tabs. */
export function AdmetPanel({ session, tables }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const said = words.panels.admet;
  const counted = useMemo(
    () => groups.map((group) => ({ group, ...countsOf(tables.find(({ id }) => id === group)) })),
    [tables],
  );
  const rated = counted.filter(({ total }) => total > 0);
  if (rated.length < 3) return null;
  const point = (index: number, value: number): readonly [number, number] => {
    const angle = (2 * Math.PI * index) / rated.length - Math.PI / 2;
    return [radius * value * Math.cos(angle), radius * value * Math.sin(angle)];
  };
  const outline = (values: readonly number[]) => values.map((value, index) => point(index, value).join(',')).join(' ');
  const text = ({ good, okay, bad }: (typeof rated)[number]) => said.counts(good, okay, bad);
  return (
    <figure className="cv-radar">
      <svg
        viewBox="-150 -104 300 208"
        role="img"
        aria-label={said.radar(rated.map((each) => `${words.ui.term(each.group)}: ${text(each)}`).join('; '))}
      >
        {[0.25, 0.5, 0.75, 1].map((ring) => (
          <polygon key={ring} className="cv-radar-ring" points={outline(rated.map(() => ring))} />
        ))}
        {rated.map(({ group }, index) => {
          const [x, y] = point(index, 1);
          return <line key={group} className="cv-radar-ring" x1={0} y1={0} x2={x} y2={y} />;
        })}
        <polygon className="cv-radar-area" points={outline(rated.map(({ score }) => score))} />
        {rated.map(({ group }, index) => {
          const [x, y] = point(index, 1.12);
          const anchor = Math.abs(x) < 8 ? 'middle' : x > 0 ? 'start' : 'end';
          return (
            <text key={group} x={x} y={y + 4} textAnchor={anchor}>
              {words.ui.term(group)}
            </text>
          );
        })}
      </svg>
      <figcaption>
        <ul>
          {rated.map((each) => (
            <li key={each.group}>
              <button type="button" className="cv-link" onClick={() => session.setTab(each.group)}>
                {words.ui.term(each.group)}
              </button>{' '}
              {text(each)}
            </li>
          ))}
        </ul>
        <p className="cv-quiet cv-small">{said.how}</p>
      </figcaption>
    </figure>
  );
}

/** How many properties of a group are rated good, okay and bad, and their mean from 0 to 1. */
function countsOf(table: TableData | undefined): Record<Bucket, number> & { total: number; score: number } {
  const counts = { good: 0, okay: 0, bad: 0 };
  for (const column of table?.columns ?? []) {
    const rating = column.kind === 'number' ? rate(column.rating, column.values[0]) : null;
    if (rating) counts[rating.bucket] += 1;
  }
  const total = counts.good + counts.okay + counts.bad;
  const sum = counts.good * worth.good + counts.okay * worth.okay + counts.bad * worth.bad;
  return { ...counts, total, score: total > 0 ? sum / total : 0 };
}
