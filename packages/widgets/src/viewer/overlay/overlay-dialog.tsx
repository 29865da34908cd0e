import { useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { mostOverlaid, type OtherStructure, overlayColour } from './overlay.ts';

export interface OverlayDialogProps {
  others: readonly OtherStructure[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** A tick for each structure that is laid on the one that is shown. */
export function OverlayDialog({ others, chosen, onChoose, onClose }: OverlayDialogProps) {
  const words = useWords().viewer.overlay;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(chosen));
  const ids = others.map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return (
    <Dialog
      title={words.chooseTitle}
      size="small"
      open
      onClose={onClose}
      actions={
        <>
          <Button label={words.all} onClick={() => setTicked(new Set(ids.slice(0, mostOverlaid)))} />
          <Button label={words.none} onClick={() => setTicked(new Set())} />
          <Button
            kind="primary"
            label={words.done}
            onClick={() => {
              onChoose(ids.filter((id) => ticked.has(id)));
              onClose();
            }}
          />
        </>
      }
    >
      <fieldset className="cv-overlay-choices">
        <legend>{words.choose(mostOverlaid)}</legend>
        {others.map(({ id, name }, place) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={ticked.has(id)}
              disabled={!ticked.has(id) && ticked.size >= mostOverlaid}
              onChange={() => toggle(id)}
            />
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={overlayColour(place)} />
            </svg>
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
