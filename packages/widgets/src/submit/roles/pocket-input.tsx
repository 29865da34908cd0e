import {
  atomsInBox,
  boxAround,
  boxVolume,
  isOutside,
  longestPocketEdge,
  longPocketEdge,
  type Macromolecule,
  type PocketBox,
  type Vector3,
} from '@cuvette/core/chemistry';
import { macromoleculeOfProtein, type ProteinPlace } from '@cuvette/core/client';
import { Pocket } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Callout } from '../../ui/states.tsx';
import { Viewer } from '../../viewer/viewer.tsx';
import type { View } from '../../viewer/viewer-tool.ts';
import { useFormScene } from '../editors/form-scene.ts';
import { NumberCell } from '../editors/number-cell.tsx';
import { errorText } from './error-text.ts';
import { ProblemTexts } from './problem-texts.tsx';
import { noSubmit } from './protein-input.tsx';
import { residueNamed, residueText } from './residues.ts';
import type { RoleProps } from './role-props.ts';
import { useBoxTool } from './use-box-tool.tsx';
import { useFoundPockets } from './use-found-pockets.ts';
import { roleWords as words } from './words.ts';

/** Å on each side of a ligand, of residues, of the whole protein. */
const margins = { ligand: 5, residues: 4, protein: 2 } as const;

/** Middle and edges (Å) that the numbers start from. */
const usualBox = [
  [0, 0, 0],
  [20, 20, 20],
];

/** The box that docking searches, in the protein that the form has: about a ligand, about residues, about all of it, or by numbers and handles. */
export function PocketInput({ value, problems, onChange, protein }: RoleProps & { protein: unknown }) {
  const { client } = useFormScene();
  const uuid = typeof protein === 'string' && protein !== '' ? protein : null;
  const isStructure = protein !== null && typeof protein === 'object';
  const place = uuid ? { uuid } : isStructure ? ({ pdb: protein } as ProteinPlace) : null;
  const read = useQuery(
    { ...macromoleculeOfProtein(client, place ?? { uuid: '' }, false), enabled: place !== null },
    client.queryClient,
  );
  if (place === null) return <p className="cv-quiet">{words.needProtein}</p>;
  if (read.error)
    return (
      <p className="cv-problem" role="alert">
        {errorText(read.error)}
      </p>
    );
  const macromolecule = read.data?.macromolecule;
  if (!macromolecule) return <p className="cv-quiet">{words.readingProtein}</p>;
  return (
    <PocketOf
      key={uuid}
      macromolecule={macromolecule}
      protein={uuid}
      value={value}
      problems={problems}
      onChange={onChange}
    />
  );
}

interface PocketOfProps extends Omit<RoleProps, 'rule'> {
  macromolecule: Macromolecule;
  /** Identifier of the protein; null for one that is in the data. */
  protein: string | null;
}

function PocketOf({ macromolecule, protein, value, problems, onChange }: PocketOfProps) {
  const { atoms, residues, residueOf } = macromolecule;
  const parsed = Pocket.safeParse(value);
  const box = parsed.success ? (parsed.data as PocketBox) : null;
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [note, setNote] = useState('');
  const [framed, setFramed] = useState<PocketBox | null>(null);
  const pickedResidues = useMemo(() => [...new Set(picked.map((atom) => residueOf[atom] ?? 0))], [picked, residueOf]);
  const viewed = useMemo(() => ({ atoms, macromolecule }), [atoms, macromolecule]);
  const set = (next: PocketBox) => {
    setNote('');
    onChange(next);
  };
  const take = (next: PocketBox) => {
    set(next);
    setFramed(next);
  };
  // The viewer calls it as a hook of its own, at every drawing.
  const useTool = (view: View) => useBoxTool(view, box, set, framed);
  const around = (chosen: readonly number[], margin: number) => {
    const points = chosen.flatMap((index) => {
      const residue = residues[index];
      return residue ? atoms.slice(residue.first, residue.first + residue.count).map(({ position }) => position) : [];
    });
    const found = boxAround(points, margin);
    if (!found) return;
    onChange(found.box);
    setFramed(found.box);
    setNote(found.cut ? words.cut(longestPocketEdge) : words.margin(margin));
  };
  const change = (part: 0 | 1, axis: number, next: unknown) => {
    const now: unknown[][] = Array.isArray(value) ? value : usualBox;
    setNote('');
    onChange(
      now.map((list, index) => (index === part ? list.map((each, at) => (at === axis ? (next ?? null) : each)) : list)),
    );
  };
  return (
    <div className="cv-role">
      <PocketFrom
        residues={residues}
        protein={protein}
        picked={pickedResidues}
        onTakePicked={() => setPicked([])}
        onAround={around}
        onPocket={take}
      />
      <div className="cv-preview-3d cv-pocket-picture">
        <Viewer
          molecule={viewed}
          title={words.pocketPicture}
          description={words.pocketDescription(macromolecule.chains.length, atoms.length)}
          selected={picked}
          onSelect={setPicked}
          useTool={useTool}
        />
      </div>
      <div className="cv-pocket-numbers">
        {([0, 1] as const).map((part) =>
          words.axes.map((axis, index) => (
            <NumberCell
              key={`${part}${axis}`}
              label={part === 0 ? words.centre(axis) : words.edge(axis)}
              value={valueIn(value, part, index)}
              invalid={problems.some(({ field }) => field === `pocket.${part}.${index}`)}
              onChange={(next) => change(part, index, next)}
            />
          )),
        )}
      </div>
      {box ? <BoxFacts box={box} macromolecule={macromolecule} note={note} /> : null}
      <ProblemTexts problems={problems} />
    </div>
  );
}

