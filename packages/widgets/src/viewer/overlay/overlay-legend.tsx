import { substructureStepLimit } from '@cuvette/core/chemistry';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { Laid, OtherStructure } from './overlay.ts';

export interface OverlayLegendProps {
  /** The structure that is looked at. */
  title: string;
  members: readonly OtherStructure[];
  colourOf: (id: string) => string;
  laid: ReadonlyMap<string, Laid>;
  /** How many are still being read. */
  reading: number;
  /** That not all are shown. */
  cut: string | null;
}

/** Lines of the legend; the rest is counted. */
const mostLines = 10;

/** Which structure has which colour, and how far it is from the one that is shown. */
export function OverlayLegend({ title, members, colourOf, laid, reading, cut }: OverlayLegendProps) {
  const all = useWords();
  const words = all.viewer.overlay;
  const about = ({ id, atoms, failed, inPlace }: OtherStructure) => {
    if (failed) return words.failed;
    const found = laid.get(id);
    if (!atoms || !found) return words.reading;
    if (found.rmsd === null) return inPlace ? null : words.notAligned;
    const rmsd = localNumber(all, found.rmsd.toFixed(2));
    return found.part === null ? words.rmsd(rmsd) : words.rmsdOfPart(rmsd, found.part);
  };
  const lines = members.slice(0, members.length > mostLines ? mostLines - 1 : mostLines);
  const stopped = [...laid.values()].some((each) => each.stopped);
  if (members.length === 0 && reading === 0 && cut === null && !stopped) return null;
  return (
    <div className="cv-viewer-legend cv-overlay-legend">
      {members.length > 0 && (
        <ul aria-label={words.legend} title={words.rmsdHelp}>
          <li>
            <span>{words.shown(title)}</span>
          </li>
          {lines.map((member) => (
            <li key={member.id}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <circle cx="5" cy="5" r="5" fill={colourOf(member.id)} />
              </svg>
              <span>{member.name}</span>
              <span className="cv-number">{about(member)}</span>
            </li>
          ))}
          {members.length > lines.length && <li>{words.more(members.length - lines.length)}</li>}
        </ul>
      )}
      <span role="status">
        {[reading > 0 ? words.readingSome(reading) : null, cut, stopped ? words.stopped(substructureStepLimit) : null]
          .filter(Boolean)
          .join(' ')}
      </span>
    </div>
  );
}
