import { againstElectrode, potentialUnit, type ReferenceElectrode, referenceElectrodes } from '@cuvette/core/chemistry';
import { useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { FactsPart } from '../parts/facts-part.tsx';
import type { PanelProps } from './panel-props.ts';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

const key = 'cuvette.reference-electrode';
const named = (text: string | null) => referenceElectrodes.find(({ name }) => name === text)?.name ?? 'SHE';

function stored(): ReferenceElectrode {
  try {
    return named(localStorage.getItem(key));
  } catch {
    // A sandboxed frame may forbid storage.
    return 'SHE';
  }
}

/** Redox potentials against the electrode that the person chooses; the choice is remembered in this browser. */
export function PotentialsPanel({ item, definition, molecules, unit }: PanelProps) {
  const words = useWords();
  const [electrode, setElectrode] = useState(stored);
  const facts = definition.values(item, molecules).filter(({ value }) => value !== null);
  // The electrode of what other methods gave is not known, so there is nothing to choose.
  const known = facts.every((fact) => fact.unit === 'V vs. SHE');
  const choose = (name: ReferenceElectrode) => {
    setElectrode(name);
    try {
      localStorage.setItem(key, name);
    } catch {
      // The choice then holds for this view.
    }
  };
  if (facts.length === 0 || !known) return <FactsPart facts={facts} unit={unit} />;
  return (
    <>
      <label className="cv-energy-unit">
        <span>{words.panels.potentials.electrode}</span>
        <select value={electrode} onChange={({ target }) => choose(named(target.value))}>
          {referenceElectrodes.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <FactsPart
        facts={facts.map((fact) => ({
          ...fact,
          unit: potentialUnit(electrode),
          value: fact.value === null ? null : againstElectrode(fact.value, electrode),
        }))}
        unit={unit}
      />
    </>
  );
}
