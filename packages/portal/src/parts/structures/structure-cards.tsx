import type { Structure } from '@cuvette/core/entities';
import { texts } from '@cuvette/core/texts';
import { useEffect } from 'react';
import { ownerClient } from '../../clients.ts';
import { words as portalWords } from '../../words.ts';
import { problemText } from '../problem.tsx';
import { say } from '../shell/messages.tsx';
import { structureWords as words } from './words.ts';

interface StructureCardsProps {
  structures: readonly Structure[];
  readOnly: boolean;
  onRename: (structure: Structure) => void;
}

/** Placeholder cards while structures are read: two rows of a wide window. */
const waitingCards = 8;

/** Placeholders of the structures: cards of their size. */
export function StructuresWaiting() {
  return (
    <>
      <p className="cv-hidden" role="status">
        {portalWords.loading}
      </p>
      <ul className="structures" aria-hidden="true">
        {Array.from({ length: waitingCards }, (_, place) => (
          <li key={place} data-waiting="">
            <span className="cv-skeleton no-drawing" />
            <strong>{'\u00a0'}</strong>
            <span className="cv-quiet">{'\u00a0'}</span>
            <span className="cv-row card-actions" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Structures with their drawings, and what can be done with each. A deleted one can be had back from the message that says so. */
export function StructureCards({ structures, readOnly, onRename }: StructureCardsProps) {
  useEffect(() => {
    void import('@cuvette/widgets/elements/structure');
  }, []);
  const remove = async ({ uuid, name }: Structure) => {
    const called = name ?? words.unnamed;
    try {
      const { deletion_uuid } = await ownerClient.deleteStructure(uuid);
      const back = async () => {
        try {
          await ownerClient.restoreDeletion(deletion_uuid);
          say(words.undone(called));
        } catch (error) {
          say(problemText(error));
        }
      };
      say(words.deleted(called), { label: words.undo, run: () => void back() });
    } catch (error) {
      say(problemText(error));
    }
  };
  return (
    <ul className="structures">
      {structures.map((structure) => {
        const { uuid, name, smiles, molecule } = structure;
        const called = name ?? words.unnamed;
        return (
          <li key={uuid}>
            {smiles ? (
              <cuvette-structure smiles={smiles} label={called} />
            ) : (
              <span className="no-drawing cv-quiet">{texts.previewNotAvailable}</span>
            )}
            <strong>{called}</strong>
            <span className="cv-quiet">{molecule ? words.coordinates : smiles}</span>
            {readOnly ? null : (
              <span className="cv-row card-actions">
                <button
                  type="button"
                  className="cv-button"
                  data-dense=""
                  aria-label={words.renameNamed(called)}
                  onClick={() => onRename(structure)}
                >
                  {words.rename}
                </button>
                <button
                  type="button"
                  className="cv-button"
                  data-dense=""
                  data-kind="quiet"
                  aria-label={words.deleteNamed(called)}
                  onClick={() => void remove(structure)}
                >
                  {words.delete}
                </button>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
