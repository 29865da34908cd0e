import { useWords } from '../elements/context.tsx';
import { type EnergyUnit, energyUnits, setEnergyUnit } from './energy-unit.ts';

/** The unit in which a person reads energy differences; the choice is remembered for all results. */
export function EnergyUnitChoice({ unit }: { unit: EnergyUnit }) {
  const words = useWords();
  return (
    <label className="cv-energy-unit">
      <span>{words.parts.energiesIn}</span>
      <select value={unit} onChange={({ target }) => setEnergyUnit(target.value as EnergyUnit)}>
        {energyUnits.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
