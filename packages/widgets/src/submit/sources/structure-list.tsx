import { texts } from '@cuvette/core/texts';
import { Depiction } from '../../structure/depiction.tsx';
import { sourceWords as words } from './words.ts';

/** A structure that can be taken from a list. */
export interface ListedStructure {
  key: string;
  name: string;
  smiles: string | null;
  /** It has coordinates of its own, which are taken. */
  withCoordinates?: boolean;
}

/** Structures with their drawings; each is a button that takes it. */
export function StructureList({
  structures,
  onChoose,
}: {
  structures: readonly ListedStructure[];
  onChoose: (key: string) => void;
}) {
  return (
    <ul className="cv-structures">
      {structures.map(({ key, name, smiles, withCoordinates }) => (
        <li key={key}>
          <button type="button" className="cv-structure-choice" onClick={() => onChoose(key)}>
            {smiles ? (
              <Depiction smiles={smiles} label={name} />
            ) : (
              <span className="cv-no-drawing cv-quiet">{texts.previewNotAvailable}</span>
            )}
            <span>{name}</span>
            {withCoordinates ? <span className="cv-quiet">{words.geometry}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
