import { type WorkflowData, withValueAt } from '@cuvette/core/workflows';
import { Switch } from '../../ui/switch.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormScene } from './form-scene.ts';
import { NumberCell } from './number-cell.tsx';
import { rowProblem } from './row-problem.ts';
import { editorWords as words } from './words.ts';

type Entry = Record<string, unknown>;
interface Input {
  type: 'protein' | 'dna' | 'rna' | 'ligand';
  index: number;
  title: string;
}

/** Å of a new constraint. */
const usualDistance = 6;

/** All that is folded together, in the order of the form. */
function inputsOf(data: WorkflowData): Input[] {
  const list = (key: string) => (Array.isArray(data[key]) ? data[key] : []) as unknown[];
  const chains = (['protein', 'dna', 'rna'] as const).flatMap((type) =>
    list(`initial_${type}_sequences`).map(
      (_, index): Input => ({ type, index, title: words.foldedChain(words.foldedKinds[type], index + 1) }),
    ),
  );
  const ligands = list('initial_smiles_list').map(
    (smiles, index): Input => ({ type: 'ligand', index, title: words.foldedLigand(index + 1, String(smiles)) }),
  );
  return [...chains, ...ligands];
}

const token = ({ type, index }: Input): Entry => ({
  input_type: type,
  input_index: index,
  token_index: 0,
  atom_name: null,
});

/** Contacts of co-folded inputs: pairs of residues or atoms that stay near, or (`pocket`) an input that sits near residues. */
export function ContactsEditor({ id, field, value, describedBy, problems, onChange }: EditorProps) {
  const { data } = useFormScene();
  const inputs = inputsOf(data);
  const pocket = field.kind === 'editor' && field.editor === 'pocket_constraints';
  const entries = (Array.isArray(value) ? value : []) as Entry[];
  const replace = (index: number, next: Entry) =>
    onChange(entries.map((each, place) => (place === index ? next : each)));
  const change = (index: number, path: string, next: unknown) =>
    replace(index, withValueAt(entries[index] ?? {}, path, next));
  const add = () => {
    const [first] = inputs;
    const last = inputs.at(-1);
    if (!first || !last) return;
    const common = { max_distance: usualDistance, force: false };
    const added = pocket
      ? { input_type: last.type, input_index: last.index, contacts: [token(first)], ...common }
      : { token_1: token(first), token_2: token(last), ...common };
    onChange([...entries, added]);
  };
  return (
    <fieldset id={id} className="cv-editor" aria-describedby={describedBy}>
      <legend>{field.title}</legend>
      <ul className="cv-editor-rows">
        {entries.map((entry, index) => {
          const title = words.contactNumber(field.title, index + 1);
          const contacts = (Array.isArray(entry.contacts) ? entry.contacts : []) as Entry[];
          return (
            // A constraint is known by its place alone.
            <li key={index} className="cv-editor-row">
              {pocket ? (
                <>
                  <InputSelect
                    {...{ inputs, entry }}
                    label={words.sitsIn}
                    onChange={({ type, index: place }) =>
                      replace(index, { ...entry, input_type: type, input_index: place })
                    }
                  />
                  {contacts.map((contact, place) => (
                    // A contact is known by its place alone.
                    <Token
                      key={place}
                      {...{ inputs }}
                      label={words.near}
                      entry={contact}
                      onChange={(next) => change(index, `contacts.${place}`, next)}
                    />
                  ))}
                  <button
                    type="button"
                    className="cv-button"
                    data-dense=""
                    onClick={() => change(index, 'contacts', [...contacts, ...inputs.slice(0, 1).map(token)])}
                  >
                    {words.addResidue}
                  </button>
                </>
              ) : (
                (['token_1', 'token_2'] as const).map((part) => (
                  <span key={part}>
                    <Token
                      {...{ inputs }}
                      label={words.between}
                      entry={(entry[part] ?? {}) as Entry}
                      onChange={(next) => change(index, part, next)}
                    />
                  </span>
                ))
              )}
              <NumberCell
                label={words.atMost}
                value={entry.max_distance}
                invalid={rowProblem(problems, field.path, index, 'max_distance')}
                onChange={(next) => change(index, 'max_distance', next ?? null)}
              />
              <Switch
                label={words.forced}
                checked={entry.force === true}
                onChange={(force) => change(index, 'force', force)}
              />
              <button
                type="button"
                className="cv-button"
                data-kind="quiet"
                data-dense=""
                aria-label={words.remove(title)}
                onClick={() => onChange(entries.filter((_, place) => place !== index))}
              >
                {words.removeShort}
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="cv-button cv-editor-open"
        data-dense=""
        disabled={inputs.length === 0}
        onClick={add}
      >
        {pocket ? words.addPocket : words.addContact}
      </button>
      {inputs.length === 0 ? <p className="cv-quiet">{words.needFolded}</p> : null}
    </fieldset>
  );
}

interface PartProps<Chosen> {
  label: string;
  inputs: readonly Input[];
  entry: Entry;
  onChange: (chosen: Chosen) => void;
}

/** One of the inputs that are folded together. */
function InputSelect({ label, inputs, entry, onChange }: PartProps<Input>) {
  return (
    <label className="cv-cell">
      <span>{label}</span>
      <select
        value={inputs.findIndex(({ type, index }) => type === entry.input_type && index === entry.input_index)}
        onChange={(event) => {
          const chosen = inputs[Number(event.target.value)];
          if (chosen) onChange(chosen);
        }}
      >
        <option value={-1} disabled>
          {words.foldedGone}
        </option>
        {inputs.map(({ title }, place) => (
          <option key={title} value={place}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A residue of a chain, counted from 1, or an atom of a ligand, by its name. */
function Token({ label, inputs, entry, onChange }: PartProps<Entry>) {
  return (
    <span className="cv-cells">
      <InputSelect {...{ label, inputs, entry }} onChange={(chosen) => onChange(token(chosen))} />
      {entry.input_type === 'ligand' ? (
        <label className="cv-cell">
          <span>{words.atomName}</span>
          <input
            value={typeof entry.atom_name === 'string' ? entry.atom_name : ''}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...entry, atom_name: event.target.value.trim() || null })}
          />
        </label>
      ) : (
        <NumberCell
          label={words.residueNumber}
          value={typeof entry.token_index === 'number' ? entry.token_index + 1 : entry.token_index}
          onChange={(next) => onChange({ ...entry, token_index: typeof next === 'number' ? next - 1 : (next ?? null) })}
        />
      )}
    </span>
  );
}
