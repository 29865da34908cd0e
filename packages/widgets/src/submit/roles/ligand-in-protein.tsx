import { macromoleculeOfProtein } from '@cuvette/core/client';
import { useQuery } from '@tanstack/react-query';
import { useFormScene } from '../editors/form-scene.ts';
import { errorText } from './error-text.ts';
import { roleWords as words } from './words.ts';

export interface LigandInProteinProps {
  /** Identifier of the protein. */
  protein: string;
  /** Residue name of the ligand that it must have. */
  name: string;
  onName: (name: string) => void;
}

/** Whether a protein has the ligand that a workflow looks for by its residue name; else which ligands it has, to be chosen here. */
export function LigandInProtein({ protein, name, onName }: LigandInProteinProps) {
  const { client } = useFormScene();
  const { data, error } = useQuery(macromoleculeOfProtein(client, { uuid: protein }, false), client.queryClient);
  if (error)
    return (
      <p className="cv-problem" role="alert">
        {errorText(error)}
      </p>
    );
  if (!data) return <p className="cv-quiet">{words.readingProtein}</p>;
  const ligands = data.macromolecule.residues.filter(({ kind, count }) => kind === 'ligand' && count > 1);
  const wanted = name.trim();
  const found = ligands.find((each) => each.name === wanted);
  if (found) {
    const { chain, number, count } = found;
    return (
      <p className="cv-quiet">
        {words.ligandFound(words.ligandName(wanted, chain, number === null ? '' : String(number), count))}
      </p>
    );
  }
  const names = [...new Set(ligands.map((each) => each.name))];
  return (
    <>
      <p className="cv-problem" role="alert">
        {names.length === 0 ? words.noLigandToRun : words.noSuchLigand(wanted)}
      </p>
      {names.length > 0 ? (
        <label className="cv-field">
          {words.ligandToRun}
          <select value="" onChange={(event) => onName(event.target.value)}>
            <option value="" disabled>
              {words.chooseOne}
            </option>
            {names.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </>
  );
}
