import { electronCount } from '@cuvette/core/chemistry';
import type { EditorProps } from './editor-props.ts';
import { useFormMolecule } from './form-scene.ts';
import { editorWords as words } from './words.ts';

/** Highest multiplicity that is offered to tick; what the data hold beyond it stays in the list. */
const highest = 10;

/** Multiplicities to tick; those that the number of electrons does not allow are greyed with the reason. */
export function MultiplicitiesEditor({ id, field, value, describedBy, onChange }: EditorProps) {
  const molecule = useFormMolecule();
  const chosen = (Array.isArray(value) ? value : []).filter((each): each is number => typeof each === 'number');
  const electrons = molecule && Number.isFinite(molecule.charge) ? electronCount(molecule) : null;
  const reason = (multiplicity: number): string | null => {
    if (electrons === null) return null;
    if ((electrons + multiplicity) % 2 === 0) return words.impossibleParity;
    return multiplicity - 1 > electrons ? words.tooFewElectrons : null;
  };
  const offered = [...new Set([...Array.from({ length: highest }, (_, index) => index + 1), ...chosen])].sort(
    (a, b) => a - b,
  );
  return (
    <fieldset id={id} className="cv-checks" aria-describedby={`${describedBy} ${id}e`}>
      <legend>{field.title}</legend>
      {offered.map((multiplicity) => {
        const why = reason(multiplicity);
        const on = chosen.includes(multiplicity);
        return (
          <label key={multiplicity} title={why ?? undefined}>
            <input
              type="checkbox"
              checked={on}
              // What is ticked can always be taken away.
              disabled={why !== null && !on}
              aria-describedby={why === null ? undefined : `${id}e`}
              onChange={(event) =>
                onChange(
                  offered.filter((each) => (each === multiplicity ? event.target.checked : chosen.includes(each))),
                )
              }
            />
            {multiplicity} {words.multiplicityNames[multiplicity - 1] ?? ''}
          </label>
        );
      })}
      <p id={`${id}e`} className="cv-quiet">
        {electrons === null ? '' : words.electrons(electrons, electrons % 2 === 0 ? words.odd : words.even)}
      </p>
    </fieldset>
  );
}
