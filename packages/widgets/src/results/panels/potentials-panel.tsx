import { againstElectrode, potentialUnit, referenceElectrodes } from '@cuvette/core/chemistry';
import { electrodeOf } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { FactsPart } from '../parts/facts-part.tsx';
import { setReferenceElectrode, useReferenceElectrode } from '../reference-electrode.ts';
import type { PanelProps } from './panel-props.ts';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Redox potentials against the electrode that the person chooses; the choice is remembered in this browser. */
export function PotentialsPanel({ item, definition, molecules, unit }: PanelProps) {
  const words = useWords();
  const electrode = useReferenceElectrode();
  // Their notes are at the head of the result and in the table below.
  const facts = definition
    .values(item, molecules)
    .filter(({ value }) => value !== null)
    .map((fact) => ({ ...fact, note: null, remark: null }));
  // The electrode of what other methods gave is not known, so there is nothing to choose.
  const known = facts.every((fact) => fact.unit === 'V vs. SHE');
  if (facts.length === 0 || !known) return <FactsPart facts={facts} unit={unit} />;
  return (
    <>
      <label className="cv-energy-unit">
        <span>{words.panels.potentials.electrode}</span>
        <select value={electrode} onChange={({ target }) => setReferenceElectrode(electrodeOf(target.value))}>
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
