import type { ScanCoordinate } from '@cuvette/core/workflows';
import { valueAt } from '@cuvette/core/workflows';
import { AtomPicker } from './atom-picker.tsx';
import { type CoordinateKind, kindOf, namesOf, presentValue, rounded, unitOf, valueText } from './coordinates.ts';
import { EditorFrame, type EditorRow, usePicked } from './editor-frame.tsx';
import type { EditorProps } from './editor-props.ts';
import { useFormScene } from './form-scene.ts';
import { NumberCell } from './number-cell.tsx';
import { rowProblem } from './row-problem.ts';
import { editorWords as words } from './words.ts';

type Draft = Pick<ScanCoordinate, 'type' | 'atoms'> & Record<'start' | 'stop' | 'num', unknown>;

/** Points of a new coordinate: a dihedral every 15°, a bond every 0.1 Å, an angle every 3°. */
const usualPoints: Record<CoordinateKind, number> = { bond: 11, angle: 11, dihedral: 25 };

/** Where a new coordinate goes from its present value: 1 Å longer, 30° on (back where that is beyond 180°), once around. */
function usualEnd(kind: CoordinateKind, start: number): number {
  if (kind === 'bond') return rounded(kind, start + 1);
  if (kind === 'angle') return rounded(kind, start > 150 ? start - 30 : start + 30);
  return rounded(kind, start > 0 ? start - 360 : start + 360);
}

/** The coordinates of one direction of a scan, from where to where and in how many points; all of them move together. */
export function ScanEditor({ id, field, value, describedBy, problems, onChange }: EditorProps) {
  const { molecule, data } = useFormScene();
  const [picked, setPicked] = usePicked();
  const atoms = molecule?.atoms ?? [];
  const coordinates = draftsOf(value);
  const other = draftsOf(valueAt(data, field.path === 'scan_settings' ? 'scan_settings_2d' : 'scan_settings'));
  const change = (index: number, next: Partial<Draft>) =>
    onChange(
      coordinates.map((each, place) => {
        if (place === index) return { ...each, ...next };
        // Coordinates that move together have the same number of points.
        return 'num' in next ? { ...each, num: next.num } : each;
      }),
    );
  const rows = coordinates.map((coordinate, index): EditorRow => {
    const places = coordinate.atoms.map((atom) => atom - 1);
    const kind = coordinate.type;
    const present = presentValue(atoms, places);
    const cell = (part: 'start' | 'stop' | 'num', label: string) => (
      <NumberCell
        label={label}
        value={coordinate[part]}
        invalid={rowProblem(problems, field.path, index, part)}
        onChange={(next) => change(index, { [part]: next ?? null })}
      />
    );
    const name = `${words.kinds[kind]} ${namesOf(atoms, places)}`;
    return {
      key: `${index}-${coordinate.atoms.join()}`,
      title: name,
      controls: (
        <>
          {present === null ? null : <span className="cv-quiet">{words.nowIs(valueText(kind, present))}</span>}
          <span className="cv-cells">
            {cell('start', words.start(unitOf(kind)))}
            {cell('stop', words.stop(unitOf(kind)))}
            {cell('num', words.points)}
          </span>
        </>
      ),
      remove: () => onChange(coordinates.filter((_, place) => place !== index)),
    };
  });
  const kind = kindOf(picked.length);
  const add = (type: CoordinateKind, present: number) => {
    const start = rounded(type, present);
    const num = coordinates[0]?.num ?? usualPoints[type];
    const added: Draft = { type, atoms: picked.map((atom) => atom + 1), start, stop: usualEnd(type, start), num };
    onChange([...coordinates, added]);
    setPicked([]);
  };
  return (
    <EditorFrame
      id={id}
      field={field}
      describedBy={describedBy}
      rows={rows}
      note={
        coordinates.length > 0 ? (
          <p className="cv-quiet" role="status">
            {pointsText(coordinates, other)} {coordinates.length > 1 ? words.scanTogether : ''}
          </p>
        ) : null
      }
      picker={(of) => {
        const present = presentValue(of.atoms, picked);
        return (
          <AtomPicker
            molecule={of}
            picked={picked}
            onPick={setPicked}
            most={4}
            lines={[...coordinates, ...other].map((each) => each.atoms.map((atom) => atom - 1))}
            hint={words.scanHint}
          >
            {kind && present !== null ? (
              <>
                <span role="status">
                  {words.now(`${words.kinds[kind]} ${namesOf(of.atoms, picked)}`, valueText(kind, present))}
                </span>
                <button type="button" className="cv-button" data-kind="primary" onClick={() => add(kind, present)}>
                  {words.scanThis(words.kinds[kind])}
                </button>
              </>
            ) : (
              <span className="cv-quiet">{words.nothingPicked}</span>
            )}
          </AtomPicker>
        );
      }}
    />
  );
}

/** Coordinates as they are in unfinished data: one alone is a list of one. */
function draftsOf(value: unknown): Draft[] {
  const list = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
  return list.flatMap((each: Partial<Draft>) => {
    const type = each.type ?? kindOf(each.atoms?.length ?? 0);
    return type && Array.isArray(each.atoms)
      ? [{ start: null, stop: null, num: null, ...each, type, atoms: each.atoms }]
      : [];
  });
}

/** "25 points", "13 × 5 = 65 points"; nothing while the numbers are no numbers. */
function pointsText(own: readonly Draft[], other: readonly Draft[]): string {
  const [first, second] = [own[0]?.num, other[0]?.num];
  if (typeof first !== 'number') return '';
  return `${words.pointsInAll(first, typeof second === 'number' ? second : 0)}.`;
}
