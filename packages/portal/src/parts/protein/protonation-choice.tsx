import type { Pdb } from '@cuvette/core/chemistry';
import { PreparationReport, type ProtonationState } from '@cuvette/core/entities';
import { useMemo } from 'react';
import { protonationRows } from './protonation-rows.ts';
import { proteinWords } from './words.ts';

const words = proteinWords.protonationChoice;

interface ProtonationChoiceProps {
  pdb: Pdb | null;
  /** Report of the last preparation. */
  report: unknown;
  chosen: Readonly<Record<string, ProtonationState>>;
  ph: number;
  byPka: boolean;
  onChange: (chosen: Record<string, ProtonationState>) => void;
}

/** The protonation states that the preparation will build, each with its pKa where it is known; any of them can be chosen by hand. */
export function ProtonationChoice({ pdb, report, chosen, ph, byPka, onChange }: ProtonationChoiceProps) {
  const titration = useMemo(() => {
    const read = PreparationReport.safeParse(report);
    return read.success ? read.data.titration : [];
  }, [report]);
  const rows = protonationRows(pdb, titration, chosen, ph);
  if (rows.length === 0) return null;
  const change = (residue: string, state: string) => {
    const { [residue]: _, ...others } = chosen;
    const picked = rows.find((row) => row.residue === residue)?.states.find((each) => each === state);
    onChange(picked ? { ...others, [residue]: picked } : others);
  };
  return (
    <fieldset className="protein-protonation">
      <legend>{words.title}</legend>
      <p className="cv-quiet">{titration.length > 0 ? words.hint : words.firstHint}</p>
      {rows.map(({ residue, name, pka, state, states }) => (
        <label key={residue} className="field">
          {words.residue(name, residue, pka)}
          <select value={chosen[residue] ?? ''} onChange={(event) => change(residue, event.target.value)}>
            <option value="">{words.automatic(byPka, state === null ? null : stateWords(state))}</option>
            {states.map((each) => (
              <option key={each} value={each}>
                {stateWords(each)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

/** A state as text; one that is not known by its own name. */
export function stateWords(state: string): string {
  return (words.states as Readonly<Record<string, string>>)[state] ?? state;
}