interface PocketFromProps {
  residues: Macromolecule['residues'];
  /** Identifier of the protein, whose pockets that were found earlier are offered. */
  protein: string | null;
  /** Residues that are picked in the picture, by their places. */
  picked: readonly number[];
  onTakePicked: () => void;
  /** Hears around which residues the box is to be, and with which margin in Å. */
  onAround: (residues: readonly number[], margin: number) => void;
  /** Hears the box of a pocket that was found. */
  onPocket: (box: PocketBox) => void;
}

/** Shows what the box is laid around: a ligand, residues as written or picked, a pocket that was found, the whole protein. */
function PocketFrom({ residues, protein, picked, onTakePicked, onAround, onPocket }: PocketFromProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const ligands = useMemo(
    () => residues.flatMap(({ kind, count }, index) => (kind === 'ligand' && count > 1 ? [index] : [])),
    [residues],
  );
  const written = () => {
    const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
    const found = parts.map((part) => residueNamed(residues, part));
    const missing = found.indexOf(-1);
    if (missing >= 0) return setProblem(words.noResidue(parts[missing] ?? ''));
    setProblem(null);
    if (found.length > 0) onAround(found, margins.residues);
  };
  const whole = () =>
    onAround(
      residues.flatMap(({ kind }, index) => (kind === 'polymer' || kind === 'modified' ? [index] : [])),
      margins.protein,
    );
  return (
    <fieldset className="cv-editor">
      <legend>{words.pocketFrom}</legend>
      <label className="cv-field">
        {words.aroundLigand}
        <select
          value=""
          disabled={ligands.length === 0}
          onChange={(event) => onAround([Number(event.target.value)], margins.ligand)}
        >
          <option value="" disabled>
            {ligands.length === 0 ? words.noLigands : words.chooseLigand}
          </option>
          {ligands.map((index) => {
            const { name, chain, number, count } = residues[index] as (typeof residues)[number];
            return (
              <option key={index} value={index}>
                {words.ligandName(name, chain, number === null ? '' : String(number), count)}
              </option>
            );
          })}
        </select>
      </label>
      <FoundPockets protein={protein} onPocket={onPocket} />
      <div className="cv-row">
        <label className="cv-field">
          {words.residues}
          <input
            value={typed}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== null}
            aria-describedby={`${id}r`}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              noSubmit(event);
              if (event.key === 'Enter') written();
            }}
          />
        </label>
        <button type="button" className="cv-button" disabled={typed.trim() === ''} onClick={written}>
          {words.aroundResidues}
        </button>
      </div>
      <p id={`${id}r`} className={problem ? 'cv-problem' : 'cv-quiet'} role={problem ? 'alert' : undefined}>
        {problem ?? words.residuesHint}
      </p>
      <div className="cv-row">
        {picked.length > 0 ? (
          <button
            type="button"
            className="cv-button"
            onClick={() => {
              onAround(picked, margins.residues);
              setTyped(picked.map((index) => residueText(residues[index])).join(', '));
              onTakePicked();
            }}
          >
            {words.aroundPicked(picked.length)}
          </button>
        ) : null}
        <button type="button" className="cv-button" onClick={whole}>
          {words.wholeProtein}
        </button>
      </div>
    </fieldset>
  );
}

/** Offers the pockets that were found in the protein; nothing where there are none. */
function FoundPockets({ protein, onPocket }: Pick<PocketFromProps, 'protein' | 'onPocket'>) {
  const { client } = useFormScene();
  const { term } = useWords().ui;
  const pockets = useFoundPockets(client, protein);
  if (pockets.length === 0) return null;
  return (
    <label className="cv-field">
      {words.foundPocket}
      <select
        value=""
        onChange={({ target }) => {
          const chosen = pockets[Number(target.value)];
          if (chosen) onPocket(chosen.box);
        }}
      >
        <option value="" disabled>
          {words.choosePocket}
        </option>
        {pockets.map(({ name, item }, index) => (
          <option key={index} value={index}>
            {words.pocketOf(term(name), item)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Volume of the box, atoms in it, and what is unwise about it. */
function BoxFacts({ box, macromolecule, note }: { box: PocketBox; macromolecule: Macromolecule; note: string }) {
  const { atoms, residues, residueOf } = macromolecule;
  const protein = useMemo(
    () => atoms.filter((_, index) => ['polymer', 'modified'].includes(residues[residueOf[index] ?? 0]?.kind ?? '')),
    [atoms, residues, residueOf],
  );
  const longest = Math.max(...box[1]);
  return (
    <div role="status" className="cv-pocket-facts">
      <dl className="cv-facts">
        <dt>{words.volume}</dt>
        <dd data-fact="volume">{formatNumber(boxVolume(box), 0)} Å³</dd>
        <dt>{words.inside}</dt>
        <dd data-fact="inside">{atomsInBox(protein, box)}</dd>
      </dl>
      {note ? <p className="cv-quiet">{note}</p> : null}
      {isOutside(protein, box) ? <p className="cv-problem">{words.outside}</p> : null}
      {longest > longPocketEdge && longest <= longestPocketEdge ? (
        <Callout tone="okay">{words.large(formatNumber(longest, 1))}</Callout>
      ) : null}
    </div>
  );
}

function valueIn(value: unknown, part: 0 | 1, axis: number): unknown {
  const list = Array.isArray(value) ? (value[part] as unknown) : undefined;
  return Array.isArray(list) ? ((list as Vector3[])[axis] ?? undefined) : undefined;
}
