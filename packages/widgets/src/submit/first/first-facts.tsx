import { formulaOf } from '@cuvette/core/chemistry';
import { useEffect, useId, useState } from 'react';
import type { MoleculeState } from '../use-molecule.ts';
import { submitWords } from '../words.ts';
import type { FirstDraft } from './first-draft.ts';
import { isomerLabels } from './isomer-labels.ts';
import { firstWords as words } from './words.ts';

interface FirstFactsProps {
  called: string | null;
  state: MoleculeState;
  onChange: (change: Partial<FirstDraft>) => void;
}

/** One line on a molecule: its name, formula, atoms, charge and multiplicity, and what it leaves open, to be chosen there. */
export function FirstFacts({ called, state, onChange }: FirstFactsProps) {
  const { molecule, isomers, undefinedCentres, fragments } = state;
  return (
    <p className="cv-first-facts">
      {called ? <strong className="cv-first-name">{called}</strong> : null}
      {molecule ? (
        <>
          <span data-fact="formula">
            <Formula text={formulaOf(molecule.atoms)} />
          </span>
          <span data-fact="atoms">{words.atoms(molecule.atoms.length)}</span>
          <span data-fact="charge">{words.charge(molecule.charge, molecule.multiplicity)}</span>
          {molecule.cell ? <span>{words.crystal}</span> : null}
        </>
      ) : null}
      {fragments.length > 0 ? <Part {...{ state, onChange }} /> : null}
      {isomers.length > 1 && undefinedCentres.length > 0 ? <Isomer {...{ state, onChange }} /> : null}
    </p>
  );
}

/** A formula with its numbers below the line; read out and copied as it is written. */
function Formula({ text }: { text: string }) {
  return text.split(/(\d+)/).map((part, index) =>
    // A part of a formula is known by its place alone.
    /^\d+$/.test(part) ? <sub key={index}>{part}</sub> : part,
  );
}

function Part({ state, onChange }: Omit<FirstFactsProps, 'called'>) {
  const id = useId();
  const chosen = state.status === 'fragment' ? '' : undefined;
  return (
    <span>
      <label htmlFor={id}>{words.openParts(state.parts)}</label>{' '}
      <select
        id={id}
        aria-label={words.choosePart}
        value={chosen ?? (state.smiles && state.fragments.includes(state.smiles) ? state.smiles : 'all')}
        onChange={(event) => onChange({ fragment: event.target.value || null, isomer: null })}
      >
        {chosen === '' ? <option value="">{words.choose}</option> : null}
        <option value="all">{words.allParts}</option>
        {state.fragments.map((part) => (
          <option key={part} value={part}>
            {part}
          </option>
        ))}
      </select>
    </span>
  );
}

function Isomer({ state, onChange }: Omit<FirstFactsProps, 'called'>) {
  const id = useId();
  const { isomers, isomer } = state;
  const labels = useIsomerLabels(isomers);
  return (
    <span>
      <label htmlFor={id}>{words.openCentres(state.undefinedCentres.length)}</label>{' '}
      <select
        id={id}
        aria-label={words.chooseIsomer}
        value={isomer ?? ''}
        onChange={(event) => onChange({ isomer: event.target.value || null })}
      >
        {isomer === null ? <option value="">{words.choose}</option> : null}
        {isomers.map((each, index) => (
          <option key={each} value={each}>
            {labels[index] ?? `${submitWords.isomerNamed(index + 1)}: ${each}`}
          </option>
        ))}
      </select>
    </span>
  );
}

function useIsomerLabels(isomers: readonly string[]): readonly (string | null)[] {
  const key = isomers.join(' ');
  const [found, setFound] = useState<{ key: string; labels: readonly (string | null)[] }>({ key: '', labels: [] });
  useEffect(() => {
    let over = false;
    // Without the toolkit they are numbered.
    isomerLabels(key.split(' ')).then(
      (labels) => {
        if (!over) setFound({ key, labels });
      },
      () => {},
    );
    return () => {
      over = true;
    };
  }, [key]);
  return found.key === key ? found.labels : [];
}
