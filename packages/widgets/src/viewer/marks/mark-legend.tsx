import type { Mark } from '@cuvette/core/workflows';
import { useWords } from '../../elements/context.tsx';

/** Shows what the colours of marks mean, one line for each meaning; nothing where none says it. */
export function MarkLegend({ marks }: { marks: readonly Mark[] }) {
  const { ui } = useWords();
  const colours = new Map(
    marks.flatMap(({ meaning, colour }) => (meaning ? [[ui.term(meaning), colour] as const] : [])),
  );
  if (colours.size === 0) return null;
  return (
    <ul className="cv-viewer-legend cv-mark-legend">
      {[...colours].map(([meaning, colour]) => (
        <li key={meaning}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle cx="5" cy="5" r="5" fill={colour} />
          </svg>
          <span>{meaning}</span>
        </li>
      ))}
    </ul>
  );
}
