import { pHSlider } from '@cuvette/core/entities';
import type { ReactNode } from 'react';
import { useWords } from '../elements/context.tsx';

export interface PHSliderProps {
  pH: number;
  onPH: (pH: number) => void;
  /** What is found at that pH, as text; announced when it changes. */
  children?: ReactNode;
}

/** The pH slider: a real one, so that keys, touch and assistive technology work as everywhere. Below it its value, and what is found there. */
export function PHSlider({ pH, onPH, children }: PHSliderProps) {
  const words = useWords().microstates;
  const { minimum, maximum, step } = pHSlider;
  const text = words.pH(pH.toFixed(1));
  return (
    <div className="cv-ph-slider" part="slider">
      <input
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        value={pH}
        aria-label={words.slider}
        aria-valuetext={text}
        onChange={(event) => onPH(event.target.valueAsNumber)}
      />
      <p className="cv-ph-now">
        <output aria-hidden="true">{text}</output> <span role="status">{children}</span>
      </p>
    </div>
  );
}
