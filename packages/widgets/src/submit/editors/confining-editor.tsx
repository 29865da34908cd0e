import { centreOfMass, distance } from '@cuvette/core/chemistry';
import { formatNumber } from '@cuvette/core/tables';
import { Switch } from '../../ui/switch.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormMolecule } from './form-scene.ts';
import { NumberCell } from './number-cell.tsx';
import { editorWords as words } from './words.ts';

/** Force constant that the sphere begins with, in kcal/mol/Å²: the schema's own. */
const usualForce = 10;
/** Å beyond the farthest atom that the sphere begins with. */
const margin = 3;

/** A sphere that molecular dynamics stays in: off, or its radius and force constant. */
export function ConfiningEditor({ id, field, value, describedBy, problems, onChange }: EditorProps) {
  const molecule = useFormMolecule();
  const sphere = value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  const middle = molecule ? centreOfMass(molecule.atoms) : null;
  const reach =
    molecule && middle ? Math.max(...molecule.atoms.map(({ position }) => distance(position, middle))) : null;
  const begin = { confining_radius: Math.ceil((reach ?? 7) + margin), force_constant: usualForce };
  const wrong = (part: string) => problems.some(({ field: at }) => at === `${field.path}.${part}`);
  return (
    <fieldset id={id} className="cv-editor" aria-describedby={describedBy}>
      <legend>{field.title}</legend>
      <Switch label={words.confine} checked={sphere !== null} onChange={(on) => onChange(on ? begin : null)} />
      {sphere ? (
        <>
          <span className="cv-cells">
            <NumberCell
              label={words.radius}
              value={sphere.confining_radius}
              invalid={wrong('confining_radius')}
              onChange={(next) => onChange({ ...sphere, confining_radius: next ?? null })}
            />
            <NumberCell
              label={words.force}
              value={sphere.force_constant}
              invalid={wrong('force_constant')}
              onChange={(next) => onChange({ ...sphere, force_constant: next ?? null })}
            />
          </span>
          {reach === null ? null : <p className="cv-quiet">{words.confineReach(formatNumber(reach, 1))}</p>}
        </>
      ) : null}
    </fieldset>
  );
}
