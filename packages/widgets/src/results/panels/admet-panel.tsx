import type { Bucket, RatingCounts } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import { resultWords } from '../words.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });
addEnglish(resultWords);

/** The groups of the radar, in its order. */
const groups = ['absorption', 'distribution', 'metabolism', 'excretion', 'toxicity'] as const;
/** What a rating counts in the radar. */
const worth: Readonly<Record<Bucket, number>> = { good: 1, okay: 0.5, bad: 0 };
const radius = 78;

/** The five groups of ADMET properties at a glance: their ratings, as a radar and as counts that open their tabs. */
export function AdmetPanel({ item, session, definition, molecules }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const texts = words.panels.admet;
  const rated = useMemo(() => {
    const tabs = definition.tabs(item, molecules);
    return groups.flatMap((group) => {
      const ratings = tabs.find(({ id }) => id === group)?.ratings;
      return ratings ? [{ group, ratings, score: scoreOf(ratings) }] : [];
    });
  }, [definition, item, molecules]);
  if (rated.length < 3) return null;
  const point = (index: number, value: number): readonly [number, number] => {
    const angle = (2 * Math.PI * index) / rated.length - Math.PI / 2;
    return [radius * value * Math.cos(angle), radius * value * Math.sin(angle)];
  };
  const outline = (values: readonly number[]) => values.map((value, index) => point(index, value).join(',')).join(' ');
  const text = ({ ratings }: (typeof rated)[number]) =>
    words.parts.ratingCounts(ratings.good, ratings.okay, ratings.bad);
  return (
    <figure className="cv-radar">
      <svg
        viewBox="-150 -104 300 208"
        role="img"
        aria-label={texts.radar(rated.map((each) => `${words.ui.term(each.group)}: ${text(each)}`).join('; '))}
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
        <p className="cv-quiet cv-small">{texts.how}</p>
      </figcaption>
    </figure>
  );
}

/** The mean of a group's ratings, from 0 to 1. */
function scoreOf({ good, okay, bad }: RatingCounts): number {
  return (good * worth.good + okay * worth.okay + bad * worth.bad) / (good + okay + bad);
}
