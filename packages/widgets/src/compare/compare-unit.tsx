import type { EnergyUnit } from '@cuvette/core/chemistry';
import { addEnglish } from '../english-at-hand.ts';
import { EnergyUnitChoice } from '../results/energy-unit-choice.tsx';
import { useSheet } from '../results/hooks/use-sheet.ts';
import css from '../results/standard.css?inline';
import { resultWords } from '../results/words.ts';

addEnglish(resultWords);

/** The unit in which a comparison says its energy differences; loaded when it has some. */
export function CompareUnit({ unit }: { unit: EnergyUnit }) {
  useSheet(css);
  return (
    <div className="cv-compare-unit">
      <EnergyUnitChoice unit={unit} />
    </div>
  );
}
