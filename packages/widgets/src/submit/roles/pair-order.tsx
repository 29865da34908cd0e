import { atomName, elementDifference, formulaOf, proposedOrder, superpose, symbolOf } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { initialViewerState, type ViewerState } from '@cuvette/core/session';
import { formatNumber } from '@cuvette/core/tables';
import { useId, useMemo, useState } from 'react';
import { Viewer } from '../../viewer/viewer.tsx';
import { useFormScene } from '../editors/form-scene.ts';
import { useWork } from './protein-input.tsx';
import { roleWords as words } from './words.ts';

interface PairOrderProps {
  reactant: Molecule;
  product: Molecule;
  onProduct: (product: Molecule) => void;
}

/** Whether the atoms of reactant and product belong together: matched by the server or by element and place, shown as a list to change, and drawn over one another. */
export function PairOrder({ reactant, product, onProduct }: PairOrderProps) {
  const { client } = useFormScene();
  const id = useId();
  const { busy, problem, run } = useWork();
  const [note, setNote] = useState('');
  /** The product as it was given, and the order (places in it) that it has now. */
  const [given, setGiven] = useState<{ product: Molecule; order: number[]; made: Molecule } | null>(null);
  const [view, setView] = useState<ViewerState>(() => ({ ...initialViewerState, overlay: 'colours' }));
  const others = useMemo(
    () => [{ id: 'product', name: words.productAtom, atoms: product.atoms as Molecule['atoms'] }],
    [product],
  );
  const { more, less } = elementDifference(reactant.atoms, product.atoms);
  const kept = given?.made === product ? given : null;
  const source = kept?.product ?? product;
  const order = kept?.order ?? product.atoms.map((_, index) => index);
  const listed = (list: typeof more) =>
    list.map(({ atomic_number, count }) => `${count} ${symbolOf(atomic_number)}`).join(', ');

  if (more.length + less.length > 0)
    return (
      <p className="cv-problem" role="alert">
        {less.length === 0
          ? words.onlyMore(listed(more))
          : more.length === 0
            ? words.onlyLess(listed(less))
            : words.differentAtoms(listed(more), listed(less))}
      </p>
    );

  const put = (next: number[]) => {
    const made = reordered(source, next);
    setGiven({ product: source, order: next, made });
    onProduct(made);
  };
  const match = () =>
    run(async () => {
      const { results } = await client.reorderToMatchTemplate(reactant, [source]);
      const [found] = results;
      if (found?.order) {
        put(found.order);
        setNote(words.matched(formatNumber(found.rmsd ?? fit(reactant, reordered(source, found.order)), 2)));
        return;
      }
      // Reactant and product of a reaction have other bonds, and the server matches equal ones only.
      const proposed = proposedOrder(reactant.atoms, source.atoms);
      if (!proposed) throw new Error(found?.error?.detail ?? words.pairHint);
      put(proposed);
      setNote(words.byElement);
    });
  const exchange = (place: number, atom: number) => {
    const other = order.indexOf(atom);
    put(order.map((each, index) => (index === place ? atom : index === other ? (order[place] ?? each) : each)));
    setNote('');
  };
  const same = reactant.atoms.every(
    ({ atomic_number }, index) => atomic_number === product.atoms[index]?.atomic_number,
  );
  return (
    <div className="cv-role">
      <div className="cv-preview-3d">
        <Viewer
          molecule={reactant}
          title={words.reactantAtom}
          description={`${words.both}: ${formulaOf(reactant.atoms)}`}
          others={others}
          view={view}
          onView={(change) => setView((before) => ({ ...before, ...change }))}
        />
      </div>
      <p className="cv-quiet">{words.pairHint}</p>
      {/* Not `disabled`: the keyboard stays where it pressed. */}
      <button
        type="button"
        className="cv-button cv-editor-open"
        aria-disabled={busy}
        onClick={() => (busy ? undefined : match())}
      >
        {busy ? words.matching : words.match}
      </button>
      <p className="cv-quiet" role="status">
        {note || (same ? words.sameOrder : '')}
      </p>
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <details className="cv-mapping">
        <summary>{words.mapping}</summary>
        <ol className="cv-mapping-rows">
          {reactant.atoms.map(({ atomic_number }, place) => (
            <li key={atomName(reactant.atoms, place)}>
              <label htmlFor={`${id}${place}`}>{words.becomes(atomName(reactant.atoms, place))}</label>
              <select
                id={`${id}${place}`}
                value={order[place]}
                onChange={(event) => exchange(place, Number(event.target.value))}
              >
                {source.atoms.map((atom, index) =>
                  atom.atomic_number === atomic_number || index === order[place] ? (
                    <option key={atomName(source.atoms, index)} value={index}>
                      {atomName(source.atoms, index)}
                    </option>
                  ) : null,
                )}
              </select>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

/** A molecule with its atoms in an order; what else is known atom by atom no longer fits and is left away. */
function reordered(molecule: Molecule, order: readonly number[]): Molecule {
  return {
    ...molecule,
    atoms: order.flatMap((place) => molecule.atoms[place] ?? []),
    gradient: null,
    velocities: null,
    mulliken_charges: null,
    mulliken_spin_densities: null,
  } as Molecule;
}

/** RMSD in Å after alignment. */
function fit(reactant: Molecule, product: Molecule): number {
  const places = ({ atoms }: Molecule) => atoms.map(({ position }) => position);
  return superpose(places(product), places(reactant)).rmsd;
}
