import { kindOfPasted } from '@cuvette/core/chemistry';
import { longestStructureText, usualSimilarity } from '@cuvette/core/entities';
import { StructureSources, type TakenStructure } from '@cuvette/widgets/submit';
import { useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import type { FindSearch } from '../../search.ts';
import { Dialog } from '../dialog.tsx';
import { problemText } from '../problem.tsx';

const ways = ['substructure', 'exact', 'similarTo'] as const;
type Way = (typeof ways)[number];

interface StructureFilterProps {
  filters: FindSearch;
  onChange: (filters: FindSearch) => void;
}

/** The button that adds a search by structure, or changes the one that is there. */
export function StructureFilter({ filters, onChange }: StructureFilterProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="cv-button" data-dense="" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {listWords.structureFilter}
      </button>
      {open ? <StructureDialog filters={filters} onChange={onChange} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Asks for a structure, typed, drawn or taken from elsewhere, and for the way in which it is searched for. */
function StructureDialog({ filters, onChange, onClose }: StructureFilterProps & { onClose: () => void }) {
  const id = useId();
  const { exact, substructure, similarTo, minSimilarity, page: _page, ...others } = filters;
  const [text, setText] = useState(exact ?? substructure ?? similarTo ?? '');
  const [way, setWay] = useState<Way>(exact ? 'exact' : similarTo ? 'similarTo' : 'substructure');
  const [least, setLeast] = useState(minSimilarity ?? usualSimilarity);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = text.trim();
  const take = async ({ smiles, molecule }: TakenStructure) => {
    setProblem(null);
    if (smiles) return setText(smiles);
    if (!molecule) return;
    const [seen] = (await ownerClient.smilesOfMolecules([molecule]).catch(() => null)) ?? [];
    if (seen) setText(seen);
    else setProblem(listWords.noBondsSeen);
  };
  /** A drawing that is pasted as a whole file becomes the SMILES of what it shows. */
  const write = async (typed: string) => {
    setText(typed);
    setProblem(null);
    const pasted = kindOfPasted(typed);
    if (pasted.kind !== 'file') return;
    try {
      const { molecules } = await ownerClient.readFile(pasted.name, typed);
      const smiles = molecules.flatMap((molecule) => molecule.smiles ?? []);
      setText(smiles.join('.'));
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  const search = () => {
    // An order by similarity means nothing to another search.
    const { sort, asc, ...left } = others;
    const order = sort === undefined || sort === 'similarity' ? {} : { sort, ...(asc === undefined ? {} : { asc }) };
    onChange({
      ...left,
      ...(way === 'similarTo' ? { similarTo: asked, minSimilarity: least } : { ...order, [way]: asked }),
    });
    onClose();
  };
  return (
    <Dialog
      title={listWords.structureTitle}
      onClose={onClose}
      onSubmit={search}
      submitLabel={listWords.searchStructure}
      submitDisabled={asked === '' || asked.length > longestStructureText || !(least >= 0 && least <= 1)}
      problem={problem}
    >
      <label className="field" htmlFor={`${id}s`}>
        {listWords.structureText}
        <textarea
          id={`${id}s`}
          className="cv-mono"
          rows={2}
          data-first
          spellCheck={false}
          autoCapitalize="off"
          aria-describedby={`${id}h`}
          value={text}
          onChange={(event) => void write(event.target.value)}
        />
      </label>
      <p id={`${id}h`} className="cv-quiet">
        {listWords.structureHint}
      </p>
      <StructureSources client={ownerClient} folder={null} smiles={asked} onTake={(taken) => void take(taken)} />
      <fieldset className="structure-ways">
        <legend>{listWords.structureWay}</legend>
        {ways.map((one) => (
          <label key={one} className="check-line">
            <input type="radio" name={id} checked={way === one} onChange={() => setWay(one)} />
            {listWords.structureWays[one]}
          </label>
        ))}
      </fieldset>
      {way === 'exact' ? <p className="cv-quiet">{listWords.exactHint}</p> : null}
      {way === 'similarTo' ? (
        <label className="field structure-filter">
          {listWords.leastSimilarity}
          <input
            type="number"
            min={0}
            max={1}
            step={0.05}
            value={least}
            onChange={(event) => setLeast(event.target.valueAsNumber)}
          />
        </label>
      ) : null}
    </Dialog>
  );
}
