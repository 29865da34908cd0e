import type { FrameRange } from '@cuvette/core/trajectory';
import { useWords } from '../elements/context.tsx';

/** A range of frames with two handles: two native sliders over one track, so that keyboard, touch and assistive technology work as everywhere. */
export function RangeSlider({
  range,
  total,
  disabled,
  onStart,
  onEnd,
}: {
  /** Counted from 0, the end exclusive; people read the first and the last frame, counted from 1. */
  range: FrameRange;
  total: number;
  disabled: boolean;
  onStart: (frame: number) => void;
  onEnd: (frame: number) => void;
}) {
  const words = useWords().trajectory;
  const text = words.rangeText(range.start + 1, range.end, total);
  const share = (frame: number) => `${(100 * frame) / Math.max(1, total - 1)}%`;
  const common = { type: 'range', min: 1, max: total, step: 1, disabled, 'aria-valuetext': text } as const;
  return (
    <div className="cv-range" role="group" aria-label={words.range} data-disabled={disabled || undefined}>
      <div className="cv-range-track" aria-hidden="true">
        <span style={{ insetInlineStart: share(range.start), insetInlineEnd: share(total - range.end) }} />
      </div>
      <input
        {...common}
        className="cv-range-start"
        aria-label={words.rangeStart}
        value={range.start + 1}
        // Where both handles are at the end, the first one must be on top, or neither could be moved.
        data-on-top={range.start > total / 2 || undefined}
        onChange={(event) => onStart(Number(event.target.value) - 1)}
      />
      <input
        {...common}
        className="cv-range-end"
        aria-label={words.rangeEnd}
        value={range.end}
        onChange={(event) => onEnd(Number(event.target.value))}
      />
    </div>
  );
}
