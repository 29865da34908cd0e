import { itemLabels, status, statusLabel, type WorkflowItem } from '@cuvette/core/entities';
import { useWords } from '../elements/context.tsx';
import { Icon, type IconName } from './icons.tsx';
import { labelIn } from './item-words.ts';
import type { Tone } from './states.tsx';

/** A word in a pill, with a sign: colour never says it alone. */
export function Badge({ tone = 'neutral', icon, label }: { tone?: Tone; icon?: IconName; label: string }) {
  return (
    <span className="cv-badge" data-tone={tone}>
      {icon && <Icon name={icon} />}
      {label}
    </span>
  );
}

const looks: Record<number, { tone: Tone; icon: IconName }> = {
  [status.queued]: { tone: 'neutral', icon: 'clock' },
  [status.running]: { tone: 'running', icon: 'running' },
  [status.completed]: { tone: 'good', icon: 'check' },
  [status.failed]: { tone: 'bad', icon: 'warning' },
  [status.stopped]: { tone: 'okay', icon: 'stop' },
  [status.awaitingQueue]: { tone: 'neutral', icon: 'clock' },
  [status.draft]: { tone: 'neutral', icon: 'draft' },
};

/** The status of an item: an icon, its label and a colour. */
export function StatusBadge({ item }: { item: Pick<WorkflowItem, 'object_status' | 'stopping'> }) {
  const look = looks[item.object_status] ?? { tone: 'neutral' as const, icon: 'info' as const };
  return <Badge {...look} label={labelIn(useWords(), statusLabel(item))} />;
}

/** All labels of an item: its status first, then Shared, Starred and so on. */
export function ItemLabels({ item }: { item: WorkflowItem }) {
  const words = useWords();
  const [, ...others] = itemLabels(item);
  return (
    <>
      <StatusBadge item={item} />
      {others.map((label) => (
        <Badge key={label} label={labelIn(words, label)} />
      ))}
    </>
  );
}
