import { type Protein, sanitizationState } from '@cuvette/core/entities';
import { Badge, type Tone } from '@cuvette/widgets/ui';
import { proteinWords } from './words.ts';

const tones: Record<keyof typeof proteinWords.states, Tone> = {
  uploaded: 'neutral',
  inProgress: 'running',
  done: 'good',
  failed: 'bad',
  stopped: 'neutral',
};

/** How far the preparation of a protein is: a sign and words. */
export function StateBadge({ protein }: { protein: Pick<Protein, 'sanitized'> }) {
  const state = protein.sanitized ? (sanitizationState(protein.sanitized)?.state ?? 'uploaded') : 'uploaded';
  return <Badge label={proteinWords.states[state]} tone={tones[state]} icon={icons[state]} />;
}

const icons = { uploaded: 'draft', inProgress: 'running', done: 'check', failed: 'cross', stopped: 'stop' } as const;
