import { useSheet } from '../results/hooks/use-sheet.ts';
import css from './colour-scale.css?inline';

/** Colours of a map from its lowest to its highest value: viridis from yellow to violet; for differences red-blue with white at zero. Samples of the scales that Observable Plot paints with. */
const viridis = '#fde725, #addc30, #5ec962, #28ae80, #21918c, #2c728e, #3b528b, #472d7b, #440154';
const redBlue = '#053061, #2166ac, #4393c3, #92c5de, #d1e5f0, #f7f7f7, #fddbc7, #f4a582, #d6604d, #b2182b, #67001f';

interface ColourScaleProps {
  /** What is coloured, with its unit. */
  title: string;
  lowest: string;
  highest: string;
  signed: boolean;
}

/** The legend of a map: what its colours mean, from the lowest value to the highest. */
export function ColourScale({ title, lowest, highest, signed }: ColourScaleProps) {
  useSheet(css);
  return (
    <p className="cv-colour-scale cv-small">
      <span>{title}</span>
      <span className="cv-colour-scale-ends">
        {lowest}
        <span
          className="cv-colour-scale-ramp"
          aria-hidden="true"
          style={{ backgroundImage: `linear-gradient(to right, ${signed ? redBlue : viridis})` }}
        />
        {highest}
      </span>
    </p>
  );
}
