import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { View } from '../viewer-tool.ts';

type VibrationControlsProps = Pick<View['state'], 'amplitude' | 'arrows'> & Pick<View, 'change'>;

/** How far the atoms of a vibration move, and whether arrows show where to. */
export function VibrationControls({ amplitude, arrows, change }: VibrationControlsProps) {
  const words = useWords();
  const { motion } = words.viewer;
  const text = motion.amplitudeValue(localNumber(words, amplitude.toFixed(2)));
  return (
    <div className="cv-viewer-strip">
      <label className="cv-viewer-control">
        <span>{motion.amplitude}</span>
        <input
          type="range"
          min={0.1}
          max={1}
          step={0.05}
          value={amplitude}
          aria-valuetext={text}
          onChange={({ target }) => change({ amplitude: target.valueAsNumber })}
        />
        <output className="cv-number">{text}</output>
      </label>
      <label className="cv-viewer-control">
        <input type="checkbox" checked={arrows} onChange={({ target }) => change({ arrows: target.checked })} />
        <span>{motion.arrows}</span>
      </label>
    </div>
  );
}
