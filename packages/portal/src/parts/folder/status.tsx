import { statusLabel, type WorkflowItem } from '@cuvette/core/entities';
import { words } from '../../words.ts';

type Tone = 'good' | 'bad' | 'running' | 'neutral';

const looks: { shape: string; tone: Tone }[] = [
  { shape: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.6', tone: 'neutral' },
  { shape: 'M5 3.5l7 4.5-7 4.5z', tone: 'running' },
  { shape: 'M3 8.5l3.4 3.4L13 4.8', tone: 'good' },
  { shape: 'M4 4l8 8M12 4l-8 8', tone: 'bad' },
  { shape: 'M4.5 4.5h7v7h-7z', tone: 'neutral' },
  { shape: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.6', tone: 'neutral' },
  { shape: 'M3.5 12.5l.6-2.6 6.6-6.6 2 2-6.6 6.6z', tone: 'neutral' },
];

/** Status of an item as an icon and a word; colour is only an addition. While it runs, the percent too. */
export function Status({ item }: { item: Pick<WorkflowItem, 'object_status' | 'stopping' | 'progress'> }) {
  const code = item.object_status;
  const percent = item.stopping ? null : item.progress?.percent;
  const look = looks[code] ?? { shape: 'M8 4v5M8 11.5v.5', tone: 'neutral' };
  return (
    <span className="cv-badge" data-tone={look.tone} title={statusLabel(item)}>
      <svg viewBox="0 0 16 16" className="cv-icon" aria-hidden="true">
        <path d={look.shape} />
      </svg>
      <span className="status-word">{statusLabel(item)}</span>
      {code === 1 && percent != null ? ` ${words.percent(percent)}` : ''}
    </span>
  );
}
