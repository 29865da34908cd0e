import type { SmilesInspection } from '@cuvette/core/entities';
import { useId } from 'react';
import { Depiction } from '../structure/depiction.tsx';
import { everyIsomer } from './draft.ts';
import { submitWords as words } from './words.ts';

/** Asks which part of a structure of several (a salt, a solvate) should run: all together or one of them. */
export function PartChoice({
  parts,
  count,
  chosen,
  onChoose,
}: {
  /** The parts that differ. */
  parts: string[];
  /** How many there are, equal ones counted each. */
  count: number;
  chosen: string | null;
  onChoose: (part: string) => void;
}) {
  const id = useId();
  return (
    <fieldset className="cv-choices">
      <legend>{words.fragmentsTitle(count)}</legend>
      <label className="cv-choice">
        <input type="radio" name={id} checked={chosen === 'all'} onChange={() => onChoose('all')} />
        <span>{words.fragmentsAll}</span>
      </label>
      {parts.map((part) => (
        <label key={part} className="cv-choice">
          <input type="radio" name={id} checked={chosen === part} onChange={() => onChoose(part)} />
          <span className="cv-mono">{part}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface IsomerChoiceProps {
  isomers: string[];
  centres: SmilesInspection['undefined_stereocentres'];
  chosen: string | null;
  /** All may run, each as an item of its own; `every` says that they do. */
  canRunEvery: boolean;
  every: boolean;
  mirrorImages: boolean;
  onChoose: (isomer: string) => void;
}

/** Asks which stereoisomer should run where the SMILES leaves it open: diastereomers are never mixed in one ensemble. */
export function IsomerChoice({
  isomers,
  centres,
  chosen,
  canRunEvery,
  every,
  mirrorImages,
  onChoose,
}: IsomerChoiceProps) {
  const id = useId();
  const names = centres.map(({ atom, kind }) => (kind === 'double_bond' ? words.doubleBond(atom) : atom));
  return (
    <fieldset className="cv-choices">
      <legend>{words.isomersTitle(centres.length)}</legend>
      <p className="cv-quiet">{words.isomersWhere(names.join(', '))}</p>
      {mirrorImages ? <p className="cv-quiet">{words.isomersMirror}</p> : null}
      <div className="cv-isomers">
        {isomers.map((isomer, index) => (
          <label key={isomer} className="cv-choice cv-isomer">
            <input type="radio" name={id} checked={!every && chosen === isomer} onChange={() => onChoose(isomer)} />
            <span>
              {words.isomerNamed(index + 1)}
              <Depiction smiles={isomer} />
              <span className="cv-mono">{isomer}</span>
            </span>
          </label>
        ))}
      </div>
      {canRunEvery ? (
        <label className="cv-choice">
          <input type="radio" name={id} checked={every} onChange={() => onChoose(everyIsomer)} />
          <span>{words.isomersEvery(isomers.length)}</span>
        </label>
      ) : null}
      {isomers.length >= 16 ? <p className="cv-quiet">{words.isomersMany}</p> : null}
    </fieldset>
  );
}
