import type { Constraint } from '@cuvette/core/entities';
import { useMemo } from 'react';
import { AtomPicker } from './atom-picker.tsx';
import { kindOf, namesOf, presentValue, unitOf, valueText } from './coordinates.ts';
import { EditorFrame, type EditorRow, usePicked } from './editor-frame.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormScene } from './form-scene.ts';
import { NumberCell } from './number-cell.tsx';
import { rowProblem } from './row-problem.ts';
import { editorWords as words } from './words.ts';

type Draft = Pick<Constraint, 'constraint_type' | 'atoms'> & { value: unknown };

/** Atoms (0-based) that are fixed in place. */
function frozenAtoms(value: unknown): number[] {
  const constraints = (Array.isArray(value) ? value : []) as Draft[];
  return constraints.flatMap(({ constraint_type, atoms }) =>
    constraint_type === 'freeze_atoms' ? atoms.map((atom) => atom - 1) : [],
  );
}

/** Constraints: atoms that are fixed, and distances, angles and dihedrals that are held, at the value they have or at one that is typed. */
export function ConstraintsEditor({ id, field, value, describedBy, problems, onChange }: EditorProps) {
  const { molecule } = useFormScene();
  const [picked, setPicked] = usePicked();
  const constraints = (Array.isArray(value) ? value : []) as Draft[];
  const frozen = useMemo(() => frozenAtoms(value), [value]);
  const atoms = molecule?.atoms ?? [];
  const change = (index: number, next: Draft) =>
    onChange(constraints.map((each, place) => (place === index ? next : each)));
  const rows = constraints.map((constraint, index): EditorRow => {
    const places = constraint.atoms.map((atom) => atom - 1);
    const kind = constraint.constraint_type === 'freeze_atoms' ? null : constraint.constraint_type;
    const names = namesOf(atoms, places);
    const present = kind ? presentValue(atoms, places) : null;
    return {
      key: `${index}-${constraint.constraint_type}-${constraint.atoms.join()}`,
      title: kind ? `${words.kinds[kind]} ${names}` : words.frozen(names.replaceAll('–', ', ')),
      controls: kind ? (
        <NumberCell
          label={words.heldAt(unitOf(kind))}
          value={constraint.value}
          placeholder={present === null ? undefined : words.asItIs(valueText(kind, present))}
          invalid={rowProblem(problems, field.path, index, 'value')}
          onChange={(next) => change(index, { ...constraint, value: next ?? null })}
        />
      ) : null,
      remove: () => onChange(constraints.filter((_, place) => place !== index)),
    };
  });
  const add = (constraint_type: Constraint['constraint_type']) => {
    onChange([...constraints, { constraint_type, atoms: picked.map((atom) => atom + 1), value: null }]);
    setPicked([]);
  };
  const kind = kindOf(picked.length);
  return (
    <EditorFrame
      id={id}
      field={field}
      describedBy={describedBy}
      rows={rows}
      picker={(of) => {
        const present = presentValue(of.atoms, picked);
        return (
          <AtomPicker
            molecule={of}
            picked={picked}
            onPick={setPicked}
            most={of.atoms.length}
            lines={constraints
              .filter(({ constraint_type }) => constraint_type !== 'freeze_atoms')
              .map((each) => each.atoms.map((atom) => atom - 1))}
            fixed={frozen}
            hint={words.constraintHint}
          >
            {kind && present !== null ? (
              <>
                <span role="status">
                  {words.now(`${words.kinds[kind]} ${namesOf(of.atoms, picked)}`, valueText(kind, present))}
                </span>
                <button type="button" className="cv-button" onClick={() => add(kind)}>
                  {words.hold(words.kinds[kind])}
                </button>
              </>
            ) : null}
            {picked.length > 0 ? (
              <button type="button" className="cv-button" onClick={() => add('freeze_atoms')}>
                {words.freeze(picked.length)}
              </button>
            ) : (
              <span className="cv-quiet">{words.nothingPicked}</span>
            )}
          </AtomPicker>
        );
      }}
    />
  );
}
