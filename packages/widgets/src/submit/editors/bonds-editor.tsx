import { atomName, bondName, bondSides, bondsOf, brokenBonds } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { withValueAt } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { AtomPicker } from './atom-picker.tsx';
import { EditorFrame, type EditorRow, usePicked } from './editor-frame.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormScene } from './form-scene.ts';
import { editorWords as words } from './words.ts';

type Bonds = [number, number][];

/** Bonds to break: each is stored as the atoms (1-based) of its smaller side, which break off. */
export function BondsEditor({ id, field, value, describedBy, onChange }: EditorProps) {
  const { molecule, data, setData } = useFormScene();
  const [picked, setPicked] = usePicked();
  const bonds = useMemo<Bonds>(() => (molecule ? bondsOf(molecule.atoms) : []), [molecule]);
  const fragments = (Array.isArray(value) ? value : []).filter(Array.isArray) as number[][];
  const single = (Array.isArray(data.atoms) ? data.atoms : []) as number[];
  const all = [
    ...single.map((atom) => ({
      atoms: [atom],
      remove: () => setData(withValueAt(data, 'atoms', without(single, atom))),
    })),
    ...fragments
      .map((atoms, index) => ({ atoms, remove: () => onChange(fragments.filter((_, place) => place !== index)) }))
      .filter(({ atoms }) => atoms.length > 0),
  ];
  const rows = all.map(
    ({ atoms, remove }, index): EditorRow => ({
      key: `${index}-${atoms.join()}`,
      title: molecule ? rowTitle(molecule, bonds, atoms) : atoms.join(', '),
      remove,
    }),
  );
  const found = molecule ? asked(molecule, bonds, picked) : null;
  const again = found?.fragment && all.some(({ atoms }) => sameAtoms(atoms, found.fragment ?? []));
  const lines = molecule ? all.flatMap(({ atoms }) => brokenBonds(bonds, atoms)) : [];
  return (
    <EditorFrame
      id={id}
      field={field}
      describedBy={describedBy}
      rows={rows}
      picker={(of) => (
        <AtomPicker
          molecule={of}
          picked={picked}
          onPick={setPicked}
          most={of.atoms.length}
          lines={lines}
          hint={words.bondsHint}
        >
          {found === null ? (
            <span className="cv-quiet">{words.nothingPicked}</span>
          ) : found.fragment === null || again ? (
            <span className="cv-problem" role="alert">
              {again ? words.alreadyThere : found.text}
            </span>
          ) : (
            <button
              type="button"
              className="cv-button"
              data-kind="primary"
              onClick={() => {
                onChange([...fragments.filter(({ length }) => length > 0), found.fragment]);
                setPicked([]);
              }}
            >
              {found.text}
            </button>
          )}
        </AtomPicker>
      )}
    />
  );
}

/** Returns what picked atoms (0-based) ask for: the fragment (1-based) that breaks off and the words of the button, or why there is none. */
function asked(
  { atoms }: Molecule,
  bonds: Bonds,
  picked: readonly number[],
): { fragment: number[] | null; text: string } | null {
  const [first, second, third] = picked;
  if (first === undefined) return null;
  const numbers = (list: readonly number[]) => list.map((atom) => atom + 1).sort((a, b) => a - b);
  if (second === undefined || third !== undefined) {
    const broken = brokenBonds(bonds, numbers(picked));
    if (broken.length > 1) {
      return { fragment: null, text: words.tooManyBonds(broken.map((bond) => bondName(atoms, bond)).join(', ')) };
    }
    const one = second === undefined;
    return {
      fragment: numbers(picked),
      text: one ? words.breakOffOne(atomName(atoms, first)) : words.breakOffMany(picked.length),
    };
  }
  const name = bondName(atoms, [first, second]);
  const sides = bondSides(bonds, first, second);
  if (sides.kind === 'none') return { fragment: null, text: words.noBond(name) };
  if (sides.kind === 'ring') return { fragment: null, text: words.inRing(name) };
  const smaller = sides.second.length <= sides.first.length ? sides.second : sides.first;
  return { fragment: numbers(smaller), text: words.breakBond(name) };
}

/** "C1–H5: H5 breaks off". */
function rowTitle({ atoms }: Molecule, bonds: Bonds, fragment: readonly number[]): string {
  const broken = brokenBonds(bonds, fragment);
  const name = broken.length === 0 ? words.hangsOnNothing : broken.map((bond) => bondName(atoms, bond)).join(', ');
  const names = fragment.map((atom) => atomName(atoms, atom - 1));
  const few = names.length > 6 ? `${names.slice(0, 5).join(', ')} …` : names.join(', ');
  return words.bondRow(broken.length > 1 ? words.severalBonds(name) : name, words.fragmentOf(names.length, few));
}

const sameAtoms = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((atom) => b.includes(atom));
const without = (list: readonly number[], entry: number) => list.filter((each) => each !== entry);
