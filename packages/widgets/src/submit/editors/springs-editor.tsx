import type { PairwiseHarmonicConstraint } from '@cuvette/core/entities';
import { AtomPicker } from './atom-picker.tsx';
import { namesOf, presentValue, rounded, valueText } from './coordinates.ts';
import { EditorFrame, type EditorRow, usePicked } from './editor-frame.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormScene } from './form-scene.ts';
import { NumberCell } from './number-cell.tsx';
import { rowProblem } from './row-problem.ts';
import { editorWords as words } from './words.ts';

type Draft = Pick<PairwiseHarmonicConstraint, 'atoms'> & { force_constant: unknown; equilibrium: unknown };

/** Force constant that a new spring begins with, in kcal/mol/Å². */
const usualForce = 10;

/** Springs between pairs of atoms in molecular dynamics. */
export function SpringsEditor({ id, field, value, describedBy, problems, onChange }: EditorProps) {
  const { molecule } = useFormScene();
  const [picked, setPicked] = usePicked();
  const springs = (Array.isArray(value) ? value : []) as Draft[];
  const change = (index: number, next: Partial<Draft>) =>
    onChange(springs.map((each, place) => (place === index ? { ...each, ...next } : each)));
  const rows = springs.map(
    (spring, index): EditorRow => ({
      key: `${index}-${spring.atoms.join()}`,
      title: namesOf(
        molecule?.atoms ?? [],
        spring.atoms.map((atom) => atom - 1),
      ),
      controls: (
        <span className="cv-cells">
          {(['equilibrium', 'force_constant'] as const).map((part) => (
            <NumberCell
              key={part}
              label={part === 'equilibrium' ? words.equilibrium : words.spring}
              value={spring[part]}
              invalid={rowProblem(problems, field.path, index, part)}
              onChange={(next) => change(index, { [part]: next ?? null })}
            />
          ))}
        </span>
      ),
      remove: () => onChange(springs.filter((_, place) => place !== index)),
    }),
  );
  return (
    <EditorFrame
      id={id}
      field={field}
      describedBy={describedBy}
      rows={rows}
      picker={(of) => {
        const present = picked.length === 2 ? presentValue(of.atoms, picked) : null;
        return (
          <AtomPicker
            molecule={of}
            picked={picked}
            onPick={setPicked}
            most={2}
            lines={springs.map((each) => each.atoms.map((atom) => atom - 1))}
            hint={words.springHint}
          >
            {present === null ? (
              <span className="cv-quiet">{words.nothingPicked}</span>
            ) : (
              <>
                <span role="status">{words.now(namesOf(of.atoms, picked), valueText('bond', present))}</span>
                <button
                  type="button"
                  className="cv-button"
                  onClick={() => {
                    const [first = 0, second = 0] = picked.map((atom) => atom + 1);
                    const added: Draft = {
                      atoms: [first, second],
                      force_constant: usualForce,
                      equilibrium: rounded('bond', present),
                    };
                    onChange([...springs, added]);
                    setPicked([]);
                  }}
                >
                  {words.springAdd}
                </button>
              </>
            )}
          </AtomPicker>
        );
      }}
    />
  );
}
