import type { Macromolecule } from '@cuvette/core/chemistry';
import { type ProteinForm, type ProteinView, proteinForms } from '@cuvette/core/session';
import { useWords } from '../../elements/context.tsx';
import { chainColour, chosenFor } from './residue-colours.ts';

export interface ChainListProps {
  structure: Macromolecule;
  view: ProteinView;
  change: (change: Partial<ProteinView>) => void;
}

/** Each chain: shown or not, its colour, its form where it differs from the others'. */
export function ChainList({ structure, view, change }: ChainListProps) {
  const words = useWords().viewer.protein;
  const setForm = (id: string, value: string) => {
    const { [id]: _before, ...others } = view.chainForms;
    change({ chainForms: value === '' ? others : { ...others, [id]: value as ProteinForm } });
  };
  return (
    <fieldset>
      <legend>{words.chains}</legend>
      <ul className="cv-protein-chains">
        {structure.chains.map(({ id, residues }) => {
          const name = id.trim() || '–';
          const hidden = view.hiddenChains.includes(id);
          return (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={!hidden}
                  onChange={({ target }) =>
                    change({
                      hiddenChains: target.checked
                        ? view.hiddenChains.filter((each) => each !== id)
                        : [...view.hiddenChains, id],
                    })
                  }
                />
                <span>{words.chain(name)}</span>
                <span className="cv-quiet">{words.residues(residues)}</span>
              </label>
              <input
                type="color"
                aria-label={words.colourOfChain(name)}
                value={chainColour(structure, id, view)}
                disabled={hidden || view.colouring !== 'chain'}
                onChange={({ target }) => change({ chainColours: { ...view.chainColours, [id]: target.value } })}
              />
              <select
                aria-label={words.formOfChain(name)}
                value={chosenFor(view.chainForms, id) ?? ''}
                disabled={hidden}
                onChange={({ target }) => setForm(id, target.value)}
              >
                <option value="">{words.asAll}</option>
                {proteinForms.map((each) => (
                  <option key={each} value={each}>
                    {words.forms[each]}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
