import { atomName } from '@cuvette/core/chemistry';
import { AtomPicker } from './atom-picker.tsx';
import { EditorFrame } from './editor-frame.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormScene } from './form-scene.ts';
import { editorWords as words } from './words.ts';

/** A list of atoms, picked in the picture; every click counts at once. */
export function AtomsEditor({ id, field, value, describedBy, onChange }: EditorProps) {
  const { molecule } = useFormScene();
  const base = field.kind === 'atoms' ? field.base : 1;
  const stored = (Array.isArray(value) ? value : []).filter((each): each is number => typeof each === 'number');
  const places = stored.map((atom) => atom - base);
  const set = (next: readonly number[]) => onChange(next.map((atom) => atom + base));
  return (
    <EditorFrame
      id={id}
      field={field}
      describedBy={describedBy}
      rows={places.map((atom) => ({
        key: String(atom),
        title: atomName(molecule?.atoms ?? [], atom),
        remove: () => set(places.filter((each) => each !== atom)),
      }))}
      picker={(of) => (
        <AtomPicker molecule={of} picked={places} onPick={set} most={of.atoms.length} lines={[]} hint="">
          {places.length === 0 ? <span className="cv-quiet">{words.nothingPicked}</span> : null}
        </AtomPicker>
      )}
    />
  );
}
