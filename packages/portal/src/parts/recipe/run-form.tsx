import { readMoleculeList } from '@cuvette/core/chemistry/molecule-list';
import { callKey } from '@cuvette/core/client';
import type { Molecule, Recipe, RecipeRun } from '@cuvette/core/entities';
import type { MoleculeDraft } from '@cuvette/widgets/submit';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { type CarriedSearch, carriedMolecule, listCarried } from '../new/carried.ts';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { recipeWords as words } from './words.ts';

interface RunFormProps {
  recipe: Recipe;
  /** The folder that the run is made in; null for the person's own root folder. */
  folder: string | null;
  /** The molecule or the list that came along from the page of new workflows. */
  carried: CarriedSearch;
}

/** What a structure file holds, as a run takes it. Charge and multiplicity are those that were set beside it. */
async function moleculesOfFile(
  file: { name: string; text: string },
  { charge, multiplicity }: Pick<MoleculeDraft, 'charge' | 'multiplicity'>,
): Promise<RecipeRun['molecules']> {
  const { molecules } = await ownerClient.readFile(file.name, file.text);
  const set = (text: string | null, known: number) => (!text?.trim() ? known : Number(text));
  return molecules.map(({ name, molecule, smiles }) => {
    const whole: Molecule = {
      ...molecule,
      charge: set(charge, molecule.charge),
      multiplicity: set(multiplicity, molecule.multiplicity),
      smiles: molecule.smiles ?? smiles,
    };
    return { name, molecule: whole };
  });
}

/** Asks for the molecules that a recipe is run on, and opens the table of the run. */
export function RunForm({ recipe, folder, carried }: RunFormProps) {
  const id = useId();
  const navigate = useNavigate();
  const given = carriedMolecule(carried);
  const file = given?.kind === 'file' ? given.file : null;
  const [text, setText] = useState(() =>
    given && !file ? [given.text, given.called].filter(Boolean).join(' ') : listCarried(carried),
  );
  const [name, setName] = useState('');
  const [skips, setSkips] = useState(false);
  const [key, setKey] = useState(callKey);
  const { busy, problem, run } = useAction(() => {});
  const { molecules, unread } = listOf(text);
  const withFile = file && text.trim() === '';
  const count = withFile ? 1 : molecules.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const all = withFile && given ? await moleculesOfFile(file, given) : molecules;
      const body = { name: name.trim() || null, folder_uuid: folder, molecules: all, skip_invalid: skips };
      const started = await ownerClient.runRecipe(recipe.uuid, body, key);
      await navigate({ to: '/batch/$uuid', params: { uuid: started.folder_uuid } });
    });
  };
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      // Another run is not the one that was sent before.
      setKey(callKey());
      set(value);
    };
  return (
    <form className="recipe-run" onSubmit={submit}>
      {withFile ? <p role="note">{words.structure(file.name)}</p> : null}
      <label className="cv-field">
        {words.molecules}
        <textarea
          rows={5}
          value={text}
          spellCheck={false}
          aria-describedby={`${id}h`}
          onChange={(event) => change(setText)(event.target.value)}
        />
        <span id={`${id}h`} className="cv-quiet">
          {words.moleculesHint}
        </span>
      </label>
      {unread.length > 0 ? (
        <ul className="cv-problem">
          {unread.slice(0, 5).map(({ line, problem: why }) => (
            <li key={line}>{words.unread(line, why ?? '')}</li>
          ))}
        </ul>
      ) : null}
      <label className="cv-field">
        {words.runName}
        <input value={name} placeholder={recipe.name} onChange={(event) => change(setName)(event.target.value)} />
        <span className="cv-quiet">{words.runNameHint}</span>
      </label>
      {count > 1 ? (
        <label className="recipe-skip">
          <input type="checkbox" checked={skips} onChange={(event) => change(setSkips)(event.target.checked)} />
          {words.skip}
        </label>
      ) : null}
      <ProblemLine text={problem} />
      <p>
        <button
          type="submit"
          className="cv-button"
          data-kind="primary"
          disabled={busy || count === 0 || (unread.length > 0 && !skips)}
        >
          {busy ? words.running : count === 0 ? words.run : words.runOn(count)}
        </button>
      </p>
    </form>
  );
}

/** The molecules of a list, and the lines that cannot be read. */
function listOf(text: string) {
  const lines = text.trim() === '' ? [] : readMoleculeList(text).molecules;
  return {
    molecules: lines.flatMap(({ smiles, name, problem }) => (problem === null ? [{ smiles, name }] : [])),
    unread: lines.filter(({ problem }) => problem !== null),
  };
}
